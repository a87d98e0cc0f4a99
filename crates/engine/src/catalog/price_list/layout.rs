//! Layout of a price list, recognized by its header.

use super::row::{Row, RowError};
use super::{ListKeeper, ListRequest, gpuhunt, history, own, skypilot};
use crate::catalog::Offer;
use csv::StringRecord;
use language::suggest::{listed, nearest, shown};

/// A known layout.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout(ListKeeper);

const ALL: [ListKeeper; 4] = [ListKeeper::Skypilot, ListKeeper::Gpuhunt, ListKeeper::Own, ListKeeper::History];

/// Required columns of a layout.
fn needed(keeper: ListKeeper) -> &'static [&'static str] {
    match keeper {
        ListKeeper::Skypilot => skypilot::NEEDED,
        ListKeeper::Gpuhunt => gpuhunt::NEEDED,
        ListKeeper::Own => own::NEEDED,
        ListKeeper::History => history::NEEDED,
    }
}

/// Required columns that are missing in a header, not even misspelt.
fn unlike(keeper: ListKeeper, names: &[&str]) -> Vec<&'static str> {
    needed(keeper).iter().copied().filter(|name| nearest(name, names.iter().copied()).is_none()).collect()
}

impl Layout {
    /// Layout whose required columns are all present; otherwise the reason why there is none, which names histories if they are read.
    pub(super) fn of(header: &StringRecord, histories: bool) -> Result<Layout, String> {
        let names: Vec<&str> = header.iter().map(str::trim).collect();
        if let Some(twice) = names.iter().enumerate().find(|(at, name)| names[..*at].contains(name)) {
            return Err(format!("its header has the column `{}` twice", twice.1));
        }
        let missing = |keeper: &ListKeeper| -> Vec<&str> {
            needed(*keeper).iter().filter(|name| !names.contains(name)).copied().collect()
        };
        if let Some(keeper) = ALL.iter().find(|keeper| missing(keeper).is_empty()) {
            match keeper {
                ListKeeper::Own => known(&names)?,
                ListKeeper::History => history::has_region(&names)?,
                ListKeeper::Skypilot | ListKeeper::Gpuhunt => {}
            }
            return Ok(Layout(*keeper));
        }
        if names.len() == 1 && names.iter().any(|name| name.contains([';', '\t'])) {
            return Err("its columns are not separated by commas; save it as CSV with commas".to_owned());
        }
        let near = ALL.iter().filter(|keeper| unlike(**keeper, &names).len() < needed(**keeper).len());
        Err(near.min_by_key(|keeper| unlike(**keeper, &names).len()).map_or_else(
            || unrecognised(histories),
            |keeper| {
                let missing = missing(keeper);
                let columns = if missing.len() == 1 { "the column" } else { "the columns" };
                let others = || names.iter().copied().filter(|name| !needed(*keeper).contains(name));
                let suggestion = missing.iter().find_map(|column| Some((nearest(column, others())?, column)));
                let suggestion =
                    suggestion.map(|(near, column)| format!("; is `{}` meant to be `{column}`?", shown(near)));
                let missing = listed(&missing, "and");
                format!(
                    "its header lacks {columns} {missing} of {}{}",
                    keeper.display_name(),
                    suggestion.unwrap_or_default()
                )
            },
        ))
    }

    /// Kind of list.
    pub(super) fn keeper(self) -> ListKeeper {
        self.0
    }

    /// Offer of a row; `None` for a host without accelerators.
    pub(super) fn offer(self, row: &Row<'_>, request: ListRequest<'_>) -> Result<Option<Offer>, RowError> {
        match self.0 {
            ListKeeper::Skypilot => skypilot::offer(row, request),
            ListKeeper::Gpuhunt => gpuhunt::offer(row, request),
            ListKeeper::Own => own::offer(row, request),
            ListKeeper::History => history::offer(row, request),
        }
    }
}

/// The header is that of no list; histories are named where they are read.
fn unrecognised(histories: bool) -> String {
    let history = histories.then(|| format!(", or of a price history, which needs `{}`", history::NEEDED.join(",")));
    format!(
        "unrecognised format: its header is not that of a SkyPilot (`vms.csv`) or gpuhunt catalog, or of a custom list, which needs \
         `provider,instance,accelerator,accelerators,currency` and a price column{}",
        history.unwrap_or_default()
    )
}

/// Rejects unknown columns of a custom list, since prices in a misspelt column would be ignored, and lists without a price
/// column.
fn known(names: &[&str]) -> Result<(), String> {
    let all: Vec<&str> = own::columns().collect();
    if let Some(unknown) = names.iter().find(|name| !all.contains(name)) {
        let column = shown(unknown);
        let advice = match nearest(unknown, all.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None if unknown.to_ascii_lowercase().contains("price") => {
                format!("price columns are {}", listed(&own::prices_of().collect::<Vec<_>>(), "and"))
            }
            None => "use `note` for other information".to_owned(),
        };
        return Err(format!("its header has the unknown column `{column}`; {advice}"));
    }
    if own::prices_of().any(|price| names.contains(&price)) {
        return Ok(());
    }
    Err(format!(
        "its header has no price column; price columns are {}",
        listed(&own::prices_of().collect::<Vec<_>>(), "and")
    ))
}
