use super::super::example::{self, d};
use super::*;
use crate::analysis::flip::{
    ExcludedOption, FactorMeasure, FlipReason, OutReason, Proof, RangeEnd, SameSideFlips, Steady,
};
use crate::analysis::statement::Winner;
use crate::diagnostic::Code;
use crate::scenario::quantities::{Nodes, Rate, ReferenceAccelerators, Share};
use crate::scenario::quantity::{Quantity, QuantityKind};
use crate::scenario::uncertainty::Spread;
use crate::sheet::{Direction, Grid};

fn sides() -> BestBySide {
    BestBySide { winner: OptionId::own("hgx"), other_side: OptionId::rent("neocloud"), side: Winner::Own }
}

/// A flip of an input, above which renting wins.
fn flip(path: &str, kind: &'static QuantityKind, today: &str, at: &str) -> Flip {
    let mut flip = example::flip(at);
    (flip.number.path, flip.number.kind, flip.number.today) = (path.to_owned(), kind, d(today));
    flip.direction = Direction::Up;
    flip
}

/// A flip beyond which the owned option is not possible.
fn ends(flip: Flip) -> Flip {
    let out = ExcludedOption { option: OptionId::own("hgx"), why: OutReason::Breaks(Code::DemandExceedsFleet) };
    Flip { because: FlipReason::Out(vec![out]), ..flip }
}

fn flips(found: Vec<Flip>) -> Flips {
    Flips {
        close: false,
        header: example::header(),
        today: Some(sides()),
        undecided_because: Vec::new(),
        found,
        same_side: Vec::new(),
        steady: Vec::new(),
        idle: 0,
        within: None,
        years_tested: 5,
    }
}

fn with_caveats(flips: &Flips) -> WithCaveats<'_, Flips> {
    WithCaveats { result: flips, caveats: Vec::new() }
}

fn groups(found: Vec<Flip>) -> Vec<MoveGroup> {
    let moves = with_caveats(&flips(found)).page().blocks.into_iter().find_map(|block| match block {
        Block::Moves(moves) => Some(moves.groups),
        _ => None,
    });
    moves.unwrap()
}

fn names(group: &MoveGroup) -> Vec<&str> {
    match &group.rows {
        MoveRows::Moves(all) => all.iter().map(|moved| moved.name.as_str()).collect(),
        MoveRows::Limits(all) => all.iter().map(|limit| limit.name.as_str()).collect(),
    }
}

#[test]
fn what_can_be_negotiated_comes_first_and_limits_stand_apart() {
    let found = vec![
        ends(flip("demand.accelerators", ReferenceAccelerators::KIND, "8", "8")),
        flip("own.hgx.nodes", Nodes::KIND, "1", "2"),
        flip("demand.utilization", Share::KIND, "0.5", "0.6"),
        example::flip("34.12"),
        flip("discount_rate", Rate::KIND, "0.05", "0.09"),
    ];
    let groups = groups(found);
    let said: Vec<(&str, Vec<&str>)> = groups.iter().map(|group| (group.title.as_str(), names(group))).collect();
    assert_eq!(
        said,
        [
            ("Prices, rates and terms", vec!["on-demand price, rent.neocloud", "discount rate"]),
            ("Demand", vec!["utilization"]),
            ("Where an option stops being possible", vec!["accelerators needed"]),
            ("Everything else", vec!["number of nodes, own.hgx"]),
        ]
    );
}

#[test]
fn a_limit_says_where_today_is_and_what_would_serve_the_rest() {
    let at_today = ends(flip("demand.accelerators", ReferenceAccelerators::KIND, "8", "8"));
    let mut fewer = ends(flip("own.hgx.nodes", Nodes::KIND, "3", "1"));
    (fewer.direction, fewer.end, fewer.number.grid) = (Direction::Down, RangeEnd::With, Grid::Whole);
    let none = Flip { at: d("0"), ..fewer.clone() };
    let header = example::header();
    let beyond = |flip: &Flip| words::limit(flip, &header);
    assert_eq!(beyond(&at_today), "above 8 (today)");
    assert_eq!(beyond(&fewer), "up to 1 (today 3)");
    assert_eq!(beyond(&none), "at 0 (today 3)", "there are no fewer than none");
    assert_eq!(words::ends(&at_today, Some(&sides())), "own.hgx is too small and has no `burst_to`; renting wins");
}

#[test]
fn a_price_and_its_discount_are_one_lever() {
    let discount = |today| flip("rent.neocloud.discount", Share::KIND, today, "0.38");
    let found = groups(vec![example::flip("34.12"), discount("0")]);
    let [MoveGroup { rows: MoveRows::Moves(moves), .. }] = found.as_slice() else { panic!("{found:?}") };
    let [price] = moves.as_slice() else { panic!("{moves:?}") };
    assert_eq!(price.says, "below it, or above a discount of 38 %, renting wins");
    let both = flips(vec![example::flip("34.12"), discount("0.1")]);
    assert_eq!(
        words::outcome(&both.found[0], &both.found, &both.header, Some(&sides())),
        "below it, or above a discount of 38 % (today 10 %), renting wins"
    );
    // listed without its price, or with that of another option, a discount has a row of its own
    assert_eq!(names(&groups(vec![discount("0")])[0]), ["discount, rent.neocloud"]);
    let other = flip("rent.other.discount", Share::KIND, "0", "0.38");
    assert_eq!(names(&groups(vec![example::flip("34.12"), other])[0]).len(), 2);
}

#[test]
fn shares_change_by_points_and_prices_by_a_share_of_themselves() {
    let change = |flip: &Flip| words::change(flip);
    let text = |text: &str| Some(text.to_owned());
    assert_eq!(change(&flip("discount_rate", Rate::KIND, "0.05", "0.09")), text("+4 points"));
    assert_eq!(change(&flip("demand.utilization", Share::KIND, "0.65", "0.15")), text("−50 points"));
    assert_eq!(change(&example::flip("27.52")), text("−50 %"));
    // all values of a list times a factor
    let mut values = flip("own.hgx.market_values", Share::KIND, "1", "1.25");
    values.number.measure = FactorMeasure::Multiple;
    assert_eq!(change(&values), text("+25 %"));
}

#[test]
fn a_number_that_reverses_it_at_once_is_said_to() {
    let found = groups(vec![flip("demand.accelerators", ReferenceAccelerators::KIND, "8", "8")]);
    let [MoveGroup { rows: MoveRows::Moves(moves), .. }] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((moves[0].at.text(), moves[0].change.text()), ("above 8".to_owned(), "any change".to_owned()));
}

#[test]
fn a_flip_value_is_seen_in_the_range_of_its_number() {
    let says = |today: &str, at: &str, spread| {
        let mut flip = flip("discount_rate", Rate::KIND, today, at);
        flip.number.spread = spread;
        words::outcome(&flip, &[], &example::header(), Some(&sides()))
    };
    let uniform = Some(Spread::Uniform { low: d("0.04"), high: d("0.10") });
    assert_eq!(says("0.05", "0.09", None), "above it renting wins");
    assert_eq!(says("0.05", "0.09", uniform.clone()), "above it renting wins; within its uncertainty range");
    assert_eq!(
        says("0.05", "0.1", uniform.clone()),
        "above it renting wins; within its uncertainty range",
        "the end belongs to it"
    );
    // 8 points to the flip, 5 points to the end of the range
    assert_eq!(
        says("0.05", "0.13", uniform.clone()),
        "above it renting wins; 1.6 times as far as its uncertainty range extends"
    );
    assert_eq!(says("0.05", "0.1001", uniform.clone()), "above it renting wins; just outside its uncertainty range");
    assert_eq!(
        says("0.1", "0.13", uniform.clone()),
        "above it renting wins; its uncertainty range does not extend in this direction"
    );
    let lognormal = Some(Spread::Lognormal { p10: d("0.04"), p90: d("0.07") });
    assert_eq!(
        says("0.05", "0.09", lognormal.clone()),
        "above it renting wins; 2 times as far as its uncertainty range extends"
    );
}

#[test]
fn a_rival_of_which_it_was_not_found_from_where_it_wins_is_named_with_the_numbers() {
    let steady = |path: &str, proof| {
        let number = flip(path, Rate::KIND, "0.05", "0.09").number;
        Steady { number, least: d("0"), most: d("1"), proof }
    };
    let same_side = |given_up| SameSideFlips {
        winner: OptionId::own("hgx"),
        candidate: OptionId::own("leased"),
        found: Vec::new(),
        given_up,
    };
    let said = |given_up| words::unfound(&same_side(given_up), &example::header());
    assert_eq!(said(Vec::new()), None);
    let one = vec![steady("discount_rate", Proof::GivenUp)];
    assert_eq!(
        said(one).as_deref(),
        Some("own.leased wins at the lower or upper bound of this input; the flip value was not found: discount rate")
    );
    let two = vec![steady("discount_rate", Proof::GivenUp), steady("demand.utilization", Proof::TriedSoFar)];
    let expected = "own.leased wins at the lower or upper bound of each of these inputs; the flip value was not found: \
                    discount rate; utilization; `--effort 10` searches longer";
    assert_eq!(said(two).as_deref(), Some(expected));
    // also without a decision between owning and renting
    let candidates = Flips {
        today: None,
        same_side: vec![same_side(vec![steady("discount_rate", Proof::GivenUp)])],
        ..flips(Vec::new())
    };
    let blocks = with_caveats(&candidates).page().blocks;
    let is_said =
        |block: &Block| matches!(block, Block::Remarks(said) if said.len() == 1 && said[0].contains("own.leased"));
    assert!(blocks.iter().any(is_said), "{blocks:?}");
}
