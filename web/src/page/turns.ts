// What would turn a verdict on its own, in words (crates/documents/src/report/compare/holds.rs, crates/documents/src/report/flip/words.rs).

import type { Price, Turns } from '../contract';
import { type Decimal, absolute, compare, decimal, divide, equal, isZero, multiply, normalized, parsed, written } from '../engine/decimal';
import { minus, money, ratio } from '../engine/number';
import { grouped, percent } from './written';

/** Significant digits of a flip value, and most decimals that it is given in order to tell it from today's value. */
const DIGITS = 4;
const MOST = 12;

/** `the on-demand price falls below 34.12 per instance-hour (today 55.04, −38 %)`. */
export const turnsIf = ({ today: of, at: where, direction }: Turns, price: Price): string => {
  const [today, at] = [parsed(of), parsed(where)];
  const code = price.code === null ? '' : ` ${price.code}`;
  const [was, is] = values(today, at, price);
  const change = changed(today, at, price);
  const moves = direction === 'up' ? 'rises above' : 'falls below';
  const beside = change === null ? '' : `, ${change}`;
  return `${price.called} ${moves} ${is}${code}${price.per} (today ${was}${code}${beside})`;
};

/** Today's value and that at which it turns, with the digits that tell them apart. */
const values = (today: Decimal, at: Decimal, { is_money, is_share, minor_digits }: Price): [string, string] => {
  const shown = (value: Decimal): Decimal => (is_share ? (multiply(value, decimal(100)) ?? value) : value);
  const [was, is] = [shown(today), shown(at)];
  // what is paid at once is said to the cent, the price of a kilowatt-hour to its own digits
  const own = normalized(was).scale;
  const least = is_money && !is_share ? Math.max(minor_digits, own) : Math.min(own, 6);
  const isEnough = (decimals: number): boolean => {
    const rounded = money(is, decimals);
    const isToldApart = !equal(rounded, money(was, decimals)) || equal(is, was);
    const significant = decimal(10n ** BigInt(DIGITS - 1), decimals);
    return isToldApart && (equal(rounded, is) || compare(absolute(rounded), significant) >= 0);
  };
  let decimals = least;
  while (decimals < MOST && !isEnough(decimals)) decimals += 1;
  const say = (value: Decimal, digits: number): string => `${grouped(written(value), digits)}${is_share ? ' %' : ''}`;
  return [say(was, least), say(is, decimals)];
};

/** By how much it would have to change; null of one that is nothing today. */
const changed = (today: Decimal, at: Decimal, { is_share }: Price): string | null => {
  if (equal(today, at)) return 'at once';
  const distance = minus(at, today);
  const sign = distance.mantissa < 0n ? '−' : '+';
  const share = (of: Decimal): string => percent(written(ratio(absolute(of))));
  if (is_share) return `${sign}${share(distance).replace(' %', ' points')}`;
  const part = isZero(today) ? null : divide(distance, absolute(today));
  return part === null ? null : `${sign}${share(part)}`;
};
