//! A file per format: from results to a writer. Computes nothing, opens nothing, knows of the terminal only a canvas.

pub mod explain;

/// What a report knows of where it is shown.
#[derive(Clone, Copy, Debug)]
pub struct Canvas {
    /// Columns of text.
    pub width: usize,
}
