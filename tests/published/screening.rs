//! `PyPSA`, `examples/generation-investment-screening-curve.ipynb` at commit 64d3eb46: the optimal mix of power plants
//! for a load-duration curve, with the cost of each. Owned capacity represents coal, a commitment gas, and on-demand use load
//! shedding.

use super::{CostGroup, Decimal, decimal, line, near, option, run};

const MILLION: Decimal = Decimal::from_parts(1_000_000, 0, 0, false, 0);

#[test]
fn the_cost_of_the_optimal_mix() {
    let answer = run("screening-curve", &[]);
    let amount = |group, name| line(&answer, "own.coal", group, name) / MILLION;
    let coal = amount(CostGroup::Purchase, "nodes") + amount(CostGroup::Operating, "fuel");
    near("coal", coal, "8249.750250", "0.000001");
    // the operating cost of rented capacity is the fuel of gas, and 12 of the 1,012 of shed load
    let on_demand = amount(CostGroup::Burst, "on-demand");
    let shed = on_demand * decimal("1.012");
    near("shed", shed, "55.604396", "0.0000005");
    let rented = amount(CostGroup::Burst, "committed") + on_demand + amount(CostGroup::Burst, "fuel");
    near("gas", rented - shed, "6400.839161", "0.0000005");
    assert_eq!(option(&answer, "own.coal").work_done, Some(Decimal::ONE.into()));
}

#[test]
fn the_crossings_of_the_curves() {
    let answer = run("screening-crossings", &[]);
    let crossing = |own: &str, rent: &str| {
        let pair = answer.comparison.pairs.iter().find(|pair| pair.own == own && pair.rent == rent).unwrap();
        pair.break_even.points[0].demand_utilization.unwrap()
    };
    near("gas to coal", *(crossing("own.coal", "rent.gas-bought")), "0.5", "0.05");
    near("shedding to gas", *crossing("own.gas", "rent.shed"), "0.01", "0.005");
}
