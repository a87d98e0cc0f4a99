//! A node of a document, by its number; a figure of a sheet that comes from it bears the same.

use sheet::OriginId;

/// A node of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The whole document.
    pub const ROOT: NodeId = NodeId(0);

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<NodeId> for OriginId {
    /// A figure of a sheet comes from a node of a document.
    fn from(node: NodeId) -> OriginId {
        OriginId(node.0)
    }
}

impl From<OriginId> for NodeId {
    fn from(origin: OriginId) -> NodeId {
        NodeId(origin.0)
    }
}
