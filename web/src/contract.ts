/**
 * What the page and its engine agree on. The page draws results; the engine computes them from the sheet that travels in the
 * file, with the program's own decimals, so that what it says equals `rackrent compare --set` to the last digit.
 */

/** A number of the scenario that can be moved in this file. */
export interface Input {
  /** Its path, as `--set` takes it. */
  readonly path: string;
  /** What reports call it: `price of a node`. */
  readonly name: string;
  /** Its value as the author wrote it, or as it was assumed. */
  readonly text: string;
  /** Its value as a float, for sliders. */
  readonly value: number;
  /** Its unit, as reports write it: `USD/kWh`; empty for a plain number or a share. */
  readonly unit: string;
  /** The code that an author has to write behind it: of an amount in another currency than that of the file; else `null`. */
  readonly currency: string | null;
  /** How it is written: a number, a share (`65%` or `0.65`), or a whole number. */
  readonly form: 'number' | 'share' | 'count';
  /** Whether it is how many accelerators a job takes, all at once: a whole number of them. */
  readonly is_job_size: boolean;
  /** The least and the most that it may be. */
  readonly least: number;
  readonly most: number;
  /** Whether the author left it out. */
  readonly assumed: boolean;
}

/** What became of a setting. */
export type Outcome =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** What is wrong, in the program's words: `` `price` is 12 kg, not a number``. */
      readonly message: string;
      /** What to type instead. */
      readonly label: string;
      /** Where this file cannot compute it: what to type after `rackrent compare FILE`. */
      readonly command?: string;
    };

/** The JSON of `rackrent compare --format json` (schema/compare.schema.json). Amounts are text, ratios are numbers. */
export interface Comparison {
  schema: 'rackrent.compare/1';
  scenario: { name: string; currency: string; horizon_months: number; set: string[]; [field: string]: unknown };
  options: OptionResult[];
  workloads: WorkloadResult[];
  pairs: PairResult[];
  verdict: {
    winner: string | null;
    close: boolean;
    saving: string | null;
    saving_share: number | null;
    runner_up: string | null;
    disagreements: string[];
    disagreement_messages: string[];
  };
  assumed: { path: string; value: string }[];
  flips: unknown[];
  cases: CaseResult[];
  warnings: unknown[];
  view: unknown;
}

export interface OptionResult {
  name: string;
  kind: 'own' | 'rent' | 'hybrid';
  eligible: boolean;
  ineligible_because: string[];
  comparable: boolean;
  not_comparable_because: string[];
  total: string;
  present_value: string;
  per_month: string;
  per_useful_hour: number | null;
  lines: { name: string; label?: string; group: string; total: string; present_value: string }[];
  years: { year: number; cash: string; amortized: string; present_value: string }[];
  [field: string]: unknown;
}

/** A case beside the scenario as it is set. */
export interface CaseResult {
  name: string;
  /** What it sets: `PATH=TEXT`, as it holds there. */
  set: string[];
  refused_because: unknown[];
  /** None of a case that is refused. */
  verdict: Comparison['verdict'] | null;
  options: Pick<OptionResult, 'name' | 'eligible' | 'comparable' | 'present_value'>[];
  break_even: { own?: unknown; rent?: unknown; [field: string]: unknown } | null;
}

export interface WorkloadResult {
  name: string;
  costs: { option: string; total: string | null; cost: string | null; per_unit: number | null }[];
  [field: string]: unknown;
}

export interface PairResult {
  first: string;
  second: string;
  break_even: { outcome: string | null; demand_factor: number[]; wins: string[]; [field: string]: unknown };
  [field: string]: unknown;
}

/** A scenario that is impossible with these values: what the program says of it. */
export interface Impossible {
  impossible: {
    /** The lasting name of the finding: `demand-exceeds-fleet`. */
    code: string;
    /** A sentence. */
    message: string;
    /** What it is about, by its path; empty where it is about all. */
    path: string;
  }[];
}

export type Result = Comparison | Impossible;

/** What charts are drawn of: floats, good to a screen's pixel and no more. */
export interface Series {
  /** Present value of each option at each of the demand factors asked for; `null` where it is not possible. */
  demand: { option: string; present_value: (number | null)[] }[];
  /** Cash paid by the end of each month, month 0 first, for each option. */
  cash: { option: string; cumulative: number[] }[];
}

/** The firm load of a month, in digits: good to the last of them. */
export interface FirmLoad {
  /** Falling levels, each with the share of the hours in which it is held. */
  levels: readonly (readonly [level: string, share: string])[];
  /** Up to which level its own nodes serve it. */
  owned: string;
  /** Up to which level committed instances do, above its nodes; `null` where nothing is committed to. */
  committed: string | null;
}

/** The lines of an option over time: amounts of each column, and last what they come to together. */
export interface Split {
  readonly option: string;
  /** By the fields of its rows: `lines/operating/staff`. */
  readonly lines: Readonly<Record<string, readonly string[]>>;
  readonly totals: readonly string[];
  /** The cash of its loan, and last its interest; empty without one. */
  readonly loan: readonly string[];
}

/** What sentences say of an option beside its result. */
export interface Served {
  readonly option: string;
  /** What useful hours that it leaves undone, or loses while it is down, are of all that is demanded of it. */
  readonly share_undone: number | null;
  readonly share_lost: number | null;
  /** For each entry of `hours_elsewhere`, the fleet that does not serve it. */
  readonly elsewhere: readonly {
    /** Its path, where the option is a hybrid. */
    readonly fleet: string | null;
    /** The fewest and the most accelerators that it has in service, in digits. */
    readonly accelerators: readonly [string, string] | null;
    /** Whether it is ever down. */
    readonly is_down: boolean;
  }[];
}

/** Something that a reader should know before relying on a result. */
export interface Finding {
  /** The lasting name of the rule. */
  readonly code: string;
  readonly message: string;
  readonly path: string;
  /** Its place in the file, in brackets. */
  readonly place: string;
  /** How much rests on it. */
  readonly at_stake: string | null;
}

/** What is said of a price beside its value. */
export interface Price {
  readonly called: string;
  /** What follows its value: ` per instance-hour`. */
  readonly per: string;
  readonly is_money: boolean;
  readonly is_share: boolean;
  /** The code of its currency, where its author says one. */
  readonly code: string | null;
  /** Digits after the point of the currency of the file. */
  readonly minor_digits: number;
}

/** A price, or the discount rate, that would turn the verdict on its own: numbers in digits. */
export interface Turns {
  readonly path: string;
  readonly today: string;
  /** The value beyond which another side wins. */
  readonly at: string;
  readonly direction: 'up' | 'down';
}

export interface Engine {
  /** The inputs that can be moved, in the order of the file. */
  readonly inputs: readonly Input[];
  /** Moves an input, by the text that `--set PATH=TEXT` takes. Refused, nothing has changed. */
  set(path: string, text: string): Outcome;
  /** Back to what the scenario states. */
  unset(path: string): void;
  /** What is set now, in the order in which it was set first, as `--set` takes it: `PATH=TEXT`. */
  settings(): string[];
  /** The comparison at what is set. Everything is exact but what `stale` names. */
  result(): Result;
  /**
   * The same within a frame: `cases`, and `break_even` and `irr` of pairs, may be those of the last `result()`, and are then named in `stale`.
   * Ask it while a slider moves, and `result()` or `settle()` when it rests.
   */
  quick(): Result;
  /** The same as `result()` in steps, each of which takes about a frame; what is set must not change between them. */
  settle(): Iterator<void, Result>;
  /** For charts, at what is set. */
  series(factors: readonly number[]): Series;
  /** The firm load that an option is sized for, at what is set; `null` where nothing is sized. */
  load(option: string): FirmLoad | null;
  /** The lines over time, at what is set; `basis` is `cash`, `amortized` or `present-value`, and columns are `FIRST-LAST` months. */
  split(basis: string, columns: readonly string[]): Split[];
  /** Which hours go elsewhere and why, at what is set. */
  served(): Served[];
  /** What follows from the figures of a result at what is set, that a reader should know. */
  findings(result: Comparison): Finding[];
  /** What its author accepts, and which rules doubt a number. */
  readonly accepting: {
    readonly allowed: readonly (readonly [rule: string, path: string | null, reason: string])[];
    readonly doubts: readonly string[];
  };
  /** Looks for what would turn the verdict, a price at each step; `null` where prices of the file hang together. */
  turns(): Iterator<void, Turns[]> | null;
  /** What is said of a price. */
  price(path: string): Price | null;
  /** The value of an input that is set, with its unit; `null` where it is as the file says. */
  written(path: string): string | null;
  /**
   * Fields of the last answer that are those of the scenario as stated, or of an earlier answer: `flips`, `warnings`,
   * `pairs.*.break_even_horizon_months`, and cases that set what cannot be moved. `*` stands for every item. Empty while nothing is set.
   */
  readonly stale: readonly string[];
}

/**
 * Makes the engine of a document from its `<script type="application/json" id="sheet">` and `id="result"`, both parsed;
 * implemented in `engine/index.ts`, which also sets `window.rackrent`.
 */
export type CreateEngine = (sheet: unknown, stated: Comparison) => Engine;
