//! Node at a byte of the text.

use super::{Content, Document, NodeId};
use crate::diagnostic::{Place, SourceId};

/// A node at a byte of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextSpot {
    /// Node.
    pub at: NodeId,
    /// Whether the byte is in its key or in its value.
    pub side: SpotSide,
    /// Place of the key or the value.
    pub place: Place,
}

/// Key or value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SpotSide {
    /// The key.
    Key,
    /// The value.
    Value,
}

impl Document {
    /// The key or single value at a byte of the file, including the byte after its end. For a node with several uses, the first
    /// one.
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
