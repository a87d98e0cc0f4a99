// The tables of the file: a figure in each cell, put in its place by the names that the file gives rows and columns.

import { bestPair } from '../best_pair';
import type { Comparison, Split } from '../contract';
import { type BreakEven, breakEvenOf, short } from './conditions';
import { demanded, formOf, valueOf } from './fields';
import type { Late } from './follows';
import type { IsStale } from './pictures';
import { type Value, money, percent } from './written';

/** A figure of the file that can follow: what its column is about, in a row. */
interface Cell {
  readonly cell: HTMLElement;
  readonly column: string;
}

interface Row {
  readonly table: HTMLElement;
  readonly field: string;
  readonly cells: readonly Cell[];
}

/** What stands in tables beside the result. */
export interface Beside {
  readonly called: (name: string) => string;
  /** What is set of an input, by its path; nothing where it is as the file says. */
  readonly input: (path: string) => string | null;
  /** The lines over time; null while something moves. */
  readonly split: ((basis: string, columns: readonly string[]) => readonly Split[]) | null;
  /** How what is not of what is set is marked. */
  readonly late: Late;
  /** Whether a table is written now. */
  readonly isSeen: (table: HTMLElement) => boolean;
  /** Puts a text in the place of another; of `null` the file's own comes back. */
  readonly say: (element: Element, text: string | null) => void;
}

export class Tables {
  private readonly rows: Row[] = [];
  /** Tables of lines over time, with what their columns sum. */
  private readonly overTime: { readonly table: HTMLElement; readonly columns: readonly string[]; readonly rows: Row[] }[] = [];

  constructor(private readonly article: HTMLElement) {
    for (const table of article.querySelectorAll<HTMLElement>('.chapter table')) this.find(table);
  }

  /** The figures that can follow; what cannot is marked. */
  private find(table: HTMLElement): void {
    const columns = [...table.querySelectorAll<HTMLElement>('thead tr > *')].map((head) => head.dataset['option']);
    const rows = [...table.querySelectorAll<HTMLElement>('tbody tr')];
    if (!rows.some((row) => row.dataset['field'])) {
      table.classList.add('stale');
      return;
    }
    const found: Row[] = [];
    for (const row of rows) {
      const field = row.dataset['field'];
      if (!field) {
        if (!row.classList.contains('title')) row.classList.add('stale');
        continue;
      }
      const cells = ([...row.children].slice(1) as HTMLElement[]).flatMap((cell, at): Cell[] => {
        const column = columns[at + 1];
        return column === undefined ? [] : [{ cell, column }];
      });
      found.push({ table, field, cells });
    }
    const overTime = columns.filter((column) => column?.includes('@')) as string[];
    if (overTime.length > 0) this.overTime.push({ table, columns: overTime, rows: found });
    else this.rows.push(...found);
  }

  show(result: Comparison, beside: Beside, moved: boolean, isStale: IsStale): void {
    for (const row of this.rows) if (beside.isSeen(row.table)) this.row(result, row, beside, isStale);
    for (const head of this.article.querySelectorAll<HTMLElement>('.chapter thead [data-option]')) {
      head.classList.toggle('wins', result.verdict.winner === head.dataset['option']);
    }
    this.showOverTime(beside, moved);
  }

  private row(result: Comparison, { field, cells }: Row, beside: Beside, isStale: IsStale): void {
    const [kind, ...rest] = field.split('/');
    const name = rest.join('/');
    if (kind === 'input') return this.input(name, cells, beside);
    if (kind === 'verdict' || kind === 'case') return this.ofCase(result, field, cells, beside, isStale);
    if (kind === 'demanded') {
      for (const { cell, column } of cells) {
        const text = demanded(result, name, column);
        if (text !== null) beside.say(cell, text);
      }
      return;
    }
    const values = cells.map(({ column }) => valueOf(result, column, field));
    const writtenAs = formOf(field, values, result.scenario['start'] as string | null | undefined);
    cells.forEach(({ cell, column }, at) => {
      const value: Value | null | undefined = values[at];
      beside.say(cell.querySelector('.figure') ?? cell, value === null || value === undefined ? '—' : writtenAs(value));
      cell.classList.toggle('wins', result.verdict.winner === column);
    });
  }

  /** An input stands where it was set. */
  private input(path: string, cells: readonly Cell[], beside: Beside): void {
    const value = beside.input(path);
    for (const { cell, column } of cells) {
      const set = column === 'value' ? value : column === 'written' ? 'set here' : '';
      beside.say(cell.querySelector('.figure') ?? cell, value === null ? null : set);
    }
  }

  private ofCase(
    result: Comparison,
    field: string,
    cells: readonly Cell[],
    beside: Beside,
    isStale: IsStale,
  ): void {
    for (const { cell, column } of cells) {
      const text = inCase(result, column, field, beside.called);
      if (text !== null) beside.say(cell.querySelector('.figure') ?? cell, text);
      cell.classList.remove('stale', 'computing');
      if (isStaleCase(result, column, isStale)) cell.classList.add(beside.late);
    }
  }

  private showOverTime(beside: Beside, moved: boolean): void {
    for (const { table, columns, rows } of this.overTime) {
      table.classList.toggle('computing', moved && beside.split === null);
      if (beside.split === null) continue;
      const [option = '', basis = ''] = (columns[0] ?? '').split('@');
      const months = columns.map((column) => column.split('@')[2] ?? '').filter((column) => column !== 'total');
      const of = beside.split(basis, months).find((split) => split.option === option);
      if (!of) continue;
      for (const { field, cells } of rows) {
        const amounts = field === 'loan/years' ? of.loan : field === 'total' ? of.totals : (of.lines[field] ?? []);
        cells.forEach(({ cell }, at) => {
          const amount = amounts[at];
          beside.say(cell.querySelector('.figure') ?? cell, amount === undefined ? '—' : money(amount));
        });
      }
    }
  }
}

/** What stands in the column of a case; null where it is refused. */
const inCase = (
  result: Comparison,
  name: string,
  field: string,
  called: (name: string) => string,
): string | null => {
  const of = name === 'stated' ? result : result.cases.find((one) => one.name === name);
  if (!of?.verdict) return null;
  const { winner, runner_up: next, saving, saving_share: part, close } = of.verdict;
  switch (field) {
    case 'verdict/winner':
      return winner === null ? 'none' : called(winner);
    case 'verdict/runner_up':
      return next === null ? '—' : called(next);
    case 'verdict/saving':
      return saving === null ? '—' : money(saving);
    case 'verdict/saving_share':
      return part === null ? '—' : percent(part);
    case 'verdict/close':
      return close ? 'yes' : '—';
    case 'verdict/break_even':
      return breakEvenIn(result, of)?.replaceAll(' %', '\u00a0%') ?? '—';
    default: {
      const option = of.options.find((one) => one.name === field.slice('case/'.length));
      return option ? money(option.present_value) : '—';
    }
  }
};

/** Whether what stands in the column of a case is that of other values than what is set. */
const isStaleCase = (result: Comparison, name: string, isStale: IsStale): boolean => {
  const at = result.cases.findIndex((one) => one.name === name);
  return at >= 0 && isStale(`cases.${at}`);
};

/** From which demand on the leading options of a case change places. */
const breakEvenIn = (result: Comparison, of: Comparison | Comparison['cases'][number]): string | null => {
  if (of !== result) {
    const found = (of as Comparison['cases'][number]).break_even;
    return found && short(found as unknown as BreakEven, String(found.own).startsWith('hybrid.'));
  }
  const pair = bestPair(result);
  return pair ? short(breakEvenOf(pair), String(pair['own']).startsWith('hybrid.')) : null;
};
