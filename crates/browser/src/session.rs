//! The scenario that is asked about.

use crate::answers::{Answered, Refused, Reply};
use crate::beginning::{begin, beginnings};
use crate::findings::Found;
use crate::question::{Depth, Move, Question, SaveFormat, View};
use crate::rewritten::{self, Unwritten};
use rackrent::analysis::Answer;
use rackrent::analysis::cases::CaseStatement;
use rackrent::analysis::statement::AskedPairs;
use rackrent::check::Policy;
use rackrent::report::{
    self, Compared, Extent, PageOf, PageScenario, Report, SplitCosts, panel_inputs, spoken_verdict,
};
use rackrent::scenario::CellValues;
use rackrent::{Rejected, ScenarioText, Setting};
use std::collections::BTreeMap;
use std::io;

/// A scenario, and what was asked about it.
#[derive(Debug, Default)]
pub struct Session {
    scenario: Option<Box<PageScenario>>,
}

/// Why there is no answer.
pub(crate) enum NoAnswer {
    /// The scenario with these values has none.
    Refused(Box<Rejected>),
    /// The question makes no sense.
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

impl From<Unwritten> for NoAnswer {
    fn from(why: Unwritten) -> NoAnswer {
        match why {
            Unwritten::Refused(rejected) => NoAnswer::Refused(rejected),
            Unwritten::Nowhere(path) => NoAnswer::Wrong(format!(
                "`{path}` cannot be written into this file; write it there, and set it aside here"
            )),
        }
    }
}

impl From<io::Error> for NoAnswer {
    fn from(error: io::Error) -> NoAnswer {
        NoAnswer::Wrong(error.to_string())
    }
}

impl Session {
    /// The answer to a question, both as JSON.
    pub fn ask(&mut self, question: &[u8]) -> Vec<u8> {
        let reply = match serde_json::from_slice(question) {
            Ok(question) => self.answer(question),
            Err(error) => Err(NoAnswer::Wrong(error.to_string())),
        };
        let reply = match reply {
            Ok(reply) => reply,
            Err(NoAnswer::Refused(rejected)) => Reply::Refused(Refused::of(&rejected)),
            Err(NoAnswer::Wrong(message)) => Reply::Wrong(message),
        };
        serde_json::to_vec(&reply).unwrap_or_else(|error| format!("{{\"wrong\":\"{error}\"}}").into_bytes())
    }

    fn answer(&mut self, question: Question) -> Result<Reply, NoAnswer> {
        match question {
            Question::Open { scenario } => {
                self.scenario = Some(scenario);
                Ok(Reply::Done(()))
            }
            Question::Read { name, text, files } => {
                self.scenario = Some(Box::new(PageScenario::read(name, text, files)));
                Ok(Reply::Done(()))
            }
            Question::Edit { text } => {
                self.opened_mut()?.text = text;
                Ok(Reply::Done(()))
            }
            Question::Inputs => {
                let answer = self.opened()?.asked(&[])?.scenario().decide()?;
                Ok(Reply::Inputs(panel_inputs(&answer)))
            }
            Question::Page { set, depth: Depth::Whole, view } if view != View::Own => {
                let asked = self.opened()?.asked(&set)?;
                asked.viewed(&view, |report, answer| {
                    let mut html = Vec::new();
                    report::article(report, &mut html)?;
                    Ok(Reply::Page(Answered { html: text(html), verdict: spoken_verdict(&answer.comparison) }))
                })
            }
            Question::Page { set, depth, view: _ } => {
                let asked = self.opened()?.asked(&set)?;
                asked.reported(depth, |report, answer| {
                    let mut html = Vec::new();
                    match depth {
                        Depth::Verdict => report::first_answer(report, &mut html)?,
                        Depth::Whole => report::article(report, &mut html)?,
                    }
                    Ok(Reply::Page(Answered { html: text(html), verdict: spoken_verdict(&answer.comparison) }))
                })
            }
            Question::Beginnings => Ok(Reply::Beginnings(beginnings())),
            Question::Begin(answers) => {
                let (name, text) = begin(&answers)?;
                self.scenario = Some(Box::new(PageScenario::read(name, text.clone(), BTreeMap::new())));
                Ok(Reply::Text(text))
            }
            Question::Json { set } => {
                let asked = self.opened()?.asked(&set)?;
                asked.compared(Depth::Whole, |compared| {
                    let mut json = Vec::new();
                    compared.json(&mut json)?;
                    Ok(Reply::Json(text(json)))
                })
            }
            Question::Check { set } => {
                let asked = self.opened()?.asked(&set)?;
                let checked = asked.scenario().check(&Policy::default());
                Ok(Reply::Findings(Found::all(&checked.findings, &checked.sources)))
            }
            Question::Save { set, format } => self.saved(&set, format),
        }
    }

    fn saved(&self, set: &[Move], format: SaveFormat) -> Result<Reply, NoAnswer> {
        let asked = self.opened()?.asked(set)?;
        let mut file = Vec::new();
        match format {
            SaveFormat::Html => asked.reported(Depth::Whole, |report, _| {
                report::live_page(report, &mut file)?;
                Ok(Reply::Text(text(file)))
            }),
            SaveFormat::Xlsx => asked.reported(Depth::Whole, |report, _| {
                report::workbook(report, &mut file)?;
                Ok(Reply::Bytes(report::base64(&file)))
            }),
            SaveFormat::Yaml => {
                let mut written = asked.page.text.clone();
                for setting in &asked.settings {
                    written = rewritten::with(&written, setting, (&asked.page.name, asked.page))?;
                }
                Ok(Reply::Text(written))
            }
        }
    }

    fn opened(&self) -> Result<&PageScenario, NoAnswer> {
        self.scenario.as_deref().ok_or_else(|| NoAnswer::Wrong("no scenario is open".to_owned()))
    }

    fn opened_mut(&mut self) -> Result<&mut PageScenario, NoAnswer> {
        self.scenario.as_deref_mut().ok_or_else(|| NoAnswer::Wrong("no scenario is open".to_owned()))
    }
}

/// A scenario with what is set in it.
pub(crate) struct Asked<'a> {
    page: &'a PageScenario,
    settings: Vec<Setting>,
    cells: Option<CellValues>,
}

trait Ask {
    /// The scenario with more values set.
    ///
    /// # Errors
    /// If a move is no setting.
    fn asked(&self, set: &[Move]) -> Result<Asked<'_>, NoAnswer>;
}

impl Ask for PageScenario {
    fn asked(&self, set: &[Move]) -> Result<Asked<'_>, NoAnswer> {
        let mut settings = self.settings()?;
        for (path, value) in set {
            settings.push(Setting::parse(&format!("{path}={value}"))?);
        }
        Ok(Asked { page: self, settings, cells: self.cell_values()? })
    }
}

impl Asked<'_> {
    pub(crate) fn scenario(&self) -> ScenarioText<'_> {
        let text = ScenarioText::new(&self.page.text, self.page).named(&self.page.name).set(&self.settings);
        let text = self.page.case.as_deref().map_or_else(|| text.clone(), |case| text.clone().case(case));
        match &self.cells {
            Some(cells) => text.edited(cells),
            None => text,
        }
    }

    /// The answer, with what of it the page shows.
    pub(crate) fn compared<R>(
        &self,
        depth: Depth,
        write: impl FnOnce(&Compared<'_>) -> Result<R, NoAnswer>,
    ) -> Result<R, NoAnswer> {
        let scenario = self.scenario();
        let answer = match depth {
            Depth::Verdict => scenario.decide()?,
            Depth::Whole => scenario.compare()?,
        };
        let cases: Vec<CaseStatement> = match depth {
            Depth::Verdict => Vec::new(),
            Depth::Whole => scenario.cases(&answer.loaded),
        };
        let (answer, split) = self.split(answer);
        write(&Compared::of(&answer, Extent::Whole, split).with_cases(&cases))
    }

    /// The report that the page shows; of a report to its verdict alone, the comparison that it begins with.
    fn reported<R>(
        &self,
        depth: Depth,
        write: impl FnOnce(&dyn Report, &Answer) -> Result<R, NoAnswer>,
    ) -> Result<R, NoAnswer> {
        if let (PageOf::Report, Depth::Whole) = (&self.page.page, depth) {
            let dossier = self.scenario().report()?;
            let answer = dossier.answer().ok_or_else(|| NoAnswer::Wrong("a report has its answer".to_owned()))?;
            return write(&dossier, answer);
        }
        self.compared(depth, |compared| {
            let answer = compared.answer.ok_or_else(|| NoAnswer::Wrong("a comparison has its answer".to_owned()))?;
            write(compared, answer)
        })
    }

    /// What the page shows beside the lines of the options. What the scenario no longer has after a change is left out: an option
    /// that was set against others, a tag, the start by which fiscal years are told.
    fn split(&self, answer: Answer) -> (Answer, Option<SplitCosts>) {
        let PageOf::Compare { pairs, over_time, by_group } = &self.page.page else { return (answer, None) };
        let is_known = pairs.against().is_none_or(|name| answer.comparison.option(name).is_some());
        let pairs = if is_known { pairs.clone() } else { AskedPairs::default() };
        let answer = answer.with_pairs(pairs).expect("the option is one of the answer's");
        let over_time = over_time.and_then(|(by, basis)| answer.view(by, basis)).map(SplitCosts::OverTime);
        let by_group = by_group.as_ref().and_then(|by| answer.groups(by).ok()).map(SplitCosts::ByGroup);
        (answer, over_time.or(by_group))
    }
}

/// What was written is text.
fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}
