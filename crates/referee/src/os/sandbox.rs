//! A program that nobody trusts, locked in.
//!
//! | level | what holds it |
//! |---|---|
//! | 0 | nothing but the limits that were asked for |
//! | 1 | Landlock (files, signals), seccomp (network, other processes), limits, a watchdog |
//! | 2 | bubblewrap around it: name spaces of its own, and of the files only what it needs |
//! | 3 | level 2, and control groups: memory and processes of the whole tree are the kernel's to count |
//!
//! An [`Order`] says all of it as plain data. The supervisor, which is our own executable started
//! again and has a single thread, forks a *stage*, gives it the order, and the stage locks itself
//! in, one step after the other, and becomes the program. If a step fails, no program starts: that
//! is our error and nobody's loss.

mod bubblewrap;
mod landlock;
mod limits;
mod lodger;
mod modes;
mod notify;
mod order;
pub(crate) mod probe;
pub(crate) mod room;
mod scratch;
mod seccomp;
mod stage;
mod watchdog;

pub(crate) use landlock::version as landlock_version;
pub(crate) use lodger::Lodger;
pub(crate) use order::Order;
pub(crate) use room::Room;
pub(crate) use scratch::Scratch;
pub(crate) use stage::{INIT, be_init};

/// The highest level there is.
pub(crate) const HIGHEST: u8 = 3;
