/**
 * The nearest value at which something turns, searched outwards from where a number stands, on a line
 * (crates/sheet/src/first_crossing.rs).
 */

import { type Decimal, MAX, ONE, TWO, ZERO, absolute, compare, decimal, divide, equal, isZero, maximum, minimum, multiply, rounded, significant } from './decimal';
import { minus, over, plus, times } from './number';

export type Stance = 'stays' | 'level' | 'turned';

/** What is seen over an interval or at a value. */
export type Sight<S> =
  | { readonly is: 'same'; readonly of: S }
  | { readonly is: 'passes'; readonly at: Decimal; readonly below: S; readonly above: S }
  | { readonly is: 'open'; readonly near: Decimal | null };

export type Direction = 'up' | 'down';

export interface Turn {
  /** The last value before it turns. */
  readonly at: Decimal;
  readonly direction: Direction;
}

export interface Mover {
  readonly today: Decimal;
  readonly least: Decimal;
  readonly most: Decimal;
}

export interface Look<S> {
  over(a: Decimal, b: Decimal): Sight<S>;
  at(value: Decimal): Sight<S>;
  stance(of: S): Stance;
  /** By how much one side is ahead at a value. */
  lead(of: S): Decimal | null;
}

const MOST_LOOKS = 1_000;
const MOST_FAR_LOOKS = 20;
const FAR = decimal(9);
const LEAST_SCALE = decimal(1, 12);
const MOST_STEPS = 100;

/** The nearest turn; `null` where there is none, or none is found. */
export function firstCrossing<S>(mover: Mover, look: Look<S>): Turn | null {
  const walk = (direction: Direction, end: Decimal) => new Walk(mover, direction, end, look).outwards();
  const up = compare(mover.today, mover.most) < 0 ? walk('up', mover.most) : null;
  const least = mover.least;
  // below only what is nearer is of interest
  const end = up === null ? least : maximum(least, minus(mover.today, minus(up.at, mover.today)));
  const down = compare(end, mover.today) < 0 ? walk('down', end) : null;
  if (up === null || down === null) return up ?? down;
  return compare(minus(up.at, mover.today), minus(mover.today, down.at)) <= 0 ? up : down;
}

/** What the digits of a value are measured against. */
export function scaleOf({ today, least, most }: Mover, at: Decimal): Decimal {
  const ofToday = isZero(today) ? minimum(ONE, minus(most, least)) : absolute(today);
  return maximum(LEAST_SCALE, maximum(ofToday, absolute(at)));
}

type Ends = readonly [Decimal, Decimal];

class Walk<S> {
  private levelSince: Decimal | null = null;

  constructor(
    private readonly mover: Mover,
    private readonly direction: Direction,
    private readonly end: Decimal,
    private readonly look: Look<S>,
  ) {}

  outwards(): Turn | null {
    const { today } = this.mover;
    const open: Ends[] = [this.direction === 'up' ? [today, this.end] : [this.end, today]];
    const far = multiply(this.scale(ZERO), FAR) ?? MAX;
    let [looks, farLooks] = [0, 0];
    while (open.length > 0) {
      const [a, b] = open.pop()!;
      looks += 1;
      const nearest = minimum(absolute(minus(a, today)), absolute(minus(b, today)));
      if (compare(nearest, far) >= 0) farLooks += 1;
      if (looks > MOST_LOOKS || farLooks > MOST_FAR_LOOKS) return null;
      const found = this.stretch([a, b], open);
      if (found !== null) return found;
    }
    // the lower bound itself is in no interval above it
    if (this.direction !== 'down' || !equal(this.end, this.mover.least)) return null;
    const last = this.look.at(this.end);
    return last.is === 'same' ? this.steps(this.end, last.of) : null;
  }

  private stretch([a, b]: Ends, open: Ends[]): Turn | null {
    const seen = this.look.over(a, b);
    switch (seen.is) {
      case 'same':
        return this.steps(this.direction === 'up' ? a : b, seen.of);
      case 'passes': {
        const at = this.closer([a, b], seen.at);
        const [near, first, second] =
          this.direction === 'up' ? [a, seen.below, seen.above] : [b, seen.above, seen.below];
        return this.steps(near, first) ?? this.steps(at, second);
      }
      default:
        if (compare(minus(b, a), times(this.scale(b), decimal(1, 4))) <= 0) return this.ends([a, b]);
        this.divide([a, b], seen.near, open);
        return null;
    }
  }

  private scale(at: Decimal): Decimal {
    return scaleOf(this.mover, at);
  }

  private found(at: Decimal): Turn {
    return { at: this.levelSince ?? at, direction: this.direction };
  }

  private steps(at: Decimal, state: S): Turn | null {
    switch (this.look.stance(state)) {
      case 'stays':
        this.levelSince = null;
        return null;
      case 'level':
        this.levelSince ??= at;
        return null;
      default:
        return this.found(at);
    }
  }

  /** Where a line passes, looked at again from close by. */
  private closer([a, b]: Ends, at: Decimal): Decimal {
    const reach = over(this.scale(at), decimal(64));
    const low = maximum(a, rounded(minus(at, reach), 6, 'even'));
    const high = minimum(b, rounded(plus(at, reach), 6, 'even'));
    if (compare(low, at) >= 0 || compare(at, high) >= 0) return at;
    const close = this.look.over(low, high);
    return close.is === 'passes' ? (significant(close.at, 24, 'even') ?? close.at) : at;
  }

  private turned(at: Decimal): boolean {
    const seen = this.look.at(at);
    return seen.is === 'same' && this.look.stance(seen.of) === 'turned';
  }

  /** An interval too narrow to divide: its ends decide. */
  private ends([a, b]: Ends): Turn | null {
    const [near, far] = this.direction === 'up' ? [a, b] : [b, a];
    if (this.direction === 'down' && this.turned(near)) return this.found(near);
    if (!this.turned(far)) return null;
    this.levelSince = null;
    return this.found(this.between(near, far));
  }

  /** Where it turns between a value at which it stays and one at which it has turned. */
  private between(near: Decimal, far: Decimal): Decimal {
    let [stays, turns] = [near, far];
    const fine = times(this.scale(turns), decimal(1, 13));
    let guess = this.guess(stays, turns);
    for (let step = 0; step < MOST_STEPS && compare(absolute(minus(turns, stays)), fine) > 0; step += 1) {
      const margin = times(minus(turns, stays), decimal(1, 3));
      const tries = guess === null ? [over(plus(stays, turns), TWO)] : [minus(guess, margin), plus(guess, margin)];
      const width = absolute(minus(turns, stays));
      for (const at of tries) {
        if (compare(minimum(stays, turns), at) >= 0 || compare(at, maximum(stays, turns)) >= 0) continue;
        if (this.turned(at)) {
          turns = at;
          break;
        }
        stays = at;
      }
      const asGuessed = compare(absolute(minus(turns, stays)), over(width, decimal(100))) <= 0;
      guess = asGuessed ? this.guess(stays, turns) : null;
    }
    return stays;
  }

  /** Where a line between the leads at two values is at nothing. */
  private guess(stays: Decimal, turns: Decimal): Decimal | null {
    const lead = (at: Decimal): Decimal | null => {
      const seen = this.look.at(at);
      const found = seen.is === 'same' ? this.look.lead(seen.of) : null;
      return found === null ? null : absolute(found);
    };
    const before = lead(stays);
    const after = before === null ? null : lead(turns);
    if (before === null || after === null) return null;
    const share = divide(before, plus(before, after));
    return share === null ? null : plus(stays, times(minus(turns, stays), share));
  }

  /** Two parts of an interval, the nearer on top. */
  private divide([a, b]: Ends, near: Decimal | null, open: Ends[]): void {
    const isWithin = (at: Decimal | null): at is Decimal => at !== null && compare(a, at) < 0 && compare(at, b) < 0;
    const distant = isWithin(near) ? null : this.byDistance(a, b);
    const middle = isWithin(near) ? near : isWithin(distant) ? distant : over(plus(a, b), TWO);
    if (this.direction === 'up') open.push([middle, b], [a, middle]);
    else open.push([a, middle], [middle, b]);
  }

  /** Where the ends differ by orders of magnitude in their distance from today's value, a distance between them. */
  private byDistance(a: Decimal, b: Decimal): Decimal | null {
    const { today } = this.mover;
    const [near, far] = this.direction === 'up' ? [minus(a, today), minus(b, today)] : [minus(today, b), minus(today, a)];
    const least = maximum(near, over(this.scale(ZERO), decimal(64)));
    let doublings = 0;
    for (let distance = least; compare(distance, far) < 0; doublings += 1) {
      const twice = multiply(distance, TWO);
      if (twice === null) return null;
      distance = twice;
    }
    if (doublings <= 2) return null;
    let distance = least;
    for (let time = 0; time < Math.floor(doublings / 2); time += 1) distance = times(distance, TWO);
    return this.direction === 'up' ? plus(today, distance) : minus(today, distance);
  }
}
