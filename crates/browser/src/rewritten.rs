//! The text of a scenario with other values written into it.

use rackrent::ScenarioText;
use rackrent::Setting;
use rackrent::diagnostic::SourceId;
use rackrent::scenario::document::Document;
use rackrent::scenario::{Files, Rejected};

/// The text with a value at its path: in the place of the one that stands there, or as a key of what is nearest above it.
///
/// # Errors
/// If the text is no scenario with or without the value, or the value cannot be written where it belongs.
pub(crate) fn with(text: &str, setting: &Setting, (name, files): (&str, &dyn Files)) -> Result<String, Unwritten> {
    let read =
        |text: &str| ScenarioText::new(text, files).named(name).read().map_err(|why| Unwritten::Refused(Box::new(why)));
    let (loaded, _) = read(text)?;
    let unwritten = || Unwritten::Nowhere(setting.path.clone());
    let written = rewritten(text, &loaded.document, setting).ok_or_else(unwritten)?;
    let (again, _) = read(&written)?;
    let stands = again.document.find(&setting.path).and_then(|node| again.document.text(node));
    if stands == Some(setting.value.trim()) { Ok(written) } else { Err(unwritten()) }
}

/// Why a value is not written.
pub(crate) enum Unwritten {
    /// The scenario has no answer.
    Refused(Box<Rejected>),
    /// The path has no place in the text.
    Nowhere(String),
}

fn rewritten(text: &str, document: &Document, Setting { path, value }: &Setting) -> Option<String> {
    let value = value.trim();
    let mut above = path.as_str();
    let mut missing: Vec<&str> = Vec::new();
    loop {
        let place = document.find(above).and_then(|node| document.place(node)).filter(|at| at.source == SourceId::FILE);
        if let Some(place) = place {
            let (start, end) = (place.start as usize, place.end());
            let stands = text.get(start..end)?;
            return Some(if missing.is_empty() {
                format!("{}{value}{}", &text[..start], &text[end..])
            } else {
                missing.reverse();
                let key = entry(&missing, value);
                if let Some(flow) = stands.trim_end().strip_suffix('}') {
                    let comma = if flow.trim_end().ends_with(['{', ',']) { " " } else { ", " };
                    format!("{}{}{comma}{key} }}{}", &text[..start], flow.trim_end(), &text[end..])
                } else {
                    below(text, start, &key)
                }
            });
        }
        let Some((before, last)) = above.rsplit_once('.') else {
            missing.push(above);
            missing.reverse();
            let end = if text.ends_with('\n') || text.is_empty() { "" } else { "\n" };
            return Some(format!("{text}{end}{}\n", entry(&missing, value)));
        };
        missing.push(last);
        above = before;
    }
}

/// A key with all that is between it and its value.
fn entry(keys: &[&str], value: &str) -> String {
    match keys {
        [] => value.to_owned(),
        [key] => format!("{key}: {value}"),
        [key, below @ ..] => format!("{key}: {{ {} }}", entry(below, value)),
    }
}

/// A line before the first of a block, as far in as that is.
fn below(text: &str, start: usize, entry: &str) -> String {
    let line = text[..start].rfind('\n').map_or(0, |end| end + 1);
    let indent: String = text[line..].chars().take_while(|c| *c == ' ').collect();
    let at = line + indent.len();
    format!("{}{entry}\n{indent}{}", &text[..at], &text[at..])
}

#[cfg(test)]
mod tests {
    use super::*;
    use rackrent::FilesInMemory;

    const TEXT: &str = "\
name: One server
currency: USD
horizon_months: 12
discount_rate: 0%
demand: { accelerators: 1, utilization: 50% } # of eight
own:
  lab:
    node: { price: 600, accelerators: 1, power_kw: 0 }
    nodes: 1
    useful_life_months: 12
rent:
  cloud: { accelerators_per_instance: 1, on_demand_per_instance_hour: 10 }
";

    fn with(path: &str, value: &str) -> Option<String> {
        let setting = Setting { path: path.to_owned(), value: value.to_owned() };
        super::with(TEXT, &setting, ("one.yaml", &FilesInMemory::none())).ok()
    }

    #[test]
    fn a_value_takes_the_place_of_the_one_that_stands_there() {
        assert_eq!(with("demand.utilization", " 65% "), Some(TEXT.replace("50%", "65%")));
        assert_eq!(with("own.lab.node.price", "650"), Some(TEXT.replace("600", "650")));
    }

    #[test]
    fn a_path_that_is_none_is_not_written() {
        assert_eq!(with("compute.none", "1"), None);
    }
}
