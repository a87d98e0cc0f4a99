// What weighs against a verdict (crates/engine/src/check/weighing.rs, crates/documents/src/report/compare/sections.rs). What follows from figures is found anew; what
// other rules of `check` find of numbers as they are written stays as the file says, and says so.

import type { Comparison, Finding } from '../contract';
import { compare, parsed } from '../engine/decimal';
import { counted } from '../engine/number';
import type { Said } from './follows';
import { money } from './written';

/** As many findings stand in the answer; the others stand below. */
const IN_THE_ANSWER = 2;
/** What follows from figures, and where it stands among equals. */
const LIVE: Readonly<Record<string, number>> = {
  'book-resale': 1,
  'over-budget': 1,
  'job-larger-than-fleet': 1,
  'payback-turns': 1,
  'metrics-disagree': 3,
};
const OF_FILE = 2;

/** What the author accepts, and which rules doubt a number. */
export interface Accepting {
  readonly allowed: readonly (readonly [rule: string, path: string | null, reason: string])[];
  readonly doubts: readonly string[];
}

interface OfFile {
  readonly code: string;
  readonly message: string;
  readonly path: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly column: number | null;
  readonly at_stake: string | null;
  readonly accepted_because: string | null;
}

interface Weighing {
  readonly text: string;
  readonly isOfFile: boolean;
  readonly isAccepted: boolean;
  readonly rank: readonly [doubts: number, stake: string | null];
  readonly place: number;
}

/** What stands in the answer, what stands below, and what is accepted. */
export interface Weighed {
  readonly answer: readonly Said[];
  readonly below: readonly Said[];
  readonly accepted: readonly Said[];
}

export const weighed = (
  result: Comparison,
  found: readonly Finding[],
  accepting: Accepting,
  spoken: (text: string) => string,
): Weighed => {
  const winner = result.options.find(({ name }) => name === result.verdict.winner);
  const parts = ((winner?.['parts'] ?? []) as { option: string }[]).map(({ option }) => option);
  const isAt = (path: string, part: string): boolean => path === part || path.startsWith(`${part}.`);
  const of = (one: Finding, because: string | null, isOfFile: boolean): Weighing => {
    // what flatters another option speaks for the verdict, not against it
    const stake = parts.some((part) => isAt(one.path, part)) ? one.at_stake : null;
    const beside = stake === null ? '' : `, ${money(stake)} at stake`;
    const accepted = because === null ? '' : `; accepted because: ${because}`;
    return {
      text: spoken(`${one.code}${beside}: ${one.message}${accepted}${one.place}`),
      isOfFile,
      isAccepted: because !== null,
      rank: [isOfFile && accepting.doubts.includes(one.code) ? 1 : 0, stake],
      place: isOfFile ? OF_FILE : (LIVE[one.code] ?? OF_FILE),
    };
  };
  const reason = (one: Finding): string | null => {
    const holds = accepting.allowed.filter(([rule, path]) => rule === one.code && (path === null || isAt(one.path, path)));
    const closest = holds.reduce<(typeof holds)[number] | null>(
      (so, next) => (so === null || (next[1] ?? '').length >= (so[1] ?? '').length ? next : so),
      null,
    );
    return closest?.[2] ?? null;
  };
  const ofFile = (result.warnings as OfFile[]).filter(({ code }) => !(code in LIVE));
  const all = [
    ...found.map((one) => of(one, reason(one), false)),
    ...ofFile.map((one) => of({ ...one, place: placeOf(one) }, one.accepted_because, true)),
  ].sort((a, b) => a.place - b.place);
  // what stands, then what is accepted, each by what rests on it
  const ordered = [...all.filter((one) => !one.isAccepted), ...all.filter((one) => one.isAccepted)].sort(byRank);
  const standing = ordered.filter((one) => !one.isAccepted).map(said);
  const accepted = ordered.filter((one) => one.isAccepted).map(said);
  const below = standing.slice(IN_THE_ANSWER);
  const further = [
    ...(below.length > 0 ? [`${counted(below.length, 'more finding')} ${below.length === 1 ? 'stands' : 'stand'} below`] : []),
    ...(accepted.length > 0
      ? [`${counted(accepted.length, 'finding')} ${accepted.length === 1 ? 'is' : 'are'} accepted by the author and ${accepted.length === 1 ? 'stands' : 'stand'} below`]
      : []),
  ];
  const more = further.length > 0 ? [{ text: further.join('; '), isStale: false }] : [];
  return { answer: [...standing.slice(0, IN_THE_ANSWER), ...more], below, accepted };
};

const said = ({ text, isOfFile }: Weighing): Said => ({ text, isStale: isOfFile, isOfFile });

const byRank = (a: Weighing, b: Weighing): number => {
  if (a.rank[0] !== b.rank[0]) return b.rank[0] - a.rank[0];
  const [one, other] = [a.rank[1], b.rank[1]];
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return compare(parsed(other), parsed(one));
};

const placeOf = ({ file, line, column }: OfFile): string => (file === null ? '' : ` (${file}:${line}:${column})`);
