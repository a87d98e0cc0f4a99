// What is said of a verdict in sentences, below the headings under which the file has it (crates/documents/src/report/compare/sections.rs).

import { bestPair } from '../best_pair';
import type { CaseResult, Comparison, PairResult, Served } from '../contract';
import { dated } from '../engine/calendar';
import type { Reversal } from '../engine/cashflow';
import { counted } from '../engine/number';
import { type Assumptions, assumed } from './assumed';
import type { Weighed } from './beware';
import { cliffs } from './cliffs';
import { brief, holds, isHybrid, owning } from './conditions';
import { type Axis, drawAxis } from './drawing/axis';
import { type IsStale, whyOut } from './pictures';
import { prose } from './prose';
import { shortfalls } from './service';
import { money, percent } from './written';

type Called = (name: string) => string;

/** A sentence, or a drawing of what is said beside it. */
export interface Said {
  readonly text: string;
  readonly axis?: Axis;
  /** Whether it is that of other values than what is set. */
  readonly isStale: boolean;
  /** Whether it stays what the file says, whatever is set. */
  readonly isOfFile?: boolean;
}

/** What is said below a heading: nothing that the page could know, or what it is about to. */
export type Section = readonly Said[] | 'as the file says' | 'being computed';

/** The headings below which everything follows what is set, in the order in which they stand. */
export const HEADINGS = [
  'Holds',
  'Turns if',
  'Cases',
  'Beware',
  'Excluded',
  'Cliffs',
  'Payback',
  'Pairs',
  'Shortfall',
  'Committed',
  'Assumed',
  'Further',
  'Accepted',
  'Left out',
] as const;

export type Heading = (typeof HEADINGS)[number];

/** The heading of findings that do not fit the answer is that of those that do. */
export const written = (heading: Heading): string => (heading === 'Further' ? 'Beware' : heading);

/** As many cases are named in the answer. */
const CASES = 3;
/** More pairs than these are not all said. */
const MANY_PAIRS = 6;

/** What sentences are made of beside the result. */
export interface Spoken {
  readonly called: Called;
  readonly served: readonly Served[];
  readonly weighed: Weighed;
  /** What would turn the verdict, each in a sentence; null while that is looked for. */
  readonly turns: readonly string[] | 'as the file says' | null;
  readonly assumptions: Assumptions;
  /** Of which loads it is assumed that they are independent. */
  readonly independent: string | null;
}

/** What is said below each heading. */
export const said = (
  result: Comparison,
  { called, served, weighed, turns, assumptions, independent }: Spoken,
  isStale: IsStale,
): Record<Heading, Section> => {
  const fresh = (text: string): Said => ({ text, isStale: false });
  return {
    Holds: holding(result, called, isStale),
    'Turns if': turns === null ? 'being computed' : turns === 'as the file says' ? turns : turns.map(fresh),
    Cases: differing(result, called, isStale),
    Beware: weighed.answer,
    Further: weighed.below,
    Accepted: weighed.accepted,
    Excluded: excluded(result, called).map(fresh),
    Cliffs: cliffs(result, called).map(fresh),
    Payback: payback(result, called, isStale),
    Pairs: pairs(result, called, isStale),
    Shortfall: shortfalls(result, served, called).map(fresh),
    Committed: committed(result, called).map(fresh),
    Assumed: [...assumed(result, assumptions, called), ...(independent === null ? [] : [independent])].map(fresh),
    'Left out': result.options.flatMap(({ name, left_out }) => {
      const costs = left_out as string[];
      return costs.length > 0 ? [fresh(`${called(name)}: ${costs.join(', ')}`)] : [];
    }),
  };
};

/** How it is marked that something is not of what is set: it is being computed, or stays what the file says. */
export type Late = 'computing' | 'stale';

/** What stands below a heading, as elements. */
export const elements = (all: readonly Said[], late: Late): HTMLElement[] =>
  all.map(({ text, axis, isStale, isOfFile }) => {
    const element = document.createElement('dd');
    if (axis) {
      element.className = 'axis';
      element.innerHTML = drawAxis(axis, 'wide') + drawAxis(axis, 'narrow');
    } else {
      element.append(...prose(text));
    }
    if (isStale) element.classList.add(isOfFile ? 'stale' : late);
    return element;
  });

const isStaleOf = (result: Comparison, pair: PairResult, isStale: IsStale): boolean =>
  isStale(`pairs.${result.pairs.indexOf(pair)}.break_even`);

const holding = (result: Comparison, called: Called, isStale: IsStale): Said[] => {
  const found = holds(result, called);
  const pair = bestPair(result);
  if (!found || !pair) return [];
  const isBefore = isStaleOf(result, pair, isStale);
  const [first, ...rest] = found.says.map((text) => ({ text, isStale: isBefore }));
  const axis = found.axis ? [{ text: '', axis: found.axis, isStale: isBefore }] : [];
  return first ? [first, ...axis, ...rest] : [];
};

/** The cases in which another option wins, in one line. */
const differing = (result: Comparison, called: Called, isStale: IsStale): Said[] => {
  const all = result.cases.flatMap((one, at) => {
    if (one.verdict?.winner === result.verdict.winner) return [];
    return [{ text: `${one.name}: ${wins(one, called)}`, isStale: isStale(`cases.${at}`) || isStale('cases') }];
  });
  if (all.length === 0) return [];
  const more = all.length - CASES;
  const further = more > 0 ? [`${counted(more, 'more case')} ${more === 1 ? 'stands' : 'stand'} below`] : [];
  const text = [...all.slice(0, CASES).map((one) => one.text), ...further].join('; ');
  return [{ text, isStale: all.some((one) => one.isStale) }];
};

const wins = ({ verdict }: CaseResult, called: Called): string => {
  if (!verdict) return 'refused';
  if (verdict.winner === null) return 'no option can be chosen';
  const part = verdict.saving_share === null ? '' : ` (${percent(verdict.saving_share)})`;
  const by = verdict.saving === null ? '' : ` by ${money(verdict.saving)}${part}`;
  return `${called(verdict.winner)} wins${by}${verdict.close ? ', too close to call' : ''}`;
};

const excluded = (result: Comparison, called: Called): string[] =>
  result.options.flatMap((option) => {
    const name = called(option.name);
    const barred = option.eligible ? [] : [`${name} cannot be chosen: ${option.ineligible_because.join('; ')}`];
    const other = option.comparable ? [] : [`${name} does not compare: ${option.not_comparable_because.join('; ')}`];
    return [...barred, ...other];
  });

interface Payback {
  readonly leased: boolean;
  readonly payback_month: number | null;
  readonly payback_reversal: Reversal | null;
  readonly discounted_payback_month: number | null;
  readonly discounted_payback_reversal: Reversal | null;
  readonly break_even_horizon_months: number | null;
  readonly break_even_horizon_at_most: number | null;
  readonly irr: number | null;
  readonly irr_reason: string | null;
  readonly resale_counted: string | null;
}

/** When owning has paid back, from which horizon on it wins, and its return (crates/documents/src/report/compare/payback.rs). */
const payback = (result: Comparison, called: Called, isStale: IsStale): Said[] => {
  const pair = bestPair(result);
  if (!pair) return [];
  const found = pair as unknown as Payback;
  const at = result.pairs.indexOf(pair);
  const horizon = found.break_even_horizon_months ?? found.break_even_horizon_at_most;
  const before = isStale(`pairs.${at}.break_even_horizon_months`);
  const wins = `with resale, ${owning(pair, called)} wins once the comparison runs to ${dated(startOf(result), horizon ?? 0)}`;
  const unlooked = '; shorter horizons were not looked at, `--effort 10` looks at more';
  const isOpen = found.break_even_horizon_months === null;
  return [
    { text: backIn(found, pair, result, called), isStale: false },
    ...(horizon === null ? [] : [{ text: `${wins}${isOpen ? unlooked : ''}`, isStale: before, isOfFile: true }]),
    ...returns(found, pair).map((text) => ({ text, isStale: isStale(`pairs.${at}.irr`) })),
  ];
};

/** The month in which the first month of a comparison is, if it says one. */
const startOf = (result: Comparison): string | undefined => result.scenario['start'] as string | undefined;

const backIn = (found: Payback, pair: PairResult, result: Comparison, called: Called): string => {
  const [months, rent] = [counted(result.scenario.horizon_months, 'month'), called(String(pair['rent']))];
  const start = startOf(result);
  const { payback_month: month, discounted_payback_month: discounted } = found;
  if (month === null) {
    return found.leased ? 'leased: nothing to pay back' : `never within ${months} against ${rent}, without resale`;
  }
  const later =
    discounted === null
      ? `discounted, never within ${months}`
      : `discounted, ${dated(start, discounted)}${behind(found.discounted_payback_reversal, start)}`;
  const when = month === 0 ? 'month 0, on the first day,' : dated(start, month);
  return `${when} against ${rent}, without resale${behind(found.payback_reversal, start)}; ${later}`;
};

const behind = (reversal: Reversal | null, start: string | undefined): string => {
  if (reversal === null) return '';
  const months = counted(reversal.months, 'month');
  const long = reversal.times > 1 ? `${reversal.times} times, for ${months} in all` : `for ${months}`;
  const until = reversal.until_month === null ? 'to the end' : `until ${dated(start, reversal.until_month)}`;
  return `; then it falls behind again ${long}, ${until}`;
};

const returns = (found: Payback, pair: PairResult): string[] => {
  if (found.irr !== null) {
    const owned = found.leased ? 'leasing' : isHybrid(pair) ? 'the hybrid' : 'buying';
    const resale = Number(found.resale_counted ?? 0) === 0 ? '' : ', resale included';
    return [`${owned} instead of renting returns ${percent(found.irr)} a year${resale}`];
  }
  return found.irr_reason === null ? [] : [`no rate of return: ${found.irr_reason}`];
};

/** The pairs beside that of the verdict, a line each; where pairs of one side were asked for, they do not follow. */
const pairs = (result: Comparison, called: Called, isStale: IsStale): Section => {
  if (result.pairs.some((pair) => !pair['own'] || !pair['rent'])) return 'as the file says';
  const best = bestPair(result);
  const others = result.pairs.filter((pair) => pair !== best);
  const isFew = result.pairs.length <= MANY_PAIRS;
  const isOfInterest = (pair: PairResult): boolean =>
    isFew || !best || pair['own'] === best['own'] || pair['rent'] === best['rent'];
  const told = others.filter(isOfInterest).map((pair) => ({
    text: `${called(String(pair['own']))} against ${called(String(pair['rent']))}: ${brief(pair)}; ${inShort(pair, result)}${outOf(pair, result, called)}`,
    isStale: isStaleOf(result, pair, isStale),
  }));
  const untold = others.length - told.length;
  const more = untold > 0 ? [{ text: `${counted(untold, 'more pair')} with \`--pairs all\``, isStale: false }] : [];
  return [...told, ...more];
};

/** The options of a pair that can't win. */
const outOf = (pair: PairResult, result: Comparison, called: (name: string) => string): string =>
  [pair['own'], pair['rent']]
    .flatMap((name) => result.options.filter((option) => option.name === name))
    .map((option) => [called(option.name), whyOut(option)] as const)
    .map(([name, why]) => (why === null ? '' : `; ${name} ${why}`))
    .join('');

const inShort = (pair: PairResult, result: Comparison): string => {
  const { payback_month: month, leased } = pair as unknown as Payback;
  if (month !== null) return `payback ${dated(startOf(result), month)}`;
  return leased ? 'leased, nothing to pay back' : `no payback within ${counted(result.scenario.horizon_months, 'month')}`;
};

interface Commitment {
  readonly name: string;
  readonly used_share: number | null;
  readonly covered_share: number | null;
}

const committed = (result: Comparison, called: Called): string[] =>
  result.options.flatMap(({ name: option, commitments }) =>
    (commitments as Commitment[]).map(({ name, used_share: used, covered_share: covered }) => {
      const path = `${option}.commitments.${name}`;
      const share = (of: number | null): string => (of === null ? 'no' : percent(of));
      const label = called(path) === path ? name : called(path);
      return `${called(option)} ${label}: ${share(used)} of its hours are used; it covers ${share(covered)} of the hours needed`;
    }),
  );
