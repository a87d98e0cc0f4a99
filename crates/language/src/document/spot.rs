//! What stands at a byte of the text that a tree was read from.

use super::{Content, Document, NodeId};
use crate::diagnostic::{Place, SourceId};

/// A node that stands at a byte of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextSpot {
    /// The node.
    pub at: NodeId,
    /// Whether its key stands there, or its value.
    pub side: SpotSide,
    /// The stretch of its key or its value.
    pub place: Place,
}

/// One of the two sides of a colon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpotSide {
    /// Before it.
    Key,
    /// Behind it.
    Value,
}

impl Document {
    /// What stands at a byte of the file, if a key or a single value does; right behind its end counts. Of what is used in several
    /// places the first.
    #[must_use]
    pub fn spot(&self, offset: usize) -> Option<TextSpot> {
        let holds = |place: &Place| {
            place.source == SourceId::FILE && place.len > 0 && (place.start as usize..=place.end()).contains(&offset)
        };
        self.all().into_iter().find_map(|at| {
            let node = self.node(at);
            let spot = |side, place| TextSpot { at, side, place };
            let key = node.key_place.filter(holds).map(|place| spot(SpotSide::Key, place));
            let is_single = matches!(node.content, Content::Scalar(_));
            key.or_else(|| {
                node.value_place.filter(|place| is_single && holds(place)).map(|it| spot(SpotSide::Value, it))
            })
        })
    }
}
