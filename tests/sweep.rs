//! Sweeps: the same comparison along one or two inputs. Hand-calculated cases, and a comparison at every point.

use crate::generated::{cases, scenarios};
use crate::support::{ONE_SERVER as BASE, ask, colour_changes_no_letter, decimal, read};
use proptest::prelude::*;
use rackrent::analysis::sweep::{PointFigure, Sweep, SweepError, Vary, WinnerRange, sweep};
use rackrent::diagnostic::Code;
use rackrent::model::OptionId;
use rackrent::reasons::impossible;
use rackrent::report::{Canvas, Colour, Format};
use rackrent::scenario::Setting;
use rackrent::variation::Variation;
use rust_decimal::Decimal;

fn swept(text: &str, inputs: &[&str]) -> Result<Sweep, SweepError> {
    let (loaded, traces) = read(text);
    let inputs: Vec<Vary> = inputs.iter().map(|input| Vary::parse(input).unwrap()).collect();
    sweep(&loaded, &traces, &inputs)
}

/// Present values of an option, point by point; none where it is impossible.
fn present_values(sweep: &Sweep, option: &str) -> Vec<Option<Decimal>> {
    let at = sweep.points[0].decision.options.iter().position(|other| other.name == option).unwrap();
    sweep.points.iter().map(|point| point.decision.options[at].present_value().map(Decimal::from)).collect()
}

fn winners(sweep: &Sweep) -> Vec<Option<&str>> {
    sweep.points.iter().map(|point| point.decision.winning().map(|option| option.name.as_str())).collect()
}

fn amounts(texts: &[&str]) -> Vec<Option<Decimal>> {
    texts.iter().map(|text| Some(decimal(text))).collect()
}

#[test]
fn the_winner_changes_when_the_hours_have_paid_for_the_server() {
    let sweep = swept(BASE, &["demand.utilization=20%..100%:20%"]).unwrap();
    // 100 h · utilization · 10
    assert_eq!(present_values(&sweep, "rent.cloud"), amounts(&["200", "400", "600", "800", "1000"]));
    assert_eq!(present_values(&sweep, "own.lab"), amounts(&["600"; 5]));
    // equal at 60 %: the tie goes to owning, which is earlier in the file
    let (own, rent) = (Some("own.lab"), Some("rent.cloud"));
    assert_eq!(winners(&sweep), [rent, rent, own, own, own]);
    let stretch = |winner: &str, from: &str, to: &str| WinnerRange {
        winner: Some(winner.parse().unwrap()),
        from: decimal(from),
        to: decimal(to),
    };
    assert_eq!(sweep.winner_ranges(), [stretch("rent.cloud", "0.2", "0.4"), stretch("own.lab", "0.6", "1.0")]);
    assert!(sweep.inputs[0].base_index().is_none());
}

#[test]
fn months_and_assumed_defaults_can_vary() {
    // 50 h · 10 a month against one server
    let sweep = swept(BASE, &["horizon_months=1..3:1"]).unwrap();
    assert_eq!(present_values(&sweep, "rent.cloud"), amounts(&["500", "1000", "1500"]));
    assert_eq!(present_values(&sweep, "own.lab"), amounts(&["600"; 3]));
    assert_eq!(winners(&sweep), [Some("rent.cloud"), Some("own.lab"), Some("own.lab")]);
    assert_eq!(sweep.inputs[0].base_index(), Some(0));
    // the default discount is 0 %: 500, 400, 300
    let sweep = swept(BASE, &["rent.cloud.discount=0%,20%,40%"]).unwrap();
    assert_eq!(present_values(&sweep, "rent.cloud"), amounts(&["500", "400", "300"]));
}

#[test]
fn two_inputs_vary_in_nested_order() {
    let sweep = swept(BASE, &["demand.utilization=50%,100%", "own.lab.node.price=400..800:200"]).unwrap();
    let values: Vec<(Decimal, Decimal)> = sweep.points.iter().map(|point| (point.values[0], point.values[1])).collect();
    let expected = [("0.5", "400"), ("0.5", "600"), ("0.5", "800"), ("1", "400"), ("1", "600"), ("1", "800")];
    assert_eq!(values, expected.map(|(a, b)| (decimal(a), decimal(b))));
    let (own, rent) = (Some("own.lab"), Some("rent.cloud"));
    assert_eq!(winners(&sweep), [own, rent, rent, own, own, own]);
    let stated: Vec<bool> = sweep.points.iter().map(|point| sweep.is_base_case(point)).collect();
    assert_eq!(stated, [false, true, false, false, false, false]);
    assert!(sweep.winner_ranges().is_empty());
}

#[test]
fn a_table_of_two_inputs_has_the_saving_or_the_present_value_at_each_point() {
    let inputs = ["demand.utilization=50%,100%", "own.lab.node.price=400,490,600,800"];
    let shown = |figure: PointFigure| {
        let sweep = swept(BASE, &inputs).unwrap().showing(figure).unwrap();
        sweep.points.iter().map(|point| sweep.amount(point).map(Decimal::from)).collect::<Vec<_>>()
    };
    // renting is 100 h · utilization · 10: 500, then 1,000; owning is the price
    assert_eq!(shown(PointFigure::Saving), amounts(&["100", "10", "100", "300", "600", "510", "400", "200"]));
    assert_eq!(shown(PointFigure::PresentValue), amounts(&["400", "490", "500", "500", "400", "490", "600", "800"]));
    let own = PointFigure::PresentValueOf("own.lab".parse().unwrap());
    assert_eq!(shown(own), amounts(&["400", "490", "600", "800", "400", "490", "600", "800"]));
    assert_eq!(shown(PointFigure::Winner), [None; 8]);
    // 10 of 500 are 2 %, below the 5 % of a close call; 100 of 500 are not
    let sweep = swept(BASE, &inputs).unwrap();
    let close: Vec<bool> = sweep.points.iter().map(|point| sweep.choice(point).close).collect();
    assert_eq!(close, [false, true, false, false, false, false, false, false]);
    let unknown = swept(BASE, &inputs).unwrap().showing(PointFigure::PresentValueOf("own.lap".parse().unwrap()));
    assert_eq!(unknown.unwrap_err().nearest.as_deref(), Some("own.lab"));
}

#[test]
fn the_cells_of_two_inputs_have_the_letter_and_the_colour_of_the_winner() {
    let sweep = swept(BASE, &["demand.utilization=50%,100%", "own.lab.node.price=400,490,600"]).unwrap();
    let written = |format: Format, colour: Colour| {
        let mut out = Vec::new();
        format.write(&sweep, &Canvas::new(80, colour), &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    let plain = written(Format::Table, Colour::Plain);
    assert!(plain.contains("    50 % │ a 100  a~ 10 [b 100]\n"), "{plain}");
    assert!(plain.contains("   100 % │ a 600  a 510  a 400\n"), "{plain}");
    // the current winner is green, another option has another colour, and a close call has none
    let ansi = written(Format::Table, Colour::Ansi);
    assert!(ansi.contains("\u{1b}[36ma 100\u{1b}[0m  a~ 10 [\u{1b}[32mb 100\u{1b}[0m]"), "{ansi}");
    let page = written(Format::Html, Colour::Plain);
    for cell in [
        "<td class=\"number p0\"><b class=\"mark\">a</b> 100</td>",
        "<td class=\"number\"><b class=\"mark\">a~</b> 10</td>",
        "<td class=\"number marked wins\"><b class=\"mark\">b</b> 100<span class=\"unseen\"> (today)</span></td>",
    ] {
        assert!(page.contains(cell), "{cell}");
    }
}

#[test]
fn an_option_is_infeasible_where_its_scenario_is_invalid() {
    // one server cannot do the work of two, and nothing serves the rest
    let sweep = swept(BASE, &["demand.accelerators=1..3:1"]).unwrap();
    assert_eq!(present_values(&sweep, "own.lab"), [Some(decimal("600")), None, None]);
    assert_eq!(present_values(&sweep, "rent.cloud"), amounts(&["500", "1000", "1500"]));
    let why = sweep.points[1].decision.options[0].cost.as_ref().unwrap_err();
    assert_eq!(why.code(), Code::DemandExceedsFleet);
    assert!(impossible(why).contains("`own.lab` is 1 node short of the demand in month 1"), "{why:?}");
    assert_eq!(winners(&sweep), [Some("rent.cloud"); 3]);
}

#[test]
fn the_number_of_points_is_limited() {
    let refused = swept(BASE, &["own.lab.node.price=1..1000:1", "demand.utilization=1%..100%:1%"]).unwrap_err();
    assert_eq!(refused.to_string(), "1000 × 100 values make 100,000 points; a sweep has at most 10,000");
    let refused = swept(BASE, &["discount_rate=1%,2%", "discount_rate=3%,4%"]).unwrap_err();
    assert_eq!(refused.to_string(), "`discount_rate` is given twice; sweep two different inputs");
}

#[test]
fn colour_changes_no_letter_and_no_line_is_too_wide() {
    let one = swept(BASE, &["demand.utilization=20%..100%:20%"]).unwrap();
    let two = swept(BASE, &["demand.utilization=1%..99%:2%", "own.lab.node.price=100..1000:20"]).unwrap();
    for (sweep, width) in [(&one, 60), (&one, 80), (&one, 160), (&two, 80), (&two, 160)] {
        colour_changes_no_letter(width, |colour| {
            let mut out = Vec::new();
            Format::Table.write(sweep, &Canvas::new(width, colour), &mut out).unwrap();
            String::from_utf8(out).unwrap()
        });
    }
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn every_point_agrees_with_a_comparison(
        generated in scenarios(),
        path in prop::sample::select(vec!["discount_rate", "demand.growth_per_year", "close_call", "hours_per_month"]),
    ) {
        let text = generated.text();
        let values = if path == "hours_per_month" { "100,500.5,744" } else { "0%,3.5%,50%" };
        let sweep = swept(&text, &[&format!("{path}={values}")]).unwrap();
        prop_assert_eq!(sweep.points.len(), 3);
        for point in &sweep.points {
            let value = sweep.inputs[0].text(point.values[0]);
            let answer = ask("generated", &text, &[Setting { path: path.to_owned(), value }]);
            let Ok(answer) = answer else {
                prop_assert!(point.decision.options.iter().any(|option| option.cost.is_err()));
                continue;
            };
            let winner = point.decision.winning().map(|option| option.name.as_str());
            prop_assert_eq!(answer.comparison.verdict.winner.as_ref().map(OptionId::as_str), winner);
            for (option, standing) in answer.comparison.options.iter().zip(&point.decision.options) {
                prop_assert_eq!(&option.name, &standing.name);
                let cost = standing.cost.as_ref().unwrap();
                prop_assert_eq!((option.present_value, option.total), (cost.present_value, cost.total));
                prop_assert_eq!(option.per_useful_hour, cost.per_useful_hour);
            }
        }
    }
}

/// Error for an input in neither of the two forms.
const HOW_TO_WRITE: &str = "write PATH=FROM..TO:STEP, such as demand.utilization=40%..90%:5%, or PATH=VALUE,VALUE, such as \
    horizon_months=24,36,60";

/// A scenario with numbers of every kind, a list of numbers, and values that are not numbers.
const SPARE: &str = "\
name: x
currency: USD
horizon_months: 36
discount_rate: 9%
demand: { accelerators: 8, utilization: 65% }
own:
  a:
    node: { price: 289_000, accelerators: 8 }
    useful_life_months: 60
    value_at_horizon: none
    market_values: [65%, 40%]
";

/// Values of an input, as written in the scenario.
fn values(input: &str) -> Result<Vec<String>, SweepError> {
    let (loaded, traces) = read(SPARE);
    let swept = Vary::parse(input)?.resolve(&Variation::of(&loaded, &traces))?;
    Ok(swept.values.iter().map(|value| swept.text(*value)).collect())
}

#[test]
fn values_are_written_in_the_notation_of_their_quantity() {
    let texts = |texts: &[&str]| Ok(texts.iter().map(ToString::to_string).collect::<Vec<_>>());
    assert_eq!(values("demand.utilization=40%..55%:5%"), texts(&["40%", "45%", "50%", "55%"]));
    assert_eq!(values("demand.utilization = 0.4 .. 0.5 : 0.05"), texts(&["40%", "45%", "50%"]));
    // the last step within the range
    assert_eq!(values("own.a.node.price=100_000..260_000:1e5"), texts(&["100000", "200000"]));
    assert_eq!(values("horizon_months=60,24,36,24"), texts(&["24", "36", "60"]));
    assert_eq!(values("own.a.availability=95%,1"), texts(&["95%", "100%"]));
    // not given, and without a default
    assert_eq!(values("own.a.warranty_months=12..36:12"), texts(&["12", "24", "36"]));
    assert_eq!(values("own.a.market_values.1=20%..30%:10%"), texts(&["20%", "30%"]));
    assert_eq!(values("discount_rate=5%..5%:1%"), texts(&["5%"]));
}

#[test]
fn an_invalid_sweep_is_refused_with_a_suggestion() {
    let refused = |text: &str| values(text).unwrap_err().to_string();
    for (text, printed) in [
        ("demand.utilization", HOW_TO_WRITE),
        ("=1", HOW_TO_WRITE),
        ("demand.utilization=40%..90%", "a range needs a step: write demand.utilization=40%..90%:STEP"),
        ("demand.utilisation=1%,2%", "`utilisation` is not a key of `demand`; did you mean `utilization`?"),
        ("own.b.node.price=1,2", "`own.b.node.price` is not a path of the scenario; did you mean `own.a.node.price`?"),
        (
            "own.a.value_at_horizon=1,2",
            "`own.a.value_at_horizon` is `none`, not a number; compare its values with \
          `--set own.a.value_at_horizon=…`",
        ),
        (
            "own.a.node=1,2",
            "`own.a.node` is a part with keys; name one of the numbers in it, such as `own.a.node.price`",
        ),
        (
            "own.a.market_values=1%,2%",
            "`own.a.market_values` is a list; name one of the numbers in it, such as \
          `own.a.market_values.0`",
        ),
        ("demand.utilization=40..90:5", "`demand.utilization` is 40; a share is written as 40% or 0.4; write 40%"),
        ("demand.utilization=40%..90%:5", "the step of `demand.utilization` is 5; write it as 5% or 0.05"),
        (
            "demand.utilization=40%..90%:0%",
            "the step of `demand.utilization` is 0%; it must be above 0: values rise \
          from FROM to TO",
        ),
        (
            "demand.utilization=90%..40%:-5%",
            "`demand.utilization` runs from 90% down to 40%; write \
          demand.utilization=40%..90%:5%",
        ),
        (
            "horizon_months=12..48:1.5",
            "the step of `horizon_months` is 1.5; it must be a whole number: write a \
          whole number such as 1",
        ),
        (
            "horizon_months=12..48:x",
            "the step of `horizon_months` is `x`, not a number; write a whole number such as 1",
        ),
        (
            "own.a.node.price=0..1e9:1",
            "`own.a.node.price` takes 1,000,000,001 values; a sweep has at most 10,000 points: \
          take a larger step",
        ),
    ] {
        assert_eq!(refused(text), printed, "{text}");
    }
    assert!(refused("horizon_months=0..48:1").starts_with("`horizon_months` is 0; it must be from 1 to 360 months"));
    assert!(refused("own.a.node.price=abc").contains("is `abc`"));
}
