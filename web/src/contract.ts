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
   * Ask it while a slider moves, and `result()` when it rests.
   */
  quick(): Result;
  /** For charts, at what is set. */
  series(factors: readonly number[]): Series;
  /** The firm load that an option is sized for, at what is set; `null` where nothing is sized. */
  load(option: string): FirmLoad | null;
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
