//! `reprice`: updates prices of a scenario from price lists.

use super::Status;
use super::console::Console;
use super::folder::Folder;
use super::git::root_of;
use super::input::{self, StandardInput, is_standard_input};
use super::lists::{self, ListToRead, Taken};
use super::output;
use super::question::OutputOptions;
use super::replace;
use crate::reprice::{OfferChoice, OfferRequest, RepriceError, RewrittenFile, reprice};
use crate::scenario::{LoadRequest, load_as};
use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Update the prices of a scenario from today's price lists.
///
/// Use it to keep prices fresh, and before `rackrent diff --base HEAD`, which says which verdicts flip. Each option that is named takes
/// the hourly prices of one offer: on demand, of spot, and of commitments of one and of three years, as far as the option states them
/// as amounts and the list has them. A price that the list does not have stays, and is named.
///
/// Without `--write`, nothing changes: the result shows every price before and after. With it, the numbers are replaced in the text, in
/// their notation, together with the entry of `sources` (from, date, and sha256 if the list is in the repository) and the `date` of the
/// scenario if it is earlier. Comments, order and all other bytes stay. A price of a file that the scenario extends is changed in that
/// file. All files are written, or none.
///
/// The words of an offer must all match: provider, instance, region, zone, accelerator. If no offer matches, or
/// several with different prices, the error lists candidates. The offer must have the accelerator of the option, and the same number per instance.
///
/// Example: rackrent reprice quote.yaml --offers 2026-11-20=aws/vms.csv --offer "rent.aws=p5.48xlarge us-east-1" --write
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// Scenario file; `-` reads standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Price lists, each with the date of its prices if the list has none.
    #[arg(long, value_name = "[DATE=]CSV", num_args = 1.., required = true, value_parser = ListToRead::parse)]
    offers: Vec<ListToRead>,
    /// Rented option and its offer: provider, instance and region, or some of their words. Repeatable.
    #[arg(long, value_name = "OPTION=WORDS", required = true, value_parser = OfferRequest::parse)]
    offer: Vec<OfferRequest>,
    /// Write the prices into the files.
    #[arg(long)]
    write: bool,
    #[command(flatten)]
    written: OutputOptions,
    #[command(flatten)]
    standard_input: StandardInput,
}

/// Updates the prices, and prints them.
pub(super) fn run(arguments: &Arguments, console: &mut Console<'_>) -> Result<Status> {
    ensure!(
        !(arguments.write && is_standard_input(&arguments.file)),
        "standard input cannot be changed in place; name a file, or omit --write"
    );
    let lists = arguments.offers.iter().map(|list| list.path.as_path());
    let files: Vec<&Path> = std::iter::once(arguments.file.as_path()).chain(lists).collect();
    arguments.written.check(&files, console)?;
    let text = match input::read(&arguments.file, &arguments.standard_input, &mut console.input) {
        Ok(text) => text,
        Err(error) => {
            console.unreadable(&arguments.file, &arguments.standard_input, &error);
            return Ok(Status::NoAnswer);
        }
    };
    let folder = Folder::of(&text.name).noted_in(&console.files_read);
    let loaded = match load_as(&text.name, &text.text, &folder, LoadRequest::default()) {
        Ok(loaded) => loaded,
        Err(rejected) => {
            console.refuse(&rejected.diagnostics, &rejected.sources);
            return Ok(Status::NoAnswer);
        }
    };
    let mut choices = choices(&arguments.offer)?;
    let offer = &mut |offer| choices.iter_mut().for_each(|choice| choice.take(&offer));
    let Some(read) = lists::read_all(&arguments.offers, Taken { offer, api: None }, console) else {
        return Ok(Status::NoAnswer);
    };
    let path_of =
        |file: &str, list: usize| arguments.offers.get(list).and_then(|list| path_from(Path::new(file), &list.path));
    let mut repricing = match reprice(&loaded, read.rentals, &choices, &path_of) {
        Ok(repricing) => repricing,
        Err(why) => {
            if let RepriceError::Refused(rejected) = &why {
                console.refuse(&rejected.diagnostics, &rejected.sources);
            }
            bail!(why)
        }
    };
    if arguments.write {
        output::check_read(&arguments.written.output, &console.files_read)?;
        write(&repricing.files)?;
        repricing.written = true;
    }
    arguments.written.write(&repricing, console)?;
    Ok(Status::Fine)
}

/// A choice for each option.
///
/// # Errors
/// If an option is named twice.
fn choices(requested: &[OfferRequest]) -> Result<Vec<OfferChoice>> {
    let mut choices: Vec<OfferChoice> = Vec::new();
    for one in requested {
        let choice = OfferChoice::of(one);
        ensure!(
            !choices.iter().any(|known| known.option() == choice.option()),
            "`{}` has two offers; name one",
            choice.option()
        );
        choices.push(choice);
    }
    Ok(choices)
}

/// Writes all files, or none if one has changed since it was read or cannot be written.
fn write(files: &[RewrittenFile]) -> Result<()> {
    for file in files {
        let now = input::read_regular(Path::new(&file.name)).with_context(|| format!("cannot read {}", file.name))?;
        ensure!(now == file.before, "{} has changed since it was read; nothing was written", file.name);
    }
    let written = files.iter().map(|file| (PathBuf::from(&file.name), file.after.clone().into_bytes()));
    replace::replace_all(&written.collect::<Vec<_>>())
}

/// Path of a list from the folder of a file that names it as a source, if it is in the same repository; without a repository, if it is
/// in that folder or below.
fn path_from(file: &Path, list: &Path) -> Option<String> {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let (folder, list) = (fs::canonicalize(folder).ok()?, fs::canonicalize(list).ok()?);
    let root = root_of(&folder).unwrap_or(&folder);
    let (from, to) = (folder.strip_prefix(root).ok()?, list.strip_prefix(root).ok()?);
    let name = |part: Component<'_>| part.as_os_str().to_str().map(str::to_owned);
    let (from, to): (Vec<Component<'_>>, Vec<Component<'_>>) = (from.components().collect(), to.components().collect());
    let common = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let up = from.iter().skip(common).map(|_| Some("..".to_owned()));
    let parts = up.chain(to.into_iter().skip(common).map(name)).collect::<Option<Vec<String>>>()?;
    (!parts.iter().any(|part| part.eq_ignore_ascii_case(".git"))).then(|| parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_is_named_from_the_file_if_both_are_in_one_repository() {
        let root = tempfile::tempdir().unwrap();
        let repository = root.path().join("repository");
        fs::create_dir_all(repository.join("quotes/a")).unwrap();
        fs::create_dir_all(repository.join("lists")).unwrap();
        for list in ["repository/lists/x.csv", "repository/quotes/a/x.csv", "x.csv"] {
            fs::write(root.path().join(list), "").unwrap();
        }
        let (scenario, at) = (repository.join("quotes/a/s.yaml"), |list: &str| root.path().join(list));
        assert_eq!(path_from(&scenario, &at("repository/quotes/a/x.csv")).as_deref(), Some("x.csv"));
        // without a repository, only from the folder of the file
        assert_eq!(path_from(&scenario, &at("repository/lists/x.csv")), None);
        fs::create_dir(repository.join(".git")).unwrap();
        fs::write(repository.join(".git/x.csv"), "").unwrap();
        assert_eq!(path_from(&scenario, &at("repository/lists/x.csv")).as_deref(), Some("../../lists/x.csv"));
        assert_eq!(path_from(&scenario, &at("x.csv")), None);
        assert_eq!(path_from(&scenario, &at("repository/.git/x.csv")), None);
        assert_eq!(path_from(&scenario, &at("none.csv")), None);
    }
}
