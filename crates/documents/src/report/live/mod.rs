//! The sheet of an answer for an interpreter elsewhere: every figure with its formula, the inputs that may be moved, the
//! curves, the rules, and which figure is which field of the JSON of a comparison. `web/src/engine` reads it.
//!
//! What follows from no input that may be moved is a constant in it. What shapes the sheet (months, counts, choices) can't be
//! moved there, and neither can a number that a rule between keys looks at.

mod figures;
mod inputs;
mod model;
mod weighing;

use crate::analysis::Answer;
use crate::analysis::LoadFigures;
use crate::model::Model;
use crate::sheet::FigureId;
use figures::Kept;
use serde_json::{Value, json};

/// The form of what is written; raised when an older interpreter could not read it.
const FORM: u32 = 1;

/// The sheet of an answer, for an interpreter elsewhere.
#[must_use]
pub fn sheet(answer: &Answer) -> Value {
    let inputs = inputs::movable(answer);
    let figures: Vec<FigureId> = inputs.iter().map(|input| input.figure).collect();
    let Model { sheet, options, .. } = answer.evaluated.model.as_ref();
    let loads: Vec<LoadFigures> = options.iter().filter_map(|option| answer.load_figures(option)).collect();
    let shown: Vec<FigureId> = loads.iter().flat_map(LoadFigures::all).collect();
    let kept = Kept::of(&answer.evaluated, &figures, &shown);
    let periods: Vec<[u32; 2]> = sheet.periods().iter().map(|period| [period.first, period.last]).collect();
    json!({
        "form": FORM,
        "periods": periods,
        "figures": kept.figures(),
        "curves": kept.curves(),
        "names": kept.names(),
        "inputs": inputs.iter().map(|input| input.written(&kept)).collect::<Vec<_>>(),
        "fixed": inputs::fixed(answer),
        "all_prices_move": inputs::all_prices_move(answer),
        "model": model::written(answer, &kept),
        "weighing": weighing::written(answer, &kept),
    })
}
