//! Eligibility and rank of each option, and the verdict.

use super::{ComparisonSheet, NAMES, PRESENT_VALUES};
use crate::analysis::statement::OptionResult;
use crate::model::{OptionId, OptionModel};
use crate::reasons;
use crate::report::workbook::canvas::{Cached, NO_VALUE, SheetWriter};
use crate::report::workbook::layout::{VALUE, option_rows};
use crate::report::workbook::names::{cell, fixed_cell, letters};
use crate::report::workbook::styles;
use crate::scenario::quantity::Quantity as _;
use crate::variation::{Ineligible, Lacks, NotComparable};
use rust_decimal::Decimal;
use rust_xlsxwriter::XlsxError;

const POSSIBLE: u32 = 18;
const CHOSEN: u32 = 19;
const COMPARABLE: u32 = 20;
const REASONS: u32 = 21;
const COUNTED: u32 = 22;
/// Row of the ranks.
pub(in crate::report::workbook) const RANKS: u32 = 23;
/// Row of the winner; below it the runner-up, the saving, its share, the threshold and the result.
pub(in crate::report::workbook) const VERDICT: u32 = 26;

/// Suffix of the name of an option that can't win.
const BARRED: &str = " (can't be chosen)";
const IMPOSSIBLE: &str = " (not possible)";
const INCOMPARABLE: &str = " (not comparable)";

/// Result if the saving is below the threshold.
pub(in crate::report::workbook) const CLOSE: &str = "too close to call";
/// Result if it is not.
const CLEAR: &str = "clear";
/// Text if no option is eligible.
const NONE: &str = "no option";
/// Text in place of the winner if an entry can't be used.
const UNUSABLE: &str = "no verdict";

impl ComparisonSheet<'_, '_> {
    /// Writes whether each option is possible, can be chosen and is comparable, and its rank among those that are.
    pub(super) fn write_outcome(&self, writer: &mut SheetWriter<'_>) -> Result<(), XlsxError> {
        writer.text((POSSIBLE - 1, 0), "Eligible (1 = yes)", &self.styles.section)?;
        let labels = [
            (POSSIBLE, "possible: all conditions hold"),
            (CHOSEN, "can be chosen"),
            (COMPARABLE, "does the same work"),
            (REASONS, "reason if not eligible, in the base case"),
            (COUNTED, "present value, if eligible"),
            (RANKS, "rank"),
        ];
        for (row, label) in labels {
            writer.text((row, 0), label, &self.styles.text)?;
        }
        let (options, whole) = (self.layout.options(), styles::plain("0"));
        for (at, (option, result)) in options.iter().zip(self.statements()).enumerate() {
            let column = Self::column(at);
            let yes = |yes: bool| Decimal::from(u8::from(yes));
            writer.formula((POSSIBLE, column), &self.possible(at, option), Decimal::ONE, &whole)?;
            writer.formula((CHOSEN, column), &self.may_be_chosen(option, result), yes(result.eligible()), &whole)?;
            writer.formula((COMPARABLE, column), &self.compares(option, result), yes(result.comparable()), &whole)?;
            let because = reasons::joined(&result.cannot_win_because(), reasons::cannot_win);
            writer.text((REASONS, column), &because, &self.styles.warning)?;
            let here = |row| cell(row, column);
            let (possible, chosen, compares) = (here(POSSIBLE), here(CHOSEN), here(COMPARABLE));
            let counts = format!("IF({possible}*{chosen}*{compares}=1,{},\"{NO_VALUE}\")", here(PRESENT_VALUES));
            let counts = self.if_usable(&counts, &format!("\"{NO_VALUE}\""));
            let rank = self.rank(result);
            let counted = Cached::from(rank.map(|_| *result.present_value));
            writer.formula((COUNTED, column), &counts, counted, &styles::plain(&self.money))?;
            let (own, all) = (here(COUNTED), self.all(COUNTED));
            let so_far = format!(
                "{}:{}",
                format_args!("$B${}", COUNTED + 1),
                format_args!("{}${}", letters(column), COUNTED + 1)
            );
            let formula = format!(
                "IF(ISNUMBER({own}),SUMPRODUCT(--({all}<{own}))+SUMPRODUCT(--({so_far}={own})),\"{NO_VALUE}\")"
            );
            writer.formula((RANKS, column), &formula, Cached::from(rank), &whole)?;
        }
        if self.statements().iter().all(|option| option.cannot_win_because().is_empty()) {
            writer.sheet.set_row_hidden(REASONS)?;
        }
        Ok(())
    }

    /// Formula for the suffix of an option's name that says why it can't win.
    pub(super) fn remark_formula(column: u16) -> String {
        let [possible, chosen, compares] = [POSSIBLE, CHOSEN, COMPARABLE].map(|row| cell(row, column));
        format!(
            "IF({chosen}=0,\"{BARRED}\",IF({possible}=0,\"{IMPOSSIBLE}\",IF({compares}=0,\"{INCOMPARABLE}\",\"\")))"
        )
    }

    /// Formula: 1 if every condition of an option holds.
    fn possible(&self, at: usize, option: &OptionModel) -> String {
        let rows = option_rows(option);
        let conditions =
            (rows.conditions..).zip(option.conditions.clone()).map(|(row, _)| self.of_option(at, row, VALUE));
        let broken: Vec<String> = conditions.map(|missed| format!("{missed}>1E-6")).collect();
        if broken.is_empty() { "1".to_owned() } else { format!("IF(OR({}),0,1)", broken.join(",")) }
    }

    /// Formula: 1 if an option meets all requirements. Power is a formula; all other requirements have the program's result.
    fn may_be_chosen(&self, option: &OptionModel, result: &OptionResult) -> String {
        let of_power = |why: &&Ineligible| matches!(why.lacks, Lacks::Power { .. });
        if result.ineligible_because.iter().any(|why| !of_power(&why)) {
            return "0".to_owned();
        }
        let scenario = &self.layout.answer.loaded.scenario;
        let short = option.parts.iter().filter_map(|part| {
            let own = scenario.own.iter().find(|entry| entry.at == part.at)?;
            let delivered = own.value.available_power_kw.as_ref()?;
            let name = self.layout.input_name(delivered.at)?;
            let needed = self.layout.seen_from(None).cells(part.site_power?)?;
            Some(format!("{name}<MAX({needed})*(1-1E-12)"))
        });
        let short: Vec<String> = short.collect();
        if short.is_empty() { "1".to_owned() } else { format!("IF(OR({}),0,1)", short.join(",")) }
    }

    /// Formula: 1 if an option does the same work as the others, or its unserved demand has a price.
    fn compares(&self, option: &OptionModel, result: &OptionResult) -> String {
        let serves_some = |why: &NotComparable| matches!(why, NotComparable::DoesNotServe(_));
        if result.not_comparable_because.iter().any(serves_some) {
            return "0".to_owned();
        }
        if self.layout.answer.loaded.scenario.cost_of_delay_per_month.is_some() {
            return "1".to_owned();
        }
        let model = &self.layout.answer.evaluated.model;
        let undone =
            format!("{}>5E-12*{}", self.layout.anywhere(option.unserved, 0), self.layout.anywhere(model.demanded, 0));
        let headroom = option.without_headroom.map(|figure| format!(",{}>1E-6", self.layout.anywhere(figure, 0)));
        format!("IF(OR({undone}{}),0,1)", headroom.unwrap_or_default())
    }

    pub(super) fn write_verdict(&self, writer: &mut SheetWriter<'_>) -> Result<(), XlsxError> {
        let header = &self.layout.answer.comparison.header;
        writer.text((VERDICT - 1, 0), "Verdict", &self.styles.section)?;
        let labels = [
            "winner: lowest present value if eligible",
            "runner-up",
            "saving in present value",
            "saving / present value of the runner-up",
            "threshold for too close to call",
            "result",
        ];
        for (row, label) in (VERDICT..).zip(labels) {
            writer.text((row, 0), label, &self.styles.text)?;
        }
        let ranked = |rank: u32, otherwise: &str| {
            format!("IFERROR(INDEX({},MATCH({rank},{},0)),\"{otherwise}\")", self.all(NAMES), self.all(RANKS))
        };
        let [winner, runner_up, saving_value, share_value, says] = self.verdict_values();
        let first = self.if_usable(&ranked(1, NONE), &format!("\"{UNUSABLE}\""));
        writer.formula((VERDICT, 1), &first, winner, &self.styles.strong)?;
        writer.formula((VERDICT + 1, 1), &ranked(2, NO_VALUE), runner_up, &self.styles.text)?;
        let all = self.all(COUNTED);
        let saving = format!("IFERROR(ROUND(SMALL({all},2)-SMALL({all},1),{}),\"{NO_VALUE}\")", header.minor_digits);
        writer.formula((VERDICT + 2, 1), &saving, saving_value, &styles::plain(&self.money))?;
        let share = format!("IFERROR({}/SMALL({all},2),\"{NO_VALUE}\")", cell(VERDICT + 2, 1));
        writer.formula((VERDICT + 3, 1), &share, share_value, &styles::plain("0.0%"))?;
        let close_call = &self.layout.answer.loaded.scenario.close_call;
        let name = self.layout.input_name(close_call.at).map(str::to_owned);
        let threshold = name.unwrap_or_else(|| close_call.value.decimal().to_string());
        writer.formula((VERDICT + 4, 1), &threshold, close_call.value.decimal(), &styles::plain("0.0%"))?;
        let (saving, share, threshold) = (cell(VERDICT + 2, 1), cell(VERDICT + 3, 1), cell(VERDICT + 4, 1));
        let formula = format!(
            "IF(ISNUMBER({saving}),IF(OR({saving}=0,IF(ISNUMBER({share}),{share}<{threshold},FALSE)),\"{CLOSE}\",\"{CLEAR}\"),\"{NO_VALUE}\")"
        );
        writer.formula((VERDICT + 5, 1), &formula, says, &self.styles.text)
    }

    /// Saving as a share of the runner-up's present value, unrounded.
    fn saving_share(&self) -> Option<Decimal> {
        let verdict = &self.layout.answer.comparison.verdict;
        let runner_up = self.statements().iter().find(|option| Some(&option.name) == verdict.runner_up.as_ref())?;
        Decimal::from(verdict.saving?).checked_div(*runner_up.present_value)
    }

    /// Condition that the result is neither a close call nor a tie.
    pub(super) fn is_clear() -> String {
        format!("{}<>\"{CLOSE}\"", fixed_cell(VERDICT + 5, 1))
    }

    /// Whether it is so in the base case.
    pub(in crate::report::workbook) fn wins_clearly(&self) -> bool {
        !self.layout.answer.comparison.verdict.close
    }

    /// Rank of an option among the eligible options.
    pub(super) fn rank(&self, of: &OptionResult) -> Option<Decimal> {
        let mut ranked: Vec<&OptionResult> =
            self.statements().iter().filter(|option| option.cannot_win_because().is_empty()).collect();
        ranked.sort_by_key(|option| option.present_value);
        let at = ranked.iter().position(|other| other.name == of.name)?;
        u32::try_from(at + 1).ok().map(Decimal::from)
    }

    /// Winner, runner-up, saving, its share, and the result.
    pub(in crate::report::workbook) fn verdict_values(&self) -> [Cached; 5] {
        let verdict = &self.layout.answer.comparison.verdict;
        let display_name = |id: &Option<OptionId>, otherwise: &str| {
            let option = self.statements().iter().find(|option| Some(&option.name) == id.as_ref());
            let name = option.map(|option| option.label.as_deref().unwrap_or(option.name.as_str()));
            Cached::Text(name.unwrap_or(otherwise).to_owned())
        };
        let says = match verdict.saving {
            None => NO_VALUE,
            Some(_) if verdict.close => CLOSE,
            Some(_) => CLEAR,
        };
        [
            display_name(&verdict.winner, NONE),
            display_name(&verdict.runner_up, NO_VALUE),
            Cached::from(verdict.saving.map(Decimal::from)),
            Cached::from(self.saving_share()),
            says.into(),
        ]
    }
}

/// Suffix of an option's name that says why it can't win, in the base case.
pub(super) fn remark(result: &OptionResult) -> &'static str {
    match (result.eligible(), result.comparable()) {
        (false, _) => BARRED,
        (true, false) => INCOMPARABLE,
        (true, true) => "",
    }
}
