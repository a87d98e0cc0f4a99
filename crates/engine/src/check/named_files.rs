//! The files that sources name with their SHA-256, as they are now: a quote, a page that was kept, a price list. They are read
//! where a check begins, since rules open nothing.

use crate::catalog::{ListAsked, MOST_BYTES, Offer, OfferCovers, OfferListed, read_list};
use crate::scenario::document::{Fingerprint, Given, Origin};
use crate::scenario::quantities::{PricePerAcceleratorHour, PricePerInstanceHour};
use crate::scenario::quantity::{Money, ReadNumber};
use crate::scenario::{Files, Loaded, Provenance, why_unread};
use rust_decimal::Decimal;
use std::collections::BTreeMap;
use std::io;

/// The files of a scenario's sources, by the path of what each source is of.
#[derive(Debug, Default)]
pub(super) struct NamedFiles {
    by_source: BTreeMap<String, NamedFile>,
}

/// The file of a source.
#[derive(Debug)]
pub(super) struct NamedFile {
    /// What it is now; why it cannot be read, where it cannot.
    pub(super) now: Result<Fingerprint, String>,
    /// Whether the price that the source is of stands in it.
    pub(super) price: Listed,
}

/// Whether a price stands in a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Listed {
    /// Nobody can say: the file is no price list that is known, what the source is of is no price by the hour, or the list has
    /// none in its currency.
    Unknown,
    /// It stands in no row.
    Nowhere,
    /// It stands in the row that begins at this line, and maybe in later ones.
    AtLine(u64),
}

/// A price by the hour, as an author wrote it.
#[derive(Clone, Copy, Debug)]
struct AskedPrice {
    value: Decimal,
    /// The digits behind its point, to which its author may have rounded: 6.90 has two, 6.9 has one.
    digits: u32,
    currency: &'static str,
    of: Priced,
}

/// What an hour is paid of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Priced {
    Instance,
    Accelerator,
}

/// The sources that name one file.
#[derive(Debug, Default)]
struct Naming<'a> {
    /// What each is of, with the price that it is, if it is one by the hour.
    of: Vec<(&'a str, Option<AskedPrice>)>,
}

impl NamedFiles {
    /// Reads the files of every source that states a SHA-256, each file once.
    pub(super) fn read(loaded: &Loaded, files: &dyn Files) -> NamedFiles {
        let mut by_path: BTreeMap<String, Naming<'_>> = BTreeMap::new();
        for source in &loaded.scenario.sources {
            if let Some((from, _)) = locked(&source.value) {
                let asked = AskedPrice::at(loaded, &source.name);
                by_path.entry(loaded.beside(from).into_owned()).or_default().of.push((&source.name, asked));
            }
        }
        let looked_at = by_path.iter().filter(|(path, _)| files.has_source(path));
        let by_source = looked_at.flat_map(|(path, naming)| naming.read(path, files));
        NamedFiles { by_source: by_source.collect() }
    }

    /// The file of a source, by the path of what that is of; none of one that states no SHA-256.
    pub(super) fn of(&self, source: &str) -> Option<&NamedFile> {
        self.by_source.get(source)
    }
}

/// The name of the file and its SHA-256, of a source that states one.
pub(super) fn locked(source: &Provenance) -> Option<(&Given<String>, Given<Fingerprint>)> {
    Some((&source.from, source.sha256?))
}

impl Naming<'_> {
    fn read(&self, path: &str, files: &dyn Files) -> Vec<(String, NamedFile)> {
        let now = files.open_shared(path).and_then(|mut file| Fingerprint::of(&mut *file, MOST_BYTES));
        let now = now.map_err(|error| match error.kind() {
            io::ErrorKind::FileTooLarge => format!("it is larger than {} MiB", MOST_BYTES >> 20),
            _ => why_unread(&error),
        });
        let listed = if now.is_ok() { self.listed(path, files) } else { vec![Listed::Unknown; self.of.len()] };
        let named = self.of.iter().zip(listed);
        named.map(|((source, _), price)| ((*source).to_owned(), NamedFile { now: now.clone(), price })).collect()
    }

    /// Whether each of the prices stands in the file, if that is a price list.
    fn listed(&self, path: &str, files: &dyn Files) -> Vec<Listed> {
        let unknown = vec![Listed::Unknown; self.of.len()];
        if self.of.iter().all(|(_, price)| price.is_none()) {
            return unknown;
        }
        let mut listed = unknown.clone();
        let asked = ListAsked { number: 0, name: path, path, as_of: None };
        let take = &mut |offer: Offer| {
            for ((_, price), listed) in self.of.iter().zip(&mut listed) {
                *listed = price.map_or(Listed::Unknown, |price| price.looked_for_in(&offer, *listed));
            }
        };
        let read = files.open_shared(path).is_ok_and(|mut file| read_list(&mut *file, asked, take).is_ok());
        // what is wrong with a row may be the price that is looked for
        if read { listed } else { unknown }
    }
}

impl AskedPrice {
    /// The price at a path of the scenario, if the file itself says one by the hour there.
    fn at(loaded: &Loaded, path: &str) -> Option<AskedPrice> {
        let at = loaded.document.find(path).filter(|at| loaded.document.origin(*at) == Origin::File)?;
        let ReadNumber { kind, value, currency, .. } = loaded.document.number(at)?;
        let is = |name: &str| kind.name == name;
        let of = [
            (PricePerInstanceHour::KIND.name, Priced::Instance),
            (PricePerAcceleratorHour::KIND.name, Priced::Accelerator),
        ];
        let (_, of) = of.into_iter().find(|(name, _)| is(name))?;
        let currency = currency.unwrap_or(loaded.scenario.currency.value).code();
        let (_, fraction) = loaded.document.text(at)?.split_once('.').unwrap_or_default();
        let digits = fraction.chars().take_while(char::is_ascii_digit).count();
        Some(AskedPrice { value, digits: u32::try_from(digits).ok()?, currency, of })
    }

    /// Where it stands after one more offer of a list.
    fn looked_for_in(self, offer: &Offer, before: Listed) -> Listed {
        let prices = match (self.of, offer.covers) {
            (Priced::Instance, OfferCovers::Instance) => offer.per_hour,
            (Priced::Instance, OfferCovers::AcceleratorsAlone) => return before,
            (Priced::Accelerator, OfferCovers::Instance | OfferCovers::AcceleratorsAlone) => {
                offer.per_accelerator_hour()
            }
        };
        if offer.currency != self.currency {
            return before;
        }
        let is_it = |price: &Decimal| {
            price.round_dp(self.digits) == self.value || price.trunc_with_scale(self.digits) == self.value
        };
        let is_here = prices.all().iter().flatten().any(is_it);
        match (before, offer.listed) {
            (Listed::AtLine(_), _) => before,
            (Listed::Unknown | Listed::Nowhere, OfferListed::Read { line, .. }) if is_here => Listed::AtLine(line),
            (Listed::Unknown | Listed::Nowhere, OfferListed::Read { .. } | OfferListed::Catalog) => Listed::Nowhere,
        }
    }
}
