/** What a scenario is read with. */
export interface Options {
  /** What its file is called, in messages; `scenario.yaml` where it is left out. */
  readonly name?: string;
  /** The texts of the files beside it that it names (traces, what it extends), by their paths from its folder. */
  readonly files?: Readonly<Record<string, string>>;
  /** Values by their paths, as `--set PATH=VALUE`. */
  readonly set?: Readonly<Record<string, string | number>>;
}

/** Something that was found; places are in the text of the scenario, in units of UTF-16. */
export interface Finding {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'information';
  readonly message: string;
  readonly path: string;
  /** What to type. */
  readonly label: string;
  readonly help: string | null;
  readonly place: { readonly start: number; readonly end: number } | null;
  readonly line: number | null;
  readonly fix: {
    /** Whether the author can only have meant this. */
    readonly keeps_meaning: boolean;
    readonly edits: readonly { readonly start: number; readonly end: number; readonly text: string }[];
  } | null;
  /** For a value that was set: what to set instead, if that is likely. */
  readonly instead: string | null;
}

/** What each option costs. */
export interface Option {
  readonly name: string;
  readonly kind: 'own' | 'rent' | 'hybrid';
  readonly eligible: boolean;
  readonly comparable: boolean;
  /** Decimals as text, so that no digit is lost. */
  readonly total: string;
  readonly present_value: string;
  readonly per_useful_hour: number | null;
  readonly [field: string]: unknown;
}

/** The JSON of `rackrent compare --format json`: `compare` in schema/results.schema.json. */
export interface Comparison {
  readonly schema: 'rackrent.compare/1';
  readonly options: readonly Option[];
  readonly verdict: {
    readonly winner: string | null;
    readonly close: boolean;
    readonly saving: string | null;
    readonly saving_share: number | null;
    readonly runner_up: string | null;
    readonly [field: string]: unknown;
  };
  readonly [field: string]: unknown;
}

/** Thrown where a scenario has no answer; `message` is what the program writes to standard error. */
export class Refused extends Error {
  readonly findings: readonly Finding[];
}

/** What each option of a scenario costs, which wins, and what that holds under. */
export function compare(text: string, options?: Options): Comparison;

/** The same as text, byte for byte what the program writes. */
export function compareJson(text: string, options?: Options): string;

/** What `rackrent check` finds, by the rules as they are. */
export function check(text: string, options?: Options): Finding[];
