// What stands in the cells of tables: a field of an option, of a case or of an input, by its name in the file
// (crates/documents/src/report/page/table.rs), written as the program writes it (crates/documents/src/report/compare/rows.rs).

import type { Comparison, OptionResult } from '../contract';
import { calendarMonth } from '../engine/calendar';
import { compare, parsed, rounded, written } from '../engine/decimal';
import { total } from '../engine/number';
import { type Value, exact, grouped, money, rateDecimals, readable, share, shareDecimals } from './written';

/** A field of an option: `present_value`, `lines/operating/staff`, `waste/idle`, `loan/interest`, `workload/cost/chat`. */
export const valueOf = (result: Comparison, name: string, field: string): Value | null | undefined => {
  if (field.startsWith('workload/')) return ofWorkload(result, name, field);
  const option = result.options.find((one) => one.name === name);
  return option ? (ofOption(result, option, field) as Value | null | undefined) : null;
};

const ofOption = (result: Comparison, option: OptionResult, field: string): unknown => {
  const [kind, group, ...rest] = field.split('/');
  switch (kind) {
    case 'lines': {
      const name = rest.join('/');
      const lines = option.lines.filter((line) => line.group === group && line.name === name).map((line) => line.total);
      return lines.length === 0 ? null : written(total(lines.map(parsed)));
    }
    case 'waste': {
      const waste = (option['waste'] as { cause: string; hours: number; cost: string }[] | undefined) ?? [];
      return waste.find((one) => one.cause === group && one.hours !== 0)?.cost ?? null;
    }
    case 'loan':
      return (option['loan'] as Record<string, string> | null)?.[group ?? ''] ?? null;
    case 'value_of_work':
      return (option['value_of_work'] as { present_value: string } | null | undefined)?.present_value ?? null;
    case 'value_less_cost':
      return (option['value_of_work'] as { less_cost: string } | null | undefined)?.less_cost ?? null;
    case 'cash_ahead':
      return mostAhead(option)?.amount ?? null;
    case 'cash_ahead_month':
      return mostAhead(option)?.month ?? null;
    case 'work_done':
      return result.options.some((one) => isLess(one)) ? option['work_done'] : null;
    case 'hours_lost_to_downtime':
      // a row of hours that are lost says nothing of an option that loses none
      return option[kind] === 0 ? null : option[kind];
    default:
      return option[field];
  }
};

const isLess = (option: OptionResult): boolean => {
  const done = option['work_done'];
  return typeof done === 'number' && done < 1;
};

/** The most that an option has paid ahead of another; of equal amounts the first. */
const mostAhead = (option: OptionResult): { amount: string; month: number } | null => {
  const all = option['cash_ahead'] as { amount: string; month: number }[];
  return all.reduce<{ amount: string; month: number } | null>(
    (most, next) => (most === null || compare(parsed(next.amount), parsed(most.amount)) > 0 ? next : most),
    null,
  );
};

/** What a workload costs in an option, or what a unit of it does: `workload/cost/chat`. */
const ofWorkload = (result: Comparison, option: string, field: string): Value | null => {
  const [, what, ...name] = field.split('/');
  const costs = result.workloads.find((workload) => workload.name === name.join('/'))?.costs;
  const found = costs?.find((cost) => cost.option === option);
  return (what === 'per_unit' ? found?.per_unit : found?.cost) ?? null;
};

/** What is demanded of a workload; null where that is a word. */
export const demanded = (result: Comparison, name: string, what: string): string | null => {
  const workload = result.workloads.find((one) => one.name === name);
  const of = (field: string): number | null => (workload?.[field] as number | null | undefined) ?? null;
  switch (what) {
    case 'peak':
    case 'mean': {
      const value = of(what);
      return value === null ? '—' : readable(value, 4);
    }
    case 'useful':
    case 'spent':
      return grouped(of(`${what}_hours`) ?? 0, 0);
    default:
      return null;
  }
};

/** Rates of an hour or a unit, shares, and counts; every other figure is an amount. */
const RATES = ['per_useful_hour', 'per_unit'];
const SHARES = ['useful_share_of_paid_hours', 'utilization', 'work_done'];
const COUNTS = ['hours_lost_to_downtime', 'nodes'];
const WHOLE = ['energy_kwh_per_year', 'carbon_kg_per_year'];

/** How the figures of a row are written, all of them with the same decimals. */
export const formOf = (
  field: string,
  values: readonly (Value | null | undefined)[],
  start: string | null | undefined,
): ((value: Value) => string) => {
  const known = values.filter((value) => value !== null && value !== undefined);
  if (RATES.includes(field) || field.startsWith('workload/per_unit/')) {
    const decimals = rateDecimals(known);
    return (value) => grouped(value, decimals);
  }
  if (SHARES.includes(field)) {
    const decimals = shareDecimals(known);
    return (value) => share(value, decimals);
  }
  if (WHOLE.includes(field)) return (value) => readable(written(rounded(exact(value), 0, 'even')), 6);
  if (field === 'cash_ahead_month') {
    return (value) => {
      const date = calendarMonth(start, Number(value));
      return date === null ? String(value) : `${value} (${date})`;
    };
  }
  if (COUNTS.includes(field)) return (value) => readable(value, 6);
  return (value) => money(String(value));
};
