/** The sheet of the file and the interpreter: one walk over the formulas for every kind of number (crates/sheet/src/evaluate.rs). */

import { type Decimal, ONE, ZERO, decimal, equal, parsed } from './decimal';
import { Binary, type Kind, Trouble } from './kind';
import {
  Levels,
  type Load,
  type Query,
  type State,
  added,
  joined,
  levelsOf,
  meanUnits,
  merge,
  mostUnits,
  nothing,
  peak,
  unitsAt,
} from './levels';

/** A shape as it counts in a curve, by the places of its figures. */
interface WrittenTerm {
  steps?: [number, number][];
  clock?: number[];
  height?: number;
  floor?: number | null;
  levels?: string;
  weights?: string;
  factor?: number;
  weight: number | null;
  gauge: number | null;
}

/** What of a gauged curve is left above a level of the gauge. */
interface Cut {
  scale: number | null;
  above: number;
}

/** What of the file the interpreter reads; `crates/documents/src/report/live` writes it. */
export interface WrittenSheet {
  periods: [number, number][];
  figures: (string | string[] | number[])[];
  curves: { gauged: boolean; terms: WrittenTerm[]; cut: Cut | null }[];
  names: Record<string, number[]>;
}

interface Term extends WrittenTerm {
  measured?: { level: Decimal; weight: Decimal }[];
}

/** Operations, by the numbers that stand in the file; those below are of two figures. */
const Operation = {
  ceil: 7,
  any: 8,
  power: 9,
  root: 10,
  annuity: 11,
  series: 12,
  dot: 13,
  pick: 14,
  join: 15,
  hours: 16,
  most: 17,
  curve: 18,
  leaf: 19,
} as const;
/** Added to the operation of a row. */
const ROW = 32;

/** A figure that has no value. */
export class Fault {
  constructor(
    readonly figure: number,
    readonly why: Trouble['why'],
  ) {}
}

/** A number for every figure and period, and the levels of curves. */
export interface Values<N> {
  numbers: N[];
  levels: (Levels<N> | undefined)[];
  /** How much was worked out so far, as the program counts it: numbers of figures, and levels that are built or looked at. */
  worked: number;
}

export class Sheet {
  readonly periods: readonly { first: number; last: number; months: number }[];
  /** How many figures there are. */
  readonly size: number;
  private readonly operation: number[] = [];
  /** The places that stand in the file after the operation. */
  private readonly given: number[][] = [];
  private readonly operands: number[][] = [];
  private readonly wide: boolean[] = [];
  private readonly first: number[] = [];
  private readonly leaves: Decimal[] = [];
  private readonly curves: { gauged: boolean; terms: Term[]; cut: Cut | null; operands: number[]; parts: number }[];
  private readonly nameOf = new Map<number, string>();

  constructor(written: WrittenSheet) {
    this.periods = written.periods.map(([first, last]) => ({ first, last, months: last - first + 1 }));
    this.size = written.figures.length;
    this.curves = written.curves.map(({ gauged, terms, cut }) => ({
      gauged,
      terms: terms.map(readTerm),
      cut,
      operands: [...terms.flatMap(operandsOf), ...(cut === null ? [] : [...(cut.scale === null ? [] : [cut.scale]), cut.above])],
      parts: partsOf(terms),
    }));
    for (const [name, figures] of Object.entries(written.names)) {
      for (const figure of figures) this.nameOf.set(figure, name);
    }
    for (const figure of written.figures) this.read(figure);
  }

  private read(figure: string | string[] | number[]): void {
    this.first.push(this.leaves.length);
    if (typeof figure === 'string' || typeof figure[0] === 'string') {
      const digits = typeof figure === 'string' ? [figure] : (figure as string[]);
      this.wide.push(typeof figure !== 'string');
      this.operation.push(Operation.leaf);
      this.given.push([]);
      this.operands.push([]);
      for (const text of digits) this.leaves.push(parsed(text));
      return;
    }
    const [code, ...given] = figure as number[];
    const wide = code >= ROW;
    const operation = wide ? code - ROW : code;
    this.wide.push(wide);
    this.operation.push(operation);
    this.given.push(given);
    this.operands.push(this.operandsOf(operation, given));
    for (let period = 0; period < (wide ? this.periods.length : 1); period++) this.leaves.push(ZERO);
  }

  private operandsOf(operation: number, given: number[]): number[] {
    switch (operation) {
      case Operation.root:
      case Operation.pick:
        return given.slice(0, 1);
      case Operation.hours:
      case Operation.most:
        return given.filter((operand) => operand >= 0);
      case Operation.curve:
        return this.curves[given[0]].operands;
      default:
        return given;
    }
  }

  /** A place for every value, leaves filled in. */
  values<N>(kind: Kind<N>): Values<N> {
    return {
      numbers: this.leaves.map((leaf) => kind.of(leaf)),
      levels: new Array(this.curves.length * this.periods.length),
      worked: 0,
    };
  }

  /** Exact values as another kind of number. */
  valuesOf<N>(kind: Kind<N>, values: Values<Decimal>): Values<N> {
    const known = new Map<Levels<Decimal>, Levels<N>>();
    const levels = values.levels.map((of) => {
      if (of === undefined) return undefined;
      if (!known.has(of)) known.set(of, new Levels<N>(of.falling, null));
      return known.get(of);
    });
    return { numbers: values.numbers.map((value) => kind.of(value)), levels, worked: 0 };
  }

  isLeaf(figure: number): boolean {
    return this.operation[figure] === Operation.leaf;
  }

  isRow(figure: number): boolean {
    return this.wide[figure];
  }

  /** Where the value of a figure in a period stands. */
  at(figure: number, period: number): number {
    return this.first[figure] + (this.wide[figure] ? period : 0);
  }

  /** The divisor of a quotient. */
  divisor(figure: number): number | null {
    return this.operation[figure] === Binary.divide ? this.given[figure][1] : null;
  }

  /** The figures that change when inputs do, in the order of evaluation, without the inputs themselves. */
  dependents(inputs: readonly number[]): number[] {
    const moved = new Uint8Array(this.size);
    for (const input of inputs) moved[input] = 1;
    const found: number[] = [];
    for (let figure = 0; figure < this.size; figure++) {
      if (moved[figure] === 0 && this.operands[figure].some((operand) => moved[operand] === 1)) {
        moved[figure] = 1;
        found.push(figure);
      }
    }
    return found;
  }

  /** The figures by which results change when inputs do, in the order of evaluation. */
  affected(inputs: readonly number[], results: readonly number[]): number[] {
    const needed = this.needed(results);
    return this.dependents(inputs).filter((figure) => needed[figure] === 1);
  }

  /** The figures that results are computed from, with the results themselves. */
  ancestors(results: readonly number[]): number[] {
    const needed = this.needed(results);
    return [...needed.keys()].filter((figure) => needed[figure] === 1);
  }

  private needed(results: readonly number[]): Uint8Array {
    const needed = new Uint8Array(this.size);
    for (const figure of results) needed[figure] = 1;
    for (let figure = this.size - 1; figure >= 0; figure--) {
      if (needed[figure] === 1) for (const operand of this.operands[figure]) needed[operand] = 1;
    }
    return needed;
  }

  /** Those of the figures that results are computed from which are not known, in the order of evaluation. */
  unknown(results: readonly number[], known: Uint8Array): number[] {
    const open = results.filter((figure) => known[figure] === 0);
    const met = new Set<number>();
    while (open.length > 0) {
      const figure = open.pop()!;
      if (met.has(figure)) continue;
      met.add(figure);
      for (const operand of this.operands[figure]) if (known[operand] === 0) open.push(operand);
    }
    return [...met].sort((a, b) => a - b);
  }

  /** The name of a figure, or that of the first figure that follows from it and has one. */
  name(figure: number): string | undefined {
    const named = [figure, ...this.dependents([figure])].find((one) => this.nameOf.has(one));
    return named === undefined ? undefined : this.nameOf.get(named);
  }

  /** The levels of a curve in a period. */
  levels<N>(curve: number, period: number, values: Values<N>): Levels<N> {
    return values.levels[this.slot(curve, period)]!;
  }

  private slot(curve: number, period: number): number {
    return this.given[curve][0] * this.periods.length + (this.wide[curve] ? period : 0);
  }

  /** Computes figures, which are in the order of evaluation, from the values before them. Throws a `Fault`. */
  evaluate<N>(kind: Kind<N>, figures: readonly number[], values: Values<N>): void {
    for (const figure of figures) {
      try {
        this.compute(kind, figure, values);
      } catch (why) {
        throw why instanceof Trouble ? new Fault(figure, why.why) : why;
      }
    }
  }

  private compute<N>(kind: Kind<N>, figure: number, values: Values<N>): void {
    const { numbers } = values;
    const operation = this.operation[figure];
    const given = this.given[figure];
    const first = this.first[figure];
    const width = this.wide[figure] ? this.periods.length : 1;
    values.worked += width;
    if (operation < Operation.ceil) {
      const [a, b] = given;
      const [aFirst, bFirst] = [this.first[a], this.first[b]];
      const [aStep, bStep] = [this.wide[a] ? 1 : 0, this.wide[b] ? 1 : 0];
      for (let at = 0; at < width; at++) {
        numbers[first + at] = kind.binary(operation, numbers[aFirst + at * aStep], numbers[bFirst + at * bStep]);
      }
    } else if (operation === Operation.curve) {
      for (let period = 0; period < width; period++) {
        const levels = this.curveLevels(kind, figure, period, values);
        const isBuilt = period === 0 || values.levels[this.slot(figure, period - 1)] !== levels;
        values.worked += levels.states + (isBuilt ? this.curves[given[0]].parts : 0);
        numbers[first + period] = peak(kind, levels);
        values.levels[this.slot(figure, period)] = levels;
      }
    } else if (operation === Operation.hours || operation === Operation.most) {
      for (let period = 0; period < width; period++) {
        const alike = period > 0 && this.asksAlike(kind, given, period, values);
        if (!alike) values.worked += this.looks(kind, given, period, values);
        numbers[first + period] = alike ? numbers[first + period - 1] : this.asked(kind, figure, period, values);
      }
    } else if (operation !== Operation.leaf) {
      for (let period = 0; period < width; period++) numbers[first + period] = this.one(kind, figure, period, values);
    }
  }

  private one<N>(kind: Kind<N>, figure: number, period: number, { numbers }: Values<N>): N {
    const [a, b] = this.given[figure];
    const value = (of: number) => numbers[this.at(of, period)];
    switch (this.operation[figure]) {
      case Operation.ceil:
        return kind.ceil(value(a));
      case Operation.any:
        return kind.any(value(a));
      case Operation.power:
        return kind.power(value(a), this.whole(b, period));
      case Operation.root:
        return kind.root(value(a), b);
      case Operation.annuity:
        return annuity(kind, value(a), this.periods[period].first, this.periods[period].months);
      case Operation.series:
        return annuity(kind, value(a), 1, this.whole(b, period));
      case Operation.dot: {
        let sum = kind.of(ZERO);
        for (let at = 0; at < this.periods.length; at++) {
          const product = kind.binary(Binary.multiply, numbers[this.at(a, at)], numbers[this.at(b, at)]);
          sum = kind.binary(Binary.add, sum, product);
        }
        return sum;
      }
      case Operation.pick:
        return numbers[this.at(a, b)];
      default:
        return value(this.given[figure][period]);
    }
  }

  /** An exponent: a whole number that does not move. */
  private whole(exponent: number, period: number): number {
    return Number(this.leaves[this.at(exponent, period)].mantissa);
  }

  private asked<N>(kind: Kind<N>, figure: number, period: number, values: Values<N>): N {
    const given = this.given[figure];
    const operand = (of: number) => (of < 0 ? null : values.numbers[this.at(of, period)]);
    const [curve, month, scale, above, cap, step, reserved] = given;
    const levels = this.levels(curve, period, values);
    const query: Query<N> = {
      scale: operand(scale),
      above: operand(above),
      cap: operand(cap),
      step: operand(step),
      reserved: operand(reserved),
    };
    if (this.operation[figure] === Operation.most) return mostUnits(kind, levels, query);
    return kind.binary(Binary.multiply, meanUnits(kind, levels, query), operand(month)!);
  }

  /** How many levels are looked at to answer what is asked of a curve. */
  private looks<N>(kind: Kind<N>, [curve, , scale, , cap, step]: number[], period: number, values: Values<N>): number {
    const levels = this.levels(curve, period, values);
    const { states } = levels;
    const about = (of: number) => kind.aboutTheMost(values.numbers[this.at(of, period)]);
    if (levels.falling === null || levels.falling.gauges !== null) return states;
    if (step < 0) return Math.min(states, 128);
    if (cap >= 0) return states;
    const [peak, by, size] = [about(curve), scale < 0 ? 1 : about(scale), about(step)];
    const units = peak === null || by === null || !size ? NaN : Math.trunc((peak * by) / size);
    return units >= 0 ? Math.min(states, units + 1) : states;
  }

  /** Whether the same is asked of the same levels as in the period before. */
  private asksAlike<N>(kind: Kind<N>, given: number[], period: number, values: Values<N>): boolean {
    const [curve, ...others] = given;
    if (!this.levels(curve, period - 1, values).isSameAs(this.levels(curve, period, values))) return false;
    const number = (of: number, at: number) => values.numbers[this.at(of, at)];
    return others.every((of) => of < 0 || kind.equal(number(of, period - 1), number(of, period)));
  }

  /** The levels of a curve; those of the period before where nothing that they are computed from has changed. */
  private curveLevels<N>(kind: Kind<N>, figure: number, period: number, values: Values<N>): Levels<N> {
    const curve = this.curves[this.given[figure][0]];
    const number = (of: number, at: number) => values.numbers[this.at(of, at)];
    if (period > 0) {
      const unchanged = curve.operands.every((of) => {
        const [before, now] = [kind.exact(number(of, period - 1)), kind.exact(number(of, period))];
        return before !== null && now !== null && equal(before, now);
      });
      if (unchanged) return this.levels(figure, period - 1, values);
    }
    return levelsOfCurve(kind, curve, (of) => number(of, period));
  }
}

function readTerm(term: WrittenTerm): Term {
  if (term.levels === undefined || term.weights === undefined) return term;
  const weights = term.weights.split(' ');
  return {
    ...term,
    measured: term.levels.split(' ').map((level, at) => ({ level: parsed(level), weight: parsed(weights[at]) })),
  };
}

/** How many levels are put together to build a curve: of shapes on the clock one for every slot. */
function partsOf(terms: WrittenTerm[]): number {
  const slots = Math.max(0, ...terms.map((term) => term.clock?.length ?? 0));
  const parts = terms.map((term) => (term.clock ? slots : (term.steps?.length ?? term.levels!.split(' ').length)));
  return parts.reduce((sum, one) => sum + one, 0);
}

function operandsOf(term: WrittenTerm): number[] {
  const shape = term.steps?.flat() ?? [...(term.clock ?? []), term.height, term.floor, term.factor];
  return [...shape, term.weight, term.gauge].filter((of): of is number => typeof of === 'number');
}

/** The levels of a curve from the values of the figures that it is a function of (crates/sheet/src/levels/of_curve.rs). */
function levelsOfCurve<N>(
  kind: Kind<N>,
  curve: { gauged: boolean; terms: Term[]; cut: Cut | null },
  value: (of: number) => N,
): Levels<N> {
  const state = (term: Term, level: N, weight: N): State<N> => {
    const times = (of: number | null) => (of === null ? level : kind.binary(Binary.multiply, level, value(of)));
    const gauge = curve.gauged ? times(term.gauge) : kind.of(ZERO);
    return { level: times(term.weight), gauge, weight };
  };
  const loads: Load<N>[] = [];
  const clocks = curve.terms.filter((term) => term.clock !== undefined);
  if (clocks.length > 0) loads.push(clock(kind, clocks, state, value));
  for (const term of curve.terms) {
    if (term.steps !== undefined) {
      let rest = kind.of(ONE);
      const states: State<N>[] = [];
      for (const [level, share] of term.steps) {
        rest = kind.binary(Binary.subtract, rest, value(share));
        states.push(state(term, value(level), value(share)));
      }
      states.push({ ...nothing(kind), weight: rest });
      loads.push({ states, whole: kind.of(ONE) });
    } else if (term.measured !== undefined) {
      const factor = value(term.factor!);
      const states = term.measured.map(({ level, weight }) =>
        state(term, kind.binary(Binary.multiply, kind.of(level), factor), kind.of(weight)),
      );
      let whole: Decimal = ZERO;
      for (const { weight } of term.measured) whole = add(whole, weight);
      loads.push({ states, whole: kind.of(whole) });
    }
  }
  const load = joined(kind, loads);
  if (curve.cut === null) return levelsOf(kind, load, curve.gauged);
  const scale = curve.cut.scale === null ? null : value(curve.cut.scale);
  const query = { scale, above: value(curve.cut.above), cap: null, step: null, reserved: null };
  const left = (state: State<N>): State<N> => ({
    level: unitsAt(kind, state.level, state.gauge, query),
    gauge: kind.of(ZERO),
    weight: state.weight,
  });
  return levelsOf(kind, { ...load, states: load.states.map(left) }, false);
}

function add(a: Decimal, b: Decimal): Decimal {
  const scale = Math.max(a.scale, b.scale);
  return decimal(a.mantissa * 10n ** BigInt(scale - a.scale) + b.mantissa * 10n ** BigInt(scale - b.scale), scale);
}

/** The slots of the clock, all shapes on it added up. */
function clock<N>(
  kind: Kind<N>,
  terms: Term[],
  state: (term: Term, level: N, weight: N) => State<N>,
  value: (of: number) => N,
): Load<N> {
  const count = Math.max(...terms.map((term) => term.clock!.length));
  const slots: State<N>[] = Array.from({ length: count }, () => nothing(kind));
  for (const term of terms) {
    const shares = term.clock!;
    for (let slot = 0; slot < count; slot++) {
      let level = kind.binary(Binary.multiply, value(shares[slot % shares.length]), value(term.height!));
      if (typeof term.floor === 'number') level = kind.binary(Binary.maximum, level, value(term.floor));
      slots[slot] = added(kind, slots[slot], state(term, level, kind.of(ONE)));
    }
  }
  return { states: merge(kind, slots), whole: kind.of(decimal(count)) };
}

/** Σ v^m over so many months from the first on, by Horner's rule. */
function annuity<N>(kind: Kind<N>, v: N, first: number, months: number): N {
  if (months === 0) return kind.of(ZERO);
  const one = kind.of(ONE);
  let sum = one;
  for (let month = 1; month < months; month++) {
    sum = kind.binary(Binary.add, kind.binary(Binary.multiply, sum, v), one);
  }
  return kind.binary(Binary.multiply, sum, kind.power(v, first));
}
