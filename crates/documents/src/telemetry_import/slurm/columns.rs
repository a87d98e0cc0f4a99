//! Header of `sacct` output, and the cells of its rows.

use super::super::fault::{RowFlaw, SkipReason, TraceError, shown};

/// Command that prints the required columns.
pub(super) const COMMAND: &str = "TZ=UTC sacct --allusers --parsable2 --format=JobID,State,Start,End,ElapsedRaw,Suspended,AllocTRES,Cluster -S FROM -E TO";

/// Other delimiters, from `--delimiter`.
const OTHERS: [char; 4] = [';', '\t', ',', '^'];

/// Positions of the columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Columns {
    delimiter: char,
    count: usize,
    job: usize,
    state: Option<usize>,
    start: usize,
    end: usize,
    elapsed: Option<usize>,
    suspended: Option<usize>,
    cluster: Option<usize>,
    /// Allocated resources, or else the requested ones.
    resources: usize,
    pub(super) resources_are: Resources,
}

/// Meaning of the column of resources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Resources {
    /// Resources allocated to the job.
    Allocated,
    /// Requested resources, if the file has no allocated ones.
    Requested,
}

/// Cells of a row.
#[derive(Debug)]
pub(super) struct Row<'a> {
    pub(super) job: &'a str,
    pub(super) state: &'a str,
    pub(super) start: &'a str,
    pub(super) end: &'a str,
    pub(super) elapsed: &'a str,
    pub(super) suspended: &'a str,
    pub(super) cluster: &'a str,
    pub(super) resources: &'a str,
}

/// Whether a first line may be a header of `sacct`.
pub(in crate::telemetry_import) fn is_header(line: &str) -> bool {
    line.split(|c: char| !c.is_ascii_alphanumeric()).any(is_job)
}

fn is_job(name: &str) -> bool {
    name.eq_ignore_ascii_case("JobID") || name.eq_ignore_ascii_case("JobIDRaw")
}

impl Columns {
    /// Parses a header.
    pub(super) fn read(line: &str) -> Result<Columns, TraceError> {
        let delimiter =
            if line.contains('|') { Some('|') } else { OTHERS.into_iter().find(|other| line.contains(*other)) };
        let Some(delimiter) = delimiter else {
            let message = "these columns may be cut off: they are from sacct without --parsable2";
            return Err(TraceError::new(message, format!("write the file with `{COMMAND}`")));
        };
        let names: Vec<&str> = line.strip_suffix(delimiter).unwrap_or(line).split(delimiter).map(str::trim).collect();
        let find = |name: &str| names.iter().position(|column| column.eq_ignore_ascii_case(name));
        let required = |name: &str| {
            find(name).ok_or_else(|| {
                TraceError::new(format!("there is no column {name}"), format!("write the file with `{COMMAND}`"))
            })
        };
        let (resources, resources_are) = match (find("AllocTRES"), find("ReqTRES")) {
            (Some(allocated), _) => (allocated, Resources::Allocated),
            (None, Some(requested)) => (requested, Resources::Requested),
            (None, None) => (required("AllocTRES")?, Resources::Allocated),
        };
        let job = find("JobID").map_or_else(|| required("JobIDRaw"), Ok)?;
        let (start, end) = (required("Start")?, required("End")?);
        let (elapsed, suspended) = (find("ElapsedRaw").or_else(|| find("Elapsed")), find("Suspended"));
        let (state, cluster) = (find("State"), find("Cluster"));
        let count = names.len();
        Ok(Columns { delimiter, count, job, state, start, end, elapsed, suspended, cluster, resources, resources_are })
    }

    /// Cells of a row; none if it is a repeated header, as in concatenated files.
    pub(super) fn row<'a>(&self, line: &'a str, cells: &mut Vec<&'a str>) -> Result<Option<Row<'a>>, RowFlaw> {
        cells.clear();
        cells.extend(line.split(self.delimiter));
        if cells.len() == self.count + 1 && cells.last() == Some(&"") {
            cells.pop();
        }
        if cells.len() != self.count {
            let message = format!("has {} cells, but the header has {}: `{}`", cells.len(), self.count, shown(line));
            return Err(RowFlaw::new(SkipReason::Cells, message));
        }
        let cell = |at: usize| cells.get(at).copied().unwrap_or_default().trim();
        let optional = |at: Option<usize>| at.map_or("", cell);
        let row = Row {
            job: cell(self.job),
            state: optional(self.state),
            start: cell(self.start),
            end: cell(self.end),
            elapsed: optional(self.elapsed),
            suspended: optional(self.suspended),
            cluster: optional(self.cluster),
            resources: cell(self.resources),
        };
        Ok(if is_job(row.job) { None } else { Some(row) })
    }
}

/// Duration in milliseconds: whole seconds, or `[DD-[HH:]]MM:SS`; none if invalid or longer than two centuries.
pub(super) fn duration(text: &str) -> Option<i64> {
    let (days, clock) = text.split_once('-').unwrap_or(("0", text));
    let parts: Vec<i64> = clock.split(':').map(|part| part.parse().ok().filter(|n| *n >= 0)).collect::<Option<_>>()?;
    let seconds = match parts.as_slice() {
        [seconds] => *seconds,
        [minutes, seconds] => minutes.checked_mul(60)?.checked_add(*seconds)?,
        [hours, minutes, seconds] => {
            hours.checked_mul(60)?.checked_add(*minutes)?.checked_mul(60)?.checked_add(*seconds)?
        }
        _ => return None,
    };
    let all = days.parse::<i64>().ok()?.checked_mul(86_400)?.checked_add(seconds)?;
    (0..=200 * 366 * 86_400).contains(&all).then(|| all * 1_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_as_sacct_prints_them() {
        let seconds = |text: &str| duration(text).map(|milliseconds| milliseconds / 1_000);
        assert_eq!(seconds("60"), Some(60));
        assert_eq!(seconds("00:01:40"), Some(100));
        assert_eq!(seconds("01:40"), Some(100));
        assert_eq!(seconds("2-01:00:05"), Some(2 * 86_400 + 3_605));
        for wrong in ["", "x", "1:2:3:4", "-5", "1--2", "99999999999999", "9999999999999999999"] {
            assert_eq!(duration(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_header_says_what_is_missing_and_how_to_get_it() {
        let said = |line: &str| Columns::read(line).unwrap_err().message;
        assert_eq!(said("JobID|State|Start"), "there is no column AllocTRES");
        assert_eq!(said("JobID|State|Start|AllocTRES"), "there is no column End");
        assert_eq!(
            said("JobID    State    Start"),
            "these columns may be cut off: they are from sacct without --parsable2"
        );
        let requested = Columns::read("jobid|start|end|reqtres").unwrap();
        assert_eq!(requested.resources_are, Resources::Requested);
        assert_eq!(Columns::read("JobID;Start;End;AllocTRES;").unwrap().count, 4);
    }
}
