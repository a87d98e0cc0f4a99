/**
 * A number in binary floating point with a proven bound on how far it is from the exact decimal that it stands for
 * (crates/sheet/src/ball.rs, whose reserves are taken over).
 */

import { type Decimal, float } from './decimal';
import { Binary } from './kind';

/** What one operation may be off by, as a share of its result. */
const ROUNDING = Number.EPSILON;
/** What an exact decimal may be off by, whatever its size; and as a share of the numbers that are added. */
const LAST_DIGIT = 1e-27;
/** By which a radius grows, for it is rounded too. */
const RESERVE = 1 + 16 * Number.EPSILON;
/** Beyond this a figure may exceed what an exact one may be. */
const LIMIT = 0.9e27;
/** Up to this share of a number its positive part is nothing. */
const NEGLIGIBLE = 2e-20;
/** Whole numbers up to this are told apart. */
const MOST_WHOLE = 1e15;

/** An exact decimal lies within `radius` of `middle`; a radius of nothing is of a whole number alone. */
export class Ball {
  constructor(
    readonly middle: number,
    readonly radius: number,
  ) {}

  static exactly(value: Decimal): Ball {
    const middle = float(value);
    const isWhole = value.scale === 0 && Math.abs(middle) < MOST_WHOLE;
    return new Ball(middle, isWhole ? 0 : Math.abs(middle) * 2 * ROUNDING);
  }

  static near(middle: number): Ball {
    return new Ball(middle, Math.abs(middle) * 2 * ROUNDING);
  }

  static whole(value: number): Ball {
    return new Ball(value, Math.abs(value) < MOST_WHOLE ? 0 : Math.abs(value) * ROUNDING);
  }

  /** All that lies between two values. */
  static between(low: number, high: number): Ball {
    const middle = low / 2 + high / 2;
    return rounded(middle, Math.max(high - middle, middle - low));
  }

  /** The same as long as it is as large as an exact figure may be. */
  kept(): Ball | null {
    return Math.abs(this.middle) + this.radius < LIMIT ? this : null;
  }

  blurred(by: number): Ball {
    return rounded(this.middle, this.radius + by);
  }

  /** Not known to as much more as another that meets it may lie beyond it, in either direction, or it beyond the other. */
  blurredByMeeting(other: Ball): Ball {
    const apart = Math.abs(other.middle - this.middle);
    const both = this.radius + other.radius;
    return apart <= both * 2 ? this.blurred(apart + both) : this;
  }

  /** Not known to twice as much. */
  blurredByItself(): Ball {
    return this.isNothing() ? this : this.blurred(this.radius);
  }

  get least(): number {
    return this.radius === 0 ? this.middle : lower(this.middle - this.radius);
  }

  get most(): number {
    return this.radius === 0 ? this.middle : -lower(-this.middle - this.radius);
  }

  negated(): Ball {
    return new Ball(-this.middle, this.radius);
  }

  isNothing(): boolean {
    return this.radius === 0 && this.middle === 0;
  }

  isSurely(other: Ball): boolean {
    return this.radius === 0 && other.radius === 0 && this.middle === other.middle;
  }

  isSurelyBelow(other: Ball): boolean {
    return this.most < other.least;
  }

  isSurelyAtMost(other: Ball): boolean {
    return this.most <= other.least;
  }

  private isOfWhole(other: Ball, middle: number): boolean {
    return this.radius === 0 && other.radius === 0 && Math.abs(middle) < MOST_WHOLE;
  }

  plus(other: Ball): Ball {
    if (this.isNothing()) return other;
    if (other.isNothing()) return this;
    const middle = this.middle + other.middle;
    if (this.isOfWhole(other, middle)) return new Ball(middle, 0);
    const digits = (Math.abs(this.middle) + Math.abs(other.middle)) * LAST_DIGIT;
    return rounded(middle, this.radius + other.radius + digits);
  }

  minus(other: Ball): Ball {
    return this.plus(other.negated());
  }

  times(other: Ball): Ball {
    if (this.isNothing() || other.isNothing()) return NOTHING;
    const middle = this.middle * other.middle;
    if (this.isOfWhole(other, middle)) return new Ball(middle, 0);
    const radius = Math.abs(this.middle) * other.radius + (Math.abs(other.middle) + other.radius) * this.radius;
    return rounded(middle, radius);
  }

  /** The quotient; none where the divisor may be nothing, or is known to less than a half of it. */
  over(divisor: Ball): Ball | null {
    if (divisor.middle === 0 || divisor.radius > Math.abs(divisor.middle) / 2) return null;
    if (this.isNothing()) return NOTHING;
    const quotient = this.middle / divisor.middle;
    const divides = Math.floor(quotient) === quotient && quotient * divisor.middle === this.middle;
    if (divides && this.isOfWhole(divisor, quotient)) return new Ball(quotient, 0);
    const radius = (this.radius + Math.abs(quotient) * divisor.radius) / (Math.abs(divisor.middle) - divisor.radius);
    return rounded(quotient, radius);
  }

  smaller(other: Ball): Ball {
    if (this.isSurelyAtMost(other)) return this;
    if (other.isSurelyAtMost(this)) return other;
    return new Ball(Math.min(this.middle, other.middle), Math.max(this.radius, other.radius));
  }

  larger(other: Ball): Ball {
    return this.negated().smaller(other.negated()).negated();
  }

  /** The positive part of it less another. */
  positivePartOver(above: Ball): Ball {
    const rest = this.minus(above);
    if (rest.most <= 0) return NOTHING;
    // up to this it is nothing
    const leftOver = (Math.abs(this.middle) + this.radius) * NEGLIGIBLE;
    if (rest.least > leftOver) return rest;
    return new Ball(Math.max(rest.middle, 0), (rest.radius + leftOver) * RESERVE);
  }

  binary(operation: number, other: Ball): Ball | null {
    let found: Ball | null;
    switch (operation) {
      case Binary.add:
        found = this.plus(other);
        break;
      case Binary.subtract:
        found = this.minus(other);
        break;
      case Binary.multiply:
        found = this.times(other);
        break;
      case Binary.divide:
        found = this.over(other);
        break;
      case Binary.minimum:
        found = this.smaller(other);
        break;
      case Binary.maximum:
        found = this.larger(other);
        break;
      default:
        found = this.positivePartOver(other);
    }
    return found?.kept() ?? null;
  }

  power(exponent: number): Ball {
    let result = Ball.whole(1);
    let base: Ball = this;
    for (let left = exponent; left > 0; ) {
      if (left & 1) result = result.times(base);
      left >>= 1;
      if (left > 0) base = base.times(base);
    }
    return result;
  }

  /** The smallest whole number that is not below. */
  ceil(): Ball {
    if (this.radius === 0) return Ball.whole(this.middle + 0);
    // what is left over is rounded away before whole numbers are told apart
    const settled = (Math.abs(this.middle) + this.radius) * 1e-22 + 1e-19;
    const [low, high] = [Math.ceil(this.least - settled), Math.ceil(this.most + settled)];
    return low === high ? Ball.whole(low + 0) : Ball.between(low, high);
  }

  /** The largest whole number that is not above. */
  floor(): Ball {
    return this.negated().ceil().negated();
  }

  /** Whether it is more than what divisions leave over of nothing, where that is sure. */
  isSomething(): boolean | null {
    if (this.least > 2e-18) return true;
    return this.most < 0.5e-18 ? false : null;
  }

  /** Whether it is known to be a whole number. */
  isWhole(): boolean {
    return this.radius === 0;
  }
}

export const NOTHING = new Ball(0, 0);

function rounded(middle: number, radius: number): Ball {
  return new Ball(middle, (radius + Math.abs(middle) * ROUNDING + LAST_DIGIT) * RESERVE);
}

/** Below a value by more than rounding it may have raised it. */
function lower(value: number): number {
  return value - Math.abs(value) * 2 * ROUNDING - Number.MIN_VALUE;
}
