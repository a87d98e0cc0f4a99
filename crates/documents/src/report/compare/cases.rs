//! Cases of a scenario next to the base case.

use super::Compared;
use super::bars::outcome;
use super::demand::short;
use crate::analysis::cases::{CaseResult, SetValue};
use crate::analysis::statement::{Comparison, Header, OptionResult, Verdict};
use crate::model::OptionId;
use crate::number;
use crate::reasons;
use crate::report::caveats::located;
use crate::report::figures;
use crate::report::inputs::heading;
use crate::report::page::{
    BarGroup, Cell, ChartOf, Drawing, GroupBar, Groups, Meaning, Notation, Picture, RowsTitle, Section, Table,
    TableLine, TableRow, Weight,
};
use rust_decimal::Decimal;

/// Maximum number of cases named in the answer.
const IN_THE_ANSWER: usize = 3;
/// Display name of the base case.
const BASE_CASE: &str = "base case";

/// Cases with another verdict, in one line: `downside: rent.cloud wins by 12,000.00 (8 %)`.
pub(super) fn differing(compared: &Compared<'_>) -> Vec<String> {
    let decided = |verdict: &Verdict| (verdict.winner.clone(), verdict.close);
    let base_case = decided(&compared.comparison.verdict);
    let says = |case: &CaseResult| {
        let outcome = match case.comparison() {
            Some(comparison) if decided(&comparison.verdict) == base_case => return None,
            Some(comparison) => wins(comparison),
            None => "invalid".to_owned(),
        };
        Some(format!("{}: {outcome}", case.name))
    };
    let mut sentences: Vec<String> = compared.cases.iter().filter_map(says).collect();
    if sentences.is_empty() {
        return sentences;
    }
    let more = sentences.split_off(IN_THE_ANSWER.min(sentences.len())).len();
    let more = compared.extent.further(more, "more case", ["is listed", "are listed"]);
    vec![sentences.into_iter().chain(more).collect::<Vec<_>>().join("; ")]
}

/// `rent.cloud wins by 12,000.00 (8 %)`.
fn wins(comparison: &Comparison) -> String {
    let Verdict { winner, close, saving, saving_share, .. } = &comparison.verdict;
    let Some(winner) = winner else { return "no option can be chosen".to_owned() };
    let share = saving_share.map(|share| format!(" ({})", figures::share(*share))).unwrap_or_default();
    let by = saving.map(|saving| format!(" by {}{share}", saving.grouped())).unwrap_or_default();
    if *close { format!("too close to call, {winner} leads{by}") } else { format!("{winner} wins{by}") }
}

/// Base case and cases side by side: winner, margin and present values; none without cases.
pub(super) fn table(compared: &Compared<'_>) -> Option<Table> {
    if compared.cases.is_empty() {
        return None;
    }
    let base_case = compared.comparison;
    let all: Vec<Option<&Comparison>> =
        std::iter::once(Some(base_case)).chain(compared.cases.iter().map(CaseResult::comparison)).collect();
    let names = std::iter::once(BASE_CASE).chain(compared.cases.iter().map(|case| case.name.as_str()));
    let rows = [verdicts(&all), present_values(base_case, &all), break_evens(&all)].concat();
    Some(Table::new(names, rows).titled("cases side by side"))
}

/// Winner and margin of each case.
fn verdicts(all: &[Option<&Comparison>]) -> Vec<TableRow> {
    let cells = |cell: &dyn Fn(&Comparison) -> Cell| -> Vec<Cell> {
        all.iter().map(|comparison| comparison.map_or(Cell::Absent, cell)).collect()
    };
    let winner = |comparison: Option<&Comparison>| match comparison {
        Some(comparison) => Cell::from(comparison.verdict.winner.as_ref().map_or("none", OptionId::as_str)),
        None => "invalid".into(),
    };
    let saving = |comparison: &Comparison| Cell::amount(comparison.verdict.saving, comparison.header.minor_digits);
    // compared at equal precision: savings that round to the same share need no more digits
    let percent = |share: Decimal| Cell::Number(share, Notation::Percent(figures::share_decimals(&[share])));
    let share = |comparison: &Comparison| comparison.verdict.saving_share.map(|share| percent(*share)).into();
    let close = |comparison: &Comparison| comparison.verdict.close.then_some("yes").into();
    let lines = [
        TableLine { weight: Weight::Strong, ..TableLine::new("winner", all.iter().copied().map(winner)) },
        TableLine::new("runner-up", cells(&|comparison| comparison.verdict.runner_up.as_ref().into())),
        TableLine::new("saving", cells(&saving)),
        TableLine::new("saving as a share", cells(&share)).below(),
        TableLine::new("too close to call", cells(&close)).below(),
    ];
    lines.into_iter().filter(TableLine::says_something).map(TableRow::Cells).collect()
}

/// Present value of each option in each case.
fn present_values(base_case: &Comparison, all: &[Option<&Comparison>]) -> Vec<TableRow> {
    let cell = |id: &OptionId, comparison: &Comparison| {
        let present_value = comparison.option(id).map(|option| option.present_value);
        Cell::amount(present_value, comparison.header.minor_digits)
    };
    let row = |id: &OptionId| {
        let cells = all.iter().map(|comparison| comparison.map_or(Cell::Absent, |comparison| cell(id, comparison)));
        TableRow::Cells(TableLine::new(id, cells).below())
    };
    let title = "present value".to_owned();
    let title = TableRow::Title(RowsTitle { title: title.clone(), prefix: Some(title) });
    std::iter::once(title).chain(base_case.options.iter().map(|option| row(&option.name))).collect()
}

/// Break-even of each case.
fn break_evens(all: &[Option<&Comparison>]) -> Vec<TableRow> {
    let cell = |comparison: Option<&Comparison>| comparison.and_then(Comparison::best_pair).and_then(short);
    let line = TableLine::new("break-even", all.iter().copied().map(cell));
    line.says_something().then_some([TableRow::Rule, TableRow::Cells(line)]).into_iter().flatten().collect()
}

/// Present value of each option in each case as a picture; none without cases.
pub(super) fn picture(compared: &Compared<'_>) -> Option<Picture> {
    if compared.cases.is_empty() {
        return None;
    }
    let base_case = group(BASE_CASE, compared.comparison);
    let group = |case: &CaseResult| match case.comparison() {
        Some(comparison) => group(&case.name, comparison),
        None => BarGroup { title: format!("{}: invalid", case.name), bars: Vec::new() },
    };
    Some(Picture {
        of: ChartOf::Cases,
        title: won_in(compared),
        caption: "Present value of every option in the base case and in each case, on one scale.".to_owned(),
        drawing: Drawing::Groups(Groups {
            groups: std::iter::once(base_case).chain(compared.cases.iter().map(group)).collect(),
        }),
        table: None,
    })
}

fn group(name: &str, comparison: &Comparison) -> BarGroup {
    let bar = |option: &OptionResult| GroupBar {
        name: option.name.to_string(),
        outcome: outcome(option, comparison),
        amount: *option.present_value,
        says: number::grouped(*option.present_value, comparison.header.minor_digits),
    };
    BarGroup { title: name.to_owned(), bars: comparison.options.iter().map(bar).collect() }
}

/// Number of cases in which the winner of the base case wins.
fn won_in(compared: &Compared<'_>) -> String {
    let base_winner = &compared.comparison.verdict.winner;
    let Some(winner) = base_winner else { return "Cost of every option in each case".to_owned() };
    let wins = |case: &&CaseResult| case.comparison().is_some_and(|case| case.verdict.winner == *base_winner);
    let (won, all) = (compared.cases.iter().filter(wins).count(), compared.cases.len());
    let close = |comparison: Option<&Comparison>| comparison.is_some_and(|comparison| comparison.verdict.close);
    let is_close = close(Some(compared.comparison)) || compared.cases.iter().any(|case| close(case.comparison()));
    // no case may claim more than its verdict
    let leads = if is_close { "costs least" } else { "wins" };
    match (won, all) {
        (won, all) if won == all => format!("{winner} {leads} in every case"),
        (0, _) => format!("{winner} {leads} in the base case and in no other case"),
        (won, all) => format!("{winner} {leads} in the base case and in {won} of {all} other cases"),
    }
}

/// Settings of each case, and errors of invalid cases.
pub(super) fn values(compared: &Compared<'_>) -> Vec<Section> {
    let sets = |case: &CaseResult| {
        let header = &compared.comparison.header;
        let values: Vec<String> = case.values.iter().map(|set| set_value(header, set)).collect();
        let values = if values.is_empty() { "same as the base case".to_owned() } else { values.join("; ") };
        format!("{}: {values}", case.name)
    };
    let refused = |case: &CaseResult| {
        let findings = reasons::refused(case.refusal()?);
        let first = findings.first()?;
        let more = u32::try_from(findings.len() - 1).unwrap_or(u32::MAX);
        let more = if more > 0 { format!("; {}", number::counted(more, "more error")) } else { String::new() };
        let place = located(first, &compared.comparison.header);
        Some(format!("{}: {}{place}{more}", case.name, first.message))
    };
    let all = [
        Section::detail("Settings", compared.cases.iter().map(sets).collect()),
        Section::detail("Invalid", compared.cases.iter().filter_map(refused).collect())
            .map(|section| section.meaning(Meaning::Warning)),
    ];
    all.into_iter().flatten().collect()
}

/// `utilization 40% (demand.utilization, base case 60%)`.
fn set_value(header: &Header, SetValue { path, value, base_value }: &SetValue) -> String {
    let base_value = base_value.as_ref().map(|base_value| format!(", base case {base_value}")).unwrap_or_default();
    format!("{} {value} ({path}{base_value})", heading(header, path))
}

#[cfg(test)]
mod tests {
    use super::super::super::example;
    use super::super::Extent;
    use super::*;
    use crate::analysis::cases::CaseOutcome;

    fn case(name: &str, winner: Option<&str>) -> CaseResult {
        let mut comparison = example::comparison(2);
        comparison.verdict.winner = winner.map(example::id);
        CaseResult { name: name.to_owned(), values: Vec::new(), outcome: CaseOutcome::Answered(Box::new(comparison)) }
    }

    fn differing_of(cases: &[CaseResult], extent: Extent) -> Vec<String> {
        let comparison = example::comparison(2);
        let compared = Compared { extent, ..example::compared(&comparison).with_cases(cases) };
        differing(&compared)
    }

    #[test]
    fn the_answer_names_the_cases_in_which_another_option_wins() {
        let (rented, same) = (|name: &str| case(name, Some("rent.neocloud")), case("same", Some("own.hgx")));
        assert_eq!(differing_of(&[same], Extent::Whole), [""; 0]);
        let wins = "rent.neocloud wins by 1,158,647.64 (38 %)";
        let line = format!("a: {wins}; b: no option can be chosen");
        assert_eq!(differing_of(&[rented("a"), case("b", None)], Extent::Whole), [line]);
        let many: Vec<CaseResult> = ["a", "b", "c", "d", "e"].map(rented).into();
        let line = format!("a: {wins}; b: {wins}; c: {wins}; 2 more cases are listed below");
        assert_eq!(differing_of(&many, Extent::Whole), [line]);
        assert!(
            differing_of(&many, Extent::Brief)
                .concat()
                .ends_with("; 2 more cases are listed in the full comparison, without `--brief`")
        );
    }

    #[test]
    fn the_picture_says_in_how_many_cases_the_winner_wins_too() {
        let comparison = example::comparison(2);
        let title = |winners: &[Option<&str>]| {
            let cases: Vec<CaseResult> = winners.iter().map(|winner| case("a", *winner)).collect();
            picture(&example::compared(&comparison).with_cases(&cases)).map(|picture| picture.title)
        };
        let (own, rent) = (Some("own.hgx"), Some("rent.neocloud"));
        assert_eq!(title(&[]), None);
        assert_eq!(title(&[own, own]).as_deref(), Some("own.hgx wins in every case"));
        assert_eq!(
            title(&[own, rent, None]).as_deref(),
            Some("own.hgx wins in the base case and in 1 of 3 other cases")
        );
        assert_eq!(title(&[rent]).as_deref(), Some("own.hgx wins in the base case and in no other case"));
    }

    #[test]
    fn a_case_says_what_it_sets_beside_what_is_stated() {
        let set = |value: &str, base_value: Option<&str>| SetValue {
            path: "demand.utilization".to_owned(),
            value: value.to_owned(),
            base_value: base_value.map(str::to_owned),
        };
        let comparison = example::comparison(2);
        let said = |set: &SetValue| set_value(&comparison.header, set);
        assert_eq!(said(&set("40%", Some("60%"))), "utilization 40% (demand.utilization, base case 60%)");
        assert_eq!(said(&set("40%", None)), "utilization 40% (demand.utilization)");
        let cases = [case("same", Some("own.hgx"))];
        let compared = example::compared(&comparison).with_cases(&cases);
        let sections = values(&compared);
        assert_eq!(sections.len(), 1);
        assert_eq!(sections[0].texts().collect::<Vec<_>>(), ["same: same as the base case"]);
    }

    #[test]
    fn cases_stand_in_columns_beside_the_file() {
        let comparison = example::comparison(2);
        let mut close = case("close", Some("own.hgx"));
        if let CaseOutcome::Answered(comparison) = &mut close.outcome {
            (comparison.verdict.close, comparison.verdict.saving) = (true, Some(example::amount("10")));
        }
        let cases = [close, case("other", Some("rent.neocloud"))];
        let table = table(&example::compared(&comparison).with_cases(&cases)).expect("two cases");
        let heads: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
        assert_eq!(heads, ["base case", "close", "other"]);
        let texts = |label: &str| {
            let line = table.rows.iter().find_map(|row| match row {
                TableRow::Cells(line) if line.label.text() == label => Some(line),
                TableRow::Cells(_) | TableRow::Title(_) | TableRow::Rule => None,
            });
            line.expect("a row").cells.iter().map(Cell::text).collect::<Vec<String>>()
        };
        assert_eq!(texts("winner"), ["own.hgx", "own.hgx", "rent.neocloud"]);
        assert_eq!(texts("saving"), ["1,158,647.64", "10.00", "1,158,647.64"]);
        assert_eq!(texts("too close to call"), ["—", "yes", "—"]);
        assert_eq!(texts("own.hgx"), ["1,889,414.33"; 3]);
        assert_eq!(texts("break-even"), ["own above 37 % busy"; 3]);
        assert_eq!(super::table(&example::compared(&comparison)), None);
    }
}
