//! Fixes: each fix that the files of `tests/bad` and `tests/rules` yield is applied alone; then its finding is gone, the
//! text is still YAML if it was, and every other byte is unchanged. `check --fix` applies fixes to files.

use crate::support::ONE_SERVER;
use crate::support::git_repository::TemporaryRepository;
use crate::support::program::{ended, run};
use crate::support::scenario_file::ScenarioFile;
use rackrent::check::{Policy, check, fixed_text};
use rackrent::cli::Folder;
use rackrent::diagnostic::{Code, Diagnostic, Fix, FixChoice, FixSafety, SourceId, fixed};
use rackrent::report::Errors;
use rackrent::scenario::document::{Content, Document};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;

/// Every file with its findings that have a fix in that file; fixes in shared files are tested separately.
fn corpus() -> Vec<(ScenarioFile, Vec<Diagnostic>)> {
    let files = ["tests/bad", "tests/rules"].map(ScenarioFile::all_in).into_iter().flatten();
    let with_fixes = files.map(|file| {
        let found = file.checked(&file.policy()).findings;
        let is_here = |fix: &Fix| fix.edits.iter().all(|edit| edit.place.source == SourceId::FILE);
        let found = found.into_iter().filter(|finding| finding.fix.as_ref().is_some_and(is_here)).collect();
        (file, found)
    });
    with_fixes.collect()
}

/// Number of scalar values of a text; none if it is not YAML.
fn values(text: &str) -> Option<usize> {
    let document = Document::parse(text).ok()?;
    let all = document.all();
    let single = |content: &Content| matches!(content, Content::Scalar(_));
    Some(all.iter().filter(|at| single(&document.node(**at).content)).count())
}

/// A text with the edits of a fix, applied from the last to the first.
fn edited(text: &str, fix: &Fix) -> String {
    let mut edited = text.to_owned();
    for edit in fix.edits.iter().rev() {
        assert_eq!(edit.place.source, SourceId::FILE);
        edited.replace_range(edit.place.start as usize..edit.place.end(), &edit.text);
    }
    edited
}

#[test]
fn every_fix_resolves_its_finding_and_breaks_nothing() {
    let (mut seen, mut codes) = (0, BTreeSet::new());
    for (file, found) in corpus() {
        let was_read = values(&file.text);
        for finding in &found {
            let fix = finding.fix.as_ref().unwrap();
            let name = format!("{}: {} at {}: {fix:?}", file.name(), finding.message, finding.path);
            let fixed = fixed(&file.text, [fix], FixChoice::All);
            assert_eq!((fixed.made, fixed.left), (1, 0), "{name}");
            assert_eq!(fixed.text, edited(&file.text, fix), "{name}");
            let now = ScenarioFile { path: file.path.clone(), text: fixed.text.clone() };
            let left = now.checked(&file.policy()).findings;
            let same = |other: &&Diagnostic| {
                other.code == finding.code && other.message == finding.message && other.path == finding.path
            };
            assert_eq!(left.iter().find(same), None, "{name}\n{}", fixed.text);
            if let Some(was) = was_read {
                let now = values(&fixed.text);
                assert!(now.is_some(), "{name} breaks the text");
                // an exact fix loses no value, except duplicates
                let twice = usize::from(finding.code == Code::DuplicateEntry);
                let is_whole = now.is_some_and(|now| now + twice == was);
                assert!(fix.meaning == FixSafety::Unsafe || is_whole, "{name} loses a value");
            }
            seen += 1;
            codes.insert(finding.code);
        }
    }
    assert!(seen >= 100, "{seen}");
    for code in [
        Code::UnknownKey,
        Code::NotANumber,
        Code::ShareAboveOne,
        Code::UnknownChoice,
        Code::WrongKind,
        Code::DuplicateKey,
        Code::DuplicateEntry,
        Code::OutOfBounds,
        Code::ControlCharacter,
        Code::ExclusiveKeys,
        Code::UnknownOption,
        Code::UnknownWorkload,
        Code::UnknownPath,
        Code::InvalidName,
        Code::BoundsReversed,
        Code::InstancePriceLow,
        Code::ServerPriceLow,
        Code::LifeInYears,
        Code::AlwaysOnLowLoad,
    ] {
        assert!(codes.contains(&code), "no fix of {code:?} is tried");
    }
}

#[test]
fn all_fixes_of_a_file_are_applied_within_a_few_runs() {
    for (file, found) in corpus() {
        let mut text = file.text.clone();
        let mut fixes: Vec<Fix> = found.into_iter().filter_map(|finding| finding.fix).collect();
        let mut runs = 0;
        loop {
            let fixed = fixed_text(&text, &fixes.iter().collect::<Vec<_>>(), FixChoice::All);
            if fixed.made == 0 {
                break;
            }
            runs += 1;
            assert!(runs < 12, "{} does not settle:\n{text}\n{fixes:?}", file.name());
            text = fixed.text;
            let now = ScenarioFile { path: file.path.clone(), text: text.clone() };
            fixes = now.checked(&file.policy()).findings.into_iter().filter_map(|finding| finding.fix).collect();
        }
        let breaks = Document::parse(&file.text).is_ok() && Document::parse(&text).is_err();
        assert!(!breaks, "{}:\n{text}", file.name());
    }
}

#[test]
fn the_json_has_the_position_of_each_edit() {
    let mut edits = 0;
    for (file, found) in corpus() {
        let checked = file.checked(&file.policy());
        let mut errors = Errors::default();
        errors.found(&found, &checked.sources);
        let mut out = Vec::new();
        errors.write(&mut out).unwrap();
        let report: Value = serde_json::from_slice(&out).unwrap();
        for edit in
            report["errors"].as_array().unwrap().iter().flat_map(|error| error["fix"]["edits"].as_array().unwrap())
        {
            assert_eq!(edit["file"], file.name());
            let number = |field: &str| usize::try_from(edit[field].as_u64().unwrap()).unwrap();
            // texts whose lines end with \n only
            let byte = |line: usize, column: usize| {
                let before: usize = file.text.split_inclusive('\n').take(line - 1).map(str::len).sum();
                let line = file.text.split_inclusive('\n').nth(line - 1).unwrap_or_default();
                before + line.chars().take(column - 1).map(char::len_utf8).sum::<usize>()
            };
            assert_eq!(byte(number("line"), number("column")), number("start_byte"), "{} {edit}", file.name());
            assert_eq!(byte(number("end_line"), number("end_column")), number("end_byte"), "{} {edit}", file.name());
            edits += 1;
        }
    }
    assert!(edits >= 100, "{edits}");
}

/// A scenario with one line of its owned option replaced.
fn scenario(line: &str) -> String {
    format!(
        "name: One server # größer\ncurrency: USD\nhorizon_months: 36\ndiscount_rate: 0%\n\
         demand: {{ accelerators: 8, utilization: 50% }}\n\
         own:\n  lab:\n    node: {{ price: 289_000, accelerators: 8 }}\n    nodes: 1\n    useful_life_months: 60\n\
         \x20   value_at_horizon: none\n    {line}\n\
         rent:\n  cloud: {{ accelerators_per_instance: 8, on_demand_per_instance_hour: 40 }}\n"
    )
}

/// The line after the exact fixes, and after guesses too.
fn lines(line: &str) -> [String; 2] {
    [FixChoice::Sure, FixChoice::All].map(|choice| {
        let text = scenario(line);
        let found = check("a.yaml", &text, &[], &Folder::of("a.yaml"), &Policy::default()).findings;
        let fixed = fixed(&text, found.iter().filter_map(|finding| finding.fix.as_ref()), choice).text;
        let (before, after) = text.split_once(line).unwrap();
        let fixed = fixed.strip_prefix(before).unwrap_or_else(|| panic!("{fixed}"));
        fixed.strip_suffix(after).unwrap_or_else(|| panic!("{fixed}")).to_owned()
    })
}

#[test]
fn unambiguous_mistakes_have_exact_fixes_and_others_guesses() {
    for (written, sure, guessed) in [
        // a missing letter, another separator
        ("lead_tme_months: 2", "lead_time_months: 2", "lead_time_months: 2"),
        ("Lead-Time-Months: 2", "lead_time_months: 2", "lead_time_months: 2"),
        // 2 years are 24 months; 84 days are 2.76 months
        ("lead_time_years: 2", "lead_time_months: 24", "lead_time_months: 24"),
        ("lead_time_days: 84", "lead_time_days: 84", "lead_time_months: 3"),
        // a common synonym
        ("salvage: [50%]", "salvage: [50%]", "residual_value: [50%]"),
        // a comma that cannot be a thousands separator
        ("electricity_per_kwh: 0,094", "electricity_per_kwh: 0.094", "electricity_per_kwh: 0.094"),
        // three digits after a comma are thousands in one country and decimals in another
        ("electricity_per_kwh: 1,094", "electricity_per_kwh: 1,094", "electricity_per_kwh: 1_094"),
        // an amount may have the currency it is in anyway
        ("electricity_per_kwh: 0.1 USD", "electricity_per_kwh: 0.1 USD", "electricity_per_kwh: 0.1 USD"),
        ("lead_time_months: 2 # soon", "lead_time_months: 2 # soon", "lead_time_months: 2 # soon"),
    ] {
        assert_eq!(lines(written), [sure, guessed], "{written}");
    }
}

#[test]
fn fixes_are_written_and_a_dry_run_shows_a_diff_for_git() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("quote.yaml");
    let text = scenario("lead_time_years: 0\n    electricity_per_kwh: 0,094").replace('\n', "\r\n");
    fs::write(&path, &text).unwrap();
    let shown = run(folder.path(), &["check", "quote.yaml", "--fix", "--dry-run"]);
    assert_eq!(shown.status, 1, "{}", shown.errors);
    assert_eq!(fs::read_to_string(&path).unwrap(), text, "a dry run writes nothing");
    assert_eq!(run(folder.path(), &["check", "quote.yaml", "--fix"]).errors, "quote.yaml: 2 fixed\n");
    let fixed = fs::read_to_string(&path).unwrap();
    let expected = text.replace("lead_time_years: 0", "lead_time_months: 0").replace("0,094", "0.094");
    assert_eq!(fixed, expected);
    // no edit fixes the rest: a price of electricity without `pue`
    let again = run(folder.path(), &["check", "quote.yaml", "--fix", "--dry-run"]);
    assert_eq!((again.status, again.output.as_str()), (1, ""));
    fs::write(&path, &text).unwrap();
    let applied = ended(Command::new("git").args(["apply", "-"]).current_dir(folder.path()), &shown.output);
    assert_eq!((applied.status, applied.errors.as_str()), (0, ""), "{}", shown.output);
    assert_eq!(fs::read_to_string(&path).unwrap(), fixed);
}

#[test]
fn guesses_are_applied_only_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("quote.yaml");
    let text = scenario("lead_time_days: 84");
    fs::write(&path, &text).unwrap();
    assert_eq!(run(folder.path(), &["check", "quote.yaml", "--fix"]).errors, "quote.yaml: 1 more with `--unsafe`\n");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    assert_eq!(run(folder.path(), &["check", "quote.yaml", "--fix", "--unsafe"]).errors, "quote.yaml: 1 fixed\n");
    assert_eq!(fs::read_to_string(&path).unwrap(), text.replace("lead_time_days: 84", "lead_time_months: 3"));
}

#[cfg(unix)]
#[test]
fn a_fixed_file_keeps_its_permissions_and_a_read_only_file_is_unchanged() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("quote.yaml");
    let text = scenario("electricity_per_kwh: 0,094");
    fs::write(&path, &text).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o400)).unwrap();
    let refused = run(folder.path(), &["check", "quote.yaml", "--fix"]);
    assert_eq!((refused.status, fs::read_to_string(&path).unwrap()), (2, text.clone()), "{}", refused.errors);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    run(folder.path(), &["check", "quote.yaml", "--fix"]);
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    assert_ne!(fs::read_to_string(&path).unwrap(), text);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
}

#[test]
fn a_duplicate_key_is_removed_only_if_both_values_agree() {
    let fixes = |notes: &str| {
        let text = format!("name: Twice\n{notes}");
        let checked = check("twice.yaml", &text, &[], &Folder::of("twice.yaml"), &Policy::default());
        let fixes = checked.findings.iter().filter(|finding| finding.code == Code::DuplicateKey);
        fixes.map(|finding| finding.fix.as_ref().map(|fix| edited(&text, fix))).collect::<Vec<_>>()
    };
    let once = "name: Twice\nnotes: the quote\n".to_owned();
    assert_eq!(fixes("notes: the quote\nnotes: the quote\n"), [Some(once)]);
    // the text of one of them continues on the next line
    assert_eq!(fixes("notes: the quote\n  of May\nnotes: the quote\n"), [None]);
    assert_eq!(fixes("notes: the quote\nnotes: the quote\n  of May\n"), [None]);
    assert_eq!(fixes("notes: the quote\nnotes: the offer\n"), [None]);
}

#[cfg(unix)]
#[test]
fn an_unwritable_file_does_not_prevent_fixes_of_others() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let [first, second] = ["a.yaml", "b.yaml"].map(|name| folder.path().join(name));
    let text = scenario("electricity_per_kwh: 0,094");
    for path in [&first, &second] {
        fs::write(path, &text).unwrap();
    }
    fs::set_permissions(&first, fs::Permissions::from_mode(0o400)).unwrap();
    let ran = run(folder.path(), &["check", ".", "--fix"]);
    assert_eq!(fs::read_to_string(&second).unwrap(), text.replace("0,094", "0.094"));
    assert_eq!((ran.status, fs::read_to_string(&first).unwrap()), (2, text));
    assert!(ran.errors.contains("cannot write ") && ran.errors.contains("b.yaml: 1 fixed\n"), "{}", ran.errors);
    assert!(ran.output.contains("2 files checked"), "{}", ran.output);
}

#[test]
fn a_dry_run_without_edits_has_the_exit_status_of_a_check() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("quote.yaml"), scenario("no_such_key_at_all: 1")).unwrap();
    let ran = run(folder.path(), &["check", "quote.yaml", "--fix", "--dry-run"]);
    assert_eq!((ran.status, ran.output.as_str()), (1, ""));
    let printed =
        "quote.yaml: 1 finding without a fix; run `rackrent check` for details\nthere are no fixes to apply\n";
    assert_eq!(ran.errors, printed);
    let ran = run(folder.path(), &["check", "nowhere.yaml", "--fix", "--dry-run"]);
    assert_eq!(ran.status, 2);
}

#[test]
fn the_diff_of_a_file_with_a_byte_order_mark_applies() {
    let Some(repository) = TemporaryRepository::new() else { return };
    let text = format!("\u{feff}discount_rate: 9\n{}", ONE_SERVER.replace("discount_rate: 0%\n", ""));
    repository.write("a.yaml", &text);
    repository.commit();
    let shown = repository.rackrent(&["check", "a.yaml", "--fix", "--dry-run"]);
    assert!(shown.output.contains("+\u{feff}discount_rate: 9%"), "{}{}", shown.output, shown.errors);
    repository.write("mend.diff", &shown.output);
    repository.git(&["apply", "mend.diff"]);
    assert_eq!(fs::read_to_string(repository.path().join("a.yaml")).unwrap(), text.replacen("9\n", "9%\n", 1));
    // a diff has no other format and is not written to a file
    for request in [["--format", "json"], ["--output", "json=x"]] {
        let ran = repository.rackrent(&[&["check", "a.yaml", "--fix", "--dry-run"], &request[..]].concat());
        assert!(ran.status == 2 && ran.errors.contains("cannot be used with"), "{}", ran.errors);
    }
}
