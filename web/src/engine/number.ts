/** Roots, rounding by name, and how numbers are written, as the program does it (crates/sheet/src/number). */

import {
  type Decimal,
  ONE,
  ZERO,
  absolute,
  add,
  ceiling,
  compare,
  decimal,
  divide,
  floor as floorOf,
  isZero,
  less,
  multiply,
  normalized,
  rounded,
  significant,
  subtract,
  truncated,
  written,
} from './decimal';

/** What must have a value: too large a number is a mistake of whoever asked. */
export function sure(value: Decimal | null): Decimal {
  if (value === null) throw new RangeError('a number beyond 28 digits');
  return value;
}

const TINY = decimal(1, 20);
const SOMETHING = decimal(1, 18);

/** Differences up to this are what divisions left over. */
export function negligible(of: Decimal): Decimal {
  return sure(multiply(absolute(of), TINY));
}

/** The root of a degree, by Newton's method from above. */
export function root(value: Decimal, degree: number): Decimal {
  if (value.mantissa <= 0n || degree === 0) return ZERO;
  const n = decimal(degree);
  const before = decimal(degree - 1);
  let guess = compare(value, ONE) > 0 ? sure(add(ONE, sure(divide(sure(subtract(value, ONE)), n)))) : ONE;
  for (;;) {
    let quotient = value;
    for (let time = 1; time < degree; time++) quotient = sure(divide(quotient, guess));
    const next = sure(divide(sure(add(sure(multiply(guess, before)), quotient)), n));
    if (!less(next, guess)) return guess;
    guess = next;
  }
}

/** Rounded to the minor unit of a currency; the last four of many digits do not decide. */
export function money(value: Decimal, digits: number): Decimal {
  const safe = Math.max(0, value.scale - 4);
  return rounded(safe >= digits + 10 ? rounded(value, safe, 'away') : value, digits, 'away');
}

function settled(value: Decimal): Decimal {
  return value.scale <= 18 ? value : rounded(significant(value, 24, 'even') ?? value, 20, 'even');
}

/** The smallest whole number that is not below, where what divisions left over does not decide. */
export function ceil(value: Decimal): Decimal {
  return ceiling(settled(value));
}

/** The largest whole number that is not above, in the same way. */
export function floor(value: Decimal): Decimal {
  return floorOf(settled(value));
}

/** Whether a quantity is more than what divisions leave over of nothing. */
export function isSomething(value: Decimal): boolean {
  return compare(value, SOMETHING) > 0;
}

/** Rounded to the 12 significant digits of ratios. */
export function ratio(value: Decimal): Decimal {
  return normalized(significant(value, 12, 'away') ?? value);
}

/** An amount as a machine reads it. */
export function plain(amount: Decimal, digits: number): string {
  const value = money(amount, digits);
  const text = written(isZero(value) ? ZERO : value);
  if (digits === 0) return text;
  const point = text.indexOf('.');
  const has = point < 0 ? 0 : text.length - point - 1;
  return (point < 0 ? `${text}.` : text) + '0'.repeat(digits - has);
}

function group(text: string): string {
  const negative = text.startsWith('-');
  const [whole, fraction] = (negative ? text.slice(1) : text).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return (negative ? '−' : '') + grouped + (fraction === undefined ? '' : `.${fraction}`);
}

/** An amount as a person reads it. */
export function grouped(amount: Decimal, digits: number): string {
  return group(plain(amount, digits));
}

/** A figure as a person reads it: at most so many significant digits. */
export function readable(value: Decimal, digits: number): string {
  const whole = absolute(truncated(value));
  const before = isZero(whole) ? 0 : written(whole).length;
  const short = before >= digits ? rounded(value, 0, 'away') : (significant(value, digits, 'away') ?? value);
  return group(written(isZero(short) ? ZERO : normalized(short)));
}

/** A share as a percentage. */
export function percent(share: Decimal, digits: number): string {
  return `${grouped(multiply(share, decimal(100)) ?? share, digits)} %`;
}

export function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${count} ${noun}s`;
}

/** The sum of numbers, from nothing on. */
export function total(values: readonly Decimal[]): Decimal {
  return values.reduce((sum, value) => sure(add(sum, value)), ZERO);
}

export function minus(a: Decimal, b: Decimal): Decimal {
  return sure(subtract(a, b));
}

export function plus(a: Decimal, b: Decimal): Decimal {
  return sure(add(a, b));
}

export function times(a: Decimal, b: Decimal): Decimal {
  return sure(multiply(a, b));
}

export function over(a: Decimal, b: Decimal): Decimal {
  return sure(divide(a, b));
}

