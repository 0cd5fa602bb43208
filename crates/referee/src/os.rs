//! The operating system, one narrow module for each thing asked of it.
//!
//! Everything here is Linux's way of doing it; another system adds its own beside.

pub(crate) mod bell;
pub(crate) mod cage;
pub mod cores;
pub(crate) mod idle;
pub(crate) mod poll;
pub(crate) mod sandbox;
pub(crate) mod strain;
pub(crate) mod supervise;
pub(crate) mod tree;
pub(crate) mod undertaker;
pub(crate) mod usage;
