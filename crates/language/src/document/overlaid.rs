//! Overlays: a document over another. Maps are merged, other values are replaced, and `null` removes a key.

use super::{Content, Document, NodeId};

/// Changes that an overlay made, as paths.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OverlayChanges {
    /// Removed values.
    pub removed: Vec<String>,
    /// Replaced single values and lists, and maps that replace another type or are replaced by one.
    pub replaced: Vec<String>,
}

impl Document {
    /// Lays another document over this one. A map over a map is merged key by key; any other value replaces the one at its path;
    /// `null` removes the key. Keys that only the other document has come last, in its order. Nodes keep their places; a map of
    /// both documents has the place in the other one.
    ///
    /// A key without any value removes nothing; it is reported as in a document of its own.
    pub fn lay_over(&mut self, other: Document) -> OverlayChanges {
        let offset = self.next_id().0;
        let moved = |at: NodeId| NodeId(at.0.saturating_add(offset));
        self.nodes.extend(other.nodes.into_iter().map(|mut node| {
            node.parent = node.parent.map(moved);
            if let Content::Map(children) | Content::List(children) = &mut node.content {
                for child in children {
                    *child = moved(*child);
                }
            }
            node
        }));
        let mut overlaid = OverlayChanges::default();
        self.merge(NodeId::ROOT, moved(NodeId::ROOT), &mut overlaid);
        overlaid
    }

    /// Sets the place of the root to its first key, where missing keys are reported.
    pub fn begin_at_first_key(&mut self) {
        let first = self.children(NodeId::ROOT).first().and_then(|first| self.key_place(*first));
        self.nodes[NodeId::ROOT.index()].key_place = first;
    }

    /// Number of nodes, including removed ones.
    #[must_use]
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Merges a map into another one of the same tree.
    fn merge(&mut self, under: NodeId, over: NodeId, overlaid: &mut OverlayChanges) {
        let from = &self.nodes[over.index()];
        let (value_place, key_place, used_place) = (from.value_place, from.key_place, from.used_place);
        let into = &mut self.nodes[under.index()];
        (into.value_place, into.key_place, into.used_place) = (value_place, key_place, used_place);
        let mut children = self.children(under).to_vec();
        for upper in self.children(over).to_vec() {
            let lower = children.iter().position(|child| self.key(*child) == self.key(upper));
            let Some(position) = lower else {
                self.nodes[upper.index()].parent = Some(under);
                children.push(upper);
                continue;
            };
            let lower = children[position];
            let is_map = |at: NodeId| matches!(self.node(at).content, Content::Map(_));
            if self.says_null(upper) {
                overlaid.removed.push(self.path(lower));
                children.remove(position);
            } else if is_map(lower) && is_map(upper) {
                self.merge(lower, upper, overlaid);
            } else {
                overlaid.replaced.push(self.path(lower));
                self.nodes[upper.index()].parent = Some(under);
                children[position] = upper;
            }
        }
        self.nodes[under.index()].content = Content::Map(children);
    }

    /// Whether a value is an explicit `null` or `~`.
    fn says_null(&self, at: NodeId) -> bool {
        let node = self.node(at);
        matches!(node.content, Content::Nothing) && node.value_place.is_some_and(|place| place.len > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::{SourceId, Sources};

    const UNDER: &str = "a: 1\nb: { x: 1, y: { z: 2 }, l: [1, 2, 3] }\nc: { u: 4 }\n";

    /// A document laid over `UNDER`, on one line, with the changes.
    fn over(text: &str) -> (String, OverlayChanges) {
        let mut document = Document::parse_as(UNDER, SourceId::file(1)).unwrap();
        let overlaid = document.lay_over(Document::parse(text).unwrap());
        (flow(&document, NodeId::ROOT), overlaid)
    }

    fn flow(document: &Document, at: NodeId) -> String {
        let below = |children: &[NodeId]| {
            let each = children.iter().map(|child| {
                assert_eq!(document.node(*child).parent, Some(at));
                format!("{}:{}", document.key(*child), flow(document, *child))
            });
            each.collect::<Vec<_>>().join(" ")
        };
        match &document.node(at).content {
            Content::Scalar(text) => text.clone(),
            Content::Map(children) | Content::List(children) => format!("({})", below(children)),
            Content::Nothing => "-".to_owned(),
        }
    }

    #[test]
    fn maps_are_merged_and_all_else_is_replaced() {
        let (merged, overlaid) = over("d: 5\nb: { y: { w: 3 }, l: [9], x: { v: 1 } }\nc: 7\n");
        assert_eq!(merged, "(a:1 b:(x:(v:1) y:(z:2 w:3) l:(0:9)) c:7 d:5)");
        assert_eq!(overlaid.replaced, ["b.l", "b.x", "c"]);
        assert!(overlaid.removed.is_empty());
    }

    #[test]
    fn a_key_that_says_null_removes_and_one_without_a_value_does_not() {
        for null in ["null", "~", "Null"] {
            let (merged, overlaid) = over(&format!("b: {{ y: {null} }}\nc: {null}\n"));
            assert_eq!(
                (merged.as_str(), &overlaid.removed[..]),
                ("(a:1 b:(x:1 l:(0:1 1:2 2:3)))", &["b.y".to_owned(), "c".to_owned()][..])
            );
        }
        // empty values, and `null` for a missing key, are reported when reading
        let (merged, overlaid) = over("c:\ne: null\n");
        assert_eq!(merged, "(a:1 b:(x:1 y:(z:2) l:(0:1 1:2 2:3)) c:- e:-)");
        assert_eq!((overlaid.removed.len(), overlaid.replaced), (0, vec!["c".to_owned()]));
    }

    #[test]
    fn every_value_keeps_the_text_that_it_stands_in() {
        let mut document = Document::parse_as(UNDER, SourceId::file(1)).unwrap();
        let text = "b: { x: 8 }\n";
        document.lay_over(Document::parse(text).unwrap());
        let mut sources = Sources::new("over.yaml", text, Vec::new());
        sources.add_file("under.yaml", UNDER);
        let place = |path: &str| sources.locate(document.place(document.find(path).unwrap()).unwrap());
        assert_eq!([place("a"), place("b.x"), place("b.y.z")], ["under.yaml:1:4", "over.yaml:1:9", "under.yaml:2:20"]);
        // a map of both documents has its place in the upper one
        assert_eq!([place("b"), place("c")], ["over.yaml:1:1", "under.yaml:3:1"]);
    }
}
