// Under which demand and which resale a verdict holds, in the words of the program (crates/documents/src/report/compare/demand.rs, stretches.rs,
// holds.rs).

import { bestPair } from '../best_pair';
import type { Comparison, PairResult } from '../contract';
import type { Axis } from './drawing/axis';
import { grouped, money, percent, percents, share, shareDecimals } from './written';

type Side = 'own' | 'rent';
type Called = (name: string) => string;

/** The break-even of a pair, as the result has it. */
export interface BreakEven {
  readonly outcome: 'crosses' | 'always_own' | 'always_rent' | null;
  readonly reason: string | null;
  readonly utilization: readonly (number | null)[];
  readonly demand_utilization: readonly (number | null)[];
  readonly hours_per_day: readonly (number | null)[];
  readonly demand_factor: readonly number[];
  readonly wins: readonly Side[];
  readonly factor_limit: number | null;
  readonly today: number | null;
  readonly beyond_capacity: { readonly share_of_capacity: number | null; readonly looked_up_to: number } | null;
}

/** What is said of a verdict, and the axis that stands below its first sentence. */
export interface Holds {
  readonly says: readonly string[];
  readonly axis: Axis | null;
}

/** More points than these are summed up. */
const MOST_POINTS = 3;
/** A point as close to the plan as this has a digit after the point. */
const CLOSE = 0.1;

export const breakEvenOf = (pair: PairResult): BreakEven => pair.break_even as unknown as BreakEven;
export const isHybrid = (pair: PairResult): boolean => String(pair['own']).startsWith('hybrid.');

/** Which side the winner is on. */
const winningSide = (result: Comparison): Side =>
  result.options.find((option) => option.name === result.verdict.winner)?.kind === 'rent' ? 'rent' : 'own';

/** Under which demand and which resale the winner stays the winner; null where there is no pair to say it of. */
export const holds = (result: Comparison, called: Called): Holds | null => {
  const pair = bestPair(result);
  if (!pair) return null;
  const side = winningSide(result);
  const rival = String(side === 'own' ? pair['rent'] : pair['own']);
  const against = result.verdict.runner_up === rival ? '' : `against ${called(rival)}, `;
  const says = [`${against}${condition(pair, side, called)}`, beyondCapacity(pair, called), resale(pair, side)];
  return { says: says.filter((text) => text !== null), axis: axis(pair, side) };
};

/** What costs over demand show: who is cheaper while what. */
export const demandTitle = (result: Comparison, called: Called): string => {
  const pair = bestPair(result);
  if (!pair) return 'What every option costs at other demand';
  const side = winningSide(result);
  const [own, rent] = [called(String(pair['own'])), called(String(pair['rent']))];
  const while_ = conditionOfWork(pair, side, result.scenario['demand_utilization'] as number | null, called);
  if (breakEvenOf(pair).outcome !== 'crosses') return `${own} against ${rent}, ${while_}`;
  const [winner, other] = side === 'own' ? [own, rent] : [rent, own];
  return `${winner} costs less than ${other} ${while_}`;
};

/** Who wins when, as short as can be. */
export const brief = (pair: PairResult): string => {
  const found = breakEvenOf(pair);
  const any = `at any demand${upTo(found)}`;
  switch (found.outcome) {
    case 'crosses': {
      const [isBusy, points] = scale(found);
      const stretches = new Stretches(found, points, isBusy ? 'time' : 'plan', 'own');
      // the line begins with the name of the hybrid
      const own = isHybrid(pair) ? 'the hybrid' : 'owning';
      return `${own} wins while ${isBusy ? 'busy' : 'demand stays'} ${stretches.text()}${stretches.turn('own')}`;
    }
    case 'always_own':
      return `${isHybrid(pair) ? 'the hybrid' : 'owning'} wins ${any}`;
    case 'always_rent': {
      const beyond = found.beyond_capacity?.share_of_capacity ?? null;
      const until = beyond === null ? '' : `, and until ${percent(beyond)} of what the fleet can do`;
      return `renting wins ${any}${until}`;
    }
    default:
      return `no break-even, ${found.reason ?? ''}`;
  }
};

/** From which demand on which side wins, in a few words; null where it is not known. */
export const short = (found: BreakEven, isHybrid: boolean): string | null => {
  const own = isHybrid ? 'hybrid' : 'own';
  switch (found.outcome) {
    case 'crosses': {
      const [isBusy, points] = scale(found);
      const won = new Stretches(found, points, isBusy ? 'time' : 'plan', 'own').short();
      return won === null ? 'changes often' : `${own} ${won} ${isBusy ? 'busy' : 'of plan'}`;
    }
    case 'always_own':
      return `always ${own}`;
    case 'always_rent':
      return 'always rent';
    default:
      return null;
  }
};

export const owning = (pair: PairResult, called: Called): string => (isHybrid(pair) ? called(String(pair['own'])) : 'owning');

const condition = (pair: PairResult, side: Side, called: Called): string => {
  const found = breakEvenOf(pair);
  const any = `at any demand${upTo(found)}${found.factor_limit === null ? '' : ', the most that is looked at'}`;
  switch (found.outcome) {
    case 'crosses':
      return whileDemand(found, side);
    case 'always_own':
      return `${any}: ${owning(pair, called)} wins`;
    case 'always_rent':
      return `${any}: renting wins`;
    default:
      return `no break-even: ${found.reason ?? ''}`;
  }
};

/** The same by the hours in which there is work, where the fleet is busy in fewer or in more of them. */
const conditionOfWork = (pair: PairResult, side: Side, plan: number | null, called: Called): string => {
  const found = breakEvenOf(pair);
  const isBusy = found.utilization.every((busy, at) => busy === found.demand_utilization[at]);
  const work = [...found.demand_utilization, plan].filter((value) => value !== null && value !== undefined);
  const isKnown = work.length === found.demand_factor.length + 1;
  if (isBusy || !isKnown || found.outcome !== 'crosses') return condition(pair, side, called);
  const written = percents(work);
  const stretches = new Stretches(found, written.slice(0, -1), 'time', side);
  const [hours = null] = found.demand_factor.length === 1 ? found.hours_per_day : [];
  const aDay = hours === null ? '' : ` (${grouped(hours, 1)} h/day)`;
  return `while there is work ${stretches.text()}${aDay}; plan ${written.at(-1)}${stretches.turn(side)}`;
};

const upTo = (found: BreakEven): string =>
  found.factor_limit === null ? '' : ` up to ${percent(found.factor_limit)} of plan`;

/** What a reader thinks of demand in: how busy the servers are, or the planned demand; the points, and how busy they are. */
const scale = (found: BreakEven): readonly [isBusy: boolean, points: readonly string[], busy: readonly string[]] => {
  const points = found.demand_factor;
  // at the plan itself both are the same but for their last digits
  const there = (factor: number, at: number): number | null =>
    (factor === 1 ? (found.today ?? found.utilization[at]) : found.utilization[at]) ?? null;
  const all = [...points.map(there), found.today].filter((value) => value !== null);
  const isKnown = all.length === points.length + 1;
  const busy = percents(all);
  if (isKnown && found.demand_utilization.every((value) => value !== null)) return [true, busy.slice(0, -1), busy];
  const factors = [...points, 1];
  // close to the plan a whole per cent may be on its other side
  const isClose = factors.some((factor) => factor !== 1 && Math.abs(factor - 1) < CLOSE);
  const decimals = Math.max(shareDecimals(factors), isClose ? 1 : 0);
  return [false, points.map((factor) => share(factor, decimals)), isKnown ? busy : []];
};

/** Who wins while what, where the winner changes. */
const whileDemand = (found: BreakEven, side: Side): string => {
  const [isBusy, points, busy] = scale(found);
  const stretches = new Stretches(found, points, isBusy ? 'time' : 'plan', side);
  const turn = stretches.turn(side);
  if (isBusy) return `while the servers are busy ${stretches.text()}${hoursADay(found)}; plan ${busy.at(-1)}${turn}`;
  const beside = busy.length === 2 ? ` (servers busy ${busy[0]} of the time; plan ${busy[1]})` : '';
  return `while demand stays ${stretches.text()}${beside}${turn}`;
};

/** ` (8.9 h/day)` where that is how long the servers are busy; where it is only how long there is work, it says so. */
const hoursADay = (found: BreakEven): string => {
  const hours = found.demand_factor.length === 1 ? (found.hours_per_day[0] ?? null) : null;
  if (hours === null) return '';
  const written = grouped(hours, 1);
  return found.utilization[0] === found.demand_utilization[0] ? ` (${written} h/day)` : ` (work for ${written} h/day)`;
};

/** From which point to which, without them from or to the end of the axis. */
type Stretch = readonly [from: number | null, to: number | null];

/** The stretches of demand on which a side wins. */
class Stretches {
  private readonly all: readonly Stretch[];
  private readonly now: Stretch | undefined;

  constructor(
    private readonly found: BreakEven,
    private readonly points: readonly string[],
    private readonly of: 'time' | 'plan',
    side: Side,
  ) {
    const factors = found.demand_factor;
    this.all = found.wins.flatMap((winner, at): Stretch[] =>
      winner === side ? [[at > 0 ? at - 1 : null, at < factors.length ? at : null]] : [],
    );
    const factor = (point: number): number => factors[point] ?? 0;
    this.now = this.all.find(([from, to]) => (from === null || factor(from) < 1) && (to === null || factor(to) >= 1));
  }

  text(): string {
    const last = this.now ?? this.all.at(-1);
    const told = this.points.length <= MOST_POINTS ? this.all : last ? [last] : [];
    const texts = told.map((stretch) => this.stretch(stretch));
    if (this.of === 'time') return `${texts.join(', or ')} of the time`;
    const [first = '', ...rest] = texts;
    return rest.length > 0 ? `${first} of plan, or ${rest.join(', or ')}` : `${first} of plan`;
  }

  /** `above 37 %`, `up to 20 %, above 80 %`; null where there are many. */
  short(): string | null {
    const point = (at: number): string => this.points[at] ?? '';
    const stretch = ([from, to]: Stretch): string => {
      if (from === null) return to === null ? 'at any' : `up to ${point(to)}`;
      return to === null ? `above ${point(from)}` : `${point(from)} to ${point(to)}`;
    };
    return this.points.length <= MOST_POINTS ? this.all.map(stretch).join(', ') : null;
  }

  private stretch([from, to]: Stretch): string {
    const point = (at: number): string => this.points[at] ?? '';
    if (from === null && to === null) return 'any share';
    const isTime = this.of === 'time';
    if (from !== null && to !== null) {
      return isTime ? `more than ${point(from)} and up to ${point(to)}` : `between ${point(from)} and ${point(to)}`;
    }
    if (from !== null) return isTime ? `more than ${point(from)}` : `above ${point(from)}`;
    if (isTime) return `no more than ${point(to!)}`;
    // a point belongs to the side below it, and so does the plan where it is that point
    const plan = this.found.demand_factor.indexOf(1);
    return plan === to ? `within ${point(to)}` : `below ${point(to!)}`;
  }

  /** What a reader would not expect: that owning loses above, or that the winner changes often. */
  turn(side: Side): string {
    const count = this.points.length;
    if (count > MOST_POINTS) {
      return `; the winner changes ${count} times between ${this.points[0]} and ${this.points.at(-1)}`;
    }
    const last = this.all.at(-1);
    const ends = last !== undefined && last[1] !== null;
    // `between` and `and above` already say it
    const isSaid = this.of === 'plan' && count > 1;
    return side === 'own' && ends && !isSaid ? '; above that renting wins' : '';
  }
}

/** How much more than it can the fleet would have to do, where renting wins at any demand that it can serve. */
const beyondCapacity = (pair: PairResult, called: Called): string | null => {
  const { outcome, beyond_capacity: beyond } = breakEvenOf(pair);
  if (outcome !== 'always_rent' || beyond === null) return null;
  const own = owning(pair, called);
  return beyond.share_of_capacity === null
    ? `${own} would not win if the fleet did ${beyond.looked_up_to} times what it can at the same cost`
    : `${own} would win only if the fleet did more than ${percent(beyond.share_of_capacity)} of what it can at the same cost`;
};

/** How much of the verdict is resale. */
const resale = (pair: PairResult, side: Side): string | null => {
  const { leased, resale_needed: needed, resale_counted: found } = pair as unknown as {
    leased: boolean;
    resale_needed: string | null;
    resale_counted: string | null;
  };
  // servers that go back are not sold
  if ((leased && found === null) || needed === null) return null;
  const counted = found === null || Number(found) === 0 ? null : `; ${money(found)} is counted`;
  const isNone = Number(needed) === 0;
  if (side === 'own') {
    if (isNone) return counted && `without any resale${counted}`;
    return `only with resale of at least ${money(needed)}${counted ?? ''}`;
  }
  return isNone ? null : `unless the servers sell for at least ${money(needed)}${counted ?? '; none is counted'}`;
};

/** The axis of the fleet's utilization in the short form, of demand otherwise. */
const axis = (pair: PairResult, winner: Side): Axis | null => {
  const found = breakEvenOf(pair);
  const limit = found.factor_limit;
  if (found.outcome !== 'crosses' || limit === null) return null;
  const stretches = found.wins.map((side) => ({
    name: side === 'rent' ? 'rent' : isHybrid(pair) ? 'hybrid' : 'own',
    isHeavy: side === winner,
  }));
  const busy = found.utilization.map((value, at) => (found.demand_utilization[at] === null ? null : value));
  if (found.today !== null && busy.every((value) => value !== null)) {
    const known = Math.min(found.today * limit, 1);
    return { points: busy, stretches, today: found.today, known, end: '100 %' };
  }
  if (limit === 0) return null;
  const points = found.demand_factor.map((factor) => factor / limit);
  return { points, stretches, today: 1 / limit, known: 1, end: `${percent(limit)} of plan` };
};
