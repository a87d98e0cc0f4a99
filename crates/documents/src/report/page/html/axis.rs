//! Demand axis in both sizes. It is hidden from screen readers, because a sentence next to it says the same.

use super::super::Axis;
use super::super::svg::{DrawingSize, axis};

/// The axis in both sizes.
pub(super) fn both(shown: &Axis) -> String {
    [DrawingSize::Wide, DrawingSize::Narrow].map(|room| axis(shown, room)).concat()
}
