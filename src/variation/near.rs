//! The options that follow from one number that shapes the sheet, tried at many values of it: what does not follow from it
//! stays as it is.

use super::Variation;
use super::standing::{Decision, Standing};
use crate::scenario::document::{Document, Given, Named, NodeId, ScalarOr};
use crate::scenario::own::Own;
use crate::scenario::{Loaded, Scenario, Setting};

/// A scenario of which the value at one path is asked.
#[derive(Debug)]
pub struct Near<'a> {
    whole: &'a Variation<'a>,
    path: String,
    /// What the whole decides as it is stated.
    stated: Decision,
    /// The scenario with what has to do with the value alone; none if that is all of it.
    part: Option<Loaded>,
    /// The options that follow from the value.
    options: Vec<String>,
}

impl<'a> Variation<'a> {
    /// What is decided near a value, by the path of it.
    #[must_use]
    pub fn near(&'a self, path: &str) -> Near<'a> {
        let stated = self.stated();
        let concerned = Concerned::by(&self.loaded.scenario, path);
        let part = concerned.as_ref().and_then(|concerned| self.only(&concerned.kept, &stated));
        let options = concerned.map(|concerned| concerned.options).unwrap_or_default();
        Near { whole: self, path: path.to_owned(), stated, part, options }
    }

    /// The scenario with some of its options alone; none if those are all, or it cannot be read so.
    fn only(&self, kept: &[String], stated: &Decision) -> Option<Loaded> {
        let others = stated.options.iter().filter(|option| !kept.contains(&option.name));
        let others: Vec<&str> = others.map(|option| option.name.as_str()).collect();
        let without = |document: &mut Document| {
            let nodes: Vec<NodeId> = others.iter().chain(&["sources"]).filter_map(|path| document.find(path)).collect();
            for node in nodes {
                document.remove(node);
            }
        };
        if others.is_empty() { None } else { self.loaded.again(without).ok() }
    }
}

impl Near<'_> {
    /// What is decided at another value.
    #[must_use]
    pub fn at(&self, value: &str) -> Decision {
        let settings = [Setting { path: self.path.clone(), value: value.to_owned() }];
        let Some(part) = &self.part else { return self.whole.with_written_anew(&settings) };
        let decided = Variation::of(part, self.whole.traces).with_written_anew(&settings);
        let moved = |option: &Standing| {
            let moved = self.options.contains(&option.name).then(|| decided.option(&option.name));
            moved.flatten().unwrap_or(option).clone()
        };
        Decision::of(self.stated.options.iter().map(moved).collect())
    }
}

/// What has to do with a value of an option.
struct Concerned {
    /// The options that follow from it.
    options: Vec<String>,
    /// These, with those that they are made of and lean on.
    kept: Vec<String>,
}

impl Concerned {
    /// By the path of a value; none where it is of no one option to own or to rent, so that all may follow from it.
    fn by(scenario: &Scenario, path: &str) -> Option<Concerned> {
        let mut keys = path.split('.');
        let (Some(side @ ("own" | "rent")), Some(name)) = (keys.next(), keys.next()) else { return None };
        let mut options = vec![format!("{side}.{name}")];
        let leaning = scenario.own.iter().filter(|own| leans_on(&own.value).contains(&options[0]));
        let leaning: Vec<String> = leaning.map(|own| format!("own.{}", own.name)).collect();
        options.extend(leaning);
        let made_of = |mix: &Named<Given<String>>| mix.iter().map(|part| part.value.value.clone()).collect::<Vec<_>>();
        let mixed = scenario.hybrid.iter().filter(|mix| made_of(&mix.value).iter().any(|part| options.contains(part)));
        let mixed: Vec<_> = mixed.collect();
        let mut kept = options.clone();
        kept.extend(mixed.iter().flat_map(|mix| made_of(&mix.value)));
        options.extend(mixed.iter().map(|mix| format!("hybrid.{}", mix.name)));
        kept.extend(mixed.iter().map(|mix| format!("hybrid.{}", mix.name)));
        let lent = scenario.own.iter().filter(|own| kept.contains(&format!("own.{}", own.name)));
        let lent: Vec<String> = lent.flat_map(|own| leans_on(&own.value)).collect();
        kept.extend(lent);
        Some(Concerned { options, kept })
    }
}

/// The options to rent that an option to own sends work to.
fn leans_on(own: &Own) -> Vec<String> {
    let burst = own.burst_to.as_ref().map(|burst| match burst {
        ScalarOr::Scalar(name) => &name.value,
        ScalarOr::Part(burst) => &burst.option.value,
    });
    let until = own.until_delivery.as_ref().map(|until| &until.value);
    burst.into_iter().chain(until).map(|name| format!("rent.{name}")).collect()
}
