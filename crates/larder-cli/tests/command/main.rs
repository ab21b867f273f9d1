//! The tests of the command. They are one program, since to link one takes longer than most of them.

mod common;

mod articles;
mod bad_input;
mod compare;
mod convert;
mod inspect;
mod interrupt;
mod load;
mod man_pages;
mod pages;
mod profiles;
mod redis;
mod redis_login;
mod redis_places;
mod report;
mod setup;
mod survey;
mod switch;
mod terminal;
mod train;
