//! Nodes of a document: id, origin and content. The id is also the origin of the sheet figures that come from the node.

use sheet::OriginId;

/// Id of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The root.
    pub const ROOT: NodeId = NodeId(0);

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

impl From<NodeId> for OriginId {
    /// The origin of a sheet figure that comes from the node.
    fn from(node: NodeId) -> OriginId {
        OriginId(node.0)
    }
}

impl From<OriginId> for NodeId {
    fn from(origin: OriginId) -> NodeId {
        NodeId(origin.0)
    }
}

/// Where a node comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The file.
    File,
    /// `--set`, or the selected case.
    Set,
    /// A default.
    Assumed,
}

/// Content of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A single value in the author's notation.
    Scalar(String),
    /// Keys with values; each value knows its key.
    Map(Vec<NodeId>),
    /// Values in order.
    List(Vec<NodeId>),
    /// A key without a value.
    Nothing,
}
