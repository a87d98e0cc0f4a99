// From a result and its series to what is drawn: the same pictures that stand in the file.

import type { CaseResult, Comparison, OptionResult, Series } from '../contract';
import { type Courses, drawCourses } from './drawing/courses';
import { type Parts, drawParts } from './drawing/parts';
import type { Pen, Room, Standing } from './drawing/pen';
import { drawYears } from './drawing/years';
import { type Groups, drawGroups } from './drawing/groups';
import { bestPair } from '../best_pair';
import { dated } from '../engine/calendar';
import { percent } from './written';
import { money } from './verdict';

/** What the file says of its pictures beside the result. */
export interface Constants {
  /** What options are called, by their paths, where their author calls them something. */
  readonly labels: Readonly<Record<string, string>>;
}

/** The drawings that follow a result, by the identity of their figure; none where there is nothing to see. */
export type Drawings = Record<'demand' | 'cash' | 'parts' | 'years' | 'cases', ((room: Room) => Pen) | null>;

const PARTS = 8;
const YEARS = 12;

export const drawings = (
  result: Comparison,
  along: readonly number[],
  series: Series,
  constants: Constants,
): Drawings => {
  const called = (name: string): string => constants.labels[name] ?? name;
  const years = Math.max(0, ...result.options.map((option) => option.years.length));
  const demand = demandCourses(result, along, series, called);
  const cash = cashCourses(result, series, called);
  const parts = partsOf(result, called);
  const ofYears = result.options.map((option) => ({
    name: called(option.name),
    standing: standing(result, option),
    amounts: option.years.map((year) => Number(year.cash)),
  }));
  return {
    demand: (room) => drawCourses(demand, room),
    cash: (room) => drawCourses(cash, room),
    parts: (room) => drawParts(parts, room),
    years:
      years >= 1 && years <= YEARS
        ? (room) => drawYears({ currency: result.scenario.currency, options: ofYears }, room)
        : null,
    cases: result.cases.length > 0 ? (room) => drawGroups(casesOf(result, called), room) : null,
  };
};

export const standing = (
  result: { verdict: { winner: string | null } },
  option: Pick<OptionResult, 'name' | 'eligible' | 'comparable'>,
): Standing =>
  result.verdict.winner === option.name ? 'wins' : option.eligible && option.comparable ? 'stands' : 'out';

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

const demandCourses = (
  result: Comparison,
  along: readonly number[],
  series: Series,
  called: (name: string) => string,
): Courses => {
  const share = utilization(result);
  const scale = share ?? 1;
  const points = bestPair(result)?.break_even.demand_factor ?? [];
  const places = points.map((factor) => factor * scale);
  return {
    currency: result.scenario.currency,
    measure: 'share',
    across: along.map((factor) => factor * scale),
    courses: result.options.map((option) => ({
      name: called(option.name),
      standing: standing(result, option),
      amounts: series.demand.find((line) => line.option === option.name)?.present_value ?? [],
    })),
    today: { at: scale, says: share ? `plan ${percent(scale)}` : 'plan' },
    crossings: places.map((at) => ({ at, says: percent(at) })),
  };
};

const cashCourses = (result: Comparison, series: Series, called: (name: string) => string): Courses => {
  const month = bestPair(result)?.['payback_month'];
  return {
    currency: result.scenario.currency,
    measure: 'months',
    across: Array.from({ length: result.scenario.horizon_months + 1 }, (_, at) => at),
    courses: result.options.map((option) => ({
      name: called(option.name),
      standing: standing(result, option),
      amounts: series.cash.find((line) => line.option === option.name)?.cumulative ?? [],
    })),
    today: typeof month === 'number' ? { at: month, says: dated(result.scenario['start'] as string | undefined, month) } : null,
    crossings: [],
  };
};

const CAPITAL = ['purchase', 'lease', 'resale'];

/** What the present value of every option is made of, what is bought and sold first, then the largest parts. */
const partsOf = (result: Comparison, called: (name: string) => string): Parts => {
  const partOf = (line: OptionResult['lines'][number]): string =>
    CAPITAL.includes(line.group) || line.group === 'tax' ? line.group : (line.label ?? line.name);
  const sums = new Map<string, number>();
  for (const line of result.options.flatMap((option) => option.lines)) {
    sums.set(partOf(line), (sums.get(partOf(line)) ?? 0) + Math.abs(Number(line.present_value)));
  }
  const known = [...sums].filter(([, sum]) => sum !== 0);
  known.sort(
    ([a, sumOfA], [b, sumOfB]) => Number(!CAPITAL.includes(a)) - Number(!CAPITAL.includes(b)) || sumOfB - sumOfA,
  );
  const names = known.map(([part]) => part);
  const others = names.length > PARTS ? names.splice(PARTS - 1) : [];
  const rest = 'everything else';
  if (others.length > 0) names.push(rest);
  const amount = (option: OptionResult, name: string): number => {
    const isPart = (part: string): boolean =>
      others.length > 0 && name === rest ? others.includes(part) : part === name;
    const lines = option.lines.filter((line) => isPart(partOf(line)));
    return lines.reduce((sum, line) => sum + Number(line.present_value), 0);
  };
  const options = result.options.map((option) => ({
    name: called(option.name),
    standing: standing(result, option),
    amounts: names.map((name) => amount(option, name)),
  }));
  return { currency: result.scenario.currency, parts: names, options };
};

/** What every option costs as it is set, and in every case. */
const casesOf = (result: Comparison, called: (name: string) => string): Groups => {
  const bars = (of: Comparison | CaseResult) =>
    of.options.map((option) => ({
      name: called(option.name),
      standing: of.verdict ? standing({ verdict: of.verdict }, option) : ('stands' as const),
      amount: Number(option.present_value),
      says: money(option.present_value),
    }));
  const group = (one: CaseResult) =>
    one.verdict ? { title: one.name, bars: bars(one) } : { title: `${one.name}: refused`, bars: [] };
  return { groups: [{ title: 'stated', bars: bars(result) }, ...result.cases.map(group)] };
};
