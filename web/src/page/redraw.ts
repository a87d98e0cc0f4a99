// Puts a result where the file says another: verdict, bars, costs, pictures. What cannot follow says so.

import type { Comparison, OptionResult, Result, Series } from '../contract';
import { type Constants, drawings, factors, standing } from './pictures';
import { money, verdict } from './verdict';
import { grouped, percent, share } from './written';

const TITLES = {
  demand: 'What every option costs at other demand',
  cash: 'What every option has paid by the end of each month',
  parts: 'Where the money goes',
  years: 'What every option costs in each year',
  cases: 'What every option costs in each case',
} as const;

type Drawn = keyof typeof TITLES;

/** What says what the file says, whatever is moved. */
const AS_STATED =
  '.said, #load, #spread, .data, .chapter :is(figure, .verdict, .remarks, pre, h3, .note), .kept > .lead:not(.how)';

export class Sheet {
  private readonly article: HTMLElement;
  private readonly verdict: HTMLElement | null;
  private readonly stated = new Map<Element, string>();
  private readonly cells: { cell: HTMLElement; option: string; field: string; form: string }[] = [];

  constructor(
    live: HTMLElement,
    private readonly constants: Constants,
  ) {
    this.article = live.closest('article') ?? document.body;
    this.verdict = this.article.querySelector('.verdict');
    this.find();
  }

  /** Shows a result; `moved` is whether it is another than the file's. */
  show(result: Result, series: (factors: number[]) => Series, places: number, moved: boolean): void {
    this.article.classList.toggle('moved', moved);
    const isImpossible = 'impossible' in result;
    this.article.classList.toggle('impossible', isImpossible);
    if (this.verdict) {
      this.say(this.verdict, isImpossible ? result.impossible.map((why) => why.message).join(' ') : this.words(result), moved);
    }
    if (isImpossible) return;
    this.bars(result, moved);
    this.costs(result, moved);
    const along = factors(result, places);
    this.pictures(result, along, series(along), moved);
  }

  words(result: Comparison): string {
    return verdict(result, (name) => this.called(name));
  }

  private called(name: string): string {
    return this.constants.labels[name] ?? name;
  }

  /** Another text, or the file's own, which may hold elements. */
  private say(element: Element, text: string, moved: boolean): void {
    if (!this.stated.has(element)) this.stated.set(element, element.innerHTML);
    if (moved) element.textContent = text;
    else element.innerHTML = this.stated.get(element) ?? '';
  }

  /** The figures that can follow; the others are marked. */
  private find(): void {
    for (const table of this.article.querySelectorAll('.chapter table')) {
      const options = [...table.querySelectorAll<HTMLElement>('thead tr > *')].map((head) => head.dataset['option']);
      const rows = [...table.querySelectorAll<HTMLElement>('tbody tr')];
      if (!rows.some((row) => row.dataset['field'])) {
        table.classList.add('stale');
        continue;
      }
      for (const row of rows) {
        const field = row.dataset['field'];
        const cells = [...row.children].slice(1) as HTMLElement[];
        if (!field) {
          if (!row.classList.contains('title')) row.classList.add('stale');
          continue;
        }
        const form = cells.map((cell) => cell.textContent ?? '').find((text) => text !== '—') ?? '';
        cells.forEach((cell, at) => {
          const option = options[at + 1];
          if (option) this.cells.push({ cell, option, field, form });
        });
      }
    }
    for (const other of this.article.querySelectorAll(AS_STATED)) other.classList.add('stale');
  }

  private bars(result: Comparison, moved: boolean): void {
    const rows = [...this.article.querySelectorAll<HTMLElement>('.bars tbody tr')];
    const of = (row: HTMLElement): OptionResult | undefined =>
      result.options.find((option) => option.name === row.dataset['option']);
    const standing_ = rows.map(of).filter((option) => option?.eligible && option.comparable);
    const longest = Math.max(0, ...standing_.map((option) => Number(option?.present_value)));
    for (const row of rows) {
      const option = of(row);
      if (!option) continue;
      const stands = standing(result, option);
      row.classList.toggle('wins', stands === 'wins');
      row.classList.toggle('out', stands === 'out');
      const length = longest > 0 ? Math.min(Math.max(Number(option.present_value) / longest, 0), 1) : 0;
      row.querySelector('rect')?.setAttribute('width', String(Math.round(length * 1e4) / 1e2));
      const [amount, beside] = row.querySelectorAll('.number');
      if (amount) this.say(amount.querySelector('.figure') ?? amount, money(option.present_value), moved);
      const rate = result.scenario['unit'] ? (option['per_unit'] ?? option.per_useful_hour) : option.per_useful_hour;
      if (beside) this.say(beside, typeof rate === 'number' ? like(beside.textContent ?? '', String(rate)) : '—', moved);
    }
  }

  private costs(result: Comparison, moved: boolean): void {
    for (const { cell, option, field, form } of this.cells) {
      const found = result.options.find((one) => one.name === option);
      const isOfCase = field.startsWith('verdict/') || field.startsWith('case/');
      const text = isOfCase ? this.ofCase(result, option, field) : figure(form, found && valueOf(found, field));
      if (text === null) continue;
      this.say(cell.querySelector('.figure') ?? cell, text, moved);
      cell.classList.toggle('wins', result.verdict.winner === option);
    }
    for (const head of this.article.querySelectorAll<HTMLElement>('.chapter thead [data-option]')) {
      head.classList.toggle('wins', result.verdict.winner === head.dataset['option']);
    }
  }

  /** What stands in the column of a case; null where it is refused. */
  private ofCase(result: Comparison, name: string, field: string): string | null {
    const of = name === 'stated' ? result : result.cases.find((one) => one.name === name);
    if (!of?.verdict) return null;
    const { winner, runner_up: next, saving, saving_share: part, close } = of.verdict;
    switch (field) {
      case 'verdict/winner':
        return winner === null ? 'none' : this.called(winner);
      case 'verdict/runner_up':
        return next === null ? '—' : this.called(next);
      case 'verdict/saving':
        return saving === null ? '—' : money(saving);
      case 'verdict/saving_share':
        return part === null ? '—' : percent(part);
      case 'verdict/close':
        return close ? 'yes' : '—';
      default: {
        const option = of.options.find((one) => one.name === field.slice('case/'.length));
        return option ? money(option.present_value) : '—';
      }
    }
  }

  private pictures(result: Comparison, along: readonly number[], series: Series, moved: boolean): void {
    const drawn = drawings(result, along, series, this.constants);
    for (const id of Object.keys(TITLES) as Drawn[]) {
      const figure = this.article.querySelector(`#${id}`);
      const draw = drawn[id];
      const place = figure?.querySelector('.drawn');
      if (!figure || !place || !draw) continue;
      const title = figure.querySelector('h3');
      if (title) this.say(title, TITLES[id], moved);
      place.innerHTML = (['wide', 'narrow'] as const).map((room) => draw(room).finish(room, `${id}-title`)).join('');
    }
  }
}

/** A field of an option by its name in the file: `present_value`, `lines/operating/staff`, `waste/idle`. */
const valueOf = (option: OptionResult, field: string): unknown => {
  const [kind, group, ...rest] = field.split('/');
  if (kind === 'lines') {
    const name = rest.join('/');
    const lines = option.lines.filter((line) => line.group === group && line.name === name).map((line) => line.total);
    if (lines.length === 0) return null;
    const digits = (lines[0]?.split('.')[1] ?? '').length;
    return `${lines.reduce((sum, amount) => sum + BigInt(amount.replace('.', '')), 0n)}e-${digits}`;
  }
  if (kind === 'waste') {
    const waste = (option['waste'] as { cause: string; hours: number; cost: string }[] | undefined) ?? [];
    return waste.find((one) => one.cause === group && one.hours !== 0)?.cost ?? null;
  }
  const value = option['value_of_work'] as { present_value: string; less_cost: string } | null | undefined;
  if (field === 'value_of_work') return value?.present_value ?? null;
  if (field === 'value_less_cost') return value?.less_cost ?? null;
  // a row of hours that are lost says nothing of an option that loses none
  if (field === 'hours_lost_to_downtime' && option[field] === 0) return null;
  return option[field];
};

/** A figure written like another; a dash where there is none. */
const figure = (form: string, value: unknown): string =>
  value === null || value === undefined ? '—' : like(form, String(value));

/** A number written like another. */
const like = (form: string, value: string): string => {
  const decimals = (/\.(\d+)/.exec(form)?.[1] ?? '').length;
  return form.trimEnd().endsWith('%') ? share(value, decimals) : grouped(value, decimals);
};
