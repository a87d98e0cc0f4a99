//! New scenarios from a few answers, as `rackrent new` creates them.

use crate::request::Answers;
use rackrent::FilesInMemory;
use rackrent::template::{self, NewScenarioError, Site, new_scenario, templates};

/// File name and text of a new scenario.
///
/// # Errors
/// If an answer is invalid, or the template cannot be filled with the answers.
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
        terms: template::Terms::default(),
        service: None,
    };
    let file = format!("{}.yaml", template.name());
    match new_scenario(&template, &answers, &file, &FilesInMemory::none()) {
        Ok(created) => Ok((file, created.text)),
        Err(NewScenarioError::Template(error)) => Err(error.to_string()),
        Err(NewScenarioError::Refused(checked)) => {
            Err(checked.findings.first().map_or_else(String::new, |finding| finding.message.clone()))
        }
    }
}
