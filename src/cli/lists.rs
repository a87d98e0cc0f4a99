//! Reads the price lists of the command line, and reports invalid ones.

use super::console::Console;
use super::folder::{LEADS_OUT, leads_out};
use super::git::FileHistory;
use super::input::plain;
use crate::catalog::{
    ApiListEntry, ApiPriceList, ListRequest, MOST_BYTES, Offer, PriceList, PriceListError, is_json, read_api_list,
    read_dated_list, read_list,
};
use crate::scenario::Date;
use anyhow::{Context as _, Result, anyhow, ensure};
use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// Price list of the command line.
#[derive(Clone, Debug)]
pub(super) struct ListToRead {
    as_of: Option<Date>,
    pub(super) path: PathBuf,
}

impl ListToRead {
    pub(super) fn parse(text: &str) -> Result<ListToRead, String> {
        // also misspelt: `2026-1-20`
        let looks_dated =
            |before: &str| (8..=10).contains(&before.len()) && before.chars().all(|c| c.is_ascii_digit() || c == '-');
        match text.split_once('=').filter(|(before, _)| looks_dated(before)) {
            Some((before, path)) => Ok(ListToRead { as_of: Some(Date::parse(before)?), path: path.into() }),
            None => Ok(ListToRead { as_of: None, path: text.into() }),
        }
    }
}

/// Price lists that were read.
#[derive(Debug, Default)]
pub(super) struct ListsRead {
    /// Lists of rentals.
    pub(super) rentals: Vec<PriceList>,
    /// Lists of APIs.
    pub(super) apis: Vec<ApiPriceList>,
}

/// What happens to the rows of lists.
pub(super) struct Taken<'t> {
    /// Takes the offers of lists of rentals.
    pub(super) offer: &'t mut dyn FnMut(Offer),
    /// Takes the entries of lists of APIs; `None` if the command has no use for such a list.
    pub(super) api: Option<&'t mut dyn FnMut(ApiListEntry)>,
}

/// Whether prices of the past are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Past {
    Read,
    Refused,
}

/// Reads lists and passes on their rows; `None` if one is invalid (already reported).
pub(super) fn read_all(lists: &[ListToRead], take: Taken<'_>, console: &mut Console<'_>) -> Option<ListsRead> {
    read_each(lists, Past::Refused, take, console)
}

/// Reads lists of rentals, also price histories; `None` if one is invalid (already reported).
pub(super) fn read_dated(
    lists: &[ListToRead],
    offer: &mut dyn FnMut(Offer),
    console: &mut Console<'_>,
) -> Option<Vec<PriceList>> {
    read_each(lists, Past::Read, Taken { offer, api: None }, console).map(|read| read.rentals)
}

fn read_each(lists: &[ListToRead], past: Past, mut take: Taken<'_>, console: &mut Console<'_>) -> Option<ListsRead> {
    let mut read = ListsRead::default();
    for list in lists {
        if let Err(faults) = read_one(list, past, &mut read, &mut take) {
            report(&list.path.display().to_string(), faults, console);
            return None;
        }
    }
    Some(read)
}

/// Error in a list.
#[derive(Debug)]
struct ListError {
    /// Line number; `None` for the whole list.
    line: Option<u64>,
    message: String,
}

impl ListError {
    fn of_all(message: String) -> Vec<ListError> {
        vec![ListError { line: None, message }]
    }
}

/// A list to read: its content, and what is known of it.
struct OpenList<'l, R> {
    content: R,
    name: &'l str,
    path: &'l str,
    as_of: Option<Date>,
}

fn read_one(list: &ListToRead, past: Past, all: &mut ListsRead, take: &mut Taken<'_>) -> Result<(), Vec<ListError>> {
    let name = list.path.display().to_string();
    let (path, file) = opened(&list.path).map_err(|error| unreadable(&name, &error.to_string()))?;
    let list = OpenList { content: BufReader::new(file), name: &name, path: &path, as_of: list.as_of };
    read_open(list, past, all, take)
}

/// Reads the revisions of a list of rentals; `None` if one is invalid (already reported). Also returns how each is named.
pub(super) fn read_revisions(
    list: &ListToRead,
    offer: &mut dyn FnMut(Offer),
    console: &mut Console<'_>,
) -> Result<Option<(Vec<ListToRead>, Vec<PriceList>)>> {
    ensure!(!leads_out(&list.path), "cannot read {}: {LEADS_OUT}", list.path.display());
    ensure!(list.as_of.is_none(), "with --revisions, the date of a list is that of its commit; give the file alone");
    let history = FileHistory::of(&list.path)?;
    let path = history.path().display().to_string();
    if history.is_cut_off() {
        console.note("this clone is shallow, and lacks earlier revisions; `git fetch --unshallow` fetches them");
    }
    let (mut read, mut lists) = (ListsRead::default(), Vec::new());
    let mut take = Taken { offer, api: None };
    for commit in history.commits() {
        let name = format!("{}@{}", list.path.display(), &commit.name[..commit.name.len().min(12)]);
        let content = history.content(commit, MOST_BYTES).with_context(|| format!("cannot read {name}"))?;
        // removed in this month
        let Some(content) = content else { continue };
        let open = OpenList { content: content.as_slice(), name: &name, path: &path, as_of: Some(commit.date) };
        if let Err(faults) = read_open(open, Past::Read, &mut read, &mut take) {
            report(&name, faults, console);
            return Ok(None);
        }
        lists.push(ListToRead { as_of: Some(commit.date), path: name.into() });
    }
    Ok(Some((lists, read.rentals)))
}

fn read_open(
    list: OpenList<'_, impl BufRead>,
    past: Past,
    all: &mut ListsRead,
    take: &mut Taken<'_>,
) -> Result<(), Vec<ListError>> {
    let read_rentals = match past {
        Past::Read => read_dated_list,
        Past::Refused => read_list,
    };
    let OpenList { mut content, name, path, as_of } = list;
    let unreadable = |why: &str| unreadable(name, why);
    let start = content.fill_buf().map_err(|error| unreadable(&plain(&error)))?;
    let of = |number| ListRequest { number, name, path, as_of };
    let read = match (is_json(start), &mut take.api) {
        (false, _) => read_rentals(&mut content, of(all.rentals.len()), take.offer).map(|list| all.rentals.push(list)),
        (true, Some(take)) => read_api_list(&mut content, of(all.apis.len()), take).map(|list| all.apis.push(list)),
        (true, None) => return Err(ListError::of_all(ONLY_RENTALS.to_owned())),
    };
    read.map_err(|fault| match fault {
        PriceListError::Unreadable(error) => unreadable(&plain(&error)),
        PriceListError::TooLarge => unreadable(&format!("it is larger than {} MiB", MOST_BYTES >> 20)),
        PriceListError::Header(why) => unreadable(&why),
        PriceListError::Rows(errors, more) => {
            let errors = errors.iter().map(|error| ListError { line: Some(error.line), message: error.text() });
            let more = (more > 0).then(|| format!("{name} has {more} more invalid rows"));
            errors.chain(more.into_iter().flat_map(ListError::of_all)).collect()
        }
    })
}

fn unreadable(name: &str, why: &str) -> Vec<ListError> {
    ListError::of_all(format!("cannot read {name}: {why}"))
}

fn report(name: &str, faults: Vec<ListError>, console: &mut Console<'_>) {
    for ListError { line, message } in faults {
        console.complain_of(name, line, &message);
    }
}

const ONLY_RENTALS: &str = "it is JSON, as price lists of APIs are; this command reads rentals by the hour, which are CSV. Find \
                            a price per million tokens with `rackrent catalog --read`, and write it into the scenario";

/// Opens a regular file and returns its absolute path, whose folder names the provider even if only the file was named.
fn opened(path: &Path) -> Result<(String, File)> {
    ensure!(!leads_out(path), LEADS_OUT);
    let kind = fs::metadata(path).map_err(|error| anyhow!(plain(&error)))?;
    ensure!(!kind.is_dir(), "it is a directory; name a file in it");
    // checked before opening: opening a pipe waits for somebody to write
    ensure!(kind.is_file(), "it is not a regular file");
    let file = File::open(path).map_err(|error| anyhow!(plain(&error)))?;
    let whole = fs::canonicalize(path).map_err(|error| anyhow!(plain(&error)))?;
    Ok((whole.display().to_string(), file))
}
