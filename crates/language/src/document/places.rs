//! Places of nodes.

use super::{Content, Document, NodeId};
use crate::diagnostic::Place;

impl Document {
    /// A node and its enclosing parts, from the inside out.
    pub fn around(&self, at: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(at), |at| self.node(*at).parent)
    }

    /// Place of a node, or of the nearest enclosing part that has one.
    #[must_use]
    pub fn place_around(&self, at: NodeId) -> Option<Place> {
        self.around(at).find_map(|at| self.place(at))
    }

    /// Place of a value; for a map or a list that of its key. `None` for a default.
    #[must_use]
    pub fn place(&self, at: NodeId) -> Option<Place> {
        let node = self.node(at);
        let value = node.value_place.filter(|place| place.len > 0);
        match node.content {
            Content::Map(_) | Content::List(_) => node.key_place.or(value).or(node.value_place),
            Content::Scalar(_) | Content::Nothing => value.or(node.key_place).or(node.value_place),
        }
    }

    /// Place of a key; for an item of a list that of its value.
    #[must_use]
    pub fn key_place(&self, at: NodeId) -> Option<Place> {
        self.node(at).key_place.or_else(|| self.place(at))
    }
}
