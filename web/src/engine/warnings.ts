/** What a reader should know beside the figures, as the program finds it in them (crates/engine/src/analysis/compare/warnings.rs). */

import type { Comparison, Finding, OptionResult } from '../contract';
import { dated } from './calendar';
import type { Reversal } from './cashflow';
import { type Decimal, ONE, ZERO, compare, divide, isZero, less, multiply, parsed } from './decimal';
import { type Figures, discounted } from './evaluated';
import { split } from './split';
import { counted, grouped, isSomething, minus, money, percent, plain, plus, readable, times, total } from './number';

/** Where a finding would be mended: its path, and its place in brackets. */
export type Mended = readonly [path: string, place: string];

interface Job {
  workload: string;
  size: number;
  room: number;
  option: string;
  accelerators: number;
  /** For each period, whether the work is demanded in it. */
  asked: boolean[];
  /** Who does what the fleet does not; `wait` if nobody does. */
  instead: string | null;
  at: Mended;
}

/** What the file says of findings; `crates/documents/src/report/live/weighing.rs` writes it. */
export interface Weighing {
  /** What the author accepts: a rule, where, and why. */
  allowed: [rule: string, path: string | null, reason: string][];
  /** Rules that doubt a number, and come first. */
  doubts: string[];
  tax_rate: number | string | null;
  discount_rate: Mended;
  options: { at: Mended; resale: Mended; jobs: Job[] }[];
  budgets: { scope: 'horizon' | 'year' | 'capital' | 'operating'; allowed: (number | string)[]; at: Mended }[];
  /** The fiscal years that a budget of a year limits: first and last month of each, and its name; none of contract years. */
  fiscal_years: [first: number, last: number, name: string][] | null;
  workload_budgets: { workload: number; allowed: (number | string)[]; at: Mended }[];
}

/** Groups of lines that are neither bought nor sold, and paid. */
const OPERATING = ['lease', 'operating', 'usage', 'one_off', 'burst', 'until_delivery'];

/** The findings that follow from figures, in the order of the program. */
export function warnings(figures: Figures, weighing: Weighing, result: Comparison): Finding[] {
  const found = new Found(figures, weighing, result);
  return [...found.bookResale(), ...found.overBudget(), ...found.workloadsOverBudget(), ...found.largeJobs(), ...found.turning()];
}

/** Yardsticks that point to another option than the verdict (crates/engine/src/check/rules/upkeep/verdict.rs). */
export function disagreeing({ discount_rate, options }: Weighing, result: Comparison): Finding[] {
  const { winner, disagreements, disagreement_messages } = result.verdict;
  return disagreements.map((yardstick, at) => {
    const message = disagreement_messages[at];
    // what cash says otherwise than present value hangs on the rate between them
    const mended = yardstick === 'total' ? discount_rate : options[other(result, yardstick, message)].at;
    // what is said of the winner itself says `it`
    const said = message.startsWith(`${winner} `) ? `it${message.slice((winner ?? '').length)}` : message;
    return finding('metrics-disagree', mended, `${winner} wins, but ${said}`);
  });
}

/** The option to which a yardstick points, by its place. */
function other(result: Comparison, yardstick: string, message: string): number {
  const { options, verdict } = result;
  const isRent = (of: OptionResult) => of.kind === 'rent';
  if (yardstick === 'payback') {
    // the best of the other side
    const winner = options.find(({ name }) => name === verdict.winner)!;
    const rivals = options.filter((one) => one.eligible && one.comparable && isRent(one) !== isRent(winner));
    const best = rivals.reduce((so, one) => (less(parsed(one.present_value), parsed(so.present_value)) ? one : so));
    return options.indexOf(best);
  }
  return options.findIndex(({ name }) => message.startsWith(`for each useful accelerator-hour ${name} costs less`));
}

/** Whether a line is of what was bought before the decision: it counts in a total and is not spent. */
function isOwnedAlready({ group, name }: OptionResult['lines'][number]): boolean {
  return group === 'purchase' && name.endsWith(', already owned');
}

/** What the servers of an option are worth that are owned already. */
function ownedAlready(option: OptionResult): Decimal {
  return total(option.lines.filter(isOwnedAlready).map((line) => parsed(line.total)));
}

function finding(code: string, [path, place]: Mended, message: string, at_stake: string | null = null): Finding {
  return { code, message, path, place, at_stake };
}

class Found {
  private readonly digits: number;
  private readonly start: string | null;

  constructor(
    private readonly figures: Figures,
    private readonly weighing: Weighing,
    private readonly result: Comparison,
  ) {
    this.digits = figures.model.minor_digits;
    this.start = figures.model.start;
  }

  private number(of: number | string): Decimal {
    return typeof of === 'number' ? this.figures.value(of) : parsed(of);
  }

  /** Where the verdict needs it: without any book value another option would win. */
  bookResale(): Finding[] {
    const { options, verdict } = this.result;
    const bookOf = (option: OptionResult) => option['book_resale'] as string | null;
    const without = (option: OptionResult): Decimal => {
      const book = bookOf(option);
      return plus(parsed(option.present_value), book === null ? ZERO : this.soldAtTheEnd(parsed(book)));
    };
    const winner = options.find(({ name }) => name === verdict.winner);
    const rivals = options.filter((option) => option.eligible && option.comparable);
    if (!winner || !rivals.some((rival) => less(without(rival), without(winner)))) return [];
    const parts = (winner['parts'] as { option: string }[]).map(({ option }) => option);
    return options.flatMap((option, at) => {
      const book = bookOf(option);
      if (option.kind === 'hybrid' || !parts.includes(option.name) || book === null) return [];
      const lines = option.lines.filter(({ group }) => group === 'purchase' || group === 'lease');
      const bought = total(lines.map((line) => parsed(line.total)));
      const share = isZero(bought) ? null : divide(parsed(book), bought);
      if (share === null) return [];
      const when = dated(this.start, this.figures.model.horizon);
      const amount = grouped(parsed(book), this.digits);
      const part = percent(share, 0);
      const message = `${amount} of the resale of ${option.name} at ${when} is unexpired book value (${part} of what was bought), not a market price`;
      const stake = plain(this.soldAtTheEnd(parsed(book)), this.digits);
      return [finding('book-resale', this.weighing.options[at].resale, message, stake)];
    });
  }

  /** What something sold at the end of the horizon is worth today, after the tax on what it brings. */
  private soldAtTheEnd(amount: Decimal): Decimal {
    const { tax_rate } = this.weighing;
    const kept = tax_rate === null ? ONE : minus(ONE, this.number(tax_rate));
    const months = new Array<Decimal>(this.figures.model.horizon).fill(ZERO);
    months.push(times(amount, kept));
    return money(total(discounted(months, this.figures.discountFactors())), this.digits);
  }

  private over(allowed: readonly (number | string)[], spent: Decimal, at: Mended, says: (over: string) => string): Finding[] {
    const limit = allowed.map((of) => this.number(of)).reduce<Decimal | null>((a, b) => a && multiply(a, b), ONE);
    if (limit === null || compare(spent, limit) <= 0) return [];
    return [finding('over-budget', at, says(grouped(minus(spent, limit), this.digits)))];
  }

  overBudget(): Finding[] {
    return this.result.options.flatMap((option) =>
      this.weighing.budgets.flatMap(({ scope, allowed, at }) => {
        const [spent, year] = this.spent(option, scope);
        const [name, amount] = [option.name, grouped(spent, this.digits)];
        return this.over(allowed, spent, at, (over) => {
          switch (scope) {
            case 'horizon':
              return `${name} costs ${amount}, ${over} above the budget`;
            case 'year':
              return `${name} costs ${amount} in ${year}, ${over} above the budget of a year`;
            case 'capital':
              return `${name} buys for ${amount}, ${over} above the budget for what is bought`;
            default:
              return `${name} spends ${amount} on running costs and rent, ${over} above the budget for them`;
          }
        });
      }),
    );
  }

  /** What an option spends of what a budget limits; of years, in the one in which it is most. */
  private spent(option: OptionResult, scope: Weighing['budgets'][number]['scope']): readonly [Decimal, string] {
    const owned = ownedAlready(option);
    const lines = (groups: readonly string[]) =>
      total(option.lines.filter((line) => groups.includes(line.group) && !isOwnedAlready(line)).map((line) => parsed(line.total)));
    switch (scope) {
      case 'horizon':
        return [minus(parsed(option.total), owned), ''];
      case 'capital':
        return [lines(['purchase']), ''];
      case 'operating':
        return [lines(OPERATING), ''];
      default: {
        const years = this.budgetYears(option);
        // what is owned already is part of the first
        const spent = years.map(([cash, year], at) => [at === 0 ? minus(cash, owned) : cash, year] as const);
        return spent.reduce((most, next) => (compare(next[0], most[0]) > 0 ? next : most));
      }
    }
  }

  /** The cash of each year that a budget limits, fiscal or contract; what is paid at the decision belongs to the first. */
  private budgetYears(option: OptionResult): [Decimal, string][] {
    const { fiscal_years: fiscal } = this.weighing;
    if (fiscal !== null) {
      const names = this.result.options.map(({ name }) => name);
      const columns = fiscal.map(([first, last]) => [first, last] as const);
      const { totals } = split(this.figures, names, 'cash', columns)[names.indexOf(option.name)];
      return fiscal.map(([, , name], at) => [parsed(totals[at]), `fiscal year ${name}`]);
    }
    const [atDecision, ...years] = option.years;
    return years.map(({ year, cash }) => [year === 1 ? plus(parsed(cash), parsed(atDecision.cash)) : parsed(cash), `year ${year}`]);
  }

  /** Workloads whose share of an option's cash is above their own budget. */
  workloadsOverBudget(): Finding[] {
    return this.weighing.workload_budgets.flatMap(({ workload: at, allowed, at: mended }) => {
      const workload = this.result.workloads[at];
      return workload.costs.flatMap(({ option, total: spent }) => {
        if (spent === null) return [];
        const amount = this.withoutOwnedAlready(parsed(spent), this.result.options.find(({ name }) => name === option)!);
        const says = (over: string) =>
          `${workload.name} costs ${grouped(amount, this.digits)} with ${option}, ${over} above its budget`;
        return this.over(allowed, amount, mended, says);
      });
    });
  }

  /** The share of an option's total that a workload has, without as large a share of what is owned already. */
  private withoutOwnedAlready(share: Decimal, option: OptionResult): Decimal {
    const all = parsed(option.total);
    const part = isZero(all) ? ZERO : divide(share, all);
    const owned = part === null ? null : times(ownedAlready(option), part);
    return owned === null ? share : money(minus(share, owned), this.digits);
  }

  /** Jobs that need more accelerators than a fleet has in service. */
  largeJobs(): Finding[] {
    const { periods } = this.figures.sheet;
    return this.weighing.options.flatMap(({ jobs }) =>
      jobs.flatMap((job) => {
        const size = this.figures.value(job.size);
        const fleets = periods.map((period, at) => ({ period, fleet: this.figures.value(job.accelerators, at) }));
        const there = fleets
          .map(({ period, fleet }, at) => ({ period, fleet, at, hasRoom: isSomething(this.figures.value(job.room, at)) }))
          .filter(({ fleet, at }) => !isZero(fleet) && job.asked[at]);
        const last = there.filter(({ hasRoom }) => !hasRoom).at(-1);
        if (last === undefined) return [];
        const first = there.find(({ hasRoom }) => hasRoom);
        let [months, then] = [' in some months', ' then'];
        if (first === undefined) [months, then] = ['', ''];
        else if (first.period.first > last.period.last) {
          [months, then] = [` until ${dated(this.start, last.period.last)}`, ' until then'];
        }
        const free = less(last.fleet, size) ? '' : ', which firm work never leaves free';
        const [needed, has] = [size, last.fleet].map((of) => readable(of, 6));
        const message = `a job of ${job.workload} takes ${needed} accelerators${free}, and ${job.option} has ${has}${months}; ${instead(job.instead, then)}`;
        return [finding('job-larger-than-fleet', job.at, message)];
      }),
    );
  }

  /** Paybacks after which owning falls behind again. */
  turning(): Finding[] {
    return this.result.pairs.flatMap((pair) => {
      const month = pair['payback_month'] as number | null;
      const reversal = pair['payback_reversal'] as Reversal | null;
      if (month === null || month === undefined || !reversal) return [];
      const own = this.result.options.findIndex(({ name }) => name === pair['own']);
      const message = `${pair['own']} pays back against ${pair['rent']} in ${dated(this.start, month)} and then costs more again ${this.behind(reversal)}: ${TURNED[reversal.cause]}`;
      return [finding('payback-turns', this.weighing.options[own].at, message)];
    });
  }

  private behind({ months, times: often, until_month }: Reversal): string {
    const long = often > 1 ? `${often} times, for ${counted(months, 'month')} in all` : `for ${counted(months, 'month')}`;
    return until_month === null ? `${long}, to the end` : `${long}, until ${dated(this.start, until_month)}`;
  }
}

/** What makes owning fall behind again. */
const TURNED: Record<Reversal['cause'], string> = {
  purchase: 'something is replaced or bought',
  loan: 'its loan is paid back',
  running_costs: 'running it costs more than renting',
};

/** What becomes of work that a fleet does not run, for good or for a time. */
function instead(who: string | null, then: string): string {
  if (who === null) return 'nothing is named to run it';
  return who === 'wait' ? `its work is not done${then}` : `its work goes to rent.${who}${then}`;
}
