//! Correct scenarios from published offers: `check` has no warning in them, and none of them allows anything. A rule with a
//! false positive in one of these is wrong.

use crate::support::scenario_file::ScenarioFile;
use rackrent::check::Policy;
use rackrent::diagnostic::{Severity, Style, render};
use rackrent::scenario::load;

#[test]
fn sound_scenarios_have_no_warnings() {
    let files = ScenarioFile::all_in("tests/sound");
    let mut found = String::new();
    for file in &files {
        let mut checked = file.checked(&Policy::default());
        assert!(checked.decided.is_some() || !checked.findings.is_empty());
        checked.findings.retain(|finding| finding.severity < Severity::Information);
        assert!(checked.allowed.is_empty(), "{} allows something", file.name());
        found.push_str(&render(&checked.findings, &checked.sources, Style::default()));
    }
    assert!(found.is_empty(), "{found}");
    assert!(files.len() >= 30, "{}", files.len());
}

#[test]
fn sound_scenarios_have_sources_for_their_prices() {
    for file in ScenarioFile::all_in("tests/sound") {
        let scenario = load(file.name(), &file.text, &file.settings()).unwrap().scenario;
        assert!(scenario.allow.is_none() && scenario.date.is_some(), "{}", file.name());
        let dated = scenario.sources.iter().filter(|source| source.value.date.is_some()).count();
        assert!(dated >= 2, "{} has {dated} dated sources", file.name());
        for source in &scenario.sources {
            let is_dated = source.value.date.is_some();
            let says = &source.value.from.value;
            assert!(is_dated || says.contains("assumption"), "{}: {} is undated: {says}", file.name(), source.name);
        }
    }
}
