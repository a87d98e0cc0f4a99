// Panel with a slider and a field for each adjustable input.

import type { Finding, Input, Inputs } from './engine';
import { parsed } from './morph';

export interface Panel {
  /** Every number that can be moved. */
  readonly inputs: readonly Input[];
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
}

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
  const options = element('datalist', { id: 'inputs' });
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
    const row: Row = { input, slider, field, reset: html.querySelector('button')!, error: html.querySelector('.error')! };
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
    return row;
  };

  const replace = (other: Inputs): void => {
    inputs = new Map(other.inputs.map((input) => [input.path, input]));
    options.replaceChildren(...other.inputs.map((input) => element('option', { value: input.path }, input.name)));
    const shown = rows.size === 0 ? other.first : [...rows.keys()];
    rows.clear();
    list.replaceChildren();
    for (const path of shown) add(path);
  };
  replace(first);

  const search = element('input', { list: 'inputs', id: 'another', autocomplete: 'off', spellcheck: 'false' });
  search.addEventListener('change', () => {
    const typed = search.value.trim();
    const named = [...inputs.values()].find(({ name }) => typed !== '' && name.toLowerCase().includes(typed.toLowerCase()));
    const row = add(inputs.has(typed) ? typed : (named?.path ?? ''));
    if (!row) return;
    search.value = '';
    row.field.focus();
  });
  const another = element('div', { class: 'another' }, element('label', { for: 'another' }, 'Another input, by its name or path'), search);

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
      list,
      another,
      options,
      actions,
    ),
  );

  return {
    get inputs() {
      return [...inputs.values()];
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
      for (const [path, row] of rows) {
        // what is being typed or dragged stays as it is
        const isHeld = row.field === document.activeElement || row.slider === document.activeElement;
        refreshOne(row, !isHeld || controls.text(path) === undefined);
      }
    },
    replace,
  };
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
