//! The axis on which a winner changes, drawn for both rooms. What it shows is said in words beside it.

use super::super::Axis;
use super::super::svg::{Room, axis};

/// The axis for each room.
pub(super) fn both(shown: &Axis) -> String {
    [Room::Wide, Room::Narrow].map(|room| axis(shown, room)).concat()
}
