/**
 * A curve at some values: falling levels with running sums, and the units that serve what lies between two levels
 * (crates/sheet/src/levels).
 */

import {
  type Decimal,
  MAX,
  ONE,
  ZERO,
  absolute,
  add,
  compare,
  decimal,
  equal,
  isWhole,
  isZero,
  maximum,
  multiply,
} from './decimal';
import { Binary, type Kind, Trouble, decimals, exactly } from './kind';
import { ceil, floor, isSomething, minus, negligible, plus } from './number';

/** What of a curve is counted; what is absent is 1, nothing, without a limit, continuous, none. */
export interface Query<N> {
  scale: N | null;
  above: N | null;
  cap: N | null;
  step: N | null;
  reserved: N | null;
}

/** How a load stands in some of the hours. */
export interface State<N> {
  level: N;
  gauge: N;
  weight: N;
}

/** A load over a month. */
export interface Load<N> {
  states: State<N>[];
  whole: N;
}

/** Levels of which some move, in no order. */
export interface Moving<N> {
  states: State<N>[];
  gauged: boolean;
  whole: N;
}

/** The levels of a curve in a period. */
export class Levels<N> {
  constructor(
    readonly falling: Falling | null,
    readonly moving: Moving<N> | null,
  ) {}

  /** How many levels there are, equal ones counted as often as they are met while they move. */
  get states(): number {
    return this.falling?.levels.length ?? this.moving!.states.length;
  }

  isSameAs(other: Levels<N>): boolean {
    return this === other || (this.falling !== null && this.falling === other.falling);
  }
}

function known(value: Decimal | null): Decimal {
  if (value === null) throw new Trouble('too large');
  return value;
}

/** The units of one level. On a gauge, a level is cut where the gauge is: in proportion. */
export function unitsAt<N>(kind: Kind<N>, level: N, gauge: N | null, query: Query<N>): N {
  const scaled = (of: N) => (query.scale === null ? of : kind.binary(Binary.multiply, of, query.scale));
  const cut = (of: N) => {
    let units = scaled(of);
    if (query.above !== null) units = kind.binary(Binary.positivePart, units, query.above);
    return query.cap === null ? units : kind.binary(Binary.minimum, units, query.cap);
  };
  let units: N;
  if (gauge === null) {
    units = cut(level);
  } else {
    const part = kind.binary(Binary.multiply, level, cut(gauge));
    const otherwise = scaled(level);
    const divisor = kind.exact(gauge);
    units = divisor !== null && isZero(divisor) ? otherwise : kind.binary(Binary.divide, part, gauge);
  }
  if (query.step === null) return units;
  const whole = kind.ceil(kind.binary(Binary.divide, units, query.step));
  return query.reserved === null ? whole : kind.binary(Binary.positivePart, whole, query.reserved);
}

/** Whether units are counted at a scale or just above it, where a level that fills its units needs one more. */
export type Rest = 'at' | 'just above';

/** Whole units above a level. */
export interface WholeUnits {
  scale: Decimal;
  above: Decimal;
  step: Decimal;
  reserved: Decimal;
  rest: Rest;
}

/** The level from which on, or above which, a unit is needed; none where nothing is scaled to nothing. */
function threshold(of: WholeUnits, units: Decimal): ((level: Decimal) => boolean) | null {
  const below = known(exactly(Binary.multiply, minus(units, ONE), of.step));
  const reached = known(exactly(Binary.add, below, of.above));
  if (isZero(of.scale)) {
    return of.rest === 'just above' && isZero(reached) ? (level) => compare(level, ZERO) > 0 : null;
  }
  const bound = decimals.binary(Binary.divide, reached, of.scale);
  if (of.rest === 'just above' && !isZero(bound)) {
    const least = minus(bound, negligible(bound));
    return (level) => compare(level, least) >= 0;
  }
  const most = plus(bound, negligible(bound));
  return (level) => compare(level, most) > 0;
}

function wholeUnits(of: WholeUnits, level: Decimal): Decimal {
  const reached = known(exactly(Binary.multiply, of.scale, level));
  const excess = known(exactly(Binary.positivePart, reached, of.above));
  const units = decimals.binary(Binary.divide, excess, of.step);
  const moves = of.rest === 'just above' && !isZero(level);
  const touches = !isZero(excess) || compare(absolute(minus(reached, of.above)), negligible(reached)) <= 0;
  return moves && touches ? plus(floor(units), ONE) : ceil(units);
}

/** Falling levels with running sums. */
export class Falling {
  readonly levels: Decimal[];
  readonly gauges: Decimal[] | null;
  readonly weights: Decimal[];
  readonly longers: Decimal[] = [];
  readonly areas: Decimal[] = [];

  constructor(
    states: State<Decimal>[],
    readonly whole: Decimal,
    gauged: boolean,
  ) {
    this.levels = states.map((state) => state.level);
    this.gauges = gauged ? states.map((state) => state.gauge) : null;
    this.weights = states.map((state) => state.weight);
    let longer = ZERO;
    let area = ZERO;
    for (const { level, weight } of states) {
      longer = known(exactly(Binary.add, longer, weight));
      area = known(exactly(Binary.add, area, known(exactly(Binary.multiply, level, weight))));
      this.longers.push(longer);
      this.areas.push(area);
    }
  }

  get highest(): Decimal {
    return this.levels[0] ?? ZERO;
  }

  /** Levels from the highest down for which something holds. */
  private count(holds: (level: Decimal) => boolean): number {
    let [low, high] = [0, this.levels.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (holds(this.levels[middle])) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private longer(count: number): Decimal {
    return count === 0 ? ZERO : this.longers[count - 1];
  }

  private area(count: number): Decimal {
    return count === 0 ? ZERO : this.areas[count - 1];
  }

  /** How many levels, times `scale`, lie above a level; of a gauged curve, how many of the gauge. */
  countAbove(scale: Decimal, above: Decimal): number {
    const lies = (level: Decimal) => compare(multiply(scale, level) ?? MAX, above) > 0;
    return this.gauges === null ? this.count(lies) : this.gauges.filter(lies).length;
  }

  /** Σ of weight × units for numbers of any kind, level by level. */
  levelByLevel<N>(kind: Kind<N>, query: Query<N>): N {
    let sum = kind.of(ZERO);
    for (let at = 0; at < this.levels.length; at++) {
      const gauge = this.gauges === null ? null : kind.of(this.gauges[at]);
      const units = unitsAt(kind, kind.of(this.levels[at]), gauge, query);
      sum = kind.binary(Binary.add, sum, kind.binary(Binary.multiply, units, kind.of(this.weights[at])));
    }
    return sum;
  }

  /** The most units at any level, level by level. */
  mostLevelByLevel<N>(kind: Kind<N>, query: Query<N>): N {
    let most = kind.of(ZERO);
    for (let at = 0; at < this.levels.length; at++) {
      const gauge = this.gauges === null ? null : kind.of(this.gauges[at]);
      most = kind.binary(Binary.maximum, most, unitsAt(kind, kind.of(this.levels[at]), gauge, query));
    }
    return most;
  }

  /** Σ of weight × units, by a search on the running sums. */
  units(query: Query<Decimal>): Decimal {
    if (this.gauges !== null) return this.levelByLevel(decimals, query);
    const scale = query.scale ?? ONE;
    const above = query.above ?? ZERO;
    if (query.step === null) {
      if (query.cap === null) return this.continuous(scale, above);
      const upper = known(exactly(Binary.add, above, maximum(query.cap, ZERO)));
      return known(exactly(Binary.subtract, this.continuous(scale, above), this.continuous(scale, upper)));
    }
    if (query.cap !== null) return this.levelByLevel(decimals, query);
    return this.stepped({ scale, above, step: query.step, reserved: query.reserved ?? ZERO, rest: 'at' });
  }

  /** Σ of weight × max(0, scale · level − above). */
  private continuous(scale: Decimal, above: Decimal): Decimal {
    const bound = plus(above, negligible(above));
    const count = this.count((level) => compare(multiply(scale, level) ?? MAX, bound) > 0);
    const area = known(exactly(Binary.multiply, scale, this.area(count)));
    return known(exactly(Binary.subtract, area, known(exactly(Binary.multiply, above, this.longer(count)))));
  }

  /** Σ of weight × max(0, units − reserved): the u-th unit is needed as long as the level needs at least u of them. */
  stepped(steps: WholeUnits): Decimal {
    if (isZero(steps.step)) throw new Trouble('division by zero');
    if (this.levels.length === 0) return ZERO;
    const beyond = (level: Decimal) => known(exactly(Binary.positivePart, wholeUnits(steps, level), steps.reserved));
    const most = beyond(this.levels[0]);
    let sum = ZERO;
    if (compare(most, decimal(this.levels.length)) < 0 && isWhole(steps.reserved)) {
      for (let unit = ONE; compare(unit, most) <= 0; unit = plus(unit, ONE)) {
        const holds = threshold(steps, plus(unit, steps.reserved));
        sum = known(exactly(Binary.add, sum, this.longer(holds === null ? 0 : this.count(holds))));
      }
    } else {
      for (let at = 0; at < this.levels.length; at++) {
        const units = known(exactly(Binary.multiply, beyond(this.levels[at]), this.weights[at]));
        sum = known(exactly(Binary.add, sum, units));
      }
    }
    return sum;
  }
}

/** Levels that a joint curve may have. */
const MOST_LEVELS = 200_000;
/** The same of one of which a level moves. */
const MOST_MOVING = 20_000;
/** States that are looked at to join all loads of a curve. */
const MOST_STATES = 4_000_000;
/** States after which equal ones are merged. */
const MERGED_AT = 2 * MOST_LEVELS;

export function nothing<N>(kind: Kind<N>): State<N> {
  return { level: kind.of(ZERO), gauge: kind.of(ZERO), weight: kind.of(ONE) };
}

/** Two states of the same hours, and as long as the first. */
export function added<N>(kind: Kind<N>, a: State<N>, b: State<N>, weight: N = a.weight): State<N> {
  const level = kind.binary(Binary.add, a.level, b.level);
  return { level, gauge: kind.binary(Binary.add, a.gauge, b.gauge), weight };
}

/** Falling levels, equal ones merged, without those that last for no time; `null` if one of them is not exact. */
export function merged<N>(kind: Kind<N>, states: State<N>[]): State<Decimal>[] | null {
  const exact: State<Decimal>[] = [];
  for (const state of states) {
    const [level, gauge, weight] = [kind.exact(state.level), kind.exact(state.gauge), kind.exact(state.weight)];
    if (level === null || gauge === null || weight === null) return null;
    exact.push({ level, gauge, weight });
  }
  exact.sort((a, b) => compare(b.level, a.level) || compare(b.gauge, a.gauge));
  const found: State<Decimal>[] = [];
  for (const state of exact) {
    const last = found.at(-1);
    if (last !== undefined && equal(last.level, state.level) && equal(last.gauge, state.gauge)) {
      last.weight = known(add(last.weight, state.weight));
    } else {
      found.push(state);
    }
  }
  return found.filter((state) => isSomething(state.weight));
}

/** The same states as another kind of number. */
function of<N>(kind: Kind<N>, states: State<Decimal>[]): State<N>[] {
  const number = (value: Decimal) => kind.of(value);
  return states.map(({ level, gauge, weight }) => ({ level: number(level), gauge: number(gauge), weight: number(weight) }));
}

function limited<N>(kind: Kind<N>, states: State<N>[]): State<N>[] {
  const exact = merged(kind, states);
  const kept = exact === null ? states : of(kind, exact);
  if (kept.length > MOST_LEVELS) throw new Trouble('too many levels');
  return kept;
}

/** Loads that are independent of each other, added: each state of one meets each of the other. */
export function joined<N>(kind: Kind<N>, loads: Load<N>[]): Load<N> {
  const isExact = (load: Load<N>) =>
    load.states.every((state) => [state.level, state.gauge, state.weight].every((number) => kind.exact(number) !== null));
  let sum: Load<N> = { states: [nothing(kind)], whole: kind.of(ONE) };
  const [still, moving] = [loads.filter(isExact), loads.filter((load) => !isExact(load))];
  // how many levels there will be of what moves is known before any work
  const times = moving.reduce((times, load) => times * load.states.length, 1);
  if (moving.length > 0 && times > MOST_MOVING) throw new Trouble('too many levels');
  let looked = 0;
  for (const [at, load] of [...still, ...moving].entries()) {
    if (at === still.length && sum.states.length * times > MOST_MOVING) throw new Trouble('too many levels');
    looked += sum.states.length * load.states.length;
    if (looked > MOST_STATES) throw new Trouble('too many levels');
    let met: State<N>[] = [];
    for (const a of sum.states) {
      for (const b of load.states) met.push(added(kind, a, b, kind.binary(Binary.multiply, a.weight, b.weight)));
      if (met.length > MERGED_AT) met = limited(kind, met);
    }
    sum = { states: limited(kind, met), whole: kind.binary(Binary.multiply, sum.whole, load.whole) };
  }
  return sum;
}

/** Slots of a clock, those that are the same in one. */
export function merge<N>(kind: Kind<N>, states: State<N>[]): State<N>[] {
  const exact = merged(kind, states);
  if (exact !== null) return of(kind, exact);
  const groups: State<N>[] = [];
  for (const state of states) {
    const group = groups.find((other) => kind.equal(other.level, state.level) && kind.equal(other.gauge, state.gauge));
    if (group === undefined) groups.push({ ...state });
    else group.weight = kind.binary(Binary.add, group.weight, state.weight);
  }
  return groups;
}

/** The levels of some states. */
export function levelsOf<N>(kind: Kind<N>, load: Load<N>, gauged: boolean): Levels<N> {
  const exact = merged(kind, load.states);
  const whole = kind.exact(load.whole);
  if (exact !== null && whole !== null) return new Levels<N>(new Falling(exact, whole, gauged), null);
  const states = exact === null ? load.states : of(kind, exact);
  return new Levels<N>(null, { states, gauged, whole: load.whole });
}

/** The largest value of any state, nothing of those that last for no time. */
function mostOf<N>(kind: Kind<N>, moving: Moving<N>, value: (state: State<N>) => N): N {
  let most = kind.of(ZERO);
  for (const state of moving.states) {
    const units = value(state);
    const exact = kind.exact(units);
    if (exact !== null && isZero(exact)) continue;
    const weight = kind.exact(state.weight);
    if (weight !== null && !isSomething(weight)) continue;
    const lasting = weight !== null ? units : kind.binary(Binary.multiply, units, kind.any(state.weight));
    most = kind.binary(Binary.maximum, most, lasting);
  }
  return most;
}

/** The highest level; nothing where there is none. */
export function peak<N>(kind: Kind<N>, levels: Levels<N>): N {
  if (levels.falling !== null) return kind.of(levels.falling.highest);
  return mostOf(kind, levels.moving!, (state) => state.level);
}

/** Σ over the month of weight × units, over the sum of the weights: units on average. */
export function meanUnits<N>(kind: Kind<N>, levels: Levels<N>, query: Query<N>): N {
  const { falling, moving } = levels;
  if (falling !== null) {
    const sum = kind.units(falling, query);
    return equal(falling.whole, ONE) ? sum : kind.binary(Binary.divide, sum, kind.of(falling.whole));
  }
  const { states, gauged, whole } = moving!;
  let sum = kind.of(ZERO);
  for (const state of states) {
    const units = unitsAt(kind, state.level, gauged ? state.gauge : null, query);
    sum = kind.binary(Binary.add, sum, kind.binary(Binary.multiply, units, state.weight));
  }
  return kind.binary(Binary.divide, sum, whole);
}

/** The most units at any time. */
export function mostUnits<N>(kind: Kind<N>, levels: Levels<N>, query: Query<N>): N {
  const { falling, moving } = levels;
  if (falling === null) {
    return mostOf(kind, moving!, (state) => unitsAt(kind, state.level, moving!.gauged ? state.gauge : null, query));
  }
  if (falling.gauges !== null) return falling.mostLevelByLevel(kind, query);
  return falling.levels.length === 0 ? kind.of(ZERO) : unitsAt(kind, kind.of(falling.levels[0]), null, query);
}
