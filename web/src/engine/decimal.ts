/**
 * Decimals as the program computes with them: a whole number of at most 96 bits over a power of ten of at most 28, with the
 * rounding of rust_decimal 1.43, so that every result has the same digits and the same number of them after the point.
 *
 * Two numbers of one value may have different scales (1.5 and 1.50); how many digits a number has decides how it is rounded
 * later, so that scales are kept as the program keeps them. Of zero the sign is not kept: nothing asks for it.
 */

/** A decimal: `mantissa / 10^scale`. Immutable. */
export class Decimal {
  constructor(
    readonly mantissa: bigint,
    readonly scale: number,
  ) {}

  toString(): string {
    return written(this);
  }
}

/** 2^96 − 1. */
const MOST = (1n << 96n) - 1n;
const OVER = 1n << 96n;
const WORD = 1n << 32n;
/** Digits after the point. */
const MOST_SCALE = 28;

const POWERS: bigint[] = [1n];
for (let power = 1; power <= 96; power++) POWERS.push(POWERS[power - 1] * 10n);

/** The largest numbers that do not overflow when they are multiplied by a power of ten. */
const FITS = POWERS.slice(0, 10).map((power) => MOST / power);

export const ZERO = new Decimal(0n, 0);
export const ONE = new Decimal(1n, 0);
export const TWO = new Decimal(2n, 0);
export const MAX = new Decimal(MOST, 0);
export const MIN = new Decimal(-MOST, 0);

/** `mantissa / 10^scale`. */
export function decimal(mantissa: bigint | number, scale = 0): Decimal {
  return new Decimal(BigInt(mantissa), scale);
}

/** A number that the program wrote: digits, with a point and a sign or without. Its scale is that of the digits. */
export function parsed(text: string): Decimal {
  const point = text.indexOf('.');
  if (point < 0) return new Decimal(BigInt(text), 0);
  return new Decimal(BigInt(text.slice(0, point) + text.slice(point + 1)), text.length - point - 1);
}

export function written({ mantissa, scale }: Decimal): string {
  const sign = mantissa < 0n ? '-' : '';
  const digits = (mantissa < 0n ? -mantissa : mantissa).toString().padStart(scale + 1, '0');
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Numbers below these have 96 bits at most once so many digits are taken off. */
const SHORTENED = POWERS.slice(0, 60).map((power) => OVER * power);
const DIGITS_OF_MOST = Math.log10(Number(MOST));

/** How many digits are too many of a number beyond 96 bits. */
function excess(magnitude: bigint): number {
  let off = Math.max(1, Math.ceil(Math.log10(Number(magnitude)) - DIGITS_OF_MOST));
  while (magnitude >= SHORTENED[off]) off += 1;
  while (magnitude < SHORTENED[off - 1]) off -= 1;
  return off;
}

/** A quotient rounded to the nearest whole number, to the even one of two. */
function halfEven(dividend: bigint, divisor: bigint): bigint {
  const quotient = dividend / divisor;
  const twice = (dividend - quotient * divisor) << 1n;
  return twice > divisor || (twice === divisor && (quotient & 1n) === 1n) ? quotient + 1n : quotient;
}

/**
 * A number with as many digits as fit, rounded half to even; `null` if it is too large. The program takes digits off until the
 * quotient fits, and once more where rounding makes it too long.
 */
function fitted(magnitude: bigint, scale: number, negative: boolean): Decimal | null {
  let off = magnitude > MOST ? excess(magnitude) : 0;
  if (off > scale) return null;
  off = Math.max(off, scale - MOST_SCALE);
  if (off === 0) return new Decimal(negative ? -magnitude : magnitude, scale);
  let rounded = halfEven(magnitude, POWERS[off]);
  if (rounded > MOST) {
    if (off === scale) return null;
    off += 1;
    rounded = halfEven(rounded, 10n);
  }
  return new Decimal(negative ? -rounded : rounded, scale - off);
}

function sum(a: Decimal, b: Decimal, subtract: boolean): Decimal | null {
  if (a.mantissa === 0n) return subtract && b.mantissa !== 0n ? new Decimal(-b.mantissa, b.scale) : b;
  if (b.mantissa === 0n) return a;
  let [left, right, scale] = [a.mantissa, b.mantissa, a.scale];
  if (a.scale < b.scale) {
    left *= POWERS[b.scale - a.scale];
    scale = b.scale;
  } else if (a.scale > b.scale) {
    right *= POWERS[a.scale - b.scale];
  }
  const total = subtract ? left - right : left + right;
  if (total <= MOST && total >= -MOST) return new Decimal(total, scale);
  return total < 0n ? fitted(-total, scale, true) : fitted(total, scale, false);
}

/** `a + b`; `null` if it is too large. */
export function add(a: Decimal, b: Decimal): Decimal | null {
  return sum(a, b, false);
}

/** `a − b`; `null` if it is too large. */
export function subtract(a: Decimal, b: Decimal): Decimal | null {
  return sum(a, b, true);
}

/** `a × b`; `null` if it is too large. */
export function multiply(a: Decimal, b: Decimal): Decimal | null {
  if (a.mantissa === 0n || b.mantissa === 0n) return ZERO;
  const product = a.mantissa * b.mantissa;
  const scale = a.scale + b.scale;
  if (scale <= MOST_SCALE && product <= MOST && product >= -MOST) return new Decimal(product, scale);
  // two short numbers beyond all digits are nothing, without any
  if (scale > MOST_SCALE + 19 && isShort(a.mantissa) && isShort(b.mantissa)) return ZERO;
  return product < 0n ? fitted(-product, scale, true) : fitted(product, scale, false);
}

function isShort(mantissa: bigint): boolean {
  return mantissa < WORD && mantissa > -WORD;
}

/** By how many powers of ten a quotient can be enlarged; `null` if it has too few digits after the point even so. */
function room(quotient: bigint, scale: number): number | null {
  if (quotient > FITS[1]) return scale < 0 ? null : 0;
  const within = MOST_SCALE - scale;
  if (within < 9) {
    if (quotient <= FITS[within]) return within;
  } else if (quotient <= FITS[9]) {
    return 9;
  }
  let power = 8;
  while (quotient > FITS[power]) power -= 1;
  return power + scale < 0 ? null : power;
}

/** A quotient that has outgrown its digits by one, over ten; `rest` says whether anything was left over. */
function overgrown(quotient: bigint, scale: number, rest: boolean): [bigint, number] | null {
  if (scale < 1) return null;
  const tenth = quotient / 10n;
  const remainder = quotient - tenth * 10n;
  const up = remainder > 5n || (remainder === 5n && (rest || (tenth & 1n) === 1n));
  return [up ? tenth + 1n : tenth, scale - 1];
}

/** `a ÷ b` of a divisor that is not zero; `null` if it is too large. */
export function divide(a: Decimal, b: Decimal): Decimal | null {
  if (a.mantissa === 0n) return ZERO;
  const negative = a.mantissa < 0n !== b.mantissa < 0n;
  const dividend = a.mantissa < 0n ? -a.mantissa : a.mantissa;
  const divisor = b.mantissa < 0n ? -b.mantissa : b.mantissa;
  return endless(dividend, divisor, a.scale - b.scale, negative) ?? stepwise(dividend, divisor, a.scale - b.scale, negative);
}

/** A quotient that fills all digits, at once; `null` where it may end before, or be too large. */
function endless(dividend: bigint, divisor: bigint, scale: number, negative: boolean): Decimal | null {
  const within = MOST_SCALE - scale;
  const most = DIGITS_OF_MOST - Math.log10(Number(dividend) / Number(divisor));
  let power = Math.min(within, Math.floor(most));
  if (power < 0 || power + scale < 0) return null;
  for (let room = true; ; ) {
    const enlarged = dividend * POWERS[power];
    let quotient = enlarged / divisor;
    // the guess is off by one at most
    if (quotient > MOST) {
      power -= 1;
      room = false;
      if (power < 0 || power + scale < 0) return null;
      continue;
    }
    if (room && quotient <= FITS[1] && power < within) {
      power += 1;
      continue;
    }
    const remainder = enlarged - quotient * divisor;
    if (remainder === 0n) return null;
    const twice = remainder << 1n;
    if (twice > divisor || (twice === divisor && (quotient & 1n) === 1n)) quotient += 1n;
    if (quotient === OVER) return null;
    const [shorter, left] = (quotient & 1n) === 0n ? unscaled(quotient, power + scale) : [quotient, power + scale];
    return new Decimal(negative ? -shorter : shorter, left);
  }
}

/** A quotient as the program finds it, some digits at a time: where it ends decides how many zeros it keeps. */
function stepwise(dividend: bigint, divisor: bigint, scale: number, negative: boolean): Decimal | null {
  let quotient = dividend / divisor;
  let remainder = dividend - quotient * divisor;
  let unscale = false;
  for (;;) {
    let power: number;
    if (remainder === 0n) {
      if (scale >= 0) break;
      power = Math.min(9, -scale);
    } else {
      unscale = true;
      if (scale === MOST_SCALE) {
        power = 0;
      } else {
        const found = room(quotient, scale);
        if (found === null) return null;
        power = found;
      }
      if (power === 0) {
        const twice = remainder * 2n;
        if (twice > divisor || (twice === divisor && (quotient & 1n) === 1n)) {
          quotient += 1n;
          if (quotient === OVER) {
            const shorter = overgrown(quotient, scale, true);
            if (shorter === null) return null;
            [quotient, scale] = shorter;
          }
        }
        break;
      }
    }
    scale += power;
    quotient *= POWERS[power];
    if (quotient > MOST) return null;
    const scaled = remainder * POWERS[power];
    const more = scaled / divisor;
    remainder = scaled - more * divisor;
    quotient += more;
    if (quotient > MOST) {
      const shorter = overgrown(quotient, scale, remainder !== 0n);
      if (shorter === null) return null;
      [quotient, scale] = shorter;
      break;
    }
  }
  if (unscale) [quotient, scale] = unscaled(quotient, scale);
  return new Decimal(negative ? -quotient : quotient, scale);
}

/** A quotient without zeros at its end, as far as the program takes them off. */
function unscaled(quotient: bigint, scale: number): [bigint, number] {
  while ((quotient & 0xffffffffn) === 0n && scale >= 8 && quotient % POWERS[8] === 0n) {
    quotient /= POWERS[8];
    scale -= 8;
  }
  for (const zeros of [4, 2, 1]) {
    // ten has a factor of two for each zero
    const divides = (Number(quotient & 0xfn) & ((1 << zeros) - 1)) === 0;
    if (divides && scale >= zeros && quotient % POWERS[zeros] === 0n) {
      quotient /= POWERS[zeros];
      scale -= zeros;
    }
  }
  return [quotient, scale];
}

/** Below zero where `a` is less, zero where both are equal. */
export function compare(a: Decimal, b: Decimal): number {
  let [left, right] = [a.mantissa, b.mantissa];
  if (a.scale < b.scale) left *= POWERS[b.scale - a.scale];
  else if (a.scale > b.scale) right *= POWERS[a.scale - b.scale];
  return left < right ? -1 : left > right ? 1 : 0;
}

export function equal(a: Decimal, b: Decimal): boolean {
  return a === b || compare(a, b) === 0;
}

export function less(a: Decimal, b: Decimal): boolean {
  return compare(a, b) < 0;
}

/** The smaller of the two; the first of equal ones. */
export function minimum(a: Decimal, b: Decimal): Decimal {
  return compare(a, b) > 0 ? b : a;
}

/** The larger of the two; the first of equal ones. */
export function maximum(a: Decimal, b: Decimal): Decimal {
  return compare(a, b) < 0 ? b : a;
}

export function negated(value: Decimal): Decimal {
  return value.mantissa === 0n ? value : new Decimal(-value.mantissa, value.scale);
}

export function absolute(value: Decimal): Decimal {
  return value.mantissa < 0n ? new Decimal(-value.mantissa, value.scale) : value;
}

export function isZero(value: Decimal): boolean {
  return value.mantissa === 0n;
}

export function isPositive(value: Decimal): boolean {
  return value.mantissa > 0n;
}

/** Without what stands after the point. */
export function truncated(value: Decimal): Decimal {
  return value.scale === 0 ? value : new Decimal(value.mantissa / POWERS[value.scale], 0);
}

export function isWhole(value: Decimal): boolean {
  return value.scale === 0 || value.mantissa % POWERS[value.scale] === 0n;
}

export function ceiling(value: Decimal): Decimal {
  if (value.scale === 0) return value;
  const whole = value.mantissa / POWERS[value.scale];
  const up = value.mantissa > 0n && whole * POWERS[value.scale] !== value.mantissa;
  return new Decimal(up ? whole + 1n : whole, 0);
}

export function floor(value: Decimal): Decimal {
  if (value.scale === 0) return value;
  const whole = value.mantissa / POWERS[value.scale];
  const down = value.mantissa < 0n && whole * POWERS[value.scale] !== value.mantissa;
  return new Decimal(down ? whole - 1n : whole, 0);
}

/** Without zeros at the end. */
export function normalized(value: Decimal): Decimal {
  let { mantissa, scale } = value;
  if (mantissa === 0n) return ZERO;
  if (scale === 0 || (mantissa & 1n) === 1n) return value;
  while (scale > 0 && mantissa % 10n === 0n) {
    mantissa /= 10n;
    scale -= 1;
  }
  return new Decimal(mantissa, scale);
}

/** What is done with a half. */
export type Half = 'away' | 'even';

/** Rounded to so many digits after the point. */
export function rounded(value: Decimal, digits: number, half: Half): Decimal {
  if (value.scale <= digits) return value;
  if (value.mantissa === 0n) return new Decimal(0n, digits);
  const negative = value.mantissa < 0n;
  const magnitude = negative ? -value.mantissa : value.mantissa;
  const divisor = POWERS[value.scale - digits];
  let whole = magnitude / divisor;
  const twice = (magnitude - whole * divisor) * 2n;
  if (twice > divisor || (twice === divisor && (half === 'away' || (whole & 1n) === 1n))) whole += 1n;
  return new Decimal(negative ? -whole : whole, digits);
}

/** How many digits a number has, without zeros before them. */
function length(mantissa: bigint): number {
  return (mantissa < 0n ? -mantissa : mantissa).toString().length;
}

/** Rounded to so many significant digits; `null` if that is too large. */
export function significant(value: Decimal, digits: number, half: Half): Decimal | null {
  if (value.mantissa === 0n || digits === 0) return ZERO;
  const has = length(value.mantissa);
  if (digits === has) return value;
  if (digits > has) {
    // with zeros after them, as many as fit
    let { mantissa, scale } = value;
    for (let more = digits - has; more > 0; more--) {
      const longer = mantissa * 10n;
      if (longer > MOST || longer < -MOST) break;
      mantissa = longer;
      scale += 1;
    }
    return new Decimal(mantissa, scale);
  }
  const off = has - digits;
  if (off <= value.scale) return rounded(value, value.scale - off, half);
  let shorter: Decimal | null = value;
  for (const power of powersOfTen(off - value.scale)) {
    shorter = divide(shorter, power);
    if (shorter === null) return null;
  }
  let longer: Decimal | null = truncated(rounded(shorter, 0, half));
  for (const power of powersOfTen(off - value.scale)) {
    longer = multiply(longer, power);
    if (longer === null) return null;
  }
  return longer;
}

/** A power of ten as a product of those that fit into 64 bits. */
function powersOfTen(exponent: number): Decimal[] {
  const found: Decimal[] = [];
  while (exponent > 0) {
    const power = exponent >= 19 ? 19 : exponent;
    found.push(new Decimal(POWERS[power], 0));
    exponent -= power;
  }
  return found;
}

/** As a float, the nearest there is. */
export function float(value: Decimal): number {
  return Number(written(value));
}
