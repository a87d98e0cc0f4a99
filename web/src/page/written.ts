// Figures as the program writes them for people: with the fewest decimals that do not mislead (crates/documents/src/report/figures.rs).

import { type Decimal, ONE, ZERO, absolute, compare, decimal, equal, multiply, parsed, written } from '../engine/decimal';
import * as number from '../engine/number';

/** A number of the result: an amount is text, a ratio a number. */
export type Value = number | string;

/** Most decimals that a figure is given in order to tell it from another. */
const MOST = 6;

/** The number that a value is, also with an exponent. */
export const exact = (value: Value): Decimal => {
  const [digits = '0', exponent] = String(value).toLowerCase().split('e');
  const found = parsed(digits);
  if (exponent === undefined) return found;
  const scale = found.scale - Number(exponent);
  return scale < 0 ? decimal(found.mantissa * 10n ** BigInt(-scale)) : decimal(found.mantissa, scale);
};

/** With so many decimals, rounded half away from zero, its digits grouped: `−1,234.50`. */
export const grouped = (value: Value, decimals: number): string => number.grouped(exact(value), decimals);

/** An amount with the decimals that it has. */
export const money = (amount: string): string => grouped(amount, (amount.split('.')[1] ?? '').length);

/** At most so many significant digits. */
export const readable = (value: Value, digits: number): string => number.readable(exact(value), digits);

/** A share as a percentage with so many decimals: `37 %`. */
export const share = (value: Value, decimals: number): string => number.percent(exact(value), decimals);

/** A share as a percentage: `60 %`, `1.4 %`. */
export const percent = (value: Value): string => share(value, shareDecimals([value]));

/** Shares as percentages with the same decimals. */
export const percents = (values: readonly Value[]): string[] => {
  const decimals = shareDecimals(values);
  return values.map((value) => share(value, decimals));
};

/**
 * The fewest decimals of percentages, the same for all, at which different shares are written differently, none is written as 0 %
 * or 100 % that is not, and small ones keep two significant digits.
 */
export const shareDecimals = (values: readonly Value[]): number => {
  return fewest(values.map((value) => exact(hundredfold(value))), [ZERO, decimal(100)], 0, 2);
};

/** A share in per cent. */
export const hundredfold = (value: Value): string => written(multiply(exact(value), decimal(100)) ?? exact(value));

/** The fewest decimals of costs of an hour or a unit: at least two, three significant digits, and different costs differ. */
export const rateDecimals = (values: readonly Value[]): number => fewest(values.map(exact), [], 2, 3);

const fewest = (values: readonly Decimal[], marks: readonly Decimal[], least: number, significant: number): number => {
  const all = [...values, ...marks];
  const isTold = (decimals: number): boolean =>
    all.every((value, at) => {
      const shown = number.money(value, decimals);
      return all.slice(0, at).every((other) => !equal(number.money(other, decimals), shown) || equal(other, value));
    });
  for (let decimals = least; decimals < MOST; decimals += 1) {
    if (isTold(decimals) && values.every((value) => hasDigits(value, decimals, significant))) return decimals;
  }
  return MOST;
};

/** Whether so many decimals show all of a value or so many significant digits. */
const hasDigits = (value: Decimal, decimals: number, significant: number): boolean => {
  const shown = number.money(value, decimals);
  const least = multiply(decimal(1, decimals), decimal(10n ** BigInt(significant - 1))) ?? ONE;
  return equal(shown, value) || compare(absolute(shown), least) >= 0;
};
