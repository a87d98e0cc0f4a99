/** What the file says of the model: which figures are which fields of a comparison (crates/documents/src/report/live/model.rs). */

/** What is paid when: which figure, and of what is paid once the month. */
export type Flow = ['monthly' | 'in_advance' | 'first_month' | 'once', number, number?];

export interface CostLine {
  name: string;
  group: string;
  flows: Flow[];
  /** The rates by which its prices change, how often each of them steps, the currency of which it is the exchange rate, and the month from which on the price does not follow it. */
  price_changes: [number, 'year' | 'month', string | null, number | null][];
  amortized: number[];
  /** Tax by the months in which it accrues, where it is settled later: a share of amounts, and these. */
  accrued: [number, Flow[]][];
  total: number;
  present_value: number;
}

/** What begins or ends, and the lines whose cost that can change: any, those of a group, or one. */
export interface Event {
  month: number;
  cause: { cause: string; [detail: string]: unknown };
  touches: string[];
}

export interface Part {
  option: string;
  paid_in: number | null;
  /** Accelerators in service, by period, and the share of the hours in which they are up, where that can move. */
  accelerators: number | null;
  availability: number | null;
  /** Whether it is ever down, as stated. */
  is_down: boolean;
  elsewhere: { group: string; option: string; useful_hours: number }[];
  events: Event[];
  /** Why it may not be chosen, but for power. */
  reasons: string[];
  power: { needed: number; delivered: string; whose: string | null; cooled: boolean } | null;
}

export interface OptionModel {
  total: number;
  present_value: number;
  useful_hours: number;
  demanded: number;
  demand: number;
  undone: number;
  without_headroom: number | null;
  lost: number;
  nodes: number | null;
  energy: number | null;
  carbon: number | null;
  book_resale: number | null;
  factor_limit: number | null;
  filling_factor: number | null;
  too_large: number | null;
  per_useful_hour: number;
  per_unit: number | null;
  value: { total: number; present_value: number } | null;
  utilization: number | null;
  useful_share: number | null;
  /** Hours that are not useful: what they go to, and of which figure. */
  waste: { paid: number; causes: [string, number][] } | null;
  loan: {
    borrowed: number;
    payment: number;
    balance: number;
    interest: number;
    present_value: number;
    months: number;
  } | null;
  commitments: [number, number][];
  workloads: { workload: number; done: number; total: number; cost: number; per_unit: number | null }[];
  parts: Part[];
  lines: CostLine[];
  /** What a picture of its load is drawn of; none where nothing is sized. */
  load: { curve: number; unit: number; nodes: number | null; instances: number[]; holds: number | null } | null;
  conditions: [number, number];
  /** That it does not serve every workload, in a sentence. */
  serves_some: string | null;
}

export interface PairModel {
  own: number;
  rent: number;
  difference: number;
  resale_needed: number[];
}

/** A figure that must not be above zero, and what is said where it is. */
export interface WrittenCondition {
  figure: number;
  code: 'demand-exceeds-fleet' | 'spot-cannot-finish';
  /** The part that breaks it. */
  option: string;
  /** What has to change. */
  path: string;
  /** What a node holds: places of figures, or digits, whose product it is. */
  capacity: (number | string)[];
}

export type FlowDates = 'month_end' | 'year_end' | 'mid_year';

export interface Model {
  currency: string;
  minor_digits: number;
  horizon: number;
  close_call: string;
  delay_has_a_price: boolean;
  /** At which date what is paid in a month counts for discounting. */
  flows: FlowDates;
  /** The last months of the tax years, in which their tax is settled; none where it is settled each month. */
  tax_year_ends: number[];
  /** The calendar month of month 1, if the scenario says it. */
  start: string | null;
  /** The paths of inputs that the head of a comparison repeats. */
  discount_rate: string;
  tax_rate: string | null;
  utilization: string | null;
  factor: number;
  demand_utilization: number | null;
  demanded: number;
  monthly_discount: number;
  core: number[];
  ratios: number[];
  conditions: WrittenCondition[];
  options: OptionModel[];
  pairs: PairModel[];
  workloads: { peak: number | null; mean: number; useful_hours: number; spent_hours: number }[];
}
