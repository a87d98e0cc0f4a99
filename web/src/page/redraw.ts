// Puts a result where the file says another: verdict, what is said of it, bars, costs, pictures. What cannot follow says so.

import type { Comparison, FirmLoad, OptionResult, Result, Series, Served, Split } from '../contract';
import { type Figures, drawTable } from './figures';
import { HEADINGS, type Heading, type Late, type Said, type Section, type Spoken, elements, said, written } from './follows';
import { type Constants, type Drawn, type IsStale, drawings, factors, standing, whyOut } from './pictures';
import { prose } from './prose';
import { Tables } from './tables';
import { verdict } from './verdict';
import { grouped, hundredfold, money, rateDecimals, readable } from './written';

/** What says what the file says, whatever is moved. */
const AS_WRITTEN =
  '#spread, #swings, .said > div, .chapter :is(figure, .verdict, .remarks, pre, h3, .note), .kept > .lead:not(.how)';

/** What pictures are drawn of. */
export interface Drawables {
  readonly series: (factors: number[]) => Series;
  /** The load of an option; `null` while something moves. */
  readonly load: ((option: string) => FirmLoad | null) | null;
  /** Lines over time; `null` while something moves. */
  readonly split: ((basis: string, columns: readonly string[]) => readonly Split[]) | null;
  readonly served: () => readonly Served[];
  readonly weighed: (result: Comparison) => Spoken['weighed'];
  readonly turns: Spoken['turns'];
  readonly written: (path: string) => string | null;
}

/** The headings that stand in the answer; the others stand in what follows from it. */
const IN_THE_ANSWER: readonly Heading[] = ['Holds', 'Turns if', 'Cases', 'Beware'];

const ROOMS = ['wide', 'narrow'] as const;

/** What stands below these follows from what cannot be moved here. */
const LASTING = ['Work', 'Hybrid', 'Labels', 'No cost'];

export class Sheet {
  private readonly article: HTMLElement;
  private readonly verdict: HTMLElement | null;
  private readonly stated = new Map<Element, string>();
  /** What stands in the place of that. */
  private readonly shown = new Map<Element, string>();
  private readonly tables: Tables;
  /** How what is not of what is set is marked. */
  private late: Late = 'stale';
  /** What is said below the headings that follow. */
  private readonly said = new Map<Heading, HTMLElement>();
  /** Pictures and tables of which something is in the window. */
  private readonly inSight = new Set<Element>();
  /** Draws what is shown again, where what was out of sight was left out; else `null`. */
  private again: (() => void) | null = null;

  constructor(
    live: HTMLElement,
    private readonly constants: Constants,
  ) {
    this.article = live.closest('article') ?? document.body;
    this.verdict = this.article.querySelector('.verdict');
    this.findSaid();
    this.tables = new Tables(this.article);
    this.watch();
    const follow = new Set<Element>(this.said.values());
    for (const other of this.article.querySelectorAll(AS_WRITTEN)) {
      const isLasting = LASTING.includes(other.querySelector('dt')?.textContent ?? '');
      if (!follow.has(other) && !isLasting) other.classList.add('stale');
    }
  }

  /** Shows a result; `moved` is whether it is another than the file's, `stale` what of it is not that of what is set. */
  show(
    result: Result,
    drawn: Drawables,
    places: number,
    { moved, moving, stale }: { moved: boolean; moving: boolean; stale: readonly string[] },
  ): void {
    this.again = moving ? () => this.show(result, drawn, places, { moved, moving, stale }) : null;
    this.late = moving ? 'computing' : 'stale';
    this.article.classList.toggle('moved', moved);
    const isImpossible = 'impossible' in result;
    this.article.classList.toggle('impossible', isImpossible);
    if (this.verdict) {
      this.say(this.verdict, isImpossible ? result.impossible.map((why) => why.message).join(' ') : this.words(result), moved);
    }
    if (isImpossible) {
      // nothing is computed of what is not possible
      for (const element of this.article.querySelectorAll('.computing')) element.classList.remove('computing');
      return;
    }
    this.facts(result, moved);
    const isStale: IsStale = (field) => moved && stale.some((pattern) => matches(pattern, field));
    this.bars(result, moved);
    this.saySections(result, drawn, moved, isStale);
    const say = (element: Element, text: string | null): void => this.say(element, text ?? '', moved && text !== null);
    const called = (name: string): string => this.called(name);
    // while something moves only what is looked at is written
    const isSeen = (element: Element): boolean => !moving || this.inSight.has(element);
    this.tables.show(result, { called, input: drawn.written, split: drawn.split, say, isSeen, late: this.late }, moved, isStale);
    const along = factors(result, places);
    const { winner } = result.verdict;
    const load = drawn.load && winner !== null ? drawn.load(winner) : null;
    this.pictures(result, along, () => drawn.series(along), { load, isLooked: drawn.load !== null }, moved, isStale);
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
    if (!this.stated.has(element)) {
      if (!moved) return;
      this.stated.set(element, element.innerHTML);
    }
    if (!moved) {
      if (this.shown.delete(element)) element.innerHTML = this.stated.get(element) ?? '';
    } else if (this.isOther(element, text)) {
      element.replaceChildren(...prose(text));
    }
  }

  /** Whether something else stands there than what is about to; most of what a move leaves as it is costs nothing then. */
  private isOther(element: Element, text: string): boolean {
    const isSame = this.shown.get(element) === text;
    this.shown.set(element, text);
    return !isSame;
  }

  /** What is said below the headings that follow. */
  private findSaid(): void {
    for (const section of this.article.querySelectorAll<HTMLElement>('.said > div')) {
      const heading = headingOf(section);
      if (heading && !this.said.has(heading)) this.said.set(heading, section);
    }
  }

  /** What is said of the verdict. */
  private saySections(result: Comparison, drawn: Drawables, moved: boolean, isStale: IsStale): void {
    if (moved) {
      const { constants } = this;
      const spoken: Spoken = {
        called: (name) => this.called(name),
        served: drawn.served(),
        weighed: drawn.weighed(result),
        turns: drawn.turns,
        assumptions: constants,
        independent: constants.independent,
      };
      const all = said(result, spoken, isStale);
      for (const heading of HEADINGS) this.saySection(heading, all[heading]);
      return;
    }
    for (const [heading, section] of this.said) {
      const before = this.stated.get(section);
      section.classList.remove('stale', 'computing');
      if (before !== undefined && this.shown.has(section)) section.innerHTML = before;
      this.shown.delete(section);
      section.hidden = before === undefined && section.dataset['added'] === heading;
    }
  }

  /** What was looked for after everything else was shown. */
  showTurns(turns: readonly string[] | 'as the file says'): void {
    const fresh = (text: string): Said => ({ text, isStale: false });
    this.saySection('Turns if', typeof turns === 'string' ? turns : turns.map(fresh));
  }

  private saySection(heading: Heading, says: Section): void {
    const isThere = says !== 'as the file says' && says.length > 0;
    const section = this.said.get(heading) ?? (isThere ? this.added(heading) : null);
    if (!section) return;
    section.classList.toggle('stale', says === 'as the file says');
    section.classList.toggle('computing', says === 'being computed');
    if (typeof says === 'string') return;
    if (!this.stated.has(section) && !section.dataset['added']) this.stated.set(section, section.innerHTML);
    section.hidden = says.length === 0;
    if (!this.isOther(section, JSON.stringify([says, this.late]))) return;
    const name = section.querySelector('dt');
    section.replaceChildren(...(name ? [name] : []), ...elements(says, this.late));
  }

  /** A place for what the file does not say, and what is set makes so; nobody sees it until something is said there. */
  private added(heading: Heading): HTMLElement | null {
    const isInTheAnswer = (of: Heading): boolean => IN_THE_ANSWER.includes(of);
    const beside = [...this.said].find(([other]) => isInTheAnswer(other) === isInTheAnswer(heading))?.[1].parentElement;
    const list = beside ?? (isInTheAnswer(heading) ? this.article.querySelector('.answer .said') : null);
    if (!list) return null;
    const section = document.createElement('div');
    section.dataset['added'] = heading;
    section.hidden = true;
    const name = document.createElement('dt');
    name.textContent = written(heading);
    if (name.textContent === 'Beware') section.className = 'warning';
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

  private pictures(
    result: Comparison,
    along: readonly number[],
    series: () => Series,
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
        figure.classList.toggle('computing', moved && !isLooked);
        figure.hidden = moved && isLooked && picture === null;
      }
      if (!picture) continue;
      const title = figure.querySelector('h3');
      if (title) this.say(title, picture.title, moved);
      title?.classList.toggle('computing', picture.isStale && this.late === 'computing');
      title?.classList.toggle('stale', picture.isStale && this.late === 'stale');
      // while something moves only what is looked at is drawn
      const isMoving = this.late === 'computing';
      if (isMoving && !this.inSight.has(figure)) continue;
      const rooms = ROOMS.filter((room) => !isMoving || (room === 'narrow') === this.isNarrow());
      const drawing = rooms.map((room) => picture.draw(room).finish(room, `${id}-title`)).join('');
      if (this.isOther(place, drawing)) place.innerHTML = drawing;
      const unfolded = figure.querySelector<HTMLDetailsElement>('.data');
      if (unfolded && (!isMoving || unfolded.open)) this.table(unfolded.querySelector('table'), picture.figures?.() ?? null, moved);
    }
  }

  /** Keeps which pictures and tables are in sight. What comes into it while a slider is held is drawn then. */
  private watch(): void {
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) this.inSight.add(target);
        else this.inSight.delete(target);
      }
      if (entries.some((entry) => entry.isIntersecting)) this.again?.();
    });
    for (const element of this.article.querySelectorAll('figure, .chapter table')) observer.observe(element);
  }

  private isNarrow(): boolean {
    return matchMedia('(max-width: 46rem)').matches;
  }

  /** The figures of a picture. */
  private table(table: Element | null, figures: Figures | null, moved: boolean): void {
    if (!table || !figures) return;
    if (!this.stated.has(table)) this.stated.set(table, table.innerHTML);
    if (!moved) {
      table.innerHTML = this.stated.get(table) ?? '';
      this.shown.delete(table);
    } else if (this.isOther(table, JSON.stringify(figures))) {
      drawTable(table, figures);
    }
  }
}

/** Whether a pattern of the engine, in which `*` stands for every item, is of a field or of what it is part of. */
const matches = (pattern: string, field: string): boolean => {
  const [wanted, has] = [pattern.split('.'), field.split('.')];
  return wanted.length <= has.length && wanted.every((part, at) => part === '*' || part === has[at]);
};

const headingOf = (section: Element): Heading | undefined => {
  const name = section.querySelector('dt')?.textContent;
  const isBelow = section.closest('.chapter') !== null;
  return HEADINGS.find((heading) => written(heading) === name && (name !== 'Beware' || isBelow === (heading === 'Further')));
};

/** What is said of an option beside its name: that it wins, aloud, or that it is out. */
const remark = (row: HTMLElement, isWinner: boolean, option: OptionResult): void => {
  const head = row.querySelector('th');
  for (const before of head?.querySelectorAll('.unseen, small') ?? []) before.remove();
  const why = whyOut(option);
  const said = document.createElement(isWinner ? 'span' : 'small');
  if (isWinner) said.className = 'unseen';
  if (isWinner || why) head?.append(said);
  said.textContent = isWinner ? ' (wins)' : why;
};
