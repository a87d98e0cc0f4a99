/** From which demand on owning wins (crates/engine/src/analysis/compare/break_even.rs, beyond_capacity.rs). */

import type { PairResult } from '../contract';
import { type Crossing, crossings } from './crossings';
import { type Decimal, ONE, ZERO, absolute, add, compare, decimal, divide, isZero, maximum, minimum, multiply } from './decimal';
import type { Figures } from './evaluated';
import type { OptionModel, PairModel } from './model';
import { times } from './number';
import { written12 } from './written';

/** So many times what a fleet can do is looked at. */
const MOST_SHARE = decimal(10);

const shown = (value: Decimal | null) => (value === null ? null : written12(value));

/**
 * What the program works out for the break-evens of all pairs before it gives one up; what some pairs leave others may take. What
 * floats leave to exact numbers is not the same here and there, so that near that nobody knows whether it would.
 */
const MOST = 10_000_000 * 0.8;

/** Raised where a search takes so much that the program may give it up. */
export class TakesTooLong extends Error {}

export function breakEven(figures: Figures, pair: PairModel): PairResult['break_even'] {
  const { model } = figures;
  const own = model.options[pair.own];
  const today = shown(figures.ratio(own.utilization));
  const nothing = {
    reason: null,
    utilization: [],
    demand_utilization: [],
    hours_per_day: [],
    demand_factor: [],
    kinds: [],
    wins: [],
    factor_limit: null,
    today,
    beyond_capacity: null,
  };
  if (isZero(figures.value(model.demanded))) {
    return { ...nothing, outcome: null, reason: 'no useful hours are demanded' };
  }
  // where nothing is demanded while the fleet is in service, no demand would fill it
  const limit = figures.ratio(own.factor_limit) ?? ONE;
  const worth = (option: number) => absolute(figures.value(model.options[option].present_value));
  // two sides that are the same by other formulas differ in the last of their 28 digits
  const negligible = times(maximum(worth(pair.own), worth(pair.rent)), decimal(1, 18));
  const most = Math.min(MOST, (4 * MOST) / model.pairs.length);
  const gap = { of: pair.difference, less: null };
  const found = crossings(figures.sheet, figures.values, model.factor, gap, [ZERO, limit], negligible, most);
  if (found === null) throw new TakesTooLong();
  const points = found.crossings.map((crossing) => point(figures, own, crossing));
  const sides = found.sides.map((side) => (side === 'below' ? 'own' : 'rent'));
  return {
    ...nothing,
    outcome: points.length > 0 ? 'crosses' : sides[0] === 'rent' ? 'always_rent' : 'always_own',
    utilization: points.map((one) => one.utilization),
    demand_utilization: points.map((one) => one.demand_utilization),
    hours_per_day: points.map((one) => one.hours_per_day),
    demand_factor: points.map((one) => one.factor),
    kinds: points.map((one) => one.kind),
    wins: points.length > 0 ? sides : [],
    factor_limit: written12(limit),
    beyond_capacity: beyondCapacity(figures, own, pair, negligible, most),
  };
}

function point(figures: Figures, own: OptionModel, { at, jump }: Crossing) {
  const value = (figure: number | null) => (figure === null ? null : (figures.atDemand(at, [figure])?.[0] ?? null));
  const demand = value(figures.model.demand_utilization);
  return {
    factor: written12(at),
    utilization: shown(value(own.utilization)),
    demand_utilization: shown(demand),
    hours_per_day: demand === null ? null : written12(times(demand, decimal(24))),
    kind: jump ? 'jump' : 'point',
  };
}

/** How much more than it can a fleet would have to do for owning to win. */
function beyondCapacity(
  figures: Figures,
  own: OptionModel,
  pair: PairModel,
  negligible: Decimal,
  most: number,
): unknown {
  const { model } = figures;
  const filling = figures.ratio(own.filling_factor);
  if (filling === null || isZero(filling)) return null;
  if (own.too_large !== null && !isZero(figures.value(own.too_large))) return null;
  const share = model.demand_utilization === null ? null : figures.value(model.demand_utilization);
  // the share of hours with work is at most all of them
  const always = share === null || isZero(share) ? null : divide(ONE, share);
  const full = always === null ? filling : minimum(filling, always);
  const rented = model.options[pair.rent].present_value;
  const at = figures.atDemand(full, [pair.difference, rented]);
  if (at === null || compare(at[0], negligible) <= 0) return null;
  const owned = add(at[1], at[0]);
  const widest = multiply(MOST_SHARE, filling);
  if (owned === null || widest === null) return null;
  const asked = always === null ? widest : minimum(widest, always);
  let found: Decimal | null = null;
  if (compare(full, asked) < 0) {
    const gap = { of: rented, less: owned };
    const solution = crossings(figures.sheet, figures.values, model.factor, gap, [full, asked], negligible, most);
    if (solution === null) throw new TakesTooLong();
    // where the cost of renting jumps as soon as the fleet is full
    if (solution.sides[0] === 'above') found = full;
    else if (solution.sides[0] === 'below') found = solution.crossings[0]?.at ?? null;
  }
  if (found === null && always !== null) {
    const [rent] = figures.atDemand(always, [rented]) ?? [null];
    const product = rent === null || isZero(rent) ? null : multiply(always, owned);
    const there = product === null ? null : divide(product, rent!);
    if (there !== null && compare(there, always) >= 0 && compare(there, widest) <= 0) found = there;
  }
  const part = found === null ? null : divide(found, filling);
  // a demand that cannot fill the fleet asks nothing of it that it cannot do
  if (part !== null && compare(part, ONE) < 0) return null;
  return { share_of_capacity: shown(part), demand_factor: shown(found), looked_up_to: written12(MOST_SHARE) };
}
