/**
 * What is sure of an interval in binary floating point, before it is worked out exactly: the same lines and bounds, each number
 * with a proven error (crates/sheet/src/bounds). Where floats cannot tell whether the exact interval is a line, it is loose:
 * between the least that either may be and the most.
 */

import { Ball, NOTHING } from './ball';
import { type Decimal, ONE, ZERO, decimal } from './decimal';
import { type Floats, inFloats } from './float_levels';
import { Binary, type Kind, Trouble, exactly, power } from './kind';
import type { Falling, Query, Rest } from './levels';
import { ceil, root } from './number';

export type Bounds =
  | { readonly is: 'exact'; readonly value: Decimal; readonly at: Ball }
  | { readonly is: 'still'; readonly at: Ball }
  | { readonly is: 'line'; readonly from: Ball; readonly to: Ball }
  /** Within these ends' errors of a line between them all along, though it may be none: where two lines meet at an end. */
  | { readonly is: 'nearly'; readonly from: Ball; readonly to: Ball }
  | { readonly is: 'within'; readonly low: Ball; readonly high: Ball }
  | { readonly is: 'loose'; readonly low: Ball; readonly high: Ball }
  | { readonly is: 'unknown' };

const UNKNOWN: Bounds = { is: 'unknown' };
const known = new WeakMap<Decimal, Bounds>();

function exact(value: Decimal): Bounds {
  const before = known.get(value);
  if (before !== undefined) return before;
  const bounds: Bounds = { is: 'exact', value, at: Ball.exactly(value) };
  known.set(value, bounds);
  return bounds;
}

/** An input that runs from just after the first value to the second. */
export function running(from: Decimal, to: Decimal): Bounds {
  return { is: 'line', from: Ball.exactly(from), to: Ball.exactly(to) };
}

function still(at: Ball): Bounds {
  return at.isWhole() ? exact(decimal(BigInt(at.middle))) : { is: 'still', at };
}

function line(from: Ball, to: Ball): Bounds {
  return from.isSurely(to) ? still(from) : { is: 'line', from, to };
}

function within(low: Ball, high: Ball): Bounds {
  if (low.isSurelyBelow(high)) return { is: 'within', low, high };
  return low.isSurely(high) ? still(low) : { is: 'loose', low, high };
}

function ends(of: Bounds): readonly [Ball, Ball] | null {
  switch (of.is) {
    case 'exact':
    case 'still':
      return [of.at, of.at];
    case 'line':
    case 'nearly':
      return [of.from, of.to];
    default:
      return null;
  }
}

function limits(of: Bounds): readonly [Ball, Ball] | null {
  switch (of.is) {
    case 'exact':
    case 'still':
      return [of.at, of.at];
    case 'line':
    case 'nearly':
      return [of.from.smaller(of.to), of.from.larger(of.to)];
    case 'within':
    case 'loose':
      return [of.low, of.high];
    default:
      return null;
  }
}

/** The number that it is, if it does not move. */
function constant(of: Bounds): Ball | null {
  return of.is === 'exact' || of.is === 'still' ? of.at : null;
}

/** Whether it surely does not move, or surely does; none where a line may or may not. */
function moves(of: Bounds): boolean | null {
  switch (of.is) {
    case 'exact':
    case 'still':
      return false;
    case 'line':
      return of.from.isSurelyBelow(of.to) || of.to.isSurelyBelow(of.from) ? true : null;
    case 'within':
      return true;
    default:
      return null;
  }
}

/** What is sure of a difference: above or below nothing throughout, or open, and no line. */
export type Sure = 'above' | 'below' | 'open';

export function sure(of: Bounds, negligible: Decimal): Sure | null {
  const found = limits(of);
  if (found === null) return null;
  const [low, high] = found;
  const nothing = Ball.exactly(negligible);
  const below = nothing.negated();
  if (nothing.most < low.least) return 'above';
  if (high.most < below.least) return 'below';
  return of.is === 'within' && low.isSurelyAtMost(nothing) && below.isSurelyAtMost(high) ? 'open' : null;
}

/** Whether two straight lines make one: the line, `false` if not, `null` where floats cannot tell. */
function straight(operation: number, a: Bounds, b: Bounds): Bounds | false | null {
  const [aEnds, bEnds] = [ends(a), ends(b)];
  if (aEnds === null || bEnds === null) return false;
  const [[a0, a1], [b0, b1]] = [aEnds, bEnds];
  const [aMoves, bMoves] = [moves(a), moves(b)];
  const through = (): Bounds | null => {
    if (a.is === 'exact' && b.is === 'exact') {
      const value = exactly(operation, a.value, b.value);
      return value === null ? UNKNOWN : exact(value);
    }
    if (operation === Binary.multiply && (isNothing(a) || isNothing(b))) return exact(ZERO);
    const from = a0.binary(operation, b0);
    if (from === null) return UNKNOWN;
    if (aMoves === false && bMoves === false) return { is: 'still', at: from };
    const to = a1.binary(operation, b1);
    if (to === null) return UNKNOWN;
    return a.is === 'nearly' || b.is === 'nearly' ? { is: 'nearly', from, to } : line(from, to);
  };
  switch (operation) {
    case Binary.add:
    case Binary.subtract:
      return through();
    case Binary.multiply:
      if (aMoves === false || bMoves === false) return through();
      return aMoves === true && bMoves === true ? false : null;
    case Binary.divide:
      return bMoves === false ? through() : bMoves === true ? false : null;
  }
  if (aMoves === false && bMoves === false) return through();
  const below = a0.isSurelyAtMost(b0) && a1.isSurelyAtMost(b1);
  const above = b0.isSurelyAtMost(a0) && b1.isSurelyAtMost(a1);
  if (below || above) {
    if (operation === Binary.positivePart) return below ? exact(ZERO) : through();
    return below === (operation === Binary.minimum) ? a : b;
  }
  const cross = (isBelow: (one: Ball, other: Ball) => boolean) =>
    (isBelow(a0, b0) && isBelow(b1, a1)) || (isBelow(b0, a0) && isBelow(a1, b1));
  if (!cross((one, other) => one.isSurelyBelow(other))) return met(operation, [a0, a1], [b0, b1]);
  // what is left over of a part of the line is nothing, so that it may still be one; a blur is more than what is left over
  const byMore = operation !== Binary.positivePart || cross((one, other) => one.blurred(0).isSurelyBelow(other));
  return byMore ? false : null;
}

/** What comes of two lines that meet at an end: one of them but for as much as the other may be beyond it there. */
function met(operation: number, [a0, a1]: [Ball, Ball], [b0, b1]: [Ball, Ball]): Bounds {
  const nearly = (from: Ball | null, to: Ball | null): Bounds =>
    from === null || to === null ? UNKNOWN : { is: 'nearly', from, to };
  if (operation === Binary.positivePart) {
    const rest = (a: Ball, b: Ball) => a.positivePartOver(b).blurredByItself().kept();
    return nearly(rest(a0, b0), rest(a1, b1));
  }
  const isAbove = b0.isSurelyBelow(a0) || b1.isSurelyBelow(a1);
  const of = (line: Ball, other: Ball) => line.blurredByMeeting(other).kept();
  return isAbove === (operation === Binary.maximum)
    ? nearly(of(a0, b0), of(a1, b1))
    : nearly(of(b0, a0), of(b1, a1));
}

function isNothing(of: Bounds): boolean {
  return of.is === 'exact' && of.at.isNothing();
}

function bounded(operation: number, a: Bounds, b: Bounds): readonly [Ball, Ball] | null {
  const [aLimits, bLimits] = [limits(a), limits(b)];
  if (aLimits === null || bLimits === null) return null;
  const [[a0, a1], [b0, b1]] = [aLimits, bLimits];
  let low: Ball | null;
  let high: Ball | null;
  switch (operation) {
    case Binary.add:
    case Binary.minimum:
    case Binary.maximum:
      [low, high] = [a0.binary(operation, b0), a1.binary(operation, b1)];
      break;
    case Binary.subtract:
    case Binary.positivePart:
      [low, high] = [a0.binary(operation, b1), a1.binary(operation, b0)];
      break;
    default: {
      if (operation === Binary.divide && !(NOTHING.isSurelyBelow(b0) || b1.isSurelyBelow(NOTHING))) return null;
      const corners: Ball[] = [];
      for (const [one, other] of [
        [a0, b0],
        [a0, b1],
        [a1, b0],
        [a1, b1],
      ]) {
        const corner = one.binary(operation, other);
        if (corner === null) return null;
        corners.push(corner);
      }
      return [corners.reduce((x, y) => x.smaller(y)), corners.reduce((x, y) => x.larger(y))];
    }
  }
  return low === null || high === null ? null : [low, high];
}

/** A number that does not move and hides another that always lies above it, or below. */
function hidden(operation: number, a: Bounds, b: Bounds): Bounds | null {
  for (const [of, other] of [
    [a, b],
    [b, a],
  ]) {
    const value = constant(of);
    const found = limits(other);
    if (value === null || found === null) continue;
    const [low, high] = found;
    const hides =
      operation === Binary.minimum
        ? value.isSurelyAtMost(low)
        : operation === Binary.maximum
          ? high.isSurelyAtMost(value)
          : operation === Binary.multiply && value.isNothing();
    if (hides) return of;
  }
  return null;
}

function arithmetic(operation: number, a: Bounds, b: Bounds): Bounds {
  const found = straight(operation, a, b);
  if (found !== false && found !== null) return found;
  if (found === false) {
    const hides = hidden(operation, a, b);
    if (hides !== null) return hides;
  }
  const both = bounded(operation, a, b);
  if (both === null) return UNKNOWN;
  const [low, high] = both;
  const isLoose = found === null || [a, b].some((of) => of.is === 'loose' || of.is === 'nearly');
  return isLoose ? { is: 'loose', low, high } : within(low, high);
}

/** A function that never falls, or does so only with its argument's bounds. */
function monotone(of: Bounds, function_: (ball: Ball) => Ball | null): Bounds {
  const at = constant(of);
  const kept = (ball: Ball) => function_(ball)?.kept() ?? null;
  if (at !== null) {
    const value = kept(at);
    return value === null ? UNKNOWN : { is: 'still', at: value };
  }
  const found = limits(of);
  if (found === null) return UNKNOWN;
  const [low, high] = found.map(kept);
  if (low === null || high === null) return UNKNOWN;
  return { is: moves(of) === true ? 'within' : 'loose', low, high };
}

export const bounds: Kind<Bounds> = {
  of: exact,
  binary: arithmetic,
  ceil(of) {
    const one = Ball.whole(1);
    switch (of.is) {
      case 'exact':
        return exact(ceil(of.value));
      case 'still':
        return still(of.at.ceil());
      case 'line': {
        const { from, to } = of;
        // just after the open end a rising line is above a whole number that it starts from
        if (from.isSurelyBelow(to)) return within(from.floor().plus(one), to.ceil());
        if (to.isSurelyBelow(from)) return within(to.ceil(), from.ceil());
        const [first, last] = [from.ceil(), to.ceil()];
        return { is: 'loose', low: first.smaller(last), high: first.larger(last).larger(from.floor().plus(one)) };
      }
      case 'nearly':
        return { is: 'loose', low: of.from.smaller(of.to).ceil(), high: of.from.larger(of.to).ceil() };
      case 'within':
        return within(of.low.ceil(), of.high.ceil());
      case 'loose':
        return { is: 'loose', low: of.low.ceil(), high: of.high.ceil() };
      default:
        return UNKNOWN;
    }
  },
  any(of) {
    const one = Ball.whole(1);
    let always: boolean | null = null;
    let never: boolean | null = null;
    const not = (is: boolean | null) => (is === null ? null : !is);
    switch (of.is) {
      case 'exact':
      case 'still':
        always = of.at.isSomething();
        never = not(always);
        break;
      case 'line': {
        const [first, last] = [of.from.isSomething(), of.to.isSomething()];
        if (last === false || of.from.isSurelyBelow(NOTHING)) always = false;
        else if (last === true && NOTHING.isSurelyAtMost(of.from)) always = true;
        if (first === true || last === true) never = false;
        else if (first === false && last === false) never = true;
        break;
      }
      case 'within':
        always = of.low.isSomething();
        never = not(of.high.isSomething());
        break;
      case 'nearly':
      case 'loose': {
        const [low, high] = limits(of)!;
        always = low.isSomething() === true ? true : null;
        never = high.isSomething() === false ? true : null;
      }
    }
    if (always === true) return exact(ONE);
    if (never === true) return exact(ZERO);
    return { is: always === false && never === false ? 'within' : 'loose', low: NOTHING, high: one };
  },
  power(of, exponent) {
    if (exponent === 0) return exact(ONE);
    if (exponent === 1) return of;
    if (of.is === 'exact') {
      const value = power(of.value, exponent);
      return value === null ? UNKNOWN : exact(value);
    }
    return monotone(of, (base) => base.power(exponent));
  },
  // what roots are of does not move with demand
  root: (of, degree) => (of.is === 'exact' ? exact(root(of.value, degree)) : UNKNOWN),
  exact: (of) => (of.is === 'exact' ? of.value : null),
  equal: (a, b) => a === b || (a.is === 'exact' && b.is === 'exact' && a.at.middle === b.at.middle && sameDigits(a.value, b.value)),
  aboutTheMost: (of) => limits(of)?.[1].most ?? null,
  units: (falling, query) => risingUnits(falling, query) ?? falling.levelByLevel(bounds, query),
};

function sameDigits(a: Decimal, b: Decimal): boolean {
  return a.scale === b.scale && a.mantissa === b.mantissa;
}

/** Two numbers that are as near to each other as this share of them may be the same. */
const NEAR = 16 * Number.EPSILON;
/** What the last digit of an exact decimal may decide. */
const LAST_DIGIT = 1e-27;
/** So much of a unit divisions leave over. */
const LEFT_OVER = 1e-19;
/** Units of one level that are counted. */
const MOST_UNITS = 1e12;

/** Units of a curve while nothing but its scale rises; `null` where something else moves. */
function risingUnits(falling: Falling, query: Query<Bounds>): Bounds | null {
  const operands = [query.scale, query.above, query.cap, query.step, query.reserved];
  if (operands.every((of) => of === null || of.is === 'exact')) {
    const value = (of: Bounds | null) => (of !== null && of.is === 'exact' ? of.value : null);
    const [scale, above, cap, step, reserved] = operands.map(value);
    try {
      return exact(falling.units({ scale, above, cap, step, reserved }));
    } catch (why) {
      if (why instanceof Trouble) return UNKNOWN;
      throw why;
    }
  }
  const others = operands.slice(1).map((of) => (of === null ? null : constant(of)));
  if (operands.slice(1).some((of, at) => of !== null && others[at] === null)) return null;
  const [above, cap, step, reserved] = others;
  const rising = new Rising(falling, above, cap, step, reserved ?? NOTHING);
  const scale = query.scale ?? exact(ONE);
  const at = constant(scale);
  if (at !== null) {
    const units = rising.units(at);
    return units === null ? null : { is: 'still', at: units };
  }
  if (scale.is !== 'line' || !scale.from.isSurelyBelow(scale.to)) return null;
  return rising.between(scale.from, scale.to);
}

function countAbove({ levels }: Floats, bound: number): number {
  let [low, high] = [0, levels.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (levels[middle] > bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

function longer(of: Floats, count: number): Ball {
  return count === 0 ? NOTHING : Ball.near(of.longer[count - 1]);
}

/** A level that lies above a threshold at a scale: surely from the higher value on, and surely not up to the lower one. */
interface Bound {
  low: number;
  high: number;
  ball: Ball;
}

function boundOf(threshold: Ball, scale: Ball, little = LAST_DIGIT): Bound | null {
  const ball = threshold.over(scale);
  if (ball === null || !(scale.least > 0)) return null;
  const so = little / scale.least;
  if (ball.isNothing()) return { low: 0, high: so, ball };
  const slack = Math.abs(ball.middle) * NEAR + ball.radius * 2 + so;
  return { low: ball.middle - slack, high: ball.middle + slack, ball };
}

/** What is asked while the scale rises. */
class Rising {
  constructor(
    private readonly falling: Falling,
    private readonly above: Ball | null,
    private readonly cap: Ball | null,
    private readonly step: Ball | null,
    private readonly reserved: Ball,
  ) {}

  /** At a scale. */
  units(scale: Ball): Ball | null {
    return this.counted(scale)?.kept() ?? null;
  }

  private counted(scale: Ball): Ball | null {
    const of = inFloats(this.falling);
    const above = this.above ?? NOTHING;
    if (this.falling.gauges !== null || (this.step !== null && this.cap !== null)) return null;
    if (this.step !== null) {
      const units = this.stepped(scale, 'at');
      return units === null ? null : Ball.between(units.least, units.most);
    }
    const all = lyingAbove(of, scale, above);
    if (all === null || this.cap === null) return all;
    const beyond = lyingAbove(of, scale, above.plus(this.cap.larger(NOTHING)));
    return beyond === null ? null : all.minus(beyond);
  }

  /** Just after one scale and at a larger one. */
  between(from: Ball, to: Ball): Bounds | null {
    if (this.step !== null && this.cap === null && this.falling.gauges === null) {
      const [low, high] = [this.stepped(from, 'just above'), this.stepped(to, 'at')];
      if (low === null || high === null) return null;
      const least = Ball.between(low.least, low.most);
      // they never fall, so that as many of them are the same ones
      const isSame = low.unsure === 0 && high.unsure === 0 && low.passed === high.passed;
      if (isSame) return { is: 'still', at: least };
      const [first, last] = [least.kept(), Ball.between(high.least, high.most).kept()];
      return first === null || last === null ? null : within(first, last);
    }
    const [low, high] = [this.units(from), this.units(to)];
    if (low === null || high === null) return null;
    if (this.step !== null) return within(low, high);
    const above = this.above ?? NOTHING;
    const passed = (threshold: Ball): boolean | null => {
      const [first, last] = [this.count(from, threshold), this.count(to, threshold)];
      return first === null || last === null ? null : first !== last;
    };
    const kinks = [
      above.isNothing() ? false : passed(above),
      this.cap === null ? false : passed(above.plus(this.cap.larger(NOTHING))),
    ];
    if (kinks.includes(true)) return { is: 'within', low, high };
    return kinks.includes(null) ? { is: 'loose', low, high } : { is: 'line', from: low, to: high };
  }

  /** How many levels at a scale lie above a threshold. None where one may or may not. */
  private count(scale: Ball, threshold: Ball): number | null {
    if (scale.isNothing()) return NOTHING.isSurelyAtMost(threshold) ? 0 : null;
    const bound = boundOf(threshold, scale);
    if (bound === null) return null;
    const of = inFloats(this.falling);
    const sure = countAbove(of, bound.high);
    return sure === countAbove(of, bound.low) ? sure : null;
  }

  /** Σ of weight × whole units, as many as there are at least and at most. */
  private stepped(scale: Ball, rest: Rest): Units | null {
    const of = inFloats(this.falling);
    const units = new Units();
    const above = this.above ?? NOTHING;
    const step = this.step!;
    if (of.levels.length === 0) return units;
    if (step.least <= 0 || above.least < 0 || this.reserved.least < 0) return null;
    if (scale.isNothing()) {
      const isFirst = rest === 'just above' && above.isNothing() && this.reserved.isNothing();
      const count = isFirst ? countAbove(of, 0) : 0;
      units.add(longer(of, count), longer(of, count));
      units.passed = count;
      return units;
    }
    const most = scale.times(Ball.near(of.levels[0])).over(step)?.most ?? Infinity;
    if (most > MOST_UNITS) return null;
    const each = most < of.levels.length && this.reserved.isWhole();
    return each ? this.unitByUnit(of, scale, units) : this.levelByLevel(of, scale, rest, units);
  }

  /** The u-th unit is needed as long as the level needs at least u of them. */
  private unitByUnit(of: Floats, scale: Ball, units: Units): Units | null {
    const [step, above] = [this.step!, this.above ?? NOTHING];
    const part = step.most * LEFT_OVER;
    let before = this.reserved;
    // there are fewer units than levels, but where a number is hardly known
    for (let unit = 0; unit <= of.levels.length; unit++) {
      const bound = boundOf(before.times(step).plus(above), scale, part);
      if (bound === null) return null;
      const [sure, possible] = [countAbove(of, bound.high), countAbove(of, bound.low)];
      if (possible === 0) return units;
      units.add(longer(of, sure), longer(of, possible));
      units.passed += sure;
      units.unsure += possible - sure;
      before = before.plus(Ball.whole(1));
    }
    return null;
  }

  private levelByLevel(of: Floats, scale: Ball, rest: Rest, units: Units): Units | null {
    const [step, above] = [this.step!, this.above ?? NOTHING];
    const one = Ball.whole(1);
    for (let at = 0; at < of.levels.length; at++) {
      const level = Ball.near(of.levels[at]);
      const reached = scale.times(level);
      const excess = reached.positivePartOver(above);
      if (excess.isNothing() && reached.blurred(0).isSurelyBelow(above)) continue;
      const parts = excess.over(step);
      if (parts === null) return null;
      let whole: Ball;
      if (rest === 'at' || level.isNothing()) whole = parts.ceil();
      else if (above.isSurelyAtMost(reached)) whole = parts.floor().plus(one);
      // where the level may not reach the threshold it may need none
      else whole = Ball.between(0, parts.floor().plus(one).most);
      const left = whole.positivePartOver(this.reserved);
      const [least, most] = [Math.max(left.least, 0), left.most];
      const weight = Ball.near(of.weights[at]);
      units.add(Ball.near(least).times(weight), Ball.near(most).times(weight));
      units.passed += least;
      units.unsure += most - least;
    }
    return units;
  }
}

/** Σ of weight × units, with how many levels need a unit, over all units, and how many more of them may. */
class Units {
  least = 0;
  most = 0;
  passed = 0;
  unsure = 0;

  add(low: Ball, high: Ball): void {
    this.least = Ball.near(this.least).plus(low).least;
    this.most = Ball.near(this.most).plus(high).most;
  }
}

/** Σ of weight × max(0, scale · level − above). Levels that floats put on the other side are as near to it as they can be off. */
function lyingAbove(of: Floats, scale: Ball, above: Ball): Ball | null {
  if (above.least < 0) return null;
  if (scale.isNothing()) return NOTHING;
  const bound = boundOf(above, scale);
  if (bound === null) return null;
  const count = countAbove(of, bound.ball.middle);
  const area = count === 0 ? NOTHING : Ball.near(of.areas[count - 1]);
  const lying = scale.times(area).minus(above.times(longer(of, count)));
  if (above.isNothing()) return lying;
  const off = scale.most * (bound.high - bound.low) + LAST_DIGIT;
  return lying.blurred(off * 2 * longer(of, of.levels.length).most);
}
