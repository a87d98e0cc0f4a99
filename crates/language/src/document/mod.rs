//! The author's text as a tree: every node knows its parent, its key and its place. Paths, places, `--set`, differences and
//! lists of numbers are answered by this tree; the typed scenario is read from it.

mod calendar_month;
mod day;
mod fingerprint;
mod graft;
mod label;
mod located;
mod month_by_date;
mod node;
mod overlaid;
mod places;
mod refused;
mod rewritten;
mod spot;
mod syntax_hints;
mod yaml;

pub use calendar_month::CalendarMonth;
pub use fingerprint::Fingerprint;
pub use label::Label;
pub(crate) use located::suggested_currency;
pub use located::{CurrencyCode, Date, Entry, Located, Named, ScalarOr};
pub use month_by_date::MonthByDate;
pub use node::{Content, NodeId, Origin};
pub use overlaid::OverlayChanges;
pub use spot::{SpotSide, TextSpot};
pub(crate) use syntax_hints::{without_odd, without_typographic};
pub use yaml::quoted;

use super::quantity::ReadNumber;
use super::suggest;
use crate::diagnostic::{Coded, Diagnostic, DocumentCode, Place, SourceId};

/// A node of the document.
#[derive(Clone, Debug)]
pub struct Node {
    /// Map or list that contains it; `None` for the root.
    pub parent: Option<NodeId>,
    /// Key in a map, or index in a list.
    pub key: String,
    /// Content.
    pub content: Content,
    /// Where it comes from.
    pub origin: Origin,
    /// Place of its value; a map in block style has none.
    pub value_place: Option<Place>,
    /// Place of its key.
    pub key_place: Option<Place>,
    /// Place of the alias or merge that uses it, if any.
    pub used_place: Option<Place>,
    /// Number read from it.
    number: Option<ReadNumber>,
}

/// A document as a tree.
#[derive(Clone, Debug)]
pub struct Document {
    nodes: Vec<Node>,
}

impl Document {
    /// Parses YAML.
    ///
    /// # Errors
    /// Diagnostics with places if the text is not one YAML document of maps with distinct textual keys, lists and scalars, or if
    /// it exceeds a limit.
    pub fn parse(text: &str) -> Result<Document, Vec<Diagnostic>> {
        yaml::parse(text, SourceId::FILE)
    }

    /// Parses YAML from one of several sources, which its places refer to.
    ///
    /// # Errors
    /// As [`Document::parse`].
    pub fn parse_as(text: &str, source: SourceId) -> Result<Document, Vec<Diagnostic>> {
        yaml::parse(text, source)
    }

    /// A node.
    ///
    /// # Panics
    /// Never for an id of this document.
    #[must_use]
    pub fn node(&self, at: NodeId) -> &Node {
        &self.nodes[at.index()]
    }

    /// Path of a node, `own.hgx.node.price`; empty for the root.
    #[must_use]
    pub fn path(&self, at: NodeId) -> String {
        let mut path = String::with_capacity(64);
        self.write_path(at, &mut path);
        path
    }

    fn write_path(&self, at: NodeId, path: &mut String) {
        let Node { parent: Some(parent), key, .. } = self.node(at) else { return };
        if *parent != NodeId::ROOT {
            self.write_path(*parent, path);
            path.push('.');
        }
        path.push_str(key);
    }

    /// The node with a path. A key may itself contain points, as those of `sources` do.
    #[must_use]
    pub fn find(&self, path: &str) -> Option<NodeId> {
        if path.is_empty() { Some(NodeId::ROOT) } else { self.below(NodeId::ROOT, path) }
    }

    fn below(&self, at: NodeId, path: &str) -> Option<NodeId> {
        self.children(at).iter().find_map(|&child| {
            let rest = path.strip_prefix(self.node(child).key.as_str())?;
            if rest.is_empty() { Some(child) } else { self.below(child, rest.strip_prefix('.')?) }
        })
    }

    /// Values in a map or a list, in file order.
    #[must_use]
    pub fn children(&self, at: NodeId) -> &[NodeId] {
        match &self.node(at).content {
            Content::Map(children) | Content::List(children) => children,
            Content::Scalar(_) | Content::Nothing => &[],
        }
    }

    /// Value of a key in a map.
    #[must_use]
    pub fn member(&self, at: NodeId, key: &str) -> Option<NodeId> {
        self.children(at).iter().copied().find(|&child| self.node(child).key == key)
    }

    /// Key of a node, or index in a list.
    #[must_use]
    pub fn key(&self, at: NodeId) -> &str {
        &self.node(at).key
    }

    /// A finding at a node, or at the nearest enclosing part that has a place.
    #[must_use]
    pub fn diagnostic<C: Coded>(&self, code: C, at: NodeId, message: impl Into<String>) -> Diagnostic<C> {
        Diagnostic::new(code, self.path(at), self.place_around(at), message)
    }

    /// Where a node comes from.
    #[must_use]
    pub fn origin(&self, at: NodeId) -> Origin {
        self.node(at).origin
    }

    /// Text of a single value in the author's notation, with quotes and escapes resolved.
    #[must_use]
    pub fn text(&self, at: NodeId) -> Option<&str> {
        match &self.node(at).content {
            Content::Scalar(text) => Some(text),
            Content::Map(_) | Content::List(_) | Content::Nothing => None,
        }
    }

    /// All numbers of the scenario in file order; defaults follow the written numbers of their part.
    #[must_use]
    pub fn numbers(&self) -> Vec<ReadNumber> {
        self.all().into_iter().filter_map(|at| self.number(at)).collect()
    }

    /// Whether any number satisfies a condition, including numbers of removed nodes; unordered.
    #[must_use]
    pub fn has_number(&self, is_such: impl Fn(ReadNumber) -> bool) -> bool {
        self.nodes.iter().filter_map(|node| node.number).any(is_such)
    }

    /// Number at a node, if it was read as one.
    #[must_use]
    pub fn number(&self, at: NodeId) -> Option<ReadNumber> {
        self.node(at).number
    }

    /// Nodes of defaults, in file order of their parts.
    #[must_use]
    pub fn assumed(&self) -> Vec<NodeId> {
        self.all().into_iter().filter(|&at| self.origin(at) == Origin::Assumed).collect()
    }

    /// Nodes that a case or `--set` replaced or added.
    #[must_use]
    pub fn set_values(&self) -> Vec<NodeId> {
        self.all().into_iter().filter(|&at| self.origin(at) == Origin::Set).collect()
    }

    /// All nodes, parents before children.
    #[must_use]
    pub fn all(&self) -> Vec<NodeId> {
        let (mut order, mut open) = (Vec::with_capacity(self.nodes.len()), vec![NodeId::ROOT]);
        while let Some(at) = open.pop() {
            order.push(at);
            open.extend(self.children(at).iter().rev());
        }
        order
    }

    /// Replaces or adds a single value. The map it is added to must exist; unknown keys are reported when reading.
    ///
    /// Places refer to the text `PATH=VALUE` of the source.
    ///
    /// # Errors
    /// If there is nothing at the path and no map that could hold it.
    pub fn set(&mut self, path: &str, value: &str, source: SourceId) -> Result<NodeId, Box<Diagnostic>> {
        let (key_place, value_place) = setting_places(path, value, source);
        let content = if value.is_empty() { Content::Nothing } else { Content::Scalar(value.to_owned()) };
        let at = match self.find(path).filter(|&at| at != NodeId::ROOT) {
            Some(at) => at,
            None => self.parent_for(path).ok_or_else(|| Box::new(self.no_such_path(path, key_place)))?,
        };
        let node = &mut self.nodes[at.index()];
        node.content = content;
        node.origin = Origin::Set;
        node.value_place = Some(value_place);
        node.key_place = Some(key_place);
        node.used_place = None;
        Ok(at)
    }

    /// Replaces or adds a single value by that of another node, with its places. `None` if there is nothing at the path and no
    /// map that could hold it.
    pub fn set_as(&mut self, path: &str, from: NodeId) -> Option<NodeId> {
        let at = self.find(path).filter(|&at| at != NodeId::ROOT).or_else(|| self.parent_for(path))?;
        let Node { content, value_place, key_place, used_place, .. } = self.node(from).clone();
        let node = &mut self.nodes[at.index()];
        (node.content, node.origin) = (content, Origin::Set);
        (node.value_place, node.key_place, node.used_place) = (value_place, key_place, used_place);
        Some(at)
    }

    /// Replaces the value at a path by an empty part. The map it is added to must exist.
    pub fn set_part(&mut self, path: &str) -> Option<NodeId> {
        let at = self.find(path).filter(|&at| at != NodeId::ROOT).or_else(|| self.parent_for(path))?;
        let node = &mut self.nodes[at.index()];
        (node.content, node.origin) = (Content::Map(Vec::new()), Origin::Set);
        Some(at)
    }

    /// Replaces or adds a value by an empty list. `None` if there is nothing at the path and no map that could hold it.
    pub fn set_list(&mut self, path: &str) -> Option<NodeId> {
        let at = self.set_part(path)?;
        self.nodes[at.index()].content = Content::List(Vec::new());
        Some(at)
    }

    /// Adds an empty part at the end of a list; `None` if it is not a list.
    pub fn append_part(&mut self, list: NodeId) -> Option<NodeId> {
        let Content::List(items) = &self.node(list).content else { return None };
        let key = items.len().to_string();
        let added = self.add(list, &key, Content::Map(Vec::new()), Origin::Set);
        if let Content::List(items) = &mut self.nodes[list.index()].content {
            items.push(added);
        }
        Some(added)
    }

    /// A new node at a path in an existing map.
    fn parent_for(&mut self, path: &str) -> Option<NodeId> {
        let (parent, key) = match path.rsplit_once('.') {
            Some((parent, key)) => (self.find(parent)?, key),
            None => (NodeId::ROOT, path),
        };
        let holds = matches!(self.node(parent).content, Content::Map(_));
        (holds && !key.is_empty()).then(|| self.add(parent, key, Content::Nothing, Origin::Set))
    }

    fn no_such_path(&self, path: &str, place: Place) -> Diagnostic {
        let message = format!("`{path}` is not a path of the scenario");
        let diagnostic = Diagnostic::new(DocumentCode::SetPath, path.to_owned(), Some(place), message);
        match self.nearest_path(path) {
            Some(near) => diagnostic.label(format!("did you mean `{near}`?")),
            None => match path.rsplit_once('.') {
                Some((part, key)) => diagnostic.label(match self.nearest_path(part) {
                    Some(near) => format!("did you mean `{near}.{key}`?"),
                    None => format!("write `{part}` in the scenario; only single values can be set"),
                }),
                // no suggestion
                None => diagnostic,
            },
        }
    }

    /// The existing path most similar to one that does not exist, found key by key.
    #[must_use]
    pub fn nearest_path(&self, path: &str) -> Option<String> {
        let (mut at, mut rest) = (NodeId::ROOT, path);
        while !rest.is_empty() && !self.children(at).is_empty() {
            let (key, below) = rest.split_once('.').unwrap_or((rest, ""));
            let keys = self.children(at).iter().map(|&child| self.node(child).key.as_str());
            let near = suggest::nearest(key, keys).and_then(|near| self.member(at, near));
            // no similar key: take the one that has the rest of the path
            let has_rest = |child: &NodeId| !below.is_empty() && self.below(*child, below).is_some();
            at = near.or_else(|| self.children(at).iter().copied().find(has_rest))?;
            rest = below;
        }
        Some(self.path(at)).filter(|near| !near.is_empty() && near != path)
    }

    /// The tree as written, with settings, but without defaults and numbers.
    #[must_use]
    pub fn written(&self) -> Document {
        let mut document = self.clone();
        let assumed: Vec<bool> = self.nodes.iter().map(|node| node.origin == Origin::Assumed).collect();
        for node in &mut document.nodes {
            node.number = None;
            if let Content::Map(children) | Content::List(children) = &mut node.content {
                children.retain(|child| !assumed[child.index()]);
            }
        }
        document
    }

    /// Removes a node, and everything below it, from its map or list.
    pub fn remove(&mut self, at: NodeId) {
        let Some(parent) = self.node(at).parent else { return };
        if let Content::Map(children) | Content::List(children) = &mut self.nodes[parent.index()].content {
            children.retain(|child| *child != at);
        }
    }

    /// Sets the value at a path as if the file stated it; without the part around it, nothing changes. Reading the document again
    /// reports a wrong value.
    pub fn set_at(&mut self, path: &str, value: &str) {
        let _ = self.set(path, value, SourceId::FILE);
    }

    /// Removes what a path names, if there is such a node.
    pub fn remove_at(&mut self, path: &str) {
        if let Some(at) = self.find(path) {
            self.remove(at);
        }
    }

    /// Adds a default to a part.
    pub(super) fn assume(&mut self, parent: NodeId, key: &str, text: &str) -> NodeId {
        self.add(parent, key, Content::Scalar(text.to_owned()), Origin::Assumed)
    }

    /// Stores the number read from a node.
    pub(super) fn note_number(&mut self, number: ReadNumber) {
        self.nodes[number.at.index()].number = Some(number);
    }

    /// Whether a node is an item of a list.
    #[must_use]
    pub fn is_item(&self, at: NodeId) -> bool {
        let list = self.node(at).parent.map(|parent| &self.node(parent).content);
        matches!(list, Some(Content::List(_)))
    }

    /// Keys and indexes on the path to a node, the outermost first.
    #[must_use]
    pub fn keys(&self, at: NodeId) -> Vec<&str> {
        let mut keys: Vec<&str> = self.lineage(at).map(|node| node.key.as_str()).collect();
        keys.pop();
        keys.reverse();
        keys
    }

    fn add(&mut self, parent: NodeId, key: &str, content: Content, origin: Origin) -> NodeId {
        let id = self.next_id();
        self.nodes.push(Node {
            parent: Some(parent),
            key: key.to_owned(),
            content,
            origin,
            value_place: None,
            key_place: None,
            used_place: None,
            number: None,
        });
        if let Content::Map(children) = &mut self.nodes[parent.index()].content {
            children.push(id);
        }
        id
    }

    fn next_id(&self) -> NodeId {
        NodeId(u32::try_from(self.nodes.len()).unwrap_or(u32::MAX))
    }

    fn lineage(&self, at: NodeId) -> impl Iterator<Item = &Node> {
        std::iter::successors(Some(self.node(at)), |node| node.parent.map(|parent| self.node(parent)))
    }
}

fn setting_places(path: &str, value: &str, source: SourceId) -> (Place, Place) {
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let key = Place { source, start: 0, len: number(path.len()), line: 1, column: 1 };
    let column = number(path.chars().count() + 2);
    let value = Place { source, start: number(path.len() + 1), len: number(value.len()), line: 1, column };
    (key, value)
}

#[cfg(test)]
mod tests;
