//! `larder train` and `larder profile`.

mod classes;
mod level;
mod show;
mod train;

pub use self::show::show;
pub use self::train::run as train;
