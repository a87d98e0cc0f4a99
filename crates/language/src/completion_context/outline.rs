//! Outline from indentation, for text that is not valid YAML.

/// Most lines scanned before and after the word.
const MOST_LINES: usize = 20_000;

/// Place of a word in the tree, inferred from indentation.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Outline {
    /// Keys around it, the outermost first; for an item of a list its index, always 0.
    pub(super) path: Vec<String>,
    /// Other keys of the same map.
    pub(super) siblings: Vec<String>,
}

impl Outline {
    /// Outline at a line. `before` is the text before the word in that line: spaces, and the dash of a list item.
    pub(super) fn at(text: &str, line_start: usize, before: &str) -> Option<Outline> {
        let above = text.get(..line_start)?;
        let below = text.get(line_start..)?;
        let is_item = before.trim_start().starts_with('-');
        let mut depth = if is_item { indent(before) + 2 } else { indent(before) };
        let mut outline = Outline::default();
        for line in below.lines().skip(1).take(MOST_LINES).filter(|line| is_content(line)) {
            if indent(line) < depth || line.trim_start().starts_with("- ") && indent(line) <= depth {
                break;
            }
            outline.siblings.extend(key(line).filter(|_| indent(line) == depth));
        }
        let siblings = depth;
        if is_item {
            outline.path.push("0".to_owned());
            depth = indent(before) + 1;
        }
        for line in above.lines().rev().take(MOST_LINES).filter(|line| is_content(line)) {
            if depth == 0 && siblings > 0 {
                break;
            }
            let (at, dash) = (indent(line), line.trim_start().starts_with("- "));
            if dash && at + 2 == depth {
                // the first key of an item follows its dash
                outline.siblings.extend(key(line).filter(|_| depth == siblings));
                outline.path.push("0".to_owned());
                depth = at + 1;
            } else if at == depth && depth == siblings && !dash {
                outline.siblings.extend(key(line));
            } else if at < depth && !dash {
                outline.path.push(key(line)?);
                depth = at;
            }
        }
        outline.path.reverse();
        Some(outline)
    }
}

/// Number of leading spaces.
pub(super) fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Key at the start of a line, after the dash of a list item.
pub(super) fn key(line: &str) -> Option<String> {
    let (key, rest) = line.trim_start().trim_start_matches("- ").split_once(':')?;
    let is_key = rest.is_empty() || rest.starts_with([' ', '\r']);
    let key = key.trim().trim_matches(['"', '\'']);
    (is_key && !key.is_empty() && !key.contains(['{', '[', '#'])).then(|| key.to_owned())
}

fn is_content(line: &str) -> bool {
    let line = line.trim();
    !line.is_empty() && !line.starts_with('#')
}
