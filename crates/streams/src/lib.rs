//! Whether a program was started with its standard output closed, as by `>&-`.
//!
//! Before `main`, Rust replaces every closed standard stream by the null device. After that, a lost output looks like one that
//! was discarded on purpose, and a program whose answer reaches nobody would report success. So this crate checks before `main`.

#[cfg(unix)]
mod before_start {
    use std::os::fd::AsFd;
    use std::sync::atomic::{AtomicBool, Ordering};

    static CLOSED: AtomicBool = AtomicBool::new(false);

    /// Checks standard output before Rust replaces it: a closed stream cannot be duplicated.
    #[ctor::ctor(unsafe)]
    fn check_output() {
        CLOSED.store(std::io::stdout().as_fd().try_clone_to_owned().is_err(), Ordering::Relaxed);
    }

    pub(super) fn closed() -> bool {
        CLOSED.load(Ordering::Relaxed)
    }
}

/// Whether standard output was closed when the program started; false if unknown.
#[must_use]
pub fn output_was_closed() -> bool {
    #[cfg(unix)]
    let closed = before_start::closed();
    #[cfg(not(unix))]
    let closed = false;
    closed
}
