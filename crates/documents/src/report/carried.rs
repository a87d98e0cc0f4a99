//! What a page carries so that the program answers it again in a browser: the scenario, what it extends, its traces as their
//! levels, what is set in it, and what the page shows of it.

use crate::analysis::Answer;
use crate::analysis::groups::Grouping;
use crate::analysis::statement::{AskedPairs, By, TimeBasis};
use crate::demand::trace::Trace;
use crate::scenario::{CellValue, CellValues, Files, Setting, TraceOrigin};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::{self, Cursor, Read};

/// What a page shows of a scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PageOf {
    /// A comparison.
    Compare {
        /// Which options are set against each other in pairs.
        pairs: AskedPairs,
        /// How lines are split over time, and what of them.
        over_time: Option<(By, TimeBasis)>,
        /// By whose work options are split.
        by_group: Option<Grouping>,
    },
    /// Everything about it.
    Report,
}

/// A scenario with everything that its answer follows from.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PageScenario {
    /// The name of its file.
    pub name: String,
    /// The text of its file.
    pub text: String,
    /// The texts of the files that it extends, by their paths from its folder.
    pub shared: BTreeMap<String, String>,
    /// Its traces, by their paths from its folder.
    pub traces: BTreeMap<String, PageTrace>,
    /// One of its cases; none is the file as it stands.
    pub case: Option<String>,
    /// `PATH=VALUE` of what is set on top of that.
    pub set: Vec<String>,
    /// The workbook whose values are on top of these.
    pub workbook: Option<String>,
    /// The cells of the workbook, each with `PATH=VALUE`.
    pub cells: Vec<(String, String)>,
    /// What is shown.
    pub page: PageOf,
}

/// A trace as its levels.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PageTrace {
    /// A table `accelerators,hours`, in any unit of time.
    pub table: String,
    /// The SHA-256 of the file that it was read from.
    pub sha256: String,
    /// Rows of that file.
    pub rows: u64,
    /// For how long it was measured, in seconds, where the file says so.
    pub seconds: Option<String>,
}

impl PageScenario {
    /// The scenario of an answer.
    #[must_use]
    pub fn of(answer: &Answer, page: PageOf) -> PageScenario {
        let loaded = &answer.loaded;
        let (set, cells) = loaded.set();
        let texts = loaded.sources.files().skip(1).map(|file| file.text.to_owned());
        let traces = loaded.scenario.demand.workloads.iter().filter_map(|workload| {
            let path = loaded.beside(workload.value.trace.as_ref()?).into_owned();
            Some((path, PageTrace::of(answer.traces.get(&workload.name)?)))
        });
        PageScenario {
            name: loaded.sources.name().to_owned(),
            text: loaded.sources.text().to_owned(),
            shared: loaded.shared.iter().cloned().zip(texts).collect(),
            traces: traces.collect(),
            case: loaded.case.clone(),
            set: set.iter().map(Setting::text).collect(),
            workbook: loaded.workbook.clone(),
            cells: cells.into_iter().map(|value| (value.cell, value.setting.text())).collect(),
            page,
        }
    }

    /// The text of a file that was never answered, with the texts of those beside it.
    #[must_use]
    pub fn read(name: String, text: String, files: BTreeMap<String, String>) -> PageScenario {
        let page = PageOf::Compare { pairs: AskedPairs::default(), over_time: None, by_group: None };
        PageScenario {
            name,
            text,
            shared: files,
            traces: BTreeMap::new(),
            case: None,
            set: Vec::new(),
            workbook: None,
            cells: Vec::new(),
            page,
        }
    }

    /// What is set in it.
    ///
    /// # Errors
    /// If one of them is not `PATH=VALUE`.
    pub fn settings(&self) -> Result<Vec<Setting>, String> {
        self.set.iter().map(|set| Setting::parse(set)).collect()
    }

    /// The values of its workbook.
    ///
    /// # Errors
    /// If one of them is not `PATH=VALUE`.
    pub fn cell_values(&self) -> Result<Option<CellValues>, String> {
        let value =
            |(cell, set): &(String, String)| Ok(CellValue { setting: Setting::parse(set)?, cell: cell.clone() });
        let values: Vec<CellValue> = self.cells.iter().map(value).collect::<Result<_, String>>()?;
        Ok(self.workbook.clone().map(|workbook| CellValues { workbook, values }))
    }
}

impl Files for PageScenario {
    fn open(&self, path: &str) -> io::Result<Box<dyn Read + '_>> {
        let table = self.traces.get(path).map(|trace| &trace.table);
        let text = table.or_else(|| self.shared.get(path)).ok_or(io::ErrorKind::NotFound)?;
        Ok(Box::new(Cursor::new(text)))
    }

    fn has_sources(&self) -> bool {
        false
    }

    fn origin(&self, path: &str) -> Option<TraceOrigin> {
        let PageTrace { table: _, sha256, rows, seconds } = self.traces.get(path)?;
        let seconds: Option<Decimal> = seconds.as_ref().and_then(|seconds| seconds.parse().ok());
        Some(TraceOrigin { sha256: sha256.clone(), rows: *rows, seconds })
    }
}

impl PageTrace {
    fn of(trace: &Trace) -> PageTrace {
        let mut table = "accelerators,hours\n".to_owned();
        for (level, weight) in trace.levels.iter() {
            writeln!(table, "{level},{weight}").expect("a text takes everything");
        }
        let TraceOrigin { sha256, rows, seconds } = trace.origin();
        PageTrace { table, sha256, rows, seconds: seconds.map(|seconds| seconds.to_string()) }
    }
}
