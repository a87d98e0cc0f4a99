//! The open scenario, and replies to requests about it.

use crate::beginning::begin;
use crate::findings::Finding;
use crate::reply::{PageReply, Refused, Reply};
use crate::request::{Depth, PathAndValue, Request, SaveFormat};
use rackrent::analysis::Answer;
use rackrent::analysis::cases::CaseResult;
use rackrent::analysis::statement::RequestedPairs;
use rackrent::check::Policy;
use rackrent::report::{self, Compared, Extent, PageOf, PageScenario, Report, SplitCosts};
use rackrent::report::{panel_inputs, panel_turns, verdict_text};
use rackrent::scenario::{CellValue, CellValues};
use rackrent::workbook_import;
use rackrent::{Rejected, ScenarioText, Setting};
use std::collections::BTreeMap;
use std::io;

/// The open scenario; none at the start.
#[derive(Debug, Default)]
pub struct Session {
    scenario: Option<PageScenario>,
}

/// Why a request has no result.
pub(crate) enum NoAnswer {
    /// The scenario is invalid with these values.
    Refused(Box<Rejected>),
    /// The scenario is valid and the request has no result.
    Wrong(String),
}

impl From<String> for NoAnswer {
    fn from(message: String) -> NoAnswer {
        NoAnswer::Wrong(message)
    }
}

impl From<Rejected> for NoAnswer {
    fn from(rejected: Rejected) -> NoAnswer {
        NoAnswer::Refused(Box::new(rejected))
    }
}

impl From<io::Error> for NoAnswer {
    fn from(error: io::Error) -> NoAnswer {
        NoAnswer::Wrong(error.to_string())
    }
}

impl Session {
    /// Replies to a request. Both are JSON.
    pub fn ask(&mut self, request: &[u8]) -> Vec<u8> {
        let reply = serde_json::from_slice(request).map_err(|error| NoAnswer::Wrong(error.to_string()));
        let reply = reply.and_then(|request| self.answer(request)).unwrap_or_else(|why| match why {
            NoAnswer::Refused(rejected) => Reply::Refused(Refused::of(&rejected)),
            NoAnswer::Wrong(message) => Reply::Wrong(message),
        });
        serde_json::to_vec(&reply).expect("a reply has text keys")
    }

    fn answer(&mut self, request: Request) -> Result<Reply, NoAnswer> {
        match request {
            Request::Open { scenario } => {
                self.scenario = Some(*scenario);
                Ok(Reply::Done(()))
            }
            Request::Read { name, text, files } => {
                self.scenario = Some(PageScenario::read(name, text, files));
                Ok(Reply::Done(()))
            }
            Request::Edit { text } => {
                self.scenario.as_mut().ok_or_else(nothing_open)?.text = text;
                Ok(Reply::Done(()))
            }
            Request::Begin(answers) => {
                let (name, text) = begin(&answers)?;
                self.scenario = Some(PageScenario::read(name, text.clone(), BTreeMap::new()));
                Ok(Reply::Text(text))
            }
            Request::Inputs => Ok(Reply::Inputs(panel_inputs(&self.with(&[])?.text().decide()?))),
            Request::Turns { set, inputs } => Ok(Reply::Turns(panel_turns(&self.with(&set)?.text().decide()?, inputs))),
            Request::Page { set, depth: Depth::Verdict, view: _ } => {
                let moved = self.with(&set)?;
                let answer = moved.text().decide()?;
                moved.compared(answer, &[], Extent::Verdict, |compared, answer| {
                    page(report::first_answer, compared, answer)
                })
            }
            Request::Page { set, depth: Depth::Whole, view } => {
                self.with(&set)?.reported(&view, |report, answer| page(report::article, report, answer))
            }
            Request::Json { set } => self.with(&set)?.whole(|compared, _| {
                let mut json = Vec::new();
                compared.json(&mut json)?;
                Ok(Reply::Json(text(json)))
            }),
            Request::Check { set } => {
                let checked = self.with(&set)?.text().check(&Policy::default());
                Ok(Reply::Findings(Finding::all(&checked.findings, &checked.sources)))
            }
            Request::Save { set, format } => self.with(&set)?.saved(format),
        }
    }

    /// The open scenario with more settings.
    fn with(&self, set: &[PathAndValue]) -> Result<MovedScenario<'_>, NoAnswer> {
        let page = self.scenario.as_ref().ok_or_else(nothing_open)?;
        let mut settings = page.settings()?;
        for (path, value) in set {
            settings.push(Setting::parse(&format!("{path}={value}"))?);
        }
        Ok(MovedScenario { page, settings, cells: page.cell_values()? })
    }
}

fn nothing_open() -> NoAnswer {
    NoAnswer::Wrong("no scenario is open".to_owned())
}

/// A scenario with its settings.
pub(crate) struct MovedScenario<'a> {
    page: &'a PageScenario,
    settings: Vec<Setting>,
    cells: Option<CellValues>,
}

impl MovedScenario<'_> {
    pub(crate) fn text(&self) -> ScenarioText<'_> {
        let mut text = self.file().set(&self.settings);
        if let Some(case) = &self.page.case {
            text = text.case(case);
        }
        if let Some(cells) = &self.cells {
            text = text.edited(cells);
        }
        text
    }

    /// The scenario without case, settings and workbook values.
    fn file(&self) -> ScenarioText<'_> {
        ScenarioText::new(&self.page.text, self.page).named(&self.page.name)
    }

    /// Whether the page shows a `report`.
    pub(crate) fn is_report(&self) -> bool {
        self.page.page == PageOf::Report
    }

    /// The comparison with its cases.
    pub(crate) fn whole<R>(
        &self,
        write: impl FnOnce(&Compared<'_>, &Answer) -> Result<R, NoAnswer>,
    ) -> Result<R, NoAnswer> {
        let text = self.text();
        let answer = text.compare()?;
        let cases = text.cases(&answer.loaded);
        self.compared(answer, &cases, Extent::Whole, write)
    }

    /// The comparison with the pairs and the split of the page. After an edit, a pair, tag or fiscal year that no longer exists is
    /// left out.
    fn compared<R>(
        &self,
        answer: Answer,
        cases: &[CaseResult],
        extent: Extent,
        write: impl FnOnce(&Compared<'_>, &Answer) -> Result<R, NoAnswer>,
    ) -> Result<R, NoAnswer> {
        let PageOf::Compare { pairs, over_time, by_group } = &self.page.page else {
            return write(&Compared::of(&answer, extent, None).with_cases(cases), &answer);
        };
        let is_known = pairs.against().is_none_or(|name| answer.comparison.options.iter().any(|o| o.name == *name));
        let pairs = if is_known { pairs.clone() } else { RequestedPairs::default() };
        let answer = answer.with_pairs(pairs).expect("the option is one of the answer's");
        let over_time = over_time.and_then(|(by, basis)| answer.view(by, basis)).map(SplitCosts::OverTime);
        let by_group = by_group.as_ref().and_then(|by| answer.groups(by).ok()).map(SplitCosts::ByGroup);
        write(&Compared::of(&answer, extent, over_time.or(by_group)).with_cases(cases), &answer)
    }

    fn saved(&self, format: SaveFormat) -> Result<Reply, NoAnswer> {
        let mut file = Vec::new();
        match format {
            SaveFormat::Html => self.reported(&crate::View::Own, |report, _| {
                report::live_page(report, &mut file)?;
                Ok(Reply::Text(text(file)))
            }),
            SaveFormat::Xlsx => self.reported(&crate::View::Own, |report, _| {
                report::workbook(report, &mut file)?;
                Ok(Reply::Bytes(report::base64(&file)))
            }),
            SaveFormat::Yaml => {
                let (file, _) = self.file().read()?;
                let (moved, _) = self.text().read()?;
                let case =
                    self.page.case.as_ref().and_then(|name| file.scenario.cases.iter().find(|case| case.name == *name));
                let of_case = case.into_iter().flat_map(|case| &case.value);
                let of_case =
                    of_case.map(|entry| Setting { path: entry.name.clone(), value: entry.value.value.0.clone() });
                let of_cells = self.cells.iter().flat_map(|cells| &cells.values).map(|value| value.setting.clone());
                let all = of_case.chain(self.settings.iter().cloned()).chain(of_cells);
                let values = all.map(|setting| CellValue { setting, cell: String::new() }).collect();
                let cells = CellValues { workbook: String::new(), values };
                workbook_import::rewritten(&file, &moved, &cells).map(Reply::Text).map_err(|paths| {
                    NoAnswer::Wrong(format!(
                        "the text has no separate value for {}; edit the text instead",
                        paths.join(", ")
                    ))
                })
            }
        }
    }
}

/// Reply with the HTML of a report.
fn page(
    write: fn(&dyn Report, &mut dyn io::Write) -> io::Result<()>,
    report: &dyn Report,
    answer: &Answer,
) -> Result<Reply, NoAnswer> {
    let mut html = Vec::new();
    write(report, &mut html)?;
    Ok(Reply::Page(PageReply { html: text(html), verdict: verdict_text(&answer.comparison) }))
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("reports are written in UTF-8")
}
