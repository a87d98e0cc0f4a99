// The verdict as a sentence: what `rackrent compare` says first.

import type { Comparison, OptionResult } from '../contract';
import { money, percent } from './written';

export const verdict = (result: Comparison, called: (name: string) => string): string => {
  const { winner: name, runner_up: other, saving, saving_share: part, close } = result.verdict;
  const option = (of: string | null): OptionResult | undefined => result.options.find((one) => one.name === of);
  const [winner, runnerUp] = [option(name), option(other)];
  if (!winner) return 'None: no option can be chosen.';
  const choice = chosen(result, winner, called);
  if (!runnerUp || saving === null) {
    const alone = result.options.length === 1 ? 'it is the only option' : 'no other option can be chosen';
    return `${choice} Present value ${money(winner.present_value)}; ${alone}.`;
  }
  const [first, second] = [called(winner.name), called(runnerUp.name)];
  if (Number(saving) === 0) return `A tie: ${first} and ${second} have the same present value.`;
  const share = part === null ? '' : ` (${percent(part)})`;
  if (close) {
    return `Too close to call: ${money(saving)}${share} in favour of ${first} over ${second}${resale([winner, runnerUp], called)}.`;
  }
  return `${choice} Present value ${money(saving)}${share} below ${second}, ${work([winner, runnerUp])}.`;
};

const chosen = (result: Comparison, winner: OptionResult, called: (name: string) => string): string => {
  const isAlone = result.options.filter((option) => option.kind === winner.kind).length === 1;
  if (winner.kind === 'hybrid') return `${sides(winner)}: ${called(winner.name)}.`;
  const side = winner.kind === 'own' ? 'Own' : 'Rent';
  return isAlone ? `${side}.` : `${side}: ${called(winner.name)}.`;
};

const sides = (hybrid: OptionResult): string => {
  const parts = (hybrid['parts'] as { option: string }[] | undefined) ?? [];
  const any = (side: string): boolean => parts.some((part) => part.option.startsWith(side));
  return any('own.') ? (any('rent.') ? 'Own and rent' : 'Own') : 'Rent';
};

const work = (both: readonly OptionResult[]): string => {
  const waits = both.some((option) => option.comparable && option.lines.some((line) => line.group === 'delay'));
  const lost = both.some((option) => Number(option['hours_lost_to_downtime'] ?? 0) !== 0);
  if (waits) return 'the cost of delayed work included';
  return lost ? 'for the same work, downtime aside' : 'for the same work';
};

/** The resale that a close call rests on, with the side that counts on it. */
const resale = (both: readonly OptionResult[], called: (name: string) => string): string => {
  const counted = both.flatMap((option) => {
    const [amount, kind] = sold(option);
    return Number(amount) === 0 ? [] : [`${money(amount)} of ${kind} counted for ${called(option.name)}`];
  });
  return counted.length === 0 ? '' : `, with ${counted.join(' and ')}`;
};

const sold = (option: OptionResult): readonly [amount: string, kind: string] => {
  const book = option['book_resale'];
  if (typeof book === 'string') return [book, 'book-value resale'];
  const sold = option.lines.filter((line) => line.group === 'resale').map((line) => line.total);
  const digits = (sold[0]?.split('.')[1] ?? '').length;
  const minor = sold.reduce((sum, amount) => sum - BigInt(amount.replace('.', '')), 0n);
  return [exact(minor, digits), 'resale'];
};

/** An amount of the smallest units of a currency, as it is written. */
const exact = (minor: bigint, digits: number): string => {
  const [sign, figures] = minor < 0n ? ['-', String(-minor)] : ['', String(minor)];
  const padded = figures.padStart(digits + 1, '0');
  return digits === 0 ? `${sign}${padded}` : `${sign}${padded.slice(0, -digits)}.${padded.slice(-digits)}`;
};
