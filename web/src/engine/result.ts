/** From figures to the JSON of a comparison, field by field as `crates/engine/src/analysis/compare` states them. */

import type { Comparison, OptionResult, PairResult } from '../contract';
import { breakEven } from './break_even';
import { type Cashflow, type PaybackFlows, cashflow, discountedForPayback, mostAhead, payback, settled, years } from './cashflow';
import { calendarMonth, dated } from './calendar';
import { cliffs } from './cliffs';
import { type Decimal, ZERO, absolute, compare, decimal, divide, equal, isZero, less, multiply, negated, parsed } from './decimal';
import { type Figures, discounted } from './evaluated';
import { datedFlows } from './flows';
import { loanCash } from './loan';
import type { CostLine, Model, OptionModel, PairModel, Part } from './model';
import { counted, grouped, isSomething, minus, money, over, plain, plus, ratio, readable, times, total } from './number';
import { internalRateOfReturn } from './rates';
import { written12 } from './written';

/** Numbers of a statement that others follow from. */
interface Stated {
  total: Decimal;
  presentValue: Decimal;
  perUsefulHour: Decimal | null;
  canWin: boolean;
}

/** What of a pair takes longer than a frame. */
export type Slow = Pick<PairResult, 'break_even'> & { irr: unknown; irr_reason: unknown };

/** What of a pair takes longer: worked out, or as it was found before. */
export type SlowOf = (pair: number, work: () => Slow) => Slow;

/** The comparison that figures say; `slow` decides what of pairs is worked out. */
export function compared(figures: Figures, stated: Comparison, settings: Settings, slow: SlowOf): Comparison {
  return new Stating(figures, stated, slow).comparison(settings);
}

/** What is set: paths with their texts, their values, and the usual costs that are named by it. */
export type Settings = ReadonlyMap<
  string,
  { readonly text: string; readonly value: Decimal; readonly namesCosts: readonly string[] }
>;

class Stating {
  private readonly model: Model;
  private readonly digits: number;
  private readonly flows: Cashflow[];
  private readonly factors: Decimal[];
  private readonly numbers: Stated[] = [];

  constructor(
    private readonly figures: Figures,
    private readonly stated: Comparison,
    private readonly slow: SlowOf,
  ) {
    this.model = figures.model;
    this.digits = this.model.minor_digits;
    this.flows = this.model.options.map((option) => cashflow(figures, option));
    this.factors = figures.discountFactors();
  }

  comparison(settings: Settings): Comparison {
    const { stated, model } = this;
    const options = model.options.map((option, at) => ({
      ...this.option(option, at),
      left_out: leftOut(stated.options[at], settings),
    }));
    const workloads = stated.workloads.map((workload, at) => this.workload(workload, at));
    const pairs = stated.pairs.map((pair, at) => (at < model.pairs.length ? this.pair(pair, at) : pair));
    const head = (path: string | null, field: string): Record<string, unknown> => {
      const set = path === null ? undefined : settings.get(path);
      return set === undefined ? {} : { [field]: written12(set.value) };
    };
    return {
      ...stated,
      scenario: {
        ...stated.scenario,
        ...head(model.discount_rate, 'discount_rate'),
        ...head(model.tax_rate, 'tax_rate'),
        ...head(model.utilization, 'demand_utilization'),
        set: [...(stated.scenario.set ?? []), ...[...settings].map(([path, { text }]) => `${path}=${text}`)],
      },
      options,
      workloads,
      pairs,
      verdict: this.verdict(options, pairs),
      assumed: stated.assumed.filter(({ path }) => !settings.has(path)),
    };
  }

  private money(figure: number): Decimal {
    return money(this.figures.value(figure), this.digits);
  }

  private amount(value: Decimal): string {
    return plain(value, this.digits);
  }

  private ratio(figure: number | null): number | null {
    const value = this.figures.ratio(figure);
    return value === null ? null : written12(value);
  }

  private number(figure: number | null): number | null {
    return figure === null ? null : written12(this.figures.value(figure));
  }

  private option(option: OptionModel, at: number): OptionResult {
    const { figures, digits } = this;
    const before = this.stated.options[at];
    const totals = option.lines.map((line) => this.money(line.total));
    const presentValues = option.lines.map((line) => this.money(line.present_value));
    const [all, presentValue] = [total(totals), total(presentValues)];
    const of = (groups: string[]) => totals.filter((_, line) => groups.includes(option.lines[line].group));
    const capital = of(['purchase', 'lease', 'resale']);
    const demanded = figures.value(option.demanded);
    const useful = figures.value(option.useful_hours);
    const ineligible = option.parts.flatMap((part) => this.ineligible(part));
    const notComparable = this.notComparable(option);
    const perUsefulHour = figures.ratio(option.per_useful_hour);
    const book = option.book_resale === null ? null : this.money(option.book_resale);
    this.numbers.push({
      total: all,
      presentValue,
      perUsefulHour: perUsefulHour === null ? null : ratio(perUsefulHour),
      canWin: ineligible.length + notComparable.length === 0,
    });
    const last = figures.sheet.periods.length - 1;
    return {
      ...before,
      eligible: ineligible.length === 0,
      ineligible_because: ineligible,
      comparable: notComparable.length === 0,
      not_comparable_because: notComparable,
      work_done: share(useful, demanded),
      total: this.amount(all),
      present_value: this.amount(presentValue),
      per_month: this.amount(over(figures.value(option.total), decimal(this.model.horizon))),
      per_useful_hour: this.ratio(option.per_useful_hour),
      per_unit: this.ratio(option.per_unit),
      value_of_work: this.valueOfWork(option, presentValue),
      useful_hours: written12(useful),
      useful_share_of_paid_hours: this.ratio(option.useful_share),
      waste: this.waste(option, all, totals),
      utilization: this.ratio(option.utilization),
      hours_lost_to_downtime: this.number(option.lost),
      hours_undone: this.number(option.undone),
      hours_without_headroom: this.number(option.without_headroom) ?? 0,
      hours_elsewhere: option.parts.flatMap((part) => this.elsewhere(part, demanded)),
      energy_kwh_per_year: this.number(option.energy),
      carbon_kg_per_year: this.number(option.carbon),
      nodes: option.nodes === null ? null : written12(figures.value(option.nodes, last)),
      amortized_capital: capital.length === 0 ? null : this.amount(total(capital)),
      book_resale: book === null || isZero(book) ? null : this.amount(book),
      lines: before.lines.map((line, place) => ({
        ...line,
        total: plain(totals[place], digits),
        present_value: plain(presentValues[place], digits),
      })),
      years: this.years(option),
      cliffs: cliffs(figures, option),
      commitments: (before.commitments as object[]).map((commitment, place) => ({
        ...commitment,
        used_share: this.ratio(option.commitments[place][0]),
        covered_share: this.ratio(option.commitments[place][1]),
      })),
      cash_ahead: this.cashAhead(at),
      loan: this.loan(option),
    };
  }

  /** What the work of an option is worth, as it is stated. */
  private valueOfWork({ value }: OptionModel, cost: Decimal): unknown {
    if (value === null) return null;
    const presentValue = this.money(value.present_value);
    return {
      total: this.amount(this.money(value.total)),
      present_value: this.amount(presentValue),
      less_cost: this.amount(minus(presentValue, cost)),
    };
  }

  /** Why a part may not be chosen. */
  private ineligible(part: Part): string[] {
    if (part.power === null) return part.reasons;
    const { needed, delivered, whose, cooled } = part.power;
    const kilowatts = ratio(this.figures.largest(needed));
    if (!less(parsed(delivered), kilowatts)) return part.reasons;
    const cooling = cooled ? 'with cooling' : 'even without cooling';
    const site = `the site delivers ${readable(parsed(delivered), 6)} kW, the servers need ${readable(kilowatts, 6)} kW ${cooling}`;
    return [...part.reasons, whose === null ? site : `${whose}: ${site}`];
  }

  /** Why the cost of an option does not compare. */
  private notComparable(option: OptionModel): string[] {
    const reasons = option.serves_some === null ? [] : [option.serves_some];
    if (this.model.delay_has_a_price) return reasons;
    const priced = 'hours, and no `cost_of_delay_per_month` says what that costs';
    const undone = this.figures.value(option.undone);
    const demanded = this.figures.value(this.model.demanded);
    const isNothing =
      isZero(undone) ||
      (!isZero(demanded) && equal(ratio(over(plus(demanded, undone), demanded)), decimal(1)));
    if (!isNothing) {
      reasons.push(
        `it leaves ${readable(undone, 6)} useful hours undone, and no \`cost_of_delay_per_month\` says what that costs`,
      );
    }
    const without = option.without_headroom === null ? ZERO : this.figures.value(option.without_headroom);
    if (!isZero(without)) reasons.push(`it does not hold its headroom in ${readable(without, 6)} ${priced}`);
    return reasons;
  }

  /** What the hours cost that are not useful. */
  private waste(option: OptionModel, all: Decimal, totals: Decimal[]): unknown[] {
    const { waste } = option;
    if (waste === null) return [];
    const paid = this.figures.value(waste.paid);
    if (isZero(paid)) return [];
    const endpoints = totals.filter((_, line) => option.lines[line].name === 'endpoint');
    const byTheHour = endpoints.reduce(minus, all);
    return waste.causes.flatMap(([cause, figure]) => {
      const quotient = divide(this.figures.value(figure), paid);
      if (quotient === null) return [];
      // what divisions leave over is nothing
      const part = compare(quotient, decimal(1, 12)) > 0 ? quotient : ZERO;
      const cost = multiply(byTheHour, part);
      if (cost === null) return [];
      return [{ cause, hours: written12(times(part, paid)), share: written12(part), cost: this.amount(cost) }];
    });
  }

  private elsewhere(part: Part, demanded: Decimal): unknown[] {
    return part.elsewhere.flatMap(({ group, option, useful_hours }) => {
      const hours = this.figures.value(useful_hours);
      if (isZero(ratio(hours))) return [];
      return [{ group, option, useful_hours: written12(hours), share: share(hours, demanded) }];
    });
  }

  /** A line by year, of cash, of what it costs by month of service, and of what it is worth today. */
  private years(option: OptionModel): OptionResult['years'] {
    const of = (months: (line: CostLine) => Decimal[], all: (line: CostLine) => number): Decimal[] => {
      const lines = option.lines.map((line) => settled(years(months(line)), this.money(all(line)), this.digits));
      return lines.length === 0 ? [] : lines.reduce((sum, line) => sum.map((amount, year) => plus(amount, line[year])));
    };
    const cash = of((line) => this.figures.cash(line), (line) => line.total);
    const amortized = of((line) => this.figures.amortized(line), (line) => line.total);
    const present = of((line) => discounted(this.figures.cash(line), this.factors), (line) => line.present_value);
    return cash.map((amount, year) => ({
      year,
      cash: this.amount(amount),
      amortized: this.amount(amortized[year]),
      present_value: this.amount(present[year]),
    }));
  }

  private cashAhead(at: number): unknown[] {
    return this.stated.options.flatMap(({ name }, other) => {
      if (other === at) return [];
      const ahead = mostAhead(this.flows[at].cash, this.flows[other].cash, this.digits);
      return ahead === null ? [] : [{ other: name, amount: this.amount(ahead.amount), month: ahead.month }];
    });
  }

  private loan(option: OptionModel): unknown {
    const { loan } = option;
    if (loan === null) return null;
    const value = (figure: number) => this.figures.value(figure);
    const months = loanCash(this.figures, loan);
    const all = money(total(months), this.digits);
    return {
      borrowed: this.amount(value(loan.borrowed)),
      payment: this.amount(value(loan.payment)),
      balance: this.amount(value(loan.balance)),
      interest: this.amount(value(loan.interest)),
      present_value: this.amount(value(loan.present_value)),
      years: settled(years(months), all, this.digits).map((amount) => this.amount(amount)),
    };
  }

  private workload(before: Comparison['workloads'][number], at: number): Comparison['workloads'][number] {
    const { peak, mean, useful_hours, spent_hours } = this.model.workloads[at];
    const costs = this.stated.options.flatMap(({ name }, option) => {
      const cost = this.workloadCost(this.model.options[option], at);
      return cost === null ? [] : [{ option: name, ...cost }];
    });
    return {
      ...before,
      peak: peak === null ? null : written12(this.figures.largest(peak)),
      mean: this.number(mean),
      useful_hours: this.number(useful_hours),
      spent_hours: this.number(spent_hours),
      costs,
    };
  }

  private workloadCost(
    option: OptionModel,
    workload: number,
  ): { total: string | null; cost: string | null; per_unit: number | null } | null {
    const at = option.workloads.findIndex((cost) => cost.workload === workload);
    if (at < 0) return null;
    const settledShares = (of: 'total' | 'cost', line: 'total' | 'present_value'): string | null => {
      const shares = option.workloads.map((cost) => this.figures.ratio(cost[of]));
      if (shares.includes(null)) return null;
      const printed = total(option.lines.map((of) => this.money(of[line])));
      return this.amount(settled(shares as Decimal[], printed, this.digits)[at]);
    };
    const { done, per_unit } = option.workloads[at];
    // an option that does none of it has no cost of a unit
    const does = per_unit !== null && isSomething(this.figures.ratio(done) ?? ZERO);
    return {
      total: settledShares('total', 'total'),
      cost: settledShares('cost', 'present_value'),
      per_unit: does ? this.ratio(per_unit) : null,
    };
  }

  private pair(before: PairResult, at: number): PairResult {
    const { figures, digits, model } = this;
    const pair: PairModel = model.pairs[at];
    const own = model.options[pair.own];
    const [owned, rented] = [this.flows[pair.own], this.flows[pair.rent]];
    const leased = own.lines.some((line) => line.group === 'lease');
    const paid = Math.max(0, ...own.parts.map((part) => part.paid_in ?? 0));
    const back = (of: PaybackFlows, other: PaybackFlows) => (leased ? null : payback(of, other, paid, digits));
    const plainPayback = back(owned.forPayback, rented.forPayback);
    const worth = (option: OptionModel) => discountedForPayback(figures, option, this.factors);
    const discountedPayback = back(worth(own), worth(model.options[pair.rent]));
    const resale = own.lines.filter((line) => line.group === 'resale');
    const needed = pair.resale_needed.map((figure) => figures.ratio(figure)).find((value) => value !== null);
    const slow = this.slow(at, () => ({ break_even: breakEven(figures, pair), ...this.returned(owned, rented) }));
    return {
      ...before,
      ...slow,
      payback_month: plainPayback?.month ?? null,
      ...this.dates(plainPayback?.month ?? null, discountedPayback?.month ?? null),
      payback_turns: (plainPayback?.reversal ?? null) !== null,
      payback_reversal: plainPayback?.reversal ?? null,
      discounted_payback_month: discountedPayback?.month ?? null,
      discounted_payback_reversal: discountedPayback?.reversal ?? null,
      resale_needed: needed === undefined || needed === null ? null : this.amount(needed),
      resale_counted:
        resale.length === 0 ? null : this.amount(total(resale.map((line) => negated(this.money(line.total))))),
    };
  }

  /** The calendar months of two paybacks, as far as there are any. */
  private dates(payback: number | null, discounted: number | null): Record<string, string | undefined> {
    const date = (month: number | null) => calendarMonth(this.model.start, month) ?? undefined;
    return { payback_date: date(payback), discounted_payback_date: date(discounted) };
  }

  private returned(owned: Cashflow, rented: Cashflow): { irr: unknown; irr_reason: unknown } {
    const flows = owned.cash.map((own, month) => {
      const rent = rented.cash[month];
      const flow = minus(rent, own);
      return compare(absolute(flow), times(absolute(rent), decimal(1, 20))) <= 0 ? ZERO : flow;
    });
    const found = internalRateOfReturn(...datedFlows(flows, this.model.flows));
    return 'rate' in found ? { irr: written12(found.rate), irr_reason: null } : { irr: null, irr_reason: found.none };
  }

  private verdict(options: OptionResult[], pairs: PairResult[]): Comparison['verdict'] {
    const { numbers } = this;
    const places = numbers.flatMap((number, at) => (number.canWin ? [at] : []));
    const ranked = places.sort((a, b) => compare(numbers[a].presentValue, numbers[b].presentValue) || a - b);
    const verdict: Comparison['verdict'] = {
      winner: null,
      close: false,
      saving: null,
      saving_share: null,
      runner_up: null,
      disagreements: [],
      disagreement_messages: [],
    };
    if (ranked.length === 0) return verdict;
    const winner = ranked[0];
    verdict.winner = options[winner].name;
    if (ranked.length > 1) {
      const runnerUp = numbers[ranked[1]].presentValue;
      const saving = minus(runnerUp, numbers[winner].presentValue);
      const part = isZero(runnerUp) ? null : divide(saving, runnerUp);
      verdict.runner_up = options[ranked[1]].name;
      verdict.saving = this.amount(saving);
      verdict.saving_share = part === null ? null : written12(part);
      verdict.close = (part !== null && less(ratio(part), parsed(this.model.close_call))) || isZero(saving);
    }
    for (const [metric, message] of this.disagreements(options, ranked, pairs)) {
      verdict.disagreements.push(metric);
      verdict.disagreement_messages.push(message);
    }
    return verdict;
  }

  private disagreements(options: OptionResult[], ranked: number[], pairs: PairResult[]): [string, string][] {
    const { numbers, digits } = this;
    const winner = ranked[0];
    const found: [string, string][] = [];
    const cheapest = ranked.reduce((best, at) => (less(numbers[at].total, numbers[best].total) ? at : best));
    if (less(numbers[cheapest].total, numbers[winner].total)) {
      const [least, most] = [cheapest, winner].map((at) => grouped(numbers[at].total, digits));
      found.push([
        'total',
        `in cash over the horizon ${options[cheapest].name} costs less (${least} against ${most}): it pays earlier, and a payment today weighs more than one later`,
      ]);
    }
    const hourly = (at: number) => numbers[at].perUsefulHour;
    const isLess = (a: Decimal | null, b: Decimal | null) => a !== null && (b === null || less(a, b));
    const best = ranked.reduce((so, at) => (isLess(hourly(at), hourly(so)) ? at : so));
    const [bestHour, winnerHour] = [hourly(best), hourly(winner)];
    if (isLess(bestHour, winnerHour)) {
      const words = (of: Decimal | null) => readable(of ?? decimal((1n << 96n) - 1n), 6);
      found.push([
        'levelized_cost',
        `for each useful accelerator-hour ${options[best].name} costs less (${words(bestHour)} against ${words(winnerHour)}): the two do not do the same work`,
      ]);
    }
    const message = this.paybackDisagreement(options, ranked, pairs);
    return message === null ? found : [...found, ['payback', message]];
  }

  /** Payback counts no resale and no cost of capital: it may say otherwise of the winner and the best of the other side. */
  private paybackDisagreement(options: OptionResult[], ranked: number[], pairs: PairResult[]): string | null {
    const isRented = (at: number) => options[at].kind === 'rent';
    const winner = ranked[0];
    const rival = ranked.find((at) => isRented(at) !== isRented(winner));
    if (rival === undefined) return null;
    const [own, rent] = (isRented(winner) ? [rival, winner] : [winner, rival]).map((at) => options[at].name);
    const pair = pairs.find((one) => one.own === own && one.rent === rent);
    if (pair === undefined) return null;
    const month = pair.payback_month as number | null;
    const disagrees = isRented(winner) ? month !== null && pair.payback_reversal === null : month === null && !pair.leased;
    if (!disagrees) return null;
    const why =
      pair.resale_needed !== null && Number(pair.resale_needed) !== 0
        ? 'it wins only with the resale that is counted'
        : 'payback leaves out the resale and the tax on it, and weighs early and late payments alike';
    return month === null
      ? `${own} does not pay back against ${rent} within ${counted(this.model.horizon, 'month')}: ${why}`
      : `${own} pays back against ${rent} in ${dated(this.model.start, month)}, in cash: the cost of capital outweighs that`;
  }
}

/** Hours over all of them; none where nothing is demanded. */
function share(hours: Decimal, demanded: Decimal): number | null {
  const quotient = isZero(demanded) ? null : divide(hours, demanded);
  return quotient === null ? null : written12(quotient);
}

/** Usual costs that an option does not name, nor any setting of it. */
function leftOut({ name, left_out }: OptionResult, settings: Settings): string[] {
  const named = [...settings].flatMap(([path, { namesCosts }]) => (path.startsWith(`${name}.`) ? namesCosts : []));
  return (left_out as string[]).filter((cost) => !named.includes(cost));
}
