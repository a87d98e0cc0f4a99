//! Flattening: a scenario and all that it extends as one equivalent file.

use super::super::Scenario;
use super::super::document::{Content, Document, NodeId};
use super::{MergeFailure, MergedScenario, path_relative_to, whole};
use crate::diagnostic::{Code, Diagnostic, SourceId, clean};
use crate::scenario::{Files, Rejected};
use language::reading::read;

/// Maximum width of a part on one line.
const LONGEST: usize = 88;
/// Path of the traces of workloads; a star is any name.
const TRACE: [&str; 4] = ["demand", "workloads", "*", "trace"];

/// Flattens a scenario with the files that it extends. Values from other files have a comment with file and line; comments of
/// the files are not kept. A scenario that extends nothing is returned unchanged.
///
/// # Errors
/// If the files cannot be merged, one of them replaces the currency of another's amounts, or a shared file names a trace outside
/// the scenario's folder.
pub fn flattened(name: &str, text: &str, files: &dyn Files) -> Result<String, Rejected> {
    let MergedScenario { document, sources, shared, replaced_currency } =
        whole(name, text, files).map_err(|MergeFailure { found, sources }| Rejected { diagnostics: found, sources })?;
    if shared.is_empty() {
        return Ok(text.to_owned());
    }
    let writer = Writer { document: &document, shared: &shared };
    let mut found = writer.traces_outside();
    if let Some(replaced) = replaced_currency {
        found.extend(replaced.findings(&read::<Scenario>(document.written()).document, &sources));
    }
    if !found.is_empty() {
        return Err(Rejected { diagnostics: found, sources });
    }
    let names: Vec<String> = shared.iter().map(|path| clean(path)).collect();
    let mut out = format!("# {} and what it extends: {}.\n", clean(sources.name()), names.join(", "));
    let mut keys = document.children(NodeId::ROOT).to_vec();
    // in the declared order of keys instead of the merge order
    let declared = |at: &NodeId| Scenario::PART.keys.iter().position(|key| key.name == document.key(*at));
    keys.sort_by_key(|at| declared(at).unwrap_or(usize::MAX));
    writer.map(&keys, 0, SourceId::FILE, &mut out);
    Ok(out)
}

/// YAML lines of the part at a path, with its key and indentation, without assumed defaults; empty if the path does not exist.
#[must_use]
pub fn part_as_written(document: &Document, path: &str) -> Vec<String> {
    let Some(at) = document.find(path) else { return Vec::new() };
    let writer = Writer { document, shared: &[] };
    let mut out = String::new();
    writer.map(&[at], 2 * (document.keys(at).len() - 1), SourceId::FILE, &mut out);
    out.lines().map(str::to_owned).collect()
}

struct Writer<'a> {
    document: &'a Document,
    shared: &'a [String],
}

impl Writer<'_> {
    /// Writes the keys of a map, each on its own lines; `around` is the file of the enclosing part.
    fn map(&self, keys: &[NodeId], indent: usize, around: SourceId, out: &mut String) {
        for child in keys {
            let home = self.home(*child);
            let comment = match home.filter(|home| *home != around) {
                Some(home) => self.comment(*child, home),
                None => String::new(),
            };
            out.push_str(&" ".repeat(indent));
            out.push_str(&key(self.document.key(*child)));
            out.push(':');
            self.value(*child, indent, home.unwrap_or(around), &comment, out);
        }
    }

    /// Writes a value after its colon or dash, with a comment at the end of that line.
    fn value(&self, at: NodeId, indent: usize, around: SourceId, comment: &str, out: &mut String) {
        let mut end_line = |text: &str| {
            let space = if text.is_empty() { "" } else { " " };
            out.extend([space, text, comment, "\n"]);
        };
        if let Some(line) = self.on_one_line(at).filter(|line| indent + line.len() <= LONGEST || self.is_single(at)) {
            return end_line(&line);
        }
        match &self.document.node(at).content {
            Content::Map(keys) => {
                end_line("");
                self.map(keys, indent + 2, around, out);
            }
            Content::List(items) => {
                end_line("");
                for item in items {
                    self.item(*item, indent + 2, around, out);
                }
            }
            Content::Scalar(text) => match block(text, indent + 2) {
                Some((sign, lines)) => {
                    end_line(sign);
                    out.push_str(&lines);
                }
                None => end_line(&in_double_quotes(text)),
            },
            Content::Nothing => end_line(""),
        }
    }

    /// Writes a list item; a map begins on the line of the dash.
    fn item(&self, at: NodeId, indent: usize, around: SourceId, out: &mut String) {
        let begin = out.len() + indent;
        if let (Content::Map(keys), None) = (&self.document.node(at).content, self.on_one_line(at)) {
            self.map(keys, indent + 2, around, out);
        } else {
            out.push_str(&" ".repeat(indent + 1));
            self.value(at, indent, around, "", out);
        }
        out.replace_range(begin..=begin, "-");
    }

    fn is_single(&self, at: NodeId) -> bool {
        matches!(self.document.node(at).content, Content::Scalar(_) | Content::Nothing)
            && !self.document.text(at).is_some_and(|text| text.contains('\n'))
    }

    /// A value on one line; only if all of it is from one file, and its children are single values.
    fn on_one_line(&self, at: NodeId) -> Option<String> {
        let each = |children: &[NodeId], written: &dyn Fn(NodeId) -> Option<String>| {
            self.home(at)?;
            children.iter().map(|child| written(*child)).collect::<Option<Vec<String>>>()
        };
        let single = |child: NodeId| match &self.document.node(child).content {
            Content::Scalar(_) => flow(&self.text(child)),
            Content::Map(_) | Content::List(_) | Content::Nothing => None,
        };
        match &self.document.node(at).content {
            Content::Scalar(_) => plain(&self.text(at)),
            Content::Nothing => Some(String::new()),
            Content::List(items) if items.is_empty() => Some("[]".to_owned()),
            Content::List(items) => Some(format!("[{}]", each(items, &single)?.join(", "))),
            Content::Map(children) if children.is_empty() => Some("{}".to_owned()),
            Content::Map(children) => {
                let member = |child: NodeId| Some(format!("{}: {}", key(self.document.key(child)), single(child)?));
                Some(format!("{{ {} }}", each(children, &member)?.join(", ")))
            }
        }
    }

    /// Text of a single value; paths of files are relative to the scenario's folder.
    fn text(&self, at: NodeId) -> String {
        let text = self.document.text(at).unwrap_or_default();
        self.trace(at).or_else(|| self.file_of_source(at)).unwrap_or_else(|| text.to_owned())
    }

    /// Path of a trace named in a shared file, relative to the scenario's folder.
    fn trace(&self, at: NodeId) -> Option<String> {
        let keys = self.document.keys(at);
        let is_trace = keys.len() == TRACE.len() && keys.iter().zip(TRACE).all(|(key, way)| way == "*" || *key == way);
        let shared = self.shared_at(self.home(at)?).filter(|_| is_trace)?;
        Some(path_relative_to(shared, self.document.text(at)?))
    }

    /// Path of a source file with a SHA-256 in a shared file, relative to the scenario's folder.
    fn file_of_source(&self, at: NodeId) -> Option<String> {
        let source =
            self.document.node(at).parent.filter(|source| self.document.member(*source, "sha256").is_some())?;
        let is_file = matches!(self.document.keys(at)[..], ["sources", _, "from"]);
        let shared = self.shared_at(self.home(source)?).filter(|_| is_file)?;
        Some(path_relative_to(shared, self.document.text(at)?))
    }

    /// Findings about traces outside the scenario's folder.
    fn traces_outside(&self) -> Vec<Diagnostic> {
        let outside = self.document.all().into_iter().filter_map(|at| {
            let path = self.trace(at).filter(|path| path.starts_with("../"))?;
            let message = format!("`{path}` is outside the scenario's folder, where the traces of one file must be");
            Some(
                self.document
                    .diagnostic(Code::TracePath, at, message)
                    .label("copy it there and name it in the scenario"),
            )
        });
        outside.collect()
    }

    /// File of a value with all its children; none if they are from several files.
    fn home(&self, at: NodeId) -> Option<SourceId> {
        let children = self.document.children(at);
        let Some((first, others)) = children.split_first() else {
            return self.document.place_around(at).map(|place| place.source);
        };
        let home = self.home(*first)?;
        others.iter().all(|other| self.home(*other) == Some(home)).then_some(home)
    }

    fn shared_at(&self, source: SourceId) -> Option<&str> {
        match source {
            SourceId::File(number) => self.shared.get(usize::from(number).checked_sub(1)?).map(String::as_str),
            SourceId::Setting(_) | SourceId::Trace(_) => None,
        }
    }

    /// Comment with file and line for a value from another file.
    fn comment(&self, at: NodeId, home: SourceId) -> String {
        let line = self.document.key_place(at).filter(|place| place.source == home).map(|place| place.line);
        let line = line.map(|line| format!(":{line}")).unwrap_or_default();
        self.shared_at(home).map(|path| format!("  # {}{line}", clean(path))).unwrap_or_default()
    }
}

/// Whether a YAML text has a value at each of some paths.
fn reads_as(written: &str, text: &str, paths: &[&str]) -> bool {
    Document::parse(written).is_ok_and(|document| {
        paths.iter().all(|path| document.find(path).is_some_and(|at| document.text(at) == Some(text)))
    })
}

/// A value as plain scalar or in quotes; none for several lines.
fn plain(text: &str) -> Option<String> {
    let is_plain =
        !text.is_empty() && !text.contains(['\n', '\r']) && reads_as(&format!("k: {text}  # c\n"), text, &["k"]);
    (!text.contains('\n')).then(|| if is_plain { text.to_owned() } else { in_double_quotes(text) })
}

/// A value in a flow sequence or map; none for several lines.
fn flow(text: &str) -> Option<String> {
    let written = format!("k: {{ a: {text}, b: [{text}, {text}] }}\n");
    let is_plain = !text.is_empty() && !text.contains('\n') && reads_as(&written, text, &["k.a", "k.b.0", "k.b.1"]);
    (!text.contains('\n')).then(|| if is_plain { text.to_owned() } else { in_double_quotes(text) })
}

/// A text as YAML scalar that can stand anywhere: as it is, or in double quotes.
#[must_use]
pub fn as_scalar(text: &str) -> String {
    flow(text).unwrap_or_else(|| in_double_quotes(text))
}

/// A text of several lines as block scalar: its indicator and its lines.
fn block(text: &str, indent: usize) -> Option<(&'static str, String)> {
    let (sign, lines) = text.strip_suffix('\n').map_or(("|-", text), |lines| ("|", lines));
    let space = " ".repeat(indent);
    let line = |line: &str| if line.is_empty() { "\n".to_owned() } else { format!("{space}{line}\n") };
    let lines: String = lines.split('\n').map(line).collect();
    reads_as(&format!("k: {sign}\n{lines}"), text, &["k"]).then_some((sign, lines))
}

fn key(text: &str) -> String {
    let is_plain = Document::parse(&format!("{text}: 1\n"))
        .is_ok_and(|document| document.children(NodeId::ROOT).first().is_some_and(|at| document.key(*at) == text));
    if is_plain && !text.contains([',', '{', '}', '[', ']']) { text.to_owned() } else { in_double_quotes(text) }
}

/// A text as YAML double-quoted scalar, with invisible characters escaped.
#[must_use]
pub fn in_double_quotes(text: &str) -> String {
    let written = |character: char| match character {
        '"' | '\\' => format!("\\{character}"),
        '\n' => "\\n".to_owned(),
        '\t' => "\\t".to_owned(),
        seen if crate::diagnostic::is_visible(seen) => seen.to_string(),
        hidden => format!("\\U{:08X}", u32::from(hidden)),
    };
    format!("\"{}\"", text.chars().map(written).collect::<String>())
}
