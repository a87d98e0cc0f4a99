//! Whether a program was started with its standard output closed, as by `>&-`.
//!
//! Before `main` Rust opens the null device in the place of each standard stream that is closed. From then on nobody can tell an
//! output that is thrown away on purpose from one that is lost, and a program whose answer reaches nobody ends as if it had
//! given one. So this looks earlier.

#[cfg(unix)]
mod before_start {
    use std::os::fd::AsFd;
    use std::sync::atomic::{AtomicBool, Ordering};

    static CLOSED: AtomicBool = AtomicBool::new(false);

    /// Looks at standard output before Rust replaces it: what is closed cannot be duplicated.
    #[ctor::ctor(unsafe)]
    fn look() {
        CLOSED.store(std::io::stdout().as_fd().try_clone_to_owned().is_err(), Ordering::Relaxed);
    }

    pub(super) fn closed() -> bool {
        CLOSED.load(Ordering::Relaxed)
    }
}

/// Whether standard output was closed when the program was started. Where that cannot be told, it was open.
#[must_use]
pub fn output_was_closed() -> bool {
    #[cfg(unix)]
    let closed = before_start::closed();
    #[cfg(not(unix))]
    let closed = false;
    closed
}
