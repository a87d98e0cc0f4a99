//! Data in a live page from which its report can be computed again: the scenario text and the files it extends, traces as levels,
//! settings, and which report the page shows.

use crate::analysis::Answer;
use crate::analysis::groups::Grouping;
use crate::analysis::statement::{By, RequestedPairs, TimeBasis};
use crate::demand::trace::Trace;
use crate::scenario::{CellValue, CellValues, Files, Setting, TraceOrigin};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::io::{self, Cursor, Read};

/// The report that a page shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PageOf {
    /// `compare`.
    Compare {
        /// `--pairs` and `--against`.
        pairs: RequestedPairs,
        /// `--by` a period, and `--basis`.
        over_time: Option<(By, TimeBasis)>,
        /// `--by` owner or tag.
        by_group: Option<Grouping>,
    },
    /// `report`.
    Report,
}

/// A scenario with everything that its results depend on, except the files named in `sources`.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PageScenario {
    /// File name.
    pub name: String,
    /// File contents.
    pub text: String,
    /// Contents of the files it extends, by path from its folder.
    pub files: BTreeMap<String, String>,
    /// Traces, by path from its folder.
    pub traces: BTreeMap<String, PageTrace>,
    /// Selected case; none for the base case.
    pub case: Option<String>,
    /// Settings on top of the case, `PATH=VALUE`.
    pub set: Vec<String>,
    /// Name of the workbook whose values apply on top of the settings.
    pub workbook: Option<String>,
    /// Cells of the workbook, each with `PATH=VALUE`.
    pub cells: Vec<(String, String)>,
    /// The report.
    pub page: PageOf,
}

/// A trace, merged into its levels.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PageTrace {
    /// CSV table `accelerators,hours`; the hours are weights in any unit.
    pub table: String,
    /// SHA-256 of the original file.
    pub sha256: String,
    /// Number of rows of the original file.
    pub rows: u64,
    /// Measured duration in seconds, if the file states it.
    pub seconds: Option<String>,
}

impl PageScenario {
    /// The scenario of a result.
    #[must_use]
    pub fn of(answer: &Answer, page: PageOf) -> PageScenario {
        let loaded = &answer.loaded;
        let (set, cells) = loaded.set();
        let texts = loaded.sources.files().skip(1).map(|file| file.text.to_owned());
        let traces = loaded.scenario.demand.workloads.iter().filter_map(|workload| {
            let path = loaded.path_from_scenario(workload.value.trace.as_ref()?).into_owned();
            Some((path, PageTrace::of(answer.traces.get(&workload.name)?)))
        });
        PageScenario {
            name: loaded.sources.name().to_owned(),
            text: loaded.sources.text().to_owned(),
            files: loaded.shared.iter().cloned().zip(texts).collect(),
            traces: traces.collect(),
            case: loaded.case.clone(),
            set: set.iter().map(Setting::text).collect(),
            workbook: loaded.workbook.clone(),
            cells: cells.into_iter().map(|value| (value.cell, value.setting.text())).collect(),
            page,
        }
    }

    /// A scenario file, with the contents of the files it uses.
    #[must_use]
    pub fn read(name: String, text: String, files: BTreeMap<String, String>) -> PageScenario {
        let page = PageOf::Compare { pairs: RequestedPairs::default(), over_time: None, by_group: None };
        PageScenario {
            name,
            text,
            files,
            traces: BTreeMap::new(),
            case: None,
            set: Vec::new(),
            workbook: None,
            cells: Vec::new(),
            page,
        }
    }

    /// Parsed settings.
    ///
    /// # Errors
    /// If a setting is not `PATH=VALUE`.
    pub fn settings(&self) -> Result<Vec<Setting>, String> {
        self.set.iter().map(|set| Setting::parse(set)).collect()
    }

    /// A file by its path, or by file name alone: browsers do not give paths.
    fn file(&self, path: &str) -> Option<&String> {
        let name = path.rsplit('/').next().unwrap_or(path);
        self.files.get(path).or_else(|| self.files.get(name))
    }

    /// Parsed workbook values.
    ///
    /// # Errors
    /// If a setting is not `PATH=VALUE`.
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
        Ok(Box::new(Cursor::new(table.or_else(|| self.file(path)).ok_or(io::ErrorKind::NotFound)?)))
    }

    fn has_source(&self, path: &str) -> bool {
        self.file(path).is_some()
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
