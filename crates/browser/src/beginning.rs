//! A scenario from a few answers, as `rackrent new` begins it.

use crate::question::Answers;
use rackrent::FilesInMemory;
use rackrent::template::{self, NotBegun, Question, Site, begun, offered, templates};
use serde::Serialize;

/// What a scenario can begin with.
#[derive(Debug, Serialize)]
pub(crate) struct Beginnings {
    decisions: Vec<Decision>,
    accelerators: Vec<&'static str>,
    places: Vec<&'static str>,
}

/// A decision, with what is proposed for it.
#[derive(Debug, Serialize)]
struct Decision {
    name: String,
    title: String,
    accelerator: &'static str,
    count: u32,
    utilization: String,
    place: &'static str,
    /// Whether it asks what a server costs.
    asks_price: bool,
}

/// Everything that is offered.
pub(crate) fn beginnings() -> Beginnings {
    let decisions = templates().into_iter().filter_map(|template| {
        let proposed = template.proposed().ok()?;
        Some(Decision {
            name: template.name().to_owned(),
            title: template.title().to_owned(),
            accelerator: &proposed.accelerator.name,
            count: proposed.count,
            utilization: format!("{}%", (proposed.utilization * rackrent::Decimal::ONE_HUNDRED).normalize()),
            place: &proposed.place.name,
            asks_price: template.asks(Question::Price),
        })
    });
    Beginnings {
        decisions: decisions.collect(),
        accelerators: offered().into_iter().map(|one| one.name.as_str()).collect(),
        places: Site::all().iter().map(|place| place.name.as_str()).collect(),
    }
}

/// The text of a scenario, and what its file is called.
///
/// # Errors
/// In words, if an answer is none, or no scenario comes of them.
pub(crate) fn begin(answers: &Answers) -> Result<(String, String), String> {
    let template = templates().into_iter().find(|template| template.name() == answers.decision);
    let template = template.ok_or_else(|| format!("there is no decision `{}`", answers.decision))?;
    let place = Site::named(&answers.place)?;
    let price = Some(answers.price.trim()).filter(|price| !price.is_empty());
    let price = price.map(|price| template::price(price, place)).transpose()?;
    let answers = template::Answers {
        accelerator: template::accelerator(&answers.accelerator)?.accelerator,
        count: template::count(&answers.count)?,
        utilization: template::utilization(&answers.utilization)?,
        place,
        price,
        name: None,
    };
    let file = format!("{}.yaml", template.name());
    match begun(&template, &answers, &file, &FilesInMemory::none()) {
        Ok(begun) => Ok((file, begun.text)),
        Err(NotBegun::Template(error)) => Err(error.to_string()),
        Err(NotBegun::Refused(checked)) => {
            Err(checked.findings.first().map_or_else(String::new, |finding| finding.message.clone()))
        }
    }
}
