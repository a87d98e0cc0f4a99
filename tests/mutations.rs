//! Mutation test: one number of a correct scenario is wrong, ten or a thousand times too large or ten times too small, as in
//! quotes and typing errors. If this changes the verdict, a check must find the number, or a consequence of it.
//!
//! `mutations.txt` lists the mutants that are not found. `RACKRENT_MUTATIONS=1` tests all mutants (half a minute on an idle
//! machine) and limits the share that is not found; otherwise every eleventh is tested, and only mutants in the list may be
//! missed. `RACKRENT_BLESS=1` in addition updates the list. Expectations are ignored, because they would find every
//! reversal: a new scenario has none.

use crate::support::scenario_file::ScenarioFile;
use crate::support::{answer_of, settings};
use rackrent::check::{Checked, Policy};
use rackrent::diagnostic::{Code, Severity};
use rackrent::scenario::document::Origin;
use rust_decimal::Decimal;
use std::io::Write;

/// Rules that find implausible numbers.
const LOOK_AT_NUMBERS: &[Code] = &[
    Code::PowerUnlikely,
    Code::StaffUnlikely,
    Code::TermInYears,
    Code::LeadTimeUnlikely,
    Code::ShareTwice,
    Code::ValueHolds,
    Code::DiscountUnlikely,
    Code::MemoryUnlike,
    Code::PriceOfAnother,
    Code::LeadUnlikely,
    Code::OutsidePublished,
    Code::InstancePriceLow,
    Code::ServerPriceLow,
    Code::LifeInYears,
    Code::InterruptionsUnusual,
    Code::UtilizationHigh,
    Code::JobLargerThanFleet,
    Code::DeliveryTooLate,
    Code::HorizonLong,
    Code::FleetAboveNeed,
    Code::FleetBelowNeed,
    Code::FleetOutgrown,
    Code::AvailabilityLow,
    Code::LineDominates,
    Code::InstanceSizeUnlikely,
    Code::ReserveAboveNeed,
    Code::RateUnlikely,
    Code::RateOfOtherRequests,
    Code::ExchangeRateUnlikely,
    Code::CommitmentUnused,
];

/// Whether a check of a mutant has a finding that the correct file does not have.
fn is_caught(checked: &Checked, honest: &Checked) -> bool {
    let is_of_numbers = |code: Code| LOOK_AT_NUMBERS.contains(&code);
    let refuses = |code: Code, severity: Severity| severity == Severity::Error && code != Code::UnmetExpectation;
    let is_new =
        |code: Code, path: &str| !honest.findings.iter().any(|finding| finding.code == code && finding.path == path);
    checked.findings.iter().any(|finding| {
        let counts = is_of_numbers(finding.code) || refuses(finding.code, finding.severity);
        counts && is_new(finding.code, &finding.path)
    })
}

/// Counts of mutants that change the verdict and of those that are invalid, and the mutants that are not found.
#[derive(Default)]
struct Tally {
    moved: u32,
    refused: u32,
    missed: Vec<String>,
}

/// Tests every `step`-th mutant of a file.
fn tally(file: &ScenarioFile, step: usize, tally: &mut Tally) {
    let answer = answer_of(&file.path, &[]);
    let document = &answer.loaded.document;
    let winner = |checked: &Checked| checked.decided.as_ref().map(|decided| decided.winner.clone());
    let policy = Policy::default();
    let honest = file.checked(&policy);
    let before = winner(&honest);
    let judged = ["uncertainty", "cases", "expect", "budget", "close_call", "requires"];
    let written = document.numbers().into_iter().filter(|number| document.origin(number.at) == Origin::File);
    let numbers = written.map(|number| (document.path(number.at), number));
    let numbers =
        numbers.filter(|(path, number)| !number.value.is_zero() && !judged.iter().any(|part| path.starts_with(part)));
    let times = [Decimal::TEN, Decimal::new(1, 1), Decimal::ONE_THOUSAND];
    let mutants = numbers.flat_map(|(path, number)| times.map(|times| (path.clone(), number, number.value * times)));
    for (path, number, mutated) in mutants.step_by(step) {
        let (value, set) = (number.value, format!("{path}={}", number.written(mutated)));
        let checked = rackrent::check::check(
            file.name(),
            &file.text,
            &settings(&[set.as_str()]),
            &rackrent::cli::Folder::of(file.path.to_str().unwrap()),
            &policy,
        );
        // a fraction of a node is not a realistic mistake
        if checked.findings.iter().any(|finding| finding.code == Code::NotWhole) {
            continue;
        }
        if winner(&checked) != before {
            tally.moved += 1;
            tally.refused += u32::from(checked.decided.is_none());
            if !is_caught(&checked, &honest) {
                tally.missed.push(format!("{}: {path} {} -> {}", file.name(), value.normalize(), mutated.normalize()));
            }
        }
    }
}

#[test]
fn wrong_numbers_that_change_the_verdict_are_found() {
    let tries_all = std::env::var_os("RACKRENT_MUTATIONS").is_some();
    let mut all = Tally::default();
    for file in &ScenarioFile::all_in("scenarios") {
        tally(file, if tries_all { 1 } else { 11 }, &mut all);
    }
    let Tally { moved, refused, missed } = all;
    writeln!(
        std::io::stderr(),
        "of {moved} that turn the verdict {refused} are refused and {} are not found",
        missed.len()
    )
    .unwrap();
    assert!(
        moved > refused && refused > 0 && moved > 50,
        "only {moved} mutants move a verdict, {refused} by being refused"
    );
    let list = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mutations.txt");
    if tries_all {
        // a rejected mutant cannot be missed and would only inflate the rate
        let answered = (moved - refused) as usize;
        assert!(missed.len() * 12 <= answered, "{} of {answered} are not found:\n{}", missed.len(), missed.join("\n"));
        if std::env::var_os("RACKRENT_BLESS").is_some() {
            std::fs::write(list, missed.join("\n") + "\n").unwrap();
        }
    }
    let known = std::fs::read_to_string(list).unwrap();
    let known: Vec<&str> = known.lines().collect();
    let new: Vec<&String> = missed.iter().filter(|mutant| !known.contains(&mutant.as_str())).collect();
    assert!(new.is_empty(), "these are not found and not in tests/mutations.txt:\n{new:#?}");
    if tries_all {
        let found: Vec<&&str> = known.iter().filter(|mutant| !missed.iter().any(|missed| missed == *mutant)).collect();
        assert!(found.is_empty(), "these are found and still in tests/mutations.txt:\n{found:#?}");
    }
}
