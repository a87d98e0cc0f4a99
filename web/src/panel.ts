// Panel with a slider and a field for each adjustable input.

import type { Finding, Input, Inputs, Turn } from './engine';
import { parsed } from './morph';

export interface Panel {
  /** Every number that can be moved. */
  readonly inputs: readonly Input[];
  /** Paths of the inputs that have a slider. */
  readonly shown: readonly string[];
  /** Marks the values at which the verdict turns. */
  mark(turns: readonly Turn[]): void;
  /** What is said of the result, aloud too, and of the inputs that are refused, at them. */
  say(text: string, findings: readonly Finding[]): void;
  /** Shows what is set; an input that is set and not there is added. */
  refresh(): void;
  /** Shows the inputs of another text. */
  replace(inputs: Inputs): void;
}

/** What the page does for its panel. */
export interface Controls {
  /** The text that an input is set to; none where it is as the file says. */
  text(path: string): string | undefined;
  move(path: string, text: string, rests: boolean): void;
  unset(path: string): void;
  reset(): void;
  /** An input has got a slider. */
  added(): void;
  readonly copies: Readonly<Record<string, () => string>>;
  /** Each says what is wrong where it can't. */
  readonly saves: Readonly<Record<string, () => string | null>>;
}

interface Row {
  readonly input: Input;
  readonly slider: HTMLInputElement;
  readonly field: HTMLInputElement;
  readonly reset: HTMLButtonElement;
  readonly error: HTMLElement;
  readonly turn: HTMLElement;
}

/** Most inputs that a search lists. */
const MOST_FOUND = 8;
const STEPS = 200;

export const element = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

export const panel = (place: HTMLElement, first: Inputs, controls: Controls): Panel => {
  const rows = new Map<string, Row>();
  const list = element('div', { class: 'levers' });
  const status = element('p', { class: 'status', role: 'status', 'aria-live': 'polite' });
  const legend = element('p', { class: 'legend' }, element('i', { class: 'filed' }), ' the file’s value ', element('i', { class: 'turns' }), ' the verdict turns');
  let inputs = new Map<string, Input>();

  const refreshOne = (row: Row, text: boolean): void => {
    const { input, field, slider, reset } = row;
    const set = controls.text(input.path);
    if (text) {
      field.value = set ?? input.text;
      slider.value = String(set === undefined ? input.value : numberOf(set));
    }
    slider.setAttribute('aria-valuetext', `${field.value} ${input.unit}`.trim());
    reset.hidden = set === undefined;
  };

  const add = (path: string): Row | undefined => {
    const known = rows.get(path);
    const input = inputs.get(path);
    if (known || !input) return known;
    const html = parsed(input.html);
    const [slider, field] = html.querySelectorAll('input') as unknown as [HTMLInputElement, HTMLInputElement];
    const row: Row = { input, slider, field, reset: html.querySelector('button')!, error: html.querySelector('.error')!, turn: html.querySelector('.turn')! };
    rows.set(path, row);
    row.slider.addEventListener('input', () => {
      row.field.value = textOf(input, Number(row.slider.value));
      controls.move(path, row.field.value, false);
    });
    row.slider.addEventListener('change', () => controls.move(path, row.field.value, true));
    row.field.addEventListener('change', () => controls.move(path, row.field.value, true));
    row.reset.addEventListener('click', () => {
      controls.unset(path);
      refreshOne(row, true);
    });
    list.append(html);
    refreshOne(row, true);
    markAt(row, '.filed', input.value);
    return row;
  };

  const replace = (other: Inputs): void => {
    inputs = new Map(other.inputs.map((input) => [input.path, input]));
    const shown = rows.size === 0 ? other.first : [...rows.keys()];
    rows.clear();
    list.replaceChildren();
    for (const path of shown) add(path);
  };
  replace(first);

  const search = element('input', { type: 'search', id: 'another', autocomplete: 'off', spellcheck: 'false' });
  const hits = element('ul', { class: 'hits', 'aria-live': 'polite' });
  const show = (path: string): void => {
    const row = add(path);
    search.value = '';
    hits.replaceChildren();
    row?.field.focus();
    controls.added();
  };
  /** Inputs whose name and path have every word that is typed; the input itself where one is typed in full. */
  const found = (): readonly Input[] => {
    const typed = search.value.trim().toLowerCase();
    const all = typed === '' ? [] : [...inputs.values()];
    const exact = all.filter(({ path, name }) => [path, name].some((one) => one.toLowerCase() === typed));
    const has = ({ path, name }: Input): boolean => typed.split(/\s+/).every((word) => `${path} ${name}`.toLowerCase().includes(word));
    return exact.length === 1 ? exact : all.filter(has);
  };
  search.addEventListener('input', () => {
    const matching = found();
    const hit = ({ path, name }: Input): HTMLElement => {
      const button = element('button', { type: 'button', title: path }, name);
      button.addEventListener('click', () => show(path));
      return element('li', {}, button);
    };
    const more = matching.length - MOST_FOUND;
    hits.replaceChildren(...matching.slice(0, MOST_FOUND).map(hit));
    if (more > 0) hits.append(element('li', {}, `and ${more} more: type another word`));
    if (matching.length === 0 && search.value.trim() !== '') hits.append(element('li', {}, 'No input has these words'));
  });
  search.addEventListener('keydown', ({ key }) => {
    const [first] = found();
    if (key === 'Enter' && first) show(first.path);
  });
  const another = element('div', { class: 'another' }, element('label', { for: 'another' }, 'Another input, by its name or path'), search, hits);

  const actions = element('div', { class: 'actions' });
  const button = (name: string, done: (button: HTMLButtonElement) => void): void => {
    const made = element('button', { type: 'button' }, name);
    made.addEventListener('click', () => done(made));
    actions.append(made);
  };
  for (const [name, text] of Object.entries(controls.copies)) button(name, (made) => void copy(text(), made, name));
  for (const [name, save] of Object.entries(controls.saves)) {
    button(name, () => {
      const wrong = save();
      if (wrong !== null) status.textContent = wrong;
    });
  }
  button('Reset all', () => {
    controls.reset();
    for (const row of rows.values()) refreshOne(row, true);
  });

  place.append(
    element(
      'section',
      { class: 'live', 'aria-labelledby': 'live-title' },
      element('h2', { id: 'live-title' }, 'What if'),
      status,
      legend,
      list,
      another,
      actions,
    ),
  );

  return {
    get inputs() {
      return [...inputs.values()];
    },
    get shown() {
      return [...rows.keys()];
    },
    mark: (turns) => {
      list.classList.remove('computing');
      for (const [path, row] of rows) {
        const turn = turns.find((one) => one.path === path);
        row.turn.textContent = turn?.text ?? '';
        if (turn?.range) widen(row, turn.range);
        markAt(row, '.turns', turn?.at);
      }
    },
    say: (text, findings) => {
      if (status.textContent !== text) status.textContent = text;
      for (const { input, field, error } of rows.values()) {
        const finding = findings.find((one) => one.path === input.path);
        field.setAttribute('aria-invalid', String(finding !== undefined));
        error.textContent = finding ? [finding.message, finding.label].filter((said) => said !== '').join('; ') : '';
        const instead = finding?.instead;
        if (instead == null) continue;
        const use = element('button', { type: 'button' }, `Use ${instead}`);
        use.addEventListener('click', () => {
          field.value = instead;
          controls.move(input.path, instead, true);
        });
        error.append(' ', use);
      }
    },
    refresh: () => {
      list.classList.add('computing');
      for (const [path, row] of rows) {
        // what is being typed or dragged stays as it is
        const isHeld = row.field === document.activeElement || row.slider === document.activeElement;
        refreshOne(row, !isHeld || controls.text(path) === undefined);
      }
    },
    replace,
  };
};

/** Marks a value on the track of a slider; no mark where there is none or the slider does not reach it. */
const markAt = ({ slider }: Row, mark: string, value: number | undefined): void => {
  const [low, high] = [Number(slider.min), Number(slider.max)];
  const made = slider.parentElement!.querySelector<HTMLElement>(mark)!;
  made.hidden = value === undefined || value < low || value > high;
  if (value !== undefined) made.style.setProperty('--at', String((value - low) / (high - low)));
};

/** Makes a slider reach a range; it never gets shorter, and its value and the file's mark stay what they are. */
const widen = (row: Row, [least, most]: readonly [number, number]): void => {
  const { slider, input } = row;
  const [low, high, value] = [Number(slider.min), Number(slider.max), slider.value];
  if (least >= low && most <= high) return;
  slider.min = String(Math.min(least, low));
  slider.max = String(Math.max(most, high));
  if (input.form !== 'count') slider.step = String((Number(slider.max) - Number(slider.min)) / STEPS);
  slider.value = value;
  markAt(row, '.filed', input.value);
};

/** A value as its author would write it. */
const textOf = (input: Input, value: number): string => {
  if (input.form === 'count') return String(Math.round(value));
  if (input.form === 'share') return `${Number((value * 100).toPrecision(4))}%`;
  const number = String(Number(value.toPrecision(4)));
  return input.currency === null ? number : `${number} ${input.currency}`;
};

const numberOf = (text: string): number => {
  const number = Number(text.replaceAll('_', '').replace('%', '').replace(/\s+[A-Z]{3}$/, ''));
  return text.includes('%') ? number / 100 : number;
};

/** To the clipboard, or where there is none into a selection to be copied by hand. */
const copy = async (text: string, button: HTMLButtonElement, name: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = element('textarea', {}, text);
    document.body.append(area);
    area.select();
    document.execCommand('copy');
    area.remove();
  }
  button.textContent = 'Copied';
  setTimeout(() => (button.textContent = name), 1500);
};
