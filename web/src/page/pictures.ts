// From a result and its series to what is drawn: the same pictures that stand in the file.

import type { CaseResult, Comparison, FirmLoad, OptionResult, Series } from '../contract';
import { bestPair } from '../best_pair';
import { dated } from '../engine/calendar';
import { type Decimal, ZERO, absolute, compare, divide, isZero, parsed, written } from '../engine/decimal';
import { grouped as groupedOf, plain, plus, total } from '../engine/number';
import { demandTitle } from './conditions';
import { type Courses, drawCourses } from './drawing/courses';
import { drawGroups } from './drawing/groups';
import type { Groups } from './drawing/groups';
import { drawLoad } from './drawing/load';
import { drawParts } from './drawing/parts';
import type { Pen, Room, Standing } from './drawing/pen';
import type { Assumptions } from './assumed';
import { drawYears } from './drawing/years';
import type { Figures } from './figures';
import { grouped, money, percent, percents, readable, share } from './written';

/** What the file says of its pictures beside the result. */
export interface Constants extends Assumptions {
  /** What options and their parts are called, by their paths, where their author calls them something. */
  readonly labels: Readonly<Record<string, string>>;
  /** Which loads are added as independent of each other, in a sentence. */
  readonly independent: string | null;
}

/** A picture that follows a result. */
export interface Picture {
  /** What it shows, as a finding. */
  readonly title: string;
  /** Whether that is of other values than what is set. */
  readonly isStale: boolean;
  readonly draw: (room: Room) => Pen;
  /** The same in figures, where it has a table of its own. */
  readonly figures: (() => Figures) | null;
}

/** What is found once, when it is asked for. */
const once = <T>(find: () => T): (() => T) => {
  let found: { readonly is: T } | null = null;
  return () => (found ??= { is: find() }).is;
};

/** The pictures that follow a result, by the identity of their figure. */
export type Drawn = 'demand' | 'cash' | 'parts' | 'years' | 'load' | 'cases';

type Called = (name: string) => string;

/** Whether a field of the result is that of other values than what is set. */
export type IsStale = (field: string) => boolean;

const PARTS = 8;
const YEARS = 12;

/** Every picture that follows; none where there is nothing to see. */
export const drawings = (
  result: Comparison,
  along: readonly number[],
  find: () => Series,
  load: FirmLoad | null,
  constants: Constants,
  isStale: IsStale,
): Record<Drawn, Picture | null> => {
  const called: Called = (name) => constants.labels[name] ?? name;
  const series = once(find);
  return {
    demand: demandPicture(result, along, series, called, isStale),
    cash: cashPicture(result, series, called),
    parts: partsPicture(result, called),
    years: yearsPicture(result, called),
    load: loadPicture(result, load, called),
    cases: casesPicture(result, called, isStale),
  };
};

export const standing = (
  result: { verdict: { winner: string | null } },
  option: Pick<OptionResult, 'name' | 'eligible' | 'comparable'>,
): Standing =>
  result.verdict.winner === option.name ? 'wins' : option.eligible && option.comparable ? 'stands' : 'out';

/** Why an option can't win, in two words. */
export const whyOut = (option: Pick<OptionResult, 'eligible' | 'comparable'>): string | null =>
  !option.eligible ? 'cannot be chosen' : !option.comparable ? 'does not compare' : null;

const utilization = (result: Comparison): number | null => {
  const share = result.scenario['demand_utilization'];
  return typeof share === 'number' && share > 0 ? share : null;
};

/** The demand factors at which costs are looked at, as the program chooses them. */
export const factors = (result: Comparison, places: number): number[] => {
  const pair = bestPair(result);
  const share = utilization(result);
  const furthest = pair && pair.break_even.demand_factor.length > 0 ? Math.max(...pair.break_even.demand_factor) : 1;
  const wanted = Math.max(furthest * 1.25, 1.5);
  const limit = pair?.break_even['factor_limit'];
  const end = share ? 1 / share : typeof limit === 'number' ? Math.min(wanted, Math.max(limit, 1)) : wanted;
  return Array.from({ length: places + 1 }, (_, at) => (end * at) / places);
};

/** Costs over demand, with the plan and where the winner changes. */
const demandPicture = (
  result: Comparison,
  along: readonly number[],
  series: () => Series,
  called: Called,
  isStale: IsStale,
): Picture => {
  const share = utilization(result);
  const scale = share ?? 1;
  const pair = bestPair(result);
  const places = (pair?.break_even.demand_factor ?? []).map((factor) => factor * scale);
  const says = percents(places);
  // while something moves they are those of where it was
  const stale = pair !== undefined && isStale(`pairs.${result.pairs.indexOf(pair)}.break_even`);
  const courses = once((): Courses => ({
    currency: result.scenario.currency,
    measure: 'share',
    across: along.map((factor) => factor * scale),
    courses: result.options.map((option) => ({
      name: called(option.name),
      standing: standing(result, option),
      why: whyOut(option),
      amounts: series().demand.find((line) => line.option === option.name)?.present_value ?? [],
    })),
    today: { at: scale, says: share ? `plan ${percent(scale)}` : 'plan' },
    crossings: places.map((at, point) => ({ at, says: says[point] ?? '', stale })),
  }));
  const every = Math.max(1, Math.floor((along.length - 1) / 12));
  return {
    title: demandTitle(result, called),
    isStale: stale,
    draw: (room) => drawCourses(courses(), room),
    figures: () => byPlace(result, courses(), every, (at) => `${(at * 100).toFixed(0)} %`),
  };
};

/** Cash over time, with the payback. */
const cashPicture = (result: Comparison, series: () => Series, called: Called): Picture => {
  const pair = bestPair(result);
  const month = pair?.['payback_month'] as number | null | undefined;
  const months = result.scenario.horizon_months;
  const courses = once((): Courses => ({
    currency: result.scenario.currency,
    measure: 'months',
    across: Array.from({ length: months + 1 }, (_, at) => at),
    courses: result.options.map((option) => ({
      name: called(option.name),
      standing: standing(result, option),
      why: whyOut(option),
      amounts: series().cash.find((line) => line.option === option.name)?.cumulative ?? [],
    })),
    today: typeof month === 'number' ? { at: month, says: dated(result.scenario['start'] as string | undefined, month) } : null,
    crossings: [],
  }));
  const counted = (count: number): string => (count === 1 ? '1 month' : `${count} months`);
  const title = (): string => {
    if (!pair) return 'What every option has paid by the end of each month';
    const [own, rent] = [called(String(pair['own'])), called(String(pair['rent']))];
    if (typeof month === 'number') {
      const after = month === 0 ? 'the first day' : counted(month);
      return `${own} has paid back against ${rent} after ${after}, without resale`;
    }
    if (!pair['leased']) return `${own} does not pay back against ${rent} within ${counted(months)}, without resale`;
    return 'What every option has paid by the end of each month';
  };
  return {
    title: title(),
    isStale: false,
    draw: (room) => drawCourses(courses(), room),
    figures: () => byPlace(result, courses(), Math.max(1, Math.floor(months / 12)), String),
  };
};

/** The same in rows: every so many places, and the last. */
const byPlace = (result: Comparison, courses: Courses, every: number, place: (at: number) => string): Figures => {
  const rows = courses.across.flatMap((value, at) => {
    if (at % every !== 0 && at + 1 !== courses.across.length) return [];
    const cell = (amount: number | null | undefined): string =>
      amount === null || amount === undefined ? '—' : grouped(amount.toFixed(6), 0);
    return [{ label: place(value), cells: courses.courses.map(({ amounts }) => cell(amounts[at])) }];
  });
  return { rows, winner: winnerOf(result) };
};

const winnerOf = (result: Comparison): number =>
  result.options.findIndex((option) => standing(result, option) === 'wins');

/** What money is paid for: one of the kinds that the model knows, lines that are called the same, or what is too little. */
type Part = 'purchase' | 'lease' | 'resale' | 'tax' | 'rest' | `line ${string}`;

const CAPITAL: readonly Part[] = ['purchase', 'lease', 'resale'];

const partOf = ({ group, label, name }: OptionResult['lines'][number]): Part =>
  [...CAPITAL, 'tax'].includes(group) ? (group as Part) : `line ${label ?? name}`;

const nameOf = (part: Part): string =>
  part === 'rest' ? 'everything else' : part.startsWith('line ') ? part.slice('line '.length) : part;

/** What the present value of every option is made of, what is bought and sold first, then the largest parts. */
const partsPicture = (result: Comparison, called: Called): Picture => {
  const sums = new Map<Part, Decimal>();
  for (const line of result.options.flatMap((option) => option.lines)) {
    const amount = absolute(parsed(line.present_value));
    sums.set(partOf(line), plus(sums.get(partOf(line)) ?? ZERO, amount));
  }
  const known = [...sums].filter(([, sum]) => !isZero(sum));
  const isLater = (part: Part): number => Number(!CAPITAL.includes(part));
  known.sort(([a, sumOfA], [b, sumOfB]) => isLater(a) - isLater(b) || compare(sumOfB, sumOfA));
  const parts = known.map(([part]) => part);
  const others = parts.length > PARTS ? parts.splice(PARTS - 1) : [];
  if (others.length > 0) parts.push('rest');
  const amount = (option: OptionResult, part: Part): Decimal => {
    const isPart = (of: Part): boolean => (part === 'rest' ? others.includes(of) : of === part);
    return total(option.lines.filter((line) => isPart(partOf(line))).map((line) => parsed(line.present_value)));
  };
  const amounts = result.options.map((option) => parts.map((part) => amount(option, part)));
  const names = parts.map(nameOf);
  const options = result.options.map((option, at) => ({
    name: called(option.name),
    standing: standing(result, option),
    amounts: (amounts[at] ?? []).map((of) => Number(plain(of, 6))),
  }));
  const digits = digitsOf(result);
  const row = (label: string, part: number) => {
    const cell = (of: Decimal): string => (isZero(of) ? '—' : groupedOf(of, digits));
    return { label, cells: amounts.map((all) => cell(all[part] ?? ZERO)) };
  };
  const winner = winnerOf(result);
  return {
    title: (winner >= 0 && largest(options[winner]!.name, amounts[winner]!, names)) || 'Where the money goes',
    isStale: false,
    draw: (room) => drawParts({ currency: result.scenario.currency, parts: names, options }, room),
    figures: () => ({ rows: names.map(row), winner }),
  };
};

/** The largest part of what wins. */
const largest = (option: string, amounts: readonly Decimal[], names: readonly string[]): string | null => {
  const paid = total(amounts.filter((amount) => compare(amount, ZERO) >= 0));
  // of several as large, the last
  const place = amounts.reduce((best, amount, at) => (compare(amount, amounts[best]!) >= 0 ? at : best), 0);
  const part = isZero(paid) || amounts.length === 0 ? null : divide(amounts[place]!, paid);
  return part && `${percent(plain(part, 28))} of what ${option} pays is ${names[place]}`;
};

const digitsOf = (result: Comparison): number => (result.options[0]?.present_value.split('.')[1] ?? '').length;

/** What every option costs in each year. */
const yearsPicture = (result: Comparison, called: Called): Picture | null => {
  const years = Math.max(0, ...result.options.map((option) => option.years.length));
  if (years < 1 || years > YEARS) return null;
  const options = result.options.map((option) => ({
    name: called(option.name),
    standing: standing(result, option),
    amounts: option.years.map((year) => Number(year.cash)),
  }));
  const row = (_: unknown, year: number) => {
    const cells = result.options.map((option) => option.years[year]?.cash);
    return { label: `year ${year}`, cells: cells.map((cash) => (cash === undefined ? '—' : money(cash))) };
  };
  const winner = winnerOf(result);
  return {
    title: (winner >= 0 && dearest(options[winner]!.name, result.options[winner]!)) || 'What every option costs in each year',
    isStale: false,
    draw: (room) => drawYears({ currency: result.scenario.currency, options }, room),
    figures: () => ({ rows: Array.from({ length: years }, row), winner }),
  };
};

/** The year in which what wins pays the most. */
const dearest = (name: string, { years }: OptionResult): string | null => {
  const amounts = years.map((year) => parsed(year.cash));
  const year = amounts.reduce((best, amount, at) => (compare(amount, amounts[best]!) > 0 ? at : best), 0);
  const when = year === 0 ? 'on the day of the decision' : `in year ${year}`;
  return years[year] ? `${name} pays the most ${when}: ${money(years[year].cash)}` : null;
};

/** The load that the winner is sized for, and how much of it its own servers serve. */
const loadPicture = (result: Comparison, load: FirmLoad | null, called: Called): Picture | null => {
  if (load === null || load.levels.length < 2) return null;
  const levels = load.levels.map(([level, part]) => [parsed(level), parsed(part)] as const);
  const within = (most: string): string => {
    const held = levels.filter(([level]) => compare(level, parsed(most)) <= 0).map(([, part]) => part);
    return percent(written(total(held)));
  };
  const winner = called(result.verdict.winner ?? '');
  const committed = load.committed === null ? null : within(load.committed);
  const title = (): string => {
    if (Number(load.owned) !== 0) {
      const and = committed === null ? '' : `, and with what it commits to in ${committed}`;
      return `The servers of ${winner} are enough for firm work in ${within(load.owned)} of the hours${and}`;
    }
    if (committed !== null) return `What ${winner} commits to is enough for firm work in ${committed} of the hours`;
    return `Firm work needs ${readable(load.levels[0]![0], 3)} accelerators at its peak`;
  };
  let passed: Decimal = ZERO;
  const row = ([level, part]: readonly [Decimal, Decimal]) => {
    passed = plus(passed, part);
    return { label: share(written(passed), 1), cells: [readable(written(level), 4)] };
  };
  const drawn = {
    levels: load.levels.map(([level, part]) => [Number(level), Number(part)] as const),
    owned: Number(load.owned),
    committed: load.committed === null ? null : Number(load.committed),
  };
  return {
    title: title(),
    isStale: false,
    draw: (room) => drawLoad(drawn, room),
    figures: () => ({ rows: levels.map(row), winner: -1 }),
  };
};

/** What every option costs as it is set, and in every case. */
const casesPicture = (result: Comparison, called: Called, isStale: IsStale): Picture | null => {
  if (result.cases.length === 0) return null;
  const bars = (of: Comparison | CaseResult) =>
    of.options.map((option) => ({
      name: called(option.name),
      standing: of.verdict ? standing({ verdict: of.verdict }, option) : ('stands' as const),
      amount: Number(option.present_value),
      says: money(option.present_value),
    }));
  const group = (one: CaseResult) =>
    one.verdict ? { title: one.name, bars: bars(one) } : { title: `${one.name}: refused`, bars: [] };
  const groups: Groups = { groups: [{ title: 'stated', bars: bars(result) }, ...result.cases.map(group)] };
  return {
    title: wonIn(result, called),
    isStale: result.cases.some((_, at) => isStale(`cases.${at}`)),
    draw: (room) => drawGroups(groups, room),
    figures: null,
  };
};

/** In how many cases what wins as stated wins too. */
const wonIn = (result: Comparison, called: Called): string => {
  const stated = result.verdict.winner;
  if (stated === null) return 'What every option costs in each case';
  const [winner, all] = [called(stated), result.cases.length];
  const won = result.cases.filter((one) => one.verdict?.winner === stated).length;
  if (won === all) return `${winner} wins in every case`;
  return won === 0 ? `${winner} wins as stated, and in no case` : `${winner} wins as stated, and in ${won} of ${all} cases`;
};
