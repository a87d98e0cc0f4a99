// What the model had to assume: one entry for each key and value, with the options it is of only where that is not all of a side
// (crates/documents/src/report/compare/assumed.rs).

import type { Comparison } from '../contract';

type Called = (name: string) => string;

/** What the file says of its assumptions, by their paths. */
export interface Assumptions {
  /** Paths of those of keys that say nothing alone. */
  readonly vague: readonly string[];
  /** Paths of all of them. */
  readonly assumed: readonly string[];
  /** Those beside which their option states a value of the same key. */
  readonly beside: readonly string[];
}

/** The assumptions as one list. */
export const assumed = (result: Comparison, { vague, assumed: stated, beside }: Assumptions, called: Called): string[] => {
  // what is set stands beside the others of its key
  const set = stated.filter((path) => !result.assumed.some((one) => one.path === path)).map(ofOption);
  const isBeside = (path: string): boolean => beside.includes(path) || set.includes(ofOption(path));
  const values = new Map<string, Set<string>>();
  for (const { path, value } of result.assumed) {
    const key = last(path);
    values.set(key, (values.get(key) ?? new Set()).add(value));
  }
  const entries = new Map<string, { key: string; value: string; holders: number[]; isPartly: boolean }>();
  for (const { path, value } of result.assumed) {
    const holder = result.options.findIndex(({ name }) => path.startsWith(`${name}.`));
    const rest = holder < 0 ? path : path.slice((result.options[holder]?.name.length ?? 0) + 1);
    // a key of which different values are assumed is told apart by its whole path, as is one that says nothing alone
    const isUnclear = vague.includes(path) || (values.get(last(rest))?.size ?? 0) > 1;
    const key = isUnclear ? rest : last(rest);
    const name = JSON.stringify([key, value]);
    const entry = entries.get(name) ?? { key, value, holders: [], isPartly: false };
    if (holder >= 0 && !entry.holders.includes(holder)) entry.holders.push(holder);
    // a short key may be one that is stated elsewhere in the option
    if (key !== rest && isBeside(path)) entry.isPartly = true;
    entries.set(name, entry);
  }
  const texts = [...entries.values()].map(({ key, value, holders, isPartly }) =>
    // no-break spaces: an entry stays on one line
    `${key}${written(value)}${isPartly ? ' where not stated' : ''}${of(result, holders)}`.replaceAll(' ', '\u00a0'),
  );
  // names of options are put in their place last, as the program does it
  return texts.length === 0 ? [] : [labelled(texts.join(' · '), result, called)];
};

/** The option that a path is in, and the key at its end. */
const ofOption = (path: string): string => {
  const keys = path.split('.');
  return `${keys.length > 2 ? keys.slice(0, 2).join('.') : ''} ${last(path)}`;
};

const last = (path: string): string => path.split('.').at(-1) ?? path;

/** A number stands beside its key; a word is said to be what the key is. */
const written = (value: string): string => {
  const isNumber = /^[\d.-]/.test(value);
  if (!isNumber) return ` = ${value}`;
  return value.endsWith('%') ? ` ${value.slice(0, -1).trimEnd()} %` : ` ${value}`;
};

/** ` (own.a, rent.b)`, or nothing where it is all of the sides that it is of. */
const of = (result: Comparison, holders: readonly number[]): string => {
  const sides = (['own', 'rent'] as const).map((kind) => {
    const all = result.options.flatMap((option, at) => (option.kind === kind ? [{ name: option.name, at }] : []));
    const has = all.filter(({ at }) => holders.includes(at)).map(({ name }) => name);
    return { kind, has, isSome: has.length > 0 && has.length < all.length };
  });
  if (!sides.some(({ isSome }) => isSome)) return '';
  const names = sides.flatMap(({ kind, has, isSome }) => (isSome ? has : has.length > 0 ? [kind] : []));
  return ` (${names.join(', ')})`;
};

/** The options of a list in brackets by what they are called. */
const labelled = (text: string, { options }: Comparison, called: Called): string =>
  text.replace(/(\(|,\u00a0)((?:own|rent)\.[^,)\u00a0]+)/g, (all: string, before: string, name: string) =>
    options.some((option) => option.name === name) ? `${before}${called(name)}` : all,
  );
