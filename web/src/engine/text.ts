/**
 * How a text becomes the number of an input, and what is said of one that does not: as the program reads `--set`
 * (crates/sheet/src/number/read.rs, crates/language/src/quantity).
 */

import { type Decimal, ZERO, absolute, compare, ceiling, decimal, floor, isWhole, normalized, parsed, written } from './decimal';
import { minus, over, times } from './number';

/** What the file says of an input. */
export interface WrittenInput {
  figure: number;
  /** How a finding names it. */
  subject: string;
  path: string;
  name: string;
  text: string;
  unit: string;
  /** Behind a value of one, and behind others. */
  units: [string, string];
  form: 'number' | 'share' | 'count';
  /** Whether it is how many accelerators a job takes, all at once: a whole number of them. */
  is_job_size: boolean;
  least: string;
  most: string;
  /** Of an amount of money its currency; `coded` if an author has to say it, because it is not that of the file. */
  currency: string | null;
  coded: boolean;
  /** The bounds in words: `from 0 to 1,000 kW per node`. */
  range: string;
  example: string;
  /** What a value a thousand times too large is looked upon as: how it is called and abbreviated. */
  thousandth: [string, string] | null;
  /** Usual costs of its option that are named once it is set. */
  names_costs: string[];
  /** What is said of a price, or of a discount rate, that would turn the verdict; `code` where its author says a currency. */
  price: { called: string; per: string; is_money: boolean; code: string | null } | null;
  assumed: boolean;
}

export type Read = { value: Decimal } | { message: string; label: string };

/** Digits that an amount may be written with. */
const DIGITS = 28;
const HUNDRED = decimal(100);

/** The number that an author's text says of an input. An amount of money may say its currency, and has to say another. */
export function read(input: WrittenInput, text: string): Read {
  const said = input.currency === null ? null : /^(.*\d)\s+([A-Z]{3})$/.exec(text.trim());
  const code = said?.[2];
  if (code !== undefined ? code !== input.currency : input.coded) {
    const message = `is ${text === '' ? 'empty' : text}, and in this document it is an amount in ${input.currency}`;
    return { message, label: `write what that is in ${input.currency}, as ${input.example} ${input.currency}` };
  }
  return readPlain(input, said?.[1] ?? text);
}

function readPlain(input: WrittenInput, text: string): Read {
  const share = input.form === 'share';
  const percent = share && text.endsWith('%');
  const number = percent ? text.slice(0, -1).trimEnd() : text;
  const found = readNumber(number);
  if ('why' in found) return notANumber(input, text, found);
  let value = found.value;
  if (percent) {
    const fraction = hundredth(value);
    if (fraction === null) return notANumber(input, text, { why: TOO_LARGE });
    value = fraction;
  }
  const holds = (of: Decimal) => compare(of, parsed(input.least)) >= 0 && compare(of, parsed(input.most)) <= 0;
  if (share && !percent && compare(absolute(value), decimal(1)) > 0 && holds(over(value, HUNDRED))) {
    return factorForAChange(input, text, value) ?? shareAboveOne(input, text, value, holds);
  }
  if (!holds(value)) return outOfBounds(input, text, value, holds);
  if (input.is_job_size && (!isWhole(value) || compare(value, decimal(1)) < 0)) {
    const shown = written(normalized(value));
    const near =
      compare(value, decimal(1)) < 0 ? '1' : `${written(normalized(floor(value)))} or ${written(normalized(ceiling(value)))}`;
    const label = `write ${near}, or add \`elastic: true\` if jobs run on fewer for longer`;
    return { message: `is ${shown}; a job takes a whole number of them, 1 at the least`, label };
  }
  if (input.form === 'count' && !isWhole(value)) {
    const label = `write ${written(normalized(floor(value)))} or ${written(normalized(ceiling(value)))}`;
    return { message: `is ${text}; it must be a whole number ${input.range}`, label };
  }
  return { value };
}

function outOfBounds(input: WrittenInput, text: string, value: Decimal, holds: (of: Decimal) => boolean): Read {
  const message = `is ${text}; it must be ${input.range}`;
  const thousandth = normalized(over(value, decimal(1000)));
  if (input.thousandth !== null && holds(thousandth)) {
    const [called, short] = input.thousandth;
    return { message, label: `looks like ${called}: ${text} ${short} is ${written(thousandth)}` };
  }
  const spoken = (bound: string) => {
    if (input.form === 'share') return `${written(normalized(times(parsed(bound), HUNDRED)))}%`;
    return bound.replace(/\B(?=(\d{3})+$)/g, ',');
  };
  if (input.form === 'share' && compare(value, parsed(input.most)) > 0) {
    return { message, label: `${spoken(input.most)} is the bound; write it or less` };
  }
  const low = compare(value, parsed(input.least)) < 0;
  return { message, label: low ? `write ${spoken(input.least)} or more` : `write ${spoken(input.most)} or less` };
}

/** A factor in the place of a change: 1.08 is a growth of 8 %, or of 1.08 %. */
function factorForAChange(input: WrittenInput, text: string, value: Decimal): Read | null {
  const isFactor =
    compare(parsed(input.least), decimal(0)) < 0 && compare(value, decimal(1)) > 0 && compare(value, decimal(2)) < 0;
  if (!isFactor) return null;
  const change = written(normalized(times(minus(value, decimal(1)), HUNDRED)));
  const message = `is ${text}; a change is written as a share, ${change}% or ${text}%`;
  return { message, label: `write ${change}% if ${text} is a factor, and ${text}% if it is a percentage` };
}

function shareAboveOne(input: WrittenInput, text: string, value: Decimal, holds: (of: Decimal) => boolean): Read {
  const fraction = hundredth(value) ?? value;
  const message = `is ${text}; a share is written as ${text}% or ${written(fraction)}`;
  const hundredfold = written(normalized(times(value, HUNDRED)));
  const percent = `${text}%`;
  if (compare(absolute(value), decimal(5)) >= 0) return { message, label: `write ${percent}` };
  if (holds(value)) return { message, label: `write ${hundredfold}% or ${percent}` };
  const bounds = input.range.replace(/^from /, '');
  if (compare(value, decimal(1)) > 0 && compare(value, decimal(2)) < 0) {
    // a factor, as 1.09 for a rate of 9 %, or a share that is too large, as 1.2 for 120 %
    const change = written(normalized(times(minus(value, decimal(1)), HUNDRED)));
    const asked = `write ${change}% if ${text} is a factor, and ${percent} if it is a percentage`;
    return { message, label: `${asked}; ${hundredfold}% is beyond the bounds, ${bounds}` };
  }
  return { message, label: `write ${percent}; ${hundredfold}% is beyond the bounds, ${bounds}` };
}

/** A percentage as a fraction, to the last digit; `null` beyond all digits. */
function hundredth(value: Decimal): Decimal | null {
  const { mantissa, scale } = normalized(value);
  return scale + 2 > 28 ? null : normalized(decimal(mantissa, scale + 2));
}

/** Why a text is no number: the reason, and what to write instead where that is known. */
interface Why {
  why: string;
  instead?: string;
  unit?: string;
  percent?: string;
}

const TOO_LARGE = 'it is too large or too small to be kept exactly';

function notANumber(input: WrittenInput, text: string, { why, instead, unit, percent }: Why): Read {
  const share = input.form === 'share';
  const [form, expected] = {
    number: ['number', 'a number'],
    share: ['share', 'a share'],
    count: ['whole number', 'a whole number'],
  }[input.form];
  let reason = why;
  let meant = instead;
  if (unit !== undefined && share && (unit.startsWith('%') || unit.toLowerCase().startsWith('per'))) {
    reason = 'percent is written %';
    meant = `${instead}%`;
  } else if (unit !== undefined && isMagnitude(unit)) {
    reason = 'a number is written out';
    meant = undefined;
  } else if (unit !== undefined && !share) {
    reason = 'the unit is in the key';
  } else if (percent !== undefined && input.currency !== null) {
    reason = 'a price is no share';
  } else if (percent !== undefined) {
    const fraction = hundredth(parsed(percent));
    meant = input.form === 'number' && fraction !== null ? written(fraction) : undefined;
  }
  const accepted = meant !== undefined && 'value' in readPlain(input, meant) ? meant : undefined;
  const found = text === '' ? 'empty' : `\`${text}\``;
  return {
    message: `is ${found}, not a ${form} ${input.range}: ${reason}`,
    label: accepted === undefined ? `write ${expected} such as ${input.example}` : `write ${accepted}`,
  };
}

function isMagnitude(unit: string): boolean {
  return ['k', 'K', 'thousand', 'M', 'mn', 'mio', 'Mio', 'million', 'bn', 'B', 'billion'].includes(unit);
}

/** The number that a text says, exactly: digits, grouped by single underscores if at all, a point, an exponent. */
function readNumber(text: string): { value: Decimal } | Why {
  const unsigned = text.replace(/^[+-]/, '');
  const sign = text.startsWith('-') ? '-' : '';
  const strange = characters(unsigned);
  if (strange !== null) return strange;
  const [mantissa, exponentText] = splitOnce(unsigned, /[eE]/);
  let exponent = 0;
  if (exponentText !== null) {
    if (!/^[+-]?\d+$/.test(exponentText)) return { why: 'an exponent is a whole number' };
    exponent = Number(exponentText);
    if (!Number.isSafeInteger(exponent)) return { why: TOO_LARGE };
  }
  const [before, afterText] = splitOnce(mantissa, /\./);
  const after = afterText ?? '0';
  if (after.includes('.')) return { why: 'it has more than one point' };
  if (before === '' || after === '') return barePoint(sign, unsigned, before, after);
  if ([before, after].some((digits) => digits.split('_').includes(''))) {
    return { why: 'underscores stand singly between digits' };
  }
  if (before.length > 1 && before.startsWith('0')) {
    const rest = unsigned.replace(/^[0_]+/, '');
    return { why: 'it begins with a zero too many', instead: sign + (/^\d/.test(rest) ? rest : `0${rest}`) };
  }
  return assembled((before + after).replace(/_/g, ''), after.replace(/_/g, '').length, exponent, sign !== '');
}

function splitOnce(text: string, by: RegExp): [string, string | null] {
  const at = text.search(by);
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
}

function barePoint(sign: string, text: string, before: string, after: string): Why {
  if (before === '' && after === '') return { why: 'it has no digit' };
  const instead = before === '' ? `0${text}` : text.replace('.', '');
  return { why: 'a point has digits on both sides', instead: sign + instead };
}

/** What cannot be part of a number, in the words for what it seems to be. */
function characters(text: string): Why | null {
  const lower = text.toLowerCase();
  if (text === '') return { why: 'it has no digit' };
  if (['.inf', 'inf', 'infinity', '.nan', 'nan'].includes(lower)) return { why: 'it is not finite' };
  if (/^0[xob]/.test(lower)) return { why: 'it is not decimal' };
  const range = text.match(/^(.*?\d)\s*[-–—]\s*(\d.*)$/);
  if (range && !/[-–—]/.test(range[1]) && range.slice(1).every((end) => 'value' in readNumber(end))) {
    return { why: 'it is a range, and one number is asked for' };
  }
  const grouping = /[,'’ \u00a0\u202f\u2009]/;
  if (/^\d/.test(text) && grouping.test(text) && /^[\d.,'’ \u00a0\u202f\u2009]*$/.test(text)) return grouped(text);
  if (text.endsWith('%') && !text.endsWith('%%') && 'value' in readNumber(text.slice(0, -1))) {
    return { why: 'a percentage is a share', percent: text.slice(0, -1) };
  }
  if (!/\d/.test(text)) return { why: 'it has no digit' };
  const strange = [...text].find((character) => !/[\d_.eE+-]/.test(character));
  if (strange !== undefined) return withUnit(text) ?? { why: `\`${strange}\` is no part of one` };
  const misplaced = text.split(/[eE]/)[0].match(/[+-]/);
  return misplaced === null ? null : { why: `\`${misplaced[0]}\` is no part of one` };
}

function grouped(text: string): Why {
  const separators = /[,'’ \u00a0\u202f\u2009]/g;
  const [before, after] = splitOnce(text, /,/);
  if (after !== null && (before === '0' || (after.length !== 3 && !/[,.]/.test(after)))) {
    const instead = `${before.replace(separators, '_')}.${after}`;
    return { why: 'decimals follow a point, not a comma', instead };
  }
  return { why: 'digits are grouped by underscores', instead: text.replace(separators, '_') };
}

/** A number before or after something that is none: `10 kW`, `$5`. */
function withUnit(text: string): Why | null {
  const start = text.search(/\d/);
  const number = text.slice(start).match(/^[\d_.]+/)![0];
  const [before, after] = [text.slice(0, start).trim(), text.slice(start + number.length).trim()];
  const unit = before === '' ? after : before;
  const alone = (before === '') !== (after === '') && !/^[+\-_.]/.test(unit);
  if (!alone || [...unit].length > 16 || /\d/.test(unit) || !('value' in readNumber(number))) return null;
  return { why: `\`${unit}\` is no part of it`, instead: number, unit };
}

/** `digits · 10^(exponent − places)`, in as few digits as say the same. */
function assembled(digits: string, places: number, exponent: number, negative: boolean): { value: Decimal } | Why {
  let significant = digits.replace(/^0+/, '');
  if (significant === '') return { value: ZERO };
  let scale = places - exponent;
  while (significant.length > 1 && significant.endsWith('0') && scale > 0) {
    significant = significant.slice(0, -1);
    scale -= 1;
  }
  if (significant.replace(/0+$/, '').length > DIGITS) return { why: `only ${DIGITS} digits are kept exactly` };
  if (scale < 0) {
    if (significant.length - scale > DIGITS) return { why: TOO_LARGE };
    significant += '0'.repeat(-scale);
    scale = 0;
  }
  const magnitude = BigInt(significant);
  if (scale > 28 || magnitude >= 1n << 96n) return { why: TOO_LARGE };
  return { value: decimal(negative ? -magnitude : magnitude, scale) };
}

