//! The `larder` command: flags, progress, tables, reports, runners and Redis. The measuring itself
//! is done by the runners.

mod allocator;
mod articles;
mod cli;
mod compare;
mod convert;
mod failure;
mod home;
mod input;
mod inspect;
mod interrupt;
mod load;
mod machine;
mod output;
mod pages;
mod profile;
mod profiles;
mod progress;
mod recognition;
mod redis;
mod report;
mod runner;
mod storage;
mod survey;
mod switch;
mod table;
mod terminal;
mod timing;

use std::process::ExitCode;

use clap::Parser;

use crate::cli::{Cli, Command, ProfileCommand};

fn main() -> ExitCode {
    let cli = Cli::try_parse().unwrap_or_else(|error| cli::end(&error));
    failure::end(match &cli.command {
        Command::Runner { verb } => runner::native::run(verb),
        Command::Pages { folder } => pages::write(folder),
        Command::Compare(args) => {
            interrupt::install();
            compare::run(args)
        }
        Command::Articles(args) => {
            interrupt::install();
            articles::run(args)
        }
        Command::Load(args) => {
            interrupt::install();
            load::run(args)
        }
        Command::Train(args) => {
            interrupt::install();
            profile::train(args)
        }
        Command::Survey(args) => {
            interrupt::install();
            survey::run(args)
        }
        Command::Switch(args) => {
            interrupt::install();
            switch::run(args)
        }
        Command::Inspect(args) => inspect::run(args),
        Command::Convert(args) => {
            interrupt::install();
            convert::run(args)
        }
        Command::Profile(command) => {
            interrupt::install();
            match command {
                ProfileCommand::Show(args) => profile::show(args),
                ProfileCommand::Publish(args) => profile::publish(args),
                ProfileCommand::List(args) => profile::list(args),
                ProfileCommand::Current(args) => profile::current(args),
                ProfileCommand::Retire(args) => profile::retire(args),
            }
        }
    })
}
