//! Pages of `docs/`, besides their transcripts (`tests/transcripts.rs` runs those): every page is listed, every link works,
//! every example parses, and the generated parts of the reference are current.
//!
//! `TRYCMD=overwrite cargo test --test tests docs` updates the generated parts of the reference, as it does with
//! transcripts.

use crate::support::program::run;
use crate::support::{files_below, text_of};
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Maximum size of the README: ten minutes of reading.
const README_BYTES: usize = 12 * 1024;

fn pages() -> Vec<PathBuf> {
    files_below("docs", "md").into_iter().filter(|page| !page.ends_with("SUMMARY.md")).collect()
}

/// Every Markdown file for readers, with the pages of the rules as in the reference.
fn all_markdown() -> Vec<PathBuf> {
    let beside = ["README.md", "BENCHMARKS.md", "CHANGELOG.md"].map(PathBuf::from);
    let below = ["docs", "fuzz", "scenarios", "schema", "tests"].iter().flat_map(|folder| files_below(folder, "md"));
    beside.into_iter().chain(below).collect()
}

fn parsed(text: &str) -> Parser<'_> {
    Parser::new_ext(text, Options::ENABLE_TABLES)
}

/// Targets of the links and images of a text.
fn targets(text: &str) -> Vec<String> {
    let target = |event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => Some(dest_url.into_string()),
        _ => None,
    };
    parsed(text).filter_map(target).collect()
}

/// Anchors of the headings of a text, as GitHub and mdBook make them: letters, digits, `-` and `_` in lower case, a `-` for
/// a space, and a number after a repeated one.
fn anchors(text: &str) -> Vec<String> {
    let mut anchors: Vec<String> = Vec::new();
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    let mut heading: Option<String> = None;
    for event in parsed(text) {
        match event {
            Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
            Event::Text(words) | Event::Code(words) => {
                if let Some(heading) = &mut heading {
                    heading.push_str(&words);
                }
            }
            Event::End(TagEnd::Heading(_)) => {
                let lower = heading.take().unwrap_or_default().to_lowercase();
                let kept = lower.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
                let anchor: String = kept.map(|c| if c == ' ' { '-' } else { c }).collect();
                let before = seen.entry(anchor.clone()).or_default();
                anchors.push(if *before == 0 { anchor } else { format!("{anchor}-{before}") });
                *before += 1;
            }
            _ => {}
        }
    }
    anchors
}

/// Target of a link in a file, relative to the root of the repository; none if it is outside.
fn resolved(from: &Path, target: &str) -> Option<PathBuf> {
    let mut path = from.parent().unwrap().to_owned();
    for part in Path::new(target).components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => path = path.parent()?.to_owned(),
            Component::Normal(name) => path.push(name),
            Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(path)
}

/// Error of a link; none if it works.
fn broken(from: &Path, target: &str) -> Option<String> {
    let (file, anchor) = target.split_once('#').map_or((target, None), |(file, anchor)| (file, Some(anchor)));
    let path = if file.is_empty() { Some(from.to_owned()) } else { resolved(from, file) };
    let Some(path) = path.filter(|path| path.exists()) else {
        return Some(format!("{}: `{target}` leads nowhere", from.display()));
    };
    let anchor = anchor?;
    let known = anchors(&text_of(&path));
    (!known.iter().any(|one| one == anchor)).then(|| {
        format!("{}: `{target}` names a heading that is not there; there are {}", from.display(), known.join(", "))
    })
}

#[test]
fn every_link_and_anchor_works() {
    let (mut followed, mut wrong) = (0, Vec::new());
    for file in all_markdown() {
        for target in targets(&text_of(&file)).iter().filter(|target| !target.contains("://")) {
            followed += 1;
            wrong.extend(broken(&file, target));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(followed > 100, "{followed} links were followed");
}

#[test]
fn a_broken_link_is_found() {
    let page = Path::new("docs/examples.md");
    assert_eq!(broken(page, "../README.md#what-if"), None);
    assert_eq!(broken(page, "#examples"), None);
    assert!(broken(page, "../READ.md").is_some());
    assert!(broken(page, "../README.md#what-else").is_some());
    assert!(broken(page, "../../README.md").is_some());
    assert_eq!(anchors("# A `key.NAME[]`, twice\n## B_c\n# B_c\n"), ["a-keyname-twice", "b_c", "b_c-1"]);
}

#[test]
fn the_summary_lists_every_page_once() {
    let summary = Path::new("docs/SUMMARY.md");
    let mut listed: Vec<PathBuf> =
        targets(&text_of(summary)).iter().map(|target| resolved(summary, target).unwrap()).collect();
    listed.sort();
    let mut once = listed.clone();
    once.dedup();
    assert_eq!(listed, once, "a page is listed twice");
    for page in pages() {
        assert!(listed.contains(&page), "{} is not in docs/SUMMARY.md", page.display());
    }
    // a site has only the listed pages
    for page in &listed {
        let linked = targets(&text_of(page)).into_iter().filter(|target| !target.contains("://"));
        let files = linked.filter_map(|target| resolved(page, target.split('#').next().unwrap()));
        for file in files.filter(|file| file.extension().is_some_and(|end| end == "md")) {
            assert!(listed.contains(&file), "{} links to {}, which is not listed", page.display(), file.display());
        }
    }
}

#[test]
fn every_page_begins_with_its_title() {
    for page in pages() {
        assert!(text_of(&page).starts_with("# "), "{} does not begin with a title", page.display());
    }
}

#[test]
fn the_readme_is_short() {
    let bytes = text_of("README.md").len();
    assert!(bytes <= README_BYTES, "the README has {bytes} bytes; what is beyond {README_BYTES} belongs in docs/");
}

/// Code blocks of a text, each with its language.
fn blocks(text: &str) -> Vec<(String, String)> {
    let mut blocks: Vec<(String, String)> = Vec::new();
    let mut open: Option<(String, String)> = None;
    for event in parsed(text) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => {
                open = Some((language.into_string(), String::new()));
            }
            Event::Text(words) => {
                if let Some((_, code)) = &mut open {
                    code.push_str(&words);
                }
            }
            Event::End(TagEnd::CodeBlock) => blocks.extend(open.take()),
            _ => {}
        }
    }
    blocks
}

#[test]
fn every_code_example_parses() {
    let mut examples = 0;
    for file in all_markdown() {
        for (language, code) in blocks(&text_of(&file)) {
            let error = match language.as_str() {
                "yaml" => serde_yaml::from_str::<serde_json::Value>(&code).err().map(|error| error.to_string()),
                "toml" => toml::from_str::<toml::Table>(&code).err().map(|error| error.to_string()),
                "json" => serde_json::from_str::<serde_json::Value>(&code).err().map(|error| error.to_string()),
                _ => continue,
            };
            assert_eq!(error, None, "{}:\n{code}", file.display());
            examples += 1;
        }
    }
    assert!(examples > 20, "{examples} examples were read");
}

/// Output of the program.
fn printed(arguments: &[&str]) -> String {
    let ran = run(Path::new("."), arguments);
    assert_eq!(ran.status, 0, "{arguments:?}: {}", ran.errors);
    ran.output
}

/// Tables of the language, with headings one level higher, as on a page.
fn language() -> String {
    let tables = printed(&["schema", "--format", "markdown"]);
    assert!(tables.starts_with("### "), "{tables}");
    format!("\n{tables}").replace("\n### ", "\n## ")
}

/// A rule, as in `rackrent.rules/1`.
#[derive(Deserialize)]
struct Rule {
    code: String,
    severity: String,
    since: Option<u32>,
    may_be_allowed: bool,
    description: String,
    page: String,
}

#[derive(Deserialize)]
struct Rules {
    rules: Vec<Rule>,
}

/// The rules of `check`, or the errors, which every set of rules includes.
fn rules(are_errors: bool) -> Vec<Rule> {
    let all: Rules = serde_json::from_str(&printed(&["check", "--explain", "rules", "--format", "json"])).unwrap();
    all.rules.into_iter().filter(|rule| (rule.severity == "error") == are_errors).collect()
}

/// A table with links to a section for each rule, one level below the page title.
fn listed(rules: &[Rule], heading: &str, row: impl Fn(&Rule) -> String, weight: impl Fn(&Rule) -> String) -> String {
    let rows: Vec<String> = rules.iter().map(|rule| row(rule).replace('\n', " ")).collect();
    let sections = rules.iter().map(|rule| {
        let (title, text) = rule.page.split_once("\n\n").unwrap();
        assert_eq!(title, format!("# {}", rule.code));
        format!("## {}\n\n{}{}\n", rule.code, weight(rule), text.trim_end())
    });
    format!("{heading}\n{}\n\n{}", rows.join("\n"), sections.collect::<Vec<_>>().join("\n"))
}

fn pages_of_rules() -> String {
    let row = |rule: &Rule| format!("| [{0}](#{0}) | {1} | {2} |", rule.code, rule.severity, rule.description);
    let weight = |rule: &Rule| {
        let severity = if rule.severity == "warning" { "A warning" } else { "Information" };
        let since = rule.since.map_or_else(String::new, |version| format!(" since version {version} of the rules"));
        let allowed = if rule.may_be_allowed { "A scenario may allow it." } else { "No scenario can allow it." };
        format!("*{severity}{since}. {allowed}*\n\n")
    };
    listed(&rules(false), "| rule | severity | what it finds |\n|---|---|---|", row, weight)
}

fn pages_of_errors() -> String {
    let row = |rule: &Rule| format!("| [{0}](#{0}) | {1} |", rule.code, rule.description);
    listed(&rules(true), "| error | what is wrong |\n|---|---|", row, |_| String::new())
}

#[test]
fn the_generated_reference_is_current() {
    const BEGIN: &str = "<!-- generated by the program -->\n";
    const END: &str = "\n<!-- end of what is generated -->";
    let overwrite = std::env::var_os("TRYCMD").is_some_and(|value| value == "overwrite");
    let generated = [("language", language()), ("rules", pages_of_rules()), ("errors", pages_of_errors())];
    for (page, says) in generated {
        let path = PathBuf::from(format!("docs/reference/{page}.md"));
        let text = text_of(&path);
        let (before, rest) = text.split_once(BEGIN).unwrap();
        let (written, after) = rest.split_once(END).unwrap();
        if overwrite {
            fs::write(&path, format!("{before}{BEGIN}\n{}\n{END}{after}", says.trim())).unwrap();
        } else {
            let again = "`TRYCMD=overwrite cargo test --test tests docs` writes it anew";
            assert!(written.trim() == says.trim(), "{} is not what the program says; {again}", path.display());
        }
    }
}

/// Code spans in a table cell.
fn spans(cell: &str) -> Vec<String> {
    parsed(cell)
        .filter_map(|event| if let Event::Code(code) = event { Some(code.into_string()) } else { None })
        .collect()
}

/// Text of all source files of the program.
fn sources() -> String {
    ["src", "crates"].iter().flat_map(|folder| files_below(folder, "rs")).map(text_of).collect()
}

#[test]
fn the_glossary_uses_the_names_of_the_program() {
    let (glossary, sources) = (text_of("docs/GLOSSARY.md"), sources());
    let (language, json) = (text_of("docs/reference/language.md"), text_of("docs/reference/json.md"));
    let is_key = |word: &String| {
        let key = word.split(':').next().unwrap();
        // `wait` is a choice, not a key
        key == "wait" || language.contains(&format!("\n| `{key}` |"))
    };
    let is_field = |word: &String| {
        let ends = ["", "[]"].iter();
        let mut places = ends.flat_map(|end| ["`", "."].iter().map(move |begin| format!("{begin}{word}{end}`")));
        places.any(|place| json.contains(&place))
    };
    let is_type = |word: &String| {
        let kinds = ["struct", "enum", "trait"].iter();
        let ends = [" ", "<", "(", ";", "\n"].iter();
        kinds
            .flat_map(|kind| ends.clone().map(move |end| format!("{kind} {word}{end}")))
            .any(|it| sources.contains(&it))
    };
    let (mut words, mut unknown) = (0, Vec::new());
    for row in glossary.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| word ")) {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let [word, meaning, yaml, fields, types] = cells[..] else { panic!("{row}") };
        assert!(meaning.ends_with('.'), "{word}: {meaning}");
        for (cell, known) in [(yaml, &is_key as &dyn Fn(&String) -> bool), (fields, &is_field), (types, &is_type)] {
            let spans = spans(cell);
            assert!(cell == "—" || !spans.is_empty(), "{word}: {cell}");
            let not_there = spans.into_iter().filter(|span| !known(span));
            unknown.extend(not_there.map(|span| format!("{word}: there is no `{span}`")));
        }
        words += 1;
    }
    assert!(unknown.is_empty(), "{}", unknown.join("\n"));
    assert!(words > 60, "{words} words");
}

/// Lines of a piece of YAML without comments and indentation.
fn bare(yaml: &str) -> Vec<&str> {
    let lines = yaml.lines().map(|line| line.split(" #").next().unwrap().trim());
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

#[test]
fn every_yaml_example_is_part_of_a_tested_scenario() {
    let folders = ["scenarios", "tests/readme"].map(|folder| fs::read_dir(folder).unwrap());
    let files = folders.into_iter().flatten().map(|entry| entry.unwrap().path());
    let texts: Vec<String> = files
        .filter(|path| path.extension().is_some_and(|end| end == "yaml"))
        .map(|path| fs::read_to_string(path).unwrap())
        .collect();
    let scenarios: Vec<Vec<&str>> = texts.iter().map(|text| bare(text)).collect();
    let mut pieces = 0;
    for page in [files_below("docs/guide", "md"), files_below("docs/questions", "md")].concat() {
        for (_, code) in blocks(&text_of(&page)).iter().filter(|(language, _)| language == "yaml") {
            let piece = bare(code);
            if piece.is_empty() {
                continue;
            }
            let stands = |scenario: &Vec<&str>| scenario.windows(piece.len()).any(|lines| lines == piece);
            assert!(scenarios.iter().any(stands), "{}: no scenario says\n{code}", page.display());
            pieces += 1;
        }
    }
    assert!(pieces > 4, "{pieces} pieces");
}
