//! A node of a document, by its number, of which a figure of a sheet that comes from it bears the same; who wrote it, and what it
//! holds.

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

/// Who wrote a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The author, in the file.
    File,
    /// Whoever asks: the command line, with `--set`, or the case that is asked for.
    Set,
    /// Nobody: a default that was assumed.
    Assumed,
}

/// What a node holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// A single value, as its author spelled it.
    Scalar(String),
    /// Keys with values; each value knows its key.
    Map(Vec<NodeId>),
    /// Values in order.
    List(Vec<NodeId>),
    /// A key without a value.
    Nothing,
}
