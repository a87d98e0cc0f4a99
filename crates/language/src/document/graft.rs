//! Grafting: copying values from one tree to another by path.

use super::{Content, Document, Node, NodeId};

impl Document {
    /// Makes the value at a path equal to that of another tree: replaced, added or removed. Copies have no places, since those
    /// would refer to another text.
    pub fn graft(&mut self, path: &str, from: &Document) {
        match (self.find(path), from.find(path)) {
            (Some(at), Some(source)) => self.copy(at, from, source),
            (None, Some(source)) => {
                if let Some(at) = self.parent_as_in(from, source) {
                    self.copy(at, from, source);
                }
            }
            (Some(at), None) => self.remove_as_in(from, at),
            (None, None) => {}
        }
    }

    /// Orders the keys that both maps have like those of the other tree; the others stay in place.
    pub fn order_as(&mut self, path: &str, from: &Document) {
        let (Some(at), Some(source)) = (self.find(path), from.find(path)) else { return };
        let common = from.children(source).iter().filter_map(|child| self.member(at, from.key(*child)));
        let mut common = common.collect::<Vec<NodeId>>().into_iter();
        let is_common = |child: &NodeId| from.member(source, self.key(*child)).is_some();
        let children =
            self.children(at).iter().map(|child| if is_common(child) { common.next() } else { Some(*child) });
        let children: Vec<NodeId> = children.flatten().collect();
        self.nodes[at.index()].content = Content::Map(children);
    }

    /// Makes the value at a path a copy of another node of the same tree, including places. `None` if there is nothing at the
    /// path and no map that could hold it.
    pub fn set_copy(&mut self, path: &str, of: NodeId) -> Option<NodeId> {
        let at = self.find(path).filter(|&at| at != NodeId::ROOT).or_else(|| self.parent_for(path))?;
        self.repeat(at, of);
        Some(at)
    }

    fn repeat(&mut self, at: NodeId, of: NodeId) {
        let Node { content, origin, value_place, key_place, used_place, .. } = self.node(of).clone();
        let below = |document: &mut Document, children: &[NodeId]| {
            let repeated = children.iter().map(|child| {
                let (key, origin) = (document.key(*child).to_owned(), document.origin(*child));
                let id = document.place_for(Some(at), &key, origin);
                document.repeat(id, *child);
                id
            });
            repeated.collect::<Vec<NodeId>>()
        };
        let content = match content {
            Content::Map(children) => Content::Map(below(self, &children)),
            Content::List(children) => Content::List(below(self, &children)),
            single @ (Content::Scalar(_) | Content::Nothing) => single,
        };
        let node = &mut self.nodes[at.index()];
        (node.content, node.origin) = (content, origin);
        (node.value_place, node.key_place, node.used_place) = (value_place, key_place, used_place);
    }

    fn copy(&mut self, at: NodeId, from: &Document, source: NodeId) {
        let below = |document: &mut Document, children: &[NodeId]| {
            let copied = children.iter().map(|child| {
                let id = document.place_for(Some(at), from.key(*child), from.node(*child).origin);
                document.copy(id, from, *child);
                id
            });
            copied.collect::<Vec<NodeId>>()
        };
        let content = match &from.node(source).content {
            Content::Scalar(text) => Content::Scalar(text.clone()),
            Content::Map(children) => Content::Map(below(self, children)),
            Content::List(children) => Content::List(below(self, children)),
            Content::Nothing => Content::Nothing,
        };
        let node = &mut self.nodes[at.index()];
        node.content = content;
        node.origin = from.node(source).origin;
        (node.value_place, node.key_place, node.used_place) = (None, None, None);
    }

    /// A new, unreferenced node.
    fn place_for(&mut self, parent: Option<NodeId>, key: &str, origin: super::Origin) -> NodeId {
        let id = self.next_id();
        self.nodes.push(Node {
            parent,
            key: key.to_owned(),
            content: Content::Nothing,
            origin,
            value_place: None,
            key_place: None,
            used_place: None,
            number: None,
        });
        id
    }

    /// A new node after the same predecessor as in the other tree; missing maps around it are added.
    fn parent_as_in(&mut self, from: &Document, source: NodeId) -> Option<NodeId> {
        let around = from.node(source).parent?;
        let parent = self.find(&from.path(around)).or_else(|| {
            let made = self.parent_as_in(from, around)?;
            self.nodes[made.index()].content = Content::Map(Vec::new());
            Some(made)
        })?;
        let before = from.children(around).iter().take_while(|sibling| **sibling != source);
        let before = before.filter_map(|sibling| self.member(parent, from.key(*sibling))).last();
        let id = self.place_for(Some(parent), from.key(source), from.node(source).origin);
        let position = before.and_then(|before| self.children(parent).iter().position(|child| *child == before));
        if let Content::Map(children) = &mut self.nodes[parent.index()].content {
            children.insert(position.map_or(0, |position| position + 1), id);
        }
        Some(id)
    }

    /// Removes a node, and the map around it if it is then empty and the other tree does not have it.
    fn remove_as_in(&mut self, from: &Document, at: NodeId) {
        let parent = self.node(at).parent;
        self.remove(at);
        if let Some(parent) = parent.filter(|parent| self.children(*parent).is_empty() && *parent != NodeId::ROOT)
            && from.find(&self.path(parent)).is_none()
        {
            self.remove_as_in(from, parent);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Document {
        Document::parse(text).unwrap()
    }

    /// A tree on one line.
    fn flow(document: &Document, at: NodeId) -> String {
        let below = |children: &[NodeId]| {
            let each = children.iter().map(|child| format!("{}:{}", document.key(*child), flow(document, *child)));
            each.collect::<Vec<_>>().join(" ")
        };
        match &document.node(at).content {
            Content::Scalar(text) => text.clone(),
            Content::Map(children) | Content::List(children) => format!("({})", below(children)),
            Content::Nothing => String::new(),
        }
    }

    const OLD: &str = "a: 1\nb: {x: 1, y: 2}\nd: {z: [1, 2]}\n";
    const NEW: &str = "a: 2\nb: {x: 1, w: {v: 3}, y: 2}\nc: {u: 4}\n";

    #[test]
    fn every_path_of_the_other_tree_makes_it_the_other_tree() {
        let (old, new) = (document(OLD), document(NEW));
        for (from, to) in [(&old, &new), (&new, &old)] {
            let mut mixed = from.clone();
            for path in ["d.z", "a", "c.u", "b.w"] {
                mixed.graft(path, to);
            }
            assert_eq!(flow(&mixed, NodeId::ROOT), flow(to, NodeId::ROOT));
        }
    }

    #[test]
    fn a_copy_is_a_tree_of_its_own() {
        let mut tree = document("a: {x: 1, y: [2, {z: 3}]}\nb: {}\n");
        let of = tree.find("a").unwrap();
        assert!(tree.set_copy("b.c", of).is_some() && tree.set_copy("no.where", of).is_none());
        tree.set("a.x", "9", crate::diagnostic::SourceId::FILE).unwrap();
        assert_eq!(flow(&tree, NodeId::ROOT), "(a:(x:9 y:(0:2 1:(z:3))) b:(c:(x:1 y:(0:2 1:(z:3)))))");
        // findings about a copy refer to the original line
        let copied = tree.find("b.c.y.1.z").unwrap();
        assert_eq!(tree.place(copied), tree.place(tree.find("a.y.1.z").unwrap()));
    }

    #[test]
    fn one_path_changes_nothing_else() {
        let mut mixed = document(OLD);
        mixed.graft("b.w", &document(NEW));
        assert_eq!(flow(&mixed, NodeId::ROOT), "(a:1 b:(x:1 w:(v:3) y:2) d:(z:(0:1 1:2)))");
    }

    #[test]
    fn what_both_have_is_put_in_order() {
        let mut mixed = document("w: {a: 1, b: 2, only: 3, c: 4}\n");
        mixed.order_as("w", &document("w: {c: 0, a: 0, other: 0, b: 0}\n"));
        assert_eq!(flow(&mixed, NodeId::ROOT), "(w:(c:4 a:1 only:3 b:2))");
    }
}
