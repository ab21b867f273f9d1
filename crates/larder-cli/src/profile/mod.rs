//! `larder train` and `larder profile`.

mod classes;
mod show;
mod tier;
mod train;

pub use self::show::show;
pub use self::train::run as train;
