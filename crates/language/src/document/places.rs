//! Where a document was written.

use super::{Content, Document, NodeId};
use crate::diagnostic::Place;

impl Document {
    /// A node and the parts around it, from the innermost out.
    pub fn around(&self, at: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(at), |at| self.node(*at).parent)
    }

    /// Where a node was written, or the nearest part around it that somebody wrote.
    #[must_use]
    pub fn place_around(&self, at: NodeId) -> Option<Place> {
        self.around(at).find_map(|at| self.place(at))
    }

    /// Where a value was written; of a map or a list, where its key was. None for what was assumed.
    #[must_use]
    pub fn place(&self, at: NodeId) -> Option<Place> {
        let node = self.node(at);
        let value = node.value_place.filter(|place| place.len > 0);
        match node.content {
            Content::Map(_) | Content::List(_) => node.key_place.or(value).or(node.value_place),
            Content::Scalar(_) | Content::Nothing => value.or(node.key_place).or(node.value_place),
        }
    }

    /// Where a key was written; of an item of a list where its value was.
    #[must_use]
    pub fn key_place(&self, at: NodeId) -> Option<Place> {
        self.node(at).key_place.or_else(|| self.place(at))
    }
}
