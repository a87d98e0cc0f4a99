//! Reads the price lists of the command line, and reports invalid ones.

use super::console::Console;
use super::folder::{LEADS_OUT, leads_out};
use super::input::plain;
use crate::catalog::{ListRequest, MOST_BYTES, Offer, PriceList, PriceListError, read_list};
use crate::scenario::Date;
use anyhow::{Result, anyhow, ensure};
use std::fs::{self, File};
use std::path::{Path, PathBuf};

/// Price list of the command line.
#[derive(Clone, Debug)]
pub(super) struct ListToRead {
    as_of: Option<Date>,
    pub(super) path: PathBuf,
}

impl ListToRead {
    pub(super) fn parse(text: &str) -> Result<ListToRead, String> {
        let looks_dated = |before: &str| before.len() == 10 && before.chars().all(|c| c.is_ascii_digit() || c == '-');
        match text.split_once('=').filter(|(before, _)| looks_dated(before)) {
            Some((before, path)) => Ok(ListToRead { as_of: Some(Date::parse(before)?), path: path.into() }),
            None => Ok(ListToRead { as_of: None, path: text.into() }),
        }
    }
}

/// Reads lists and passes on each offer; `None` if one is invalid (already reported).
pub(super) fn read_all(
    lists: &[ListToRead],
    take: &mut dyn FnMut(Offer),
    console: &mut Console<'_>,
) -> Option<Vec<PriceList>> {
    let mut read = Vec::new();
    for (number, list) in lists.iter().enumerate() {
        match read_one(list, number, take) {
            Ok(list) => read.push(list),
            Err(faults) => {
                let name = list.path.display().to_string();
                for ListError { line, message } in faults {
                    console.complain_of(&name, line, &message);
                }
                return None;
            }
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

fn read_one(list: &ListToRead, number: usize, take: &mut dyn FnMut(Offer)) -> Result<PriceList, Vec<ListError>> {
    let name = list.path.display().to_string();
    let whole = |message: String| ListError { line: None, message };
    let unreadable = |why: String| vec![whole(format!("cannot read {name}: {why}"))];
    let (path, mut file) = opened(&list.path).map_err(|error| unreadable(error.to_string()))?;
    let request = ListRequest { number, name: &name, path: &path, as_of: list.as_of };
    read_list(&mut file, request, take).map_err(|fault| match fault {
        PriceListError::Unreadable(error) => unreadable(plain(&error)),
        PriceListError::TooLarge => unreadable(format!("it is larger than {} MiB", MOST_BYTES >> 20)),
        PriceListError::Header(why) => unreadable(why),
        PriceListError::Rows(errors, more) => {
            let errors = errors.iter().map(|error| ListError { line: Some(error.line), message: error.text() });
            errors.chain((more > 0).then(|| whole(format!("{name} has {more} more invalid rows")))).collect()
        }
    })
}

/// Opens a regular file and returns its absolute path, whose folder names the provider even if only the file was named.
fn opened(path: &Path) -> Result<(String, File)> {
    ensure!(!leads_out(path), LEADS_OUT);
    let kind = fs::metadata(path).map_err(|error| anyhow!(plain(&error)))?;
    ensure!(!kind.is_dir(), "it is a directory; name a CSV file in it");
    // checked before opening: opening a pipe waits for somebody to write
    ensure!(kind.is_file(), "it is not a regular file");
    let file = File::open(path).map_err(|error| anyhow!(plain(&error)))?;
    let whole = fs::canonicalize(path).map_err(|error| anyhow!(plain(&error)))?;
    Ok((whole.display().to_string(), file))
}
