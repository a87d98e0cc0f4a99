// Months from which on an option costs another amount a month, in words (crates/documents/src/report/compare/cliffs.rs, crates/engine/src/reasons/cliff.rs).

import type { Comparison, OptionResult } from '../contract';
import { dated } from '../engine/calendar';
import { type Decimal, absolute, compare, decimal, divide, isZero, multiply, parsed, written } from '../engine/decimal';
import { minus, percent as percentOf, plain, ratio } from '../engine/number';
import { exact, money, share as shareOf } from './written';

type Called = (name: string) => string;

interface Cause {
  readonly cause: string;
  readonly change?: number | null;
  readonly left?: number | null;
  readonly line?: string;
  readonly every?: 'year' | 'month';
  readonly currency?: string;
  readonly option?: string;
  readonly name?: string;
}

interface CliffLine {
  readonly name: string;
  readonly group: string;
  readonly from: string;
  readonly to: string;
}

interface Cliff {
  readonly month: number;
  readonly from: string;
  readonly to: string;
  readonly lines: readonly CliffLine[];
  readonly causes: readonly Cause[];
}

/** As many cliffs of an option are said, and as many lines of a cliff. */
const MANY = 3;
/** As many steps of a path are named; of a path of more the first ones are, and how many follow. */
const MOST_STEPS = 6;
/** Causes that lie on a path of demand or of prices. */
const OF_PATHS = ['demand', 'price', 'exchange_rate', 'next_price'];

/** The largest cliffs of every option, in the order of their months; those on a path in one sentence. */
export const cliffs = (result: Comparison, called: Called): string[] => {
  const start = result.scenario['start'] as string | undefined;
  return result.options.flatMap((option) => new Said(option, start, called).all());
};

class Said {
  private readonly name: string;

  constructor(
    private readonly option: OptionResult,
    private readonly start: string | undefined,
    private readonly called: Called,
  ) {
    this.name = called(option.name);
  }

  all(): string[] {
    const cliffs = this.option['cliffs'] as Cliff[];
    const isOnPath = (cliff: Cliff): boolean =>
      cliff.causes.length > 0 && cliff.causes.every(({ cause }) => OF_PATHS.includes(cause));
    const path = cliffs.filter(isOnPath);
    const others = cliffs.filter((cliff) => !isOnPath(cliff));
    const by = (cliff: Cliff): Decimal => absolute(minus(parsed(cliff.to), parsed(cliff.from)));
    const largest = [...others].sort((a, b) => compare(by(b), by(a))).slice(0, MANY);
    const said = others.filter((cliff) => largest.some((large) => large.month === cliff.month));
    const unsaid = others.length - MANY;
    const more = unsaid > 0 ? [`${this.name}: ${unsaid} smaller cliff${unsaid === 1 ? '' : 's'} in \`--format json\``] : [];
    const [only] = path;
    const onPath = path.length > 1 ? [this.steps(path)] : only ? [this.sentence(only)] : [];
    return [...said.map((cliff) => this.sentence(cliff)), ...more, ...onPath];
  }

  private sentence(cliff: Cliff): string {
    const month = dated(this.start, cliff.month);
    const [from, to] = [money(cliff.from), money(cliff.to)];
    const change = changeOf(cliff);
    const amounts =
      Number(cliff.from) === 0
        ? `${to} a month instead of nothing`
        : Number(cliff.to) === 0
          ? `nothing instead of ${from} a month`
          : `${to} a month instead of ${from}${change === null ? '' : ` (${moved(change)})`}`;
    const causes = cliff.causes.map((cause) => this.because(cause));
    const because = causes.length === 0 ? '' : `, because ${causes.join('; ')}`;
    return `${this.name}: from ${month} on ${amounts}${because} (${this.lines(cliff)})`;
  }

  /** The lines that change the most, and what all others come to: together they are the change. */
  private lines({ from, to, lines }: Cliff): string {
    const most = lines.slice(0, MANY);
    const change = (of: { from: string; to: string }): Decimal => minus(parsed(of.to), parsed(of.from));
    const rest = most.map(change).reduce(minus, change({ from, to }));
    const others = isZero(rest) ? [] : [`all else ${signed(rest, to)}`];
    return [...most.map((line) => this.line(line)), ...others].join(', ');
  }

  private line({ name, group, from, to }: CliffLine): string {
    const before = { burst: 'burst ', until_delivery: 'until delivery ', lease: 'lease of ' }[group] ?? '';
    const same = this.option.lines.find((other) => other.name === name && other.group === group);
    return `${before}${same?.label ?? name} ${signed(minus(parsed(to), parsed(from)), to)}`;
  }

  /** `rent.cloud: as demand changes, +40 % a month from month 13 on and +38 % from month 25 on`. */
  private steps(cliffs: readonly Cliff[]): string {
    const causes = cliffs.flatMap((cliff) => cliff.causes);
    const has = (...kinds: string[]): boolean => causes.some(({ cause }) => kinds.includes(cause));
    const moving = [
      ...(has('demand') ? ['demand'] : []),
      ...(has('price', 'next_price') ? ['prices'] : []),
      ...(has('exchange_rate') ? ['exchange rates'] : []),
    ];
    const what = `${listed(moving)} ${moving.join() === 'demand' ? 'changes' : 'change'}`;
    const on = (cliff: Cliff): string => dated(this.start, cliff.month);
    const step = (cliff: Cliff): string => {
      const change = changeOf(cliff);
      return `${change === null ? `${money(cliff.to)} a month` : moved(change)} from ${on(cliff)} on`;
    };
    let steps = cliffs.map(step);
    const last = cliffs.at(-1);
    if (cliffs.length > MOST_STEPS && last) {
      steps = [...steps.slice(0, MOST_STEPS - 1), `${cliffs.length - MOST_STEPS + 1} more times until ${on(last)}`];
    }
    const vanishing = causes.find(({ cause, left }) => cause === 'price' && left !== null && left !== undefined);
    const vanishes = vanishing ? `; ${this.because(vanishing)}` : '';
    return `${this.name}: as ${what}, a month costs ${steps.slice(0, -1).join(', ')} and ${steps.at(-1) ?? ''}${vanishes}`;
  }

  /** Why, as words that follow `because`. */
  private because(cause: Cause): string {
    const change = cause.change ?? null;
    switch (cause.cause) {
      case 'demand':
        return change === null ? 'work begins' : change === -1 ? 'work ends' : `demand ${by(change)}`;
      case 'exchange_rate':
        return `the exchange rate of ${cause.currency} ${by(change ?? 0)} a year`;
      case 'price': {
        const left = cause.left ?? null;
        const comes = left === null ? '' : ` and comes to ${share(left)} of today's in the last ${cause.every}`;
        return `the price of ${cause.line} ${by(change ?? 0)} a ${cause.every}${comes}`;
      }
      case 'delivery':
        return 'servers are delivered';
      case 'replacement':
        return 'servers are replaced at the end of their life';
      case 'warranty_ends':
        return 'the warranty has ended';
      case 'lease_ends':
        return 'the lease has ended';
      case 'lease_renewed':
        return 'the next lease begins, at the rate of that date';
      case 'commitment_begins':
        return `${this.commitment(cause)} begins`;
      case 'commitment_ends':
        return `${this.commitment(cause)} has ended, and what it covered is paid at other prices`;
      case 'commitment_renewed':
        return `${this.commitment(cause)} is renewed at the price of that date`;
      case 'minimum_term_ends':
        return 'instances are given back at the end of their minimum term';
      case 'next_price':
        return 'the next price of its path holds';
      case 'line_begins':
        return `\`${cause.line}\` begins`;
      default:
        return `\`${cause.line}\` ends`;
    }
  }

  private commitment({ option, name }: Cause): string {
    const at = option === undefined || option === this.option.name ? '' : ` at ${this.called(option)}`;
    return `the commitment \`${name}\`${at}`;
  }
}

/** The change as a share of the amount before; null where that is nothing. */
const changeOf = ({ from, to }: Cliff): Decimal | null => {
  const before = parsed(from);
  const change = isZero(before) ? null : divide(minus(parsed(to), before), before);
  return change === null ? null : ratio(change);
};

/** `+394.20`, `−12.00`, with the decimals of another amount. */
const signed = (change: Decimal, like: string): string =>
  `${change.mantissa > 0n ? '+' : ''}${money(plain(change, (like.split('.')[1] ?? '').length))}`;

/** `+74 %`, `−12 %`. */
const moved = (change: Decimal): string => {
  // rounded before it is looked at: 9.9999 % is 10 %
  const decimals = compare(absolute(change), decimal(995, 4)) < 0 ? 1 : 0;
  return `${change.mantissa > 0n ? '+' : ''}${percentOf(change, decimals)}`;
};

/** `grows by 20 %`, `falls by 12.5 %`. */
const by = (change: number): string => `${change < 0 ? 'falls' : 'grows'} by ${share(Math.abs(change))}`;

/** `20 %`, `12.5 %`. */
const share = (of: number): string => {
  const hundredfold = multiply(exact(of), decimal(100));
  const isWhole = hundredfold !== null && !/\.\d*[1-9]/.test(written(hundredfold));
  return shareOf(of, isWhole ? 0 : 1);
};

const listed = (all: readonly string[]): string =>
  all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
