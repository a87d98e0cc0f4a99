//! Whose layout a list has, by its header.

use super::row::{Row, RowFault};
use super::{ListAsked, ListKeeper, gpuhunt, own, skypilot};
use crate::catalog::Offer;
use csv::StringRecord;
use language::suggest::{listed, nearest, shown};

/// A layout that is known.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout(ListKeeper);

const ALL: [ListKeeper; 3] = [ListKeeper::Skypilot, ListKeeper::Gpuhunt, ListKeeper::Own];

/// The columns that a list of a layout cannot be without.
fn needed(keeper: ListKeeper) -> &'static [&'static str] {
    match keeper {
        ListKeeper::Skypilot => skypilot::NEEDED,
        ListKeeper::Gpuhunt => gpuhunt::NEEDED,
        ListKeeper::Own => own::NEEDED,
    }
}

/// The same without those that the header has but for a slip.
fn unlike(keeper: ListKeeper, names: &[&str]) -> Vec<&'static str> {
    needed(keeper).iter().copied().filter(|name| nearest(name, names.iter().copied()).is_none()).collect()
}

impl Layout {
    /// The layout that has all these columns; else in words why there is none.
    pub(super) fn of(header: &StringRecord) -> Result<Layout, String> {
        let names: Vec<&str> = header.iter().map(str::trim).collect();
        if let Some(twice) = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name)) {
            return Err(format!("its header has the column `{}` twice", twice.1));
        }
        let missing = |keeper: &ListKeeper| -> Vec<&str> {
            needed(*keeper).iter().filter(|name| !names.contains(name)).copied().collect()
        };
        if let Some(keeper) = ALL.iter().find(|keeper| missing(keeper).is_empty()) {
            if *keeper == ListKeeper::Own {
                known(&names)?;
            }
            return Ok(Layout(*keeper));
        }
        if names.len() == 1 && names.iter().any(|name| name.contains([';', '\t'])) {
            return Err("its columns are not divided by commas; save it as CSV with commas".to_owned());
        }
        let near = ALL.iter().filter(|keeper| unlike(**keeper, &names).len() < needed(**keeper).len());
        Err(match near.min_by_key(|keeper| unlike(**keeper, &names).len()) {
            Some(keeper) => {
                let missing = missing(keeper);
                let columns = if missing.len() == 1 { "the column" } else { "the columns" };
                let others = || names.iter().copied().filter(|name| !needed(*keeper).contains(name));
                let meant = missing.iter().find_map(|column| Some((nearest(column, others())?, column)));
                let meant = meant.map(|(near, column)| format!("; is `{}` meant to be `{column}`?", shown(near)));
                let missing = listed(&missing, "and");
                format!("its header has not {columns} {missing} of {}{}", keeper.called(), meant.unwrap_or_default())
            }
            None => "its header is neither that of a catalog of SkyPilot (`vms.csv`) or gpuhunt, nor that of a list of one's own, \
                     which has at least `provider,instance,accelerator,accelerators,currency` and a column of prices"
                .to_owned(),
        })
    }

    /// Whose it is.
    pub(super) fn keeper(self) -> ListKeeper {
        self.0
    }

    /// The offer of a row; none where it is a host without accelerators.
    pub(super) fn offer(self, row: &Row<'_>, asked: ListAsked<'_>) -> Result<Option<Offer>, RowFault> {
        match self.0 {
            ListKeeper::Skypilot => skypilot::offer(row, asked),
            ListKeeper::Gpuhunt => gpuhunt::offer(row, asked),
            ListKeeper::Own => own::offer(row, asked),
        }
    }
}

/// Refuses columns of a list of one's own that are not known, since a price below a misspelled name would be overlooked, and
/// lists without a column of prices.
fn known(names: &[&str]) -> Result<(), String> {
    let all: Vec<&str> = own::columns().collect();
    if let Some(unknown) = names.iter().find(|name| !all.contains(name)) {
        let column = shown(unknown);
        let advice = match nearest(unknown, all.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if unknown.to_ascii_lowercase().contains("price") => {
                format!("prices stand below {}", listed(&own::prices_of().collect::<Vec<_>>(), "and"))
            }
            None => "what else there is to say belongs in `note`".to_owned(),
        };
        return Err(format!("its header has the column `{column}`, which is not known; {advice}"));
    }
    if own::prices_of().any(|price| names.contains(&price)) {
        return Ok(());
    }
    Err(format!(
        "its header has no column of prices; they are {}",
        listed(&own::prices_of().collect::<Vec<_>>(), "and")
    ))
}
