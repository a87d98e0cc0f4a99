/** The engine of a page: the sheet of its file, moved and read. */

import type { Comparison, Engine, Finding, FirmLoad, Impossible, Input, Outcome, Price, Result, Series, Served, Split, Turns } from '../contract';
import { TakesTooLong } from './break_even';
import { dated } from './calendar';
import { type Restated, restated } from './cases';
import { cashflow } from './cashflow';
import { type Decimal, ONE, ZERO, equal, float, maximum, minimum, parsed, written } from './decimal';
import { type BrokenRule, Figures, type Unanswered } from './evaluated';
import { floats } from './floats';
import { firmLoad } from './load';
import type { Model } from './model';
import { ceil, over, plus, readable, times } from './number';
import { type Settings, type Slow as SlowPart, compared } from './result';
import { served } from './served';
import { Fault, Sheet, type WrittenSheet } from './sheet';
import { split } from './split';
import { type WrittenInput, read } from './text';
import { turns } from './turns';
import { type Weighing, disagreeing, warnings } from './warnings';

/** What stands in `<script id="sheet">`; `crates/documents/src/report/live` writes it. */
export interface WrittenFile extends WrittenSheet {
  form: number;
  inputs: WrittenInput[];
  /** Paths of numbers that this file cannot move. */
  fixed: string[];
  /** Whether every price may be moved, each on its own. */
  all_prices_move: boolean;
  model: Model;
  weighing: Weighing;
}

/** Fields of a pair that take longer than a frame. */
const SLOW = ['break_even', 'irr', 'irr_reason'];
/** Fields that are those of the scenario as stated, whatever is set. */
const AS_STATED = [
  'flips',
  'warnings',
  'view',
  'pairs.*.break_even_horizon_months',
  'pairs.*.break_even_horizon_at_most',
];

export function createEngine(file: unknown, stated: Comparison): Engine {
  return new LiveEngine(file as WrittenFile, stated);
}

/** What `window.rackrent` offers to whoever automates a page: what is set with it, the page shows too. */
export type Automation = Pick<Engine, 'inputs' | 'set' | 'unset' | 'settings' | 'result' | 'stale'>;

/** The name of the event that a page is told by that something was set by `window.rackrent`. */
export const SET = 'rackrent-set';

/** An engine for whoever automates a page. */
export function automation(engine: Engine): Automation {
  const told = () => dispatchEvent(new Event(SET));
  return {
    inputs: engine.inputs,
    set(path, text) {
      const outcome = engine.set(path, text);
      if (outcome.ok) told();
      return outcome;
    },
    unset(path) {
      engine.unset(path);
      told();
    },
    settings: () => engine.settings(),
    result: () => engine.result(),
    get stale() {
      return engine.stale;
    },
  };
}

class LiveEngine implements Engine {
  readonly inputs: readonly Input[];
  private readonly sheet: Sheet;
  private readonly figures: Figures;
  private readonly byPath: Map<string, WrittenInput>;
  private readonly statedValues: Map<string, Decimal>;
  private readonly changes = new Map<string, { text: string; value: Decimal; namesCosts: string[] }>();
  private staleFields: readonly string[] = [];
  /** What takes longer than a frame, as it was last worked out, at what was set then. */
  private slow: {
    readonly at: string;
    readonly pairs: readonly SlowPart[];
    /** Pairs of which it takes longer than the program may work. */
    readonly late: readonly number[];
    readonly cases: readonly Restated[];
  };

  constructor(
    private readonly file: WrittenFile,
    private readonly stated: Comparison,
  ) {
    this.sheet = new Sheet(file);
    this.figures = new Figures(this.sheet, file.model);
    this.byPath = new Map(file.inputs.map((input) => [input.path, input]));
    const value = (input: WrittenInput) => this.figures.value(input.figure);
    this.statedValues = new Map(file.inputs.map((input) => [input.path, value(input)]));
    this.inputs = file.inputs.map((input) => ({
      path: input.path,
      name: input.name,
      text: input.text,
      value: float(value(input)),
      unit: input.unit,
      currency: input.coded ? input.currency : null,
      form: input.form,
      is_job_size: input.is_job_size,
      least: Number(input.least),
      most: Number(input.most),
      assumed: input.assumed,
    }));
    const pairs = stated.pairs.map(({ break_even, irr, irr_reason }) => ({ break_even, irr, irr_reason }));
    this.slow = { at: '', pairs, late: [], cases: [] };
  }

  get stale(): readonly string[] {
    return this.staleFields;
  }

  set(somePath: string, someText: string): Outcome {
    const [path, text] = [trimmed(somePath), trimmed(someText)];
    const input = this.byPath.get(path);
    if (input === undefined) return this.notHere(path, text);
    const found = read(input, text);
    if ('message' in found) return { ok: false, message: `${input.subject} ${found.message}`, label: found.label };
    this.changes.set(path, { text, value: found.value, namesCosts: input.names_costs });
    return { ok: true };
  }

  private notHere(path: string, text: string): Outcome {
    const command = `--set ${quoted(`${path}=${text}`)}`;
    if (!this.file.fixed.includes(path)) {
      return { ok: false, message: `\`${path}\` is no number of the scenario`, label: 'write the path of an input' };
    }
    const message = `\`${path}\` decides which figures there are, or is held to other keys; this document has one set of figures`;
    return { ok: false, message, label: `run \`rackrent compare FILE ${command}\``, command };
  }

  unset(path: string): void {
    this.changes.delete(trimmed(path));
  }

  settings(): string[] {
    return [...this.changes].map(([path, { text }]) => `${path}=${text}`);
  }

  result(): Result {
    const search = this.settling();
    for (;;) {
      const step = search.next();
      if (step.done) return step.value;
    }
  }

  quick(): Result {
    return this.stating();
  }

  settle(): Iterator<void, Result> {
    return this.settling();
  }

  /** Works out what takes longer than a frame, a case or a pair at a step. Others may look at other values between two steps. */
  private *settling(): Generator<void, Result> {
    const here = this.here();
    if (this.changes.size === 0 || this.slow.at === here) return this.stating();
    const cases: Restated[] = [];
    const move = (values: Settings) => this.moved(values);
    for (const one of this.stated.cases) {
      cases.push(restated(this.figures, this.stated, one, this.byPath, this.changes, move));
      yield;
    }
    const work = new Map<number, () => SlowPart>();
    const pairs = [...this.slow.pairs];
    const late: number[] = [];
    if (this.moved() === null) {
      compared(this.figures, this.stated, this.changes, (pair, later) => {
        work.set(pair, later);
        return pairs[pair];
      });
    }
    for (const [pair, later] of work) {
      yield;
      this.moved();
      try {
        pairs[pair] = later();
      } catch (why) {
        if (!(why instanceof TakesTooLong)) throw why;
        late.push(pair);
      }
    }
    this.slow = { at: here, pairs, late, cases };
    return this.stating();
  }

  /** What is set, as a text that no other settings have. */
  private here(): string {
    return this.settings().join('\n');
  }

  /** The comparison as far as it is known within a frame. */
  private stating(): Result {
    if (this.changes.size === 0) {
      this.staleFields = [];
      return this.stated;
    }
    const unanswered = this.moved();
    if (unanswered !== null) {
      this.staleFields = [];
      return this.impossible(unanswered);
    }
    const { at, pairs, late, cases } = this.slow;
    const isHere = at === this.here();
    const result = compared(this.figures, this.stated, this.changes, (pair) => pairs[pair]);
    const before = isHere ? late : pairs.keys();
    const ofPairs = [...before].flatMap((pair) => SLOW.map((field) => `pairs.${pair}.${field}`));
    const staleCase = ({ stale }: Restated, place: number) => stale.map((field) => `cases.${place}${field}`);
    const ofCases = isHere ? cases.flatMap(staleCase) : this.stated.cases.length > 0 ? ['cases'] : [];
    this.staleFields = [...AS_STATED, ...ofCases, ...ofPairs];
    return { ...result, cases: cases.length > 0 ? cases.map((one) => one.result) : this.stated.cases };
  }

  private moved(changes: Settings = this.changes): Unanswered | null {
    this.figures.move(
      this.file.inputs.map(({ path, figure }) => ({
        figure,
        value: changes.get(path)?.value ?? this.statedValues.get(path)!,
      })),
    );
    return this.figures.answer();
  }

  private impossible(why: Unanswered): Impossible {
    if ('fault' in why) return { impossible: [this.noValue(why.fault)] };
    const found: Impossible['impossible'] = [];
    for (const rule of why.broken) {
      const finding = this.broken(rule);
      // an option in several roles breaks a rule once
      if (!found.some(({ code, path }) => code === finding.code && path === finding.path)) found.push(finding);
    }
    return { impossible: found };
  }

  private broken({ condition, month, by }: BrokenRule): Impossible['impossible'][number] {
    const { code, path, option } = condition;
    if (code === 'spot-cannot-finish') {
      const message = `work on \`${path}\` is never finished: interruptions, checkpoints and restarts take all of its time`;
      return { code, message, path };
    }
    const factor = (of: number | string) => (typeof of === 'string' ? parsed(of) : this.figures.value(of));
    const capacity = condition.capacity.map(factor).reduce(times);
    const nodes = written(ceil(over(by, capacity)));
    const plural = nodes === '1' ? '' : 's';
    const message = `\`${option}\` is ${nodes} node${plural} short of the demand in ${dated(this.file.model.start, month)}, and nothing serves what does not fit`;
    return { code, message, path };
  }

  private noValue({ figure, why }: Fault): Impossible['impossible'][number] {
    const name = this.sheet.name(figure) ?? 'a figure';
    switch (why) {
      case 'too large':
        return { code: 'too-large', message: `${name} would exceed 10^27, the largest figure there is`, path: '' };
      case 'division by zero':
        return { code: 'too-large', message: `${name} would divide by zero`, path: '' };
      default: {
        const message = 'loads that are independent of each other have more than 200,000 levels together';
        return { code: 'too-many-levels', message, path: 'demand.workloads' };
      }
    }
  }

  load(option: string): FirmLoad | null {
    const of = this.file.model.options[this.stated.options.findIndex(({ name }) => name === option)];
    return of && this.moved() === null ? firmLoad(this.figures, of) : null;
  }

  split(basis: string, columns: readonly string[]): Split[] {
    if (this.moved() !== null) return [];
    const months = columns.map((column): [number, number] => {
      const [first, last] = column.split('-').map(Number);
      return [first, last];
    });
    return split(this.figures, this.stated.options.map(({ name }) => name), basis, months);
  }

  served(): Served[] {
    return this.moved() === null ? served(this.figures, this.stated.options) : [];
  }

  findings(result: Comparison): Finding[] {
    if (this.moved() !== null) return [];
    const { weighing } = this.file;
    const found = [...warnings(this.figures, weighing, result), ...disagreeing(weighing, result)];
    return found.map((one) => (this.changes.has(one.path) ? { ...one, place: ' (set here)' } : one));
  }

  get accepting(): Weighing {
    return this.file.weighing;
  }

  turns(): Iterator<void, Turns[]> | null {
    if (!this.file.all_prices_move || this.moved() !== null) return null;
    const bounds = ({ figure, least, most }: WrittenInput): [Decimal, Decimal] => {
      const value = this.figures.value(figure);
      return [minimum(parsed(least), value), maximum(parsed(most), value)];
    };
    const search = turns(this.figures, this.stated.options, this.file.inputs, bounds);
    return {
      next: () => {
        // others may have looked at other values since
        this.moved();
        return search.next();
      },
    };
  }

  price(path: string): Price | null {
    const input = this.byPath.get(path);
    if (!input?.price) return null;
    const set = this.changes.get(path)?.text;
    const code = set === undefined ? input.price.code : (/\s([A-Z]{3})$/.exec(set.trim())?.[1] ?? null);
    return { ...input.price, code, is_share: input.form === 'share', minor_digits: this.file.model.minor_digits };
  }

  written(path: string): string | null {
    const [set, input] = [this.changes.get(path), this.byPath.get(path)];
    if (set === undefined || input === undefined) return null;
    const unit = input.units[equal(set.value, ONE) ? 0 : 1];
    return `${readable(set.value, 10)}${unit === '' ? '' : ` ${unit}`}`;
  }

  series(factors: readonly number[]): Series {
    const { figures, sheet } = this;
    const model = this.file.model;
    if (this.moved() !== null) return { demand: [], cash: [] };
    const names = this.stated.options.map(({ name }) => name);
    const worths = model.options.map((option) => option.present_value);
    const rules = model.conditions.map((condition) => condition.figure);
    const moving = sheet.affected([model.factor], [...worths, ...rules]);
    const values = sheet.valuesOf(floats, figures.values);
    const demand = names.map((option) => ({ option, present_value: [] as (number | null)[] }));
    for (const factor of factors) {
      values.numbers[sheet.at(model.factor, 0)] = factor;
      let has = true;
      try {
        sheet.evaluate(floats, moving, values);
      } catch (why) {
        if (!(why instanceof Fault)) throw why;
        has = false;
      }
      const breaks = ({ figure }: { figure: number }) =>
        sheet.periods.some((_, period) => values.numbers[sheet.at(figure, period)] > 1e-9);
      model.options.forEach((option, at) => {
        const [first, end] = option.conditions;
        const possible = has && !model.conditions.slice(first, end).some(breaks);
        demand[at].present_value.push(possible ? values.numbers[sheet.at(worths[at], 0)] : null);
      });
    }
    const cash = model.options.map((option, at) => {
      let sum = ZERO;
      const paid = cashflow(figures, option).cash.map((amount) => float((sum = plus(sum, amount))));
      return { option: names[at], cumulative: paid };
    });
    return { demand, cash };
  }
}

/** A text without the spaces around it, as `--set` takes it; who automates a page may hand over a number. */
function trimmed(text: unknown): string {
  return String(text).replace(/^\p{White_Space}+|\p{White_Space}+$/gu, '');
}

/** A word of a shell. */
function quoted(text: string): string {
  return /^[\w.=%+\-]+$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`;
}
