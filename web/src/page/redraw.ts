// Puts a result where the file says another: verdict, what is said of it, bars, costs, pictures. What cannot follow says so.

import type { Comparison, FirmLoad, OptionResult, Result, Series } from '../contract';
import { bestPair } from '../best_pair';
import { parsed, rounded, written } from '../engine/decimal';
import { total } from '../engine/number';
import { type BreakEven, breakEvenOf, short } from './conditions';
import { type Figures, drawTable } from './figures';
import { HEADINGS, type Heading, elements, said } from './follows';
import { type Constants, type Drawn, type IsStale, drawings, factors, standing } from './pictures';
import { prose } from './prose';
import { verdict } from './verdict';
import { type Value, exact, grouped, hundredfold, money, percent, rateDecimals, readable, share, shareDecimals } from './written';

/** What says what the file says, whatever is moved. */
const AS_WRITTEN =
  '#spread, #swings, .said > div, .chapter :is(figure, .verdict, .remarks, pre, h3, .note), .kept > .lead:not(.how)';

/** What pictures are drawn of. */
export interface Drawables {
  readonly series: (factors: number[]) => Series;
  /** The load of an option; `null` while something moves. */
  readonly load: ((option: string) => FirmLoad | null) | null;
}

/** The headings that stand in the answer; the others stand in what follows from it. */
const IN_THE_ANSWER: readonly Heading[] = ['Holds', 'Cases'];

/** A figure of the file that can follow: an option in a row. */
interface Row {
  readonly field: string;
  readonly cells: readonly { readonly cell: HTMLElement; readonly option: string }[];
}

export class Sheet {
  private readonly article: HTMLElement;
  private readonly verdict: HTMLElement | null;
  private readonly stated = new Map<Element, string>();
  private readonly rows: Row[] = [];
  /** What is said below the headings that follow. */
  private readonly said = new Map<Heading, HTMLElement>();

  constructor(
    live: HTMLElement,
    private readonly constants: Constants,
  ) {
    this.article = live.closest('article') ?? document.body;
    this.verdict = this.article.querySelector('.verdict');
    this.findSaid();
    this.findFigures();
  }

  /** Shows a result; `moved` is whether it is another than the file's, `stale` what of it is not that of what is set. */
  show(
    result: Result,
    drawn: Drawables,
    places: number,
    { moved, stale }: { moved: boolean; stale: readonly string[] },
  ): void {
    this.article.classList.toggle('moved', moved);
    const isImpossible = 'impossible' in result;
    this.article.classList.toggle('impossible', isImpossible);
    if (this.verdict) {
      this.say(this.verdict, isImpossible ? result.impossible.map((why) => why.message).join(' ') : this.words(result), moved);
    }
    if (isImpossible) return;
    this.facts(result, moved);
    const isStale: IsStale = (field) => moved && stale.some((pattern) => matches(pattern, field));
    this.bars(result, moved);
    this.saySections(result, moved, isStale);
    this.costs(result, moved, isStale);
    const along = factors(result, places);
    const { winner } = result.verdict;
    const load = drawn.load && winner !== null ? drawn.load(winner) : null;
    this.pictures(result, along, drawn.series(along), { load, isLooked: drawn.load !== null }, moved, isStale);
  }

  /** What the figures are: of that the discount rate moves. */
  private facts(result: Comparison, moved: boolean): void {
    const facts = this.article.querySelector('.facts');
    const rate = result.scenario['discount_rate'];
    if (!facts || typeof rate !== 'number') return;
    const written = `, ${readable(hundredfold(rate), 6)} %/year`;
    this.say(facts, (facts.textContent ?? '').replace(/, [^,]*\/year$/, written), moved);
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
    if (moved) element.replaceChildren(...prose(text));
    else element.innerHTML = this.stated.get(element) ?? '';
  }

  /** What is said below the headings that follow. */
  private findSaid(): void {
    for (const section of this.article.querySelectorAll<HTMLElement>('.said > div')) {
      const heading = headingOf(section);
      if (heading && !this.said.has(heading)) this.said.set(heading, section);
    }
  }

  /** The figures that can follow; what cannot is marked. */
  private findFigures(): void {
    for (const table of this.article.querySelectorAll('.chapter table')) {
      const options = [...table.querySelectorAll<HTMLElement>('thead tr > *')].map((head) => head.dataset['option']);
      const rows = [...table.querySelectorAll<HTMLElement>('tbody tr')];
      if (!rows.some((row) => row.dataset['field'])) {
        table.classList.add('stale');
        continue;
      }
      for (const row of rows) {
        const field = row.dataset['field'];
        if (!field) {
          if (!row.classList.contains('title')) row.classList.add('stale');
          continue;
        }
        const cells = ([...row.children].slice(1) as HTMLElement[]).flatMap((cell, at) => {
          const option = options[at + 1];
          return option ? [{ cell, option }] : [];
        });
        this.rows.push({ field, cells });
      }
    }
    const follow = new Set<Element>(this.said.values());
    for (const other of this.article.querySelectorAll(AS_WRITTEN)) if (!follow.has(other)) other.classList.add('stale');
  }

  /** What is said of the verdict. */
  private saySections(result: Comparison, moved: boolean, isStale: IsStale): void {
    if (moved) {
      const all = said(result, (name) => this.called(name), isStale);
      for (const heading of HEADINGS) this.saySection(heading, all[heading]);
      return;
    }
    for (const [heading, section] of this.said) {
      const before = this.stated.get(section);
      section.classList.remove('stale');
      if (before !== undefined) section.innerHTML = before;
      section.hidden = before === undefined && section.dataset['added'] === heading;
    }
  }

  private saySection(heading: Heading, says: ReturnType<typeof said>[Heading]): void {
    const section = this.said.get(heading) ?? (says && says.length > 0 ? this.added(heading) : null);
    if (!section) return;
    section.classList.toggle('stale', says === null);
    if (says === null) return;
    if (!this.stated.has(section) && !section.dataset['added']) this.stated.set(section, section.innerHTML);
    section.hidden = says.length === 0;
    const name = section.querySelector('dt');
    section.replaceChildren(...(name ? [name] : []), ...elements(says));
  }

  /** A place for what the file does not say, and what is set makes so. */
  private added(heading: Heading): HTMLElement | null {
    const isInTheAnswer = (of: Heading): boolean => IN_THE_ANSWER.includes(of);
    const beside = [...this.said].find(([other]) => isInTheAnswer(other) === isInTheAnswer(heading))?.[1].parentElement;
    const list = beside ?? (isInTheAnswer(heading) ? this.article.querySelector('.answer .said') : null);
    if (!list) return null;
    const section = document.createElement('div');
    section.dataset['added'] = heading;
    const name = document.createElement('dt');
    name.textContent = heading;
    section.append(name);
    const later = HEADINGS.slice(HEADINGS.indexOf(heading) + 1).map((other) => this.said.get(other));
    const next = later.find((other) => other?.parentElement === list) ?? null;
    list.insertBefore(section, heading === 'Holds' ? list.firstChild : next);
    this.said.set(heading, section);
    return section;
  }

  private bars(result: Comparison, moved: boolean): void {
    const rows = [...this.article.querySelectorAll<HTMLElement>('.bars tbody tr')].flatMap((row) => {
      const option = result.options.find((one) => one.name === row.dataset['option']);
      return option ? [{ row, option }] : [];
    });
    const standing_ = rows.map(({ option }) => option).filter((option) => option.eligible && option.comparable);
    const longest = Math.max(0, ...standing_.map((option) => Number(option.present_value)));
    const isByUnit = Boolean(result.scenario['unit']) && rows.every(({ option }) => typeof option['per_unit'] === 'number');
    const rates = rows.map(({ option }) => (isByUnit ? (option['per_unit'] as number) : option.per_useful_hour));
    const decimals = rateDecimals(rates.filter((rate) => rate !== null));
    rows.forEach(({ row, option }, at) => {
      const stands = standing(result, option);
      row.classList.toggle('wins', stands === 'wins');
      row.classList.toggle('out', stands === 'out');
      remark(row, stands === 'wins', option);
      const length = longest > 0 ? Math.min(Math.max(Number(option.present_value) / longest, 0), 1) : 0;
      row.querySelector('rect')?.setAttribute('width', String(Math.round(length * 1e4) / 1e2));
      const [amount, beside] = row.querySelectorAll('.number');
      if (amount) this.say(amount.querySelector('.figure') ?? amount, money(option.present_value), moved);
      const rate = rates[at] ?? null;
      if (beside) this.say(beside, rate === null ? '—' : grouped(rate, decimals), moved);
    });
  }

  private costs(result: Comparison, moved: boolean, isStale: IsStale): void {
    for (const { field, cells } of this.rows) {
      const isOfCase = field.startsWith('verdict/') || field.startsWith('case/');
      const values = cells.map(({ option }) => {
        const found = result.options.find((one) => one.name === option);
        if (field.startsWith('workload/')) return ofWorkload(result, option, field);
        return (found ? valueOf(found, field) : null) as Value | null | undefined;
      });
      const writtenAs = formOf(field, values);
      cells.forEach(({ cell, option }, at) => {
        const value = values[at];
        const text = isOfCase ? this.ofCase(result, option, field) : value === null || value === undefined ? '—' : writtenAs(value);
        if (text === null) return;
        this.say(cell.querySelector('.figure') ?? cell, text, moved);
        if (isOfCase) cell.classList.toggle('stale', isStaleCase(result, option, isStale));
        else cell.classList.toggle('wins', result.verdict.winner === option);
      });
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
      case 'verdict/break_even':
        return breakEvenIn(result, of)?.replaceAll(' %', '\u00a0%') ?? '—';
      default: {
        const option = of.options.find((one) => one.name === field.slice('case/'.length));
        return option ? money(option.present_value) : '—';
      }
    }
  }

  private pictures(
    result: Comparison,
    along: readonly number[],
    series: Series,
    { load, isLooked }: { load: FirmLoad | null; isLooked: boolean },
    moved: boolean,
    isStale: IsStale,
  ): void {
    const drawn = drawings(result, along, series, load, this.constants, isStale);
    for (const [id, picture] of Object.entries(drawn) as [Drawn, (typeof drawn)[Drawn]][]) {
      const figure = this.article.querySelector<HTMLElement>(`#${id}`);
      const place = figure?.querySelector('.drawn');
      if (!figure || !place) continue;
      if (id === 'load') {
        // while something moves the load is that of before; what wins now may have none
        figure.classList.toggle('stale', moved && !isLooked);
        figure.hidden = moved && isLooked && picture === null;
      }
      if (!picture) continue;
      const title = figure.querySelector('h3');
      if (title) this.say(title, picture.title, moved);
      title?.classList.toggle('stale', picture.isStale);
      place.innerHTML = (['wide', 'narrow'] as const).map((room) => picture.draw(room).finish(room, `${id}-title`)).join('');
      this.table(figure.querySelector('.data table'), picture.figures, moved);
    }
  }

  /** The figures of a picture. */
  private table(table: Element | null, figures: Figures | null, moved: boolean): void {
    if (!table || !figures) return;
    if (!this.stated.has(table)) this.stated.set(table, table.innerHTML);
    if (moved) drawTable(table, figures);
    else table.innerHTML = this.stated.get(table) ?? '';
  }
}

/** Whether a pattern of the engine, in which `*` stands for every item, is of a field or of what it is part of. */
const matches = (pattern: string, field: string): boolean => {
  const [wanted, has] = [pattern.split('.'), field.split('.')];
  return wanted.length <= has.length && wanted.every((part, at) => part === '*' || part === has[at]);
};

const headingOf = (section: Element): Heading | undefined => {
  const name = section.querySelector('dt')?.textContent;
  return HEADINGS.find((heading) => heading === name);
};

/** What is said of an option beside its name: that it wins, aloud, or that it is out. */
const remark = (row: HTMLElement, isWinner: boolean, option: OptionResult): void => {
  const head = row.querySelector('th');
  for (const before of head?.querySelectorAll('.unseen, small') ?? []) before.remove();
  const why = !option.eligible ? 'cannot be chosen' : !option.comparable ? 'does not compare' : null;
  const said = document.createElement(isWinner ? 'span' : 'small');
  if (isWinner) said.className = 'unseen';
  if (isWinner || why) head?.append(said);
  said.textContent = isWinner ? ' (wins)' : why;
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

/** A field of an option by its name in the file: `present_value`, `lines/operating/staff`, `waste/idle`. */
const valueOf = (option: OptionResult, field: string): unknown => {
  const [kind, group, ...rest] = field.split('/');
  if (kind === 'lines') {
    const name = rest.join('/');
    const lines = option.lines.filter((line) => line.group === group && line.name === name).map((line) => line.total);
    if (lines.length === 0) return null;
    return written(total(lines.map(parsed)));
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

/** What a workload costs in an option, or what a unit of it does: `workload/cost/chat`. */
const ofWorkload = (result: Comparison, option: string, field: string): Value | null => {
  const [, what, ...name] = field.split('/');
  const costs = result.workloads.find((workload) => workload.name === name.join('/'))?.costs;
  const found = costs?.find((cost) => cost.option === option);
  return (what === 'per_unit' ? found?.per_unit : found?.cost) ?? null;
};

/** Rates of an hour or a unit, shares, and counts; every other figure is an amount. */
const RATES = ['per_useful_hour', 'per_unit'];
const SHARES = ['useful_share_of_paid_hours', 'utilization'];
const COUNTS = ['hours_lost_to_downtime', 'nodes'];
const WHOLE = ['energy_kwh_per_year', 'carbon_kg_per_year'];

/** How the figures of a row are written, all of them with the same decimals (src/report/compare/rows.rs). */
const formOf = (field: string, values: readonly (Value | null | undefined)[]): ((value: Value) => string) => {
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
  if (COUNTS.includes(field)) return (value) => readable(value, 6);
  return (value) => money(String(value));
};
