//! A bell that wakes whoever waits for descriptors: rung from any thread, and never in the way.

use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::{Arc, Weak};

use rustix::event::EventfdFlags;

/// One bell; its clones ring the same one.
#[derive(Clone, Debug)]
pub(crate) struct Bell(Arc<OwnedFd>);

impl Bell {
    /// A bell that has not been rung.
    pub(crate) fn new() -> std::io::Result<Bell> {
        let fd = rustix::event::eventfd(0, EventfdFlags::CLOEXEC | EventfdFlags::NONBLOCK)?;
        Ok(Bell(Arc::new(fd)))
    }

    /// A rope to ring it by, for somebody who must not keep it: it may be gone when it is pulled.
    pub(crate) fn rope(&self) -> Rope {
        Rope(Arc::downgrade(&self.0))
    }

    /// Wakes whoever waits, or will.
    pub(crate) fn ring(&self) {
        // Can only fail if it has been rung very often already.
        let _ = rustix::io::write(&*self.0, &1_u64.to_ne_bytes());
    }

    /// It was heard: it does not ring any more.
    pub(crate) fn hush(&self) {
        let _ = rustix::io::read(&*self.0, &mut [0_u8; 8]);
    }
}

/// See [`Bell::rope`].
#[derive(Clone, Debug)]
pub(crate) struct Rope(Weak<OwnedFd>);

impl Rope {
    /// Rings the bell, if it is still there.
    pub(crate) fn pull(&self) {
        if let Some(bell) = self.0.upgrade() {
            Bell(bell).ring();
        }
    }
}

impl AsFd for Bell {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}
