// The panel of what can be moved: a slider and a field for each input, the first ones chosen by the file.

import type { Engine, Input, Outcome } from '../contract';

export interface Lever {
  readonly path: string;
  readonly low?: number;
  readonly high?: number;
}

export interface Panel {
  /** What is said of the result, aloud too. */
  say(text: string): void;
  /** Shows what is set; an input that is set and not there is added. */
  refresh(): void;
  /** What became of settings that were not made here. */
  refuse(path: string, outcome: Outcome): void;
}

interface Row {
  readonly input: Input;
  readonly slider: HTMLInputElement;
  readonly field: HTMLInputElement;
  readonly reset: HTMLButtonElement;
  readonly error: HTMLElement;
}

const STEPS = 200;

const element = <K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] => {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
};

/** The panel; `changed` is called while something moves and once it rests. */
export const panel = (
  place: HTMLElement,
  engine: Engine,
  levers: readonly Lever[],
  changed: (rests: boolean) => void,
  copies: Readonly<Record<string, () => string>>,
): Panel => {
  const rows = new Map<string, Row>();
  const list = element('div', { class: 'levers' });
  const status = element('p', { class: 'status', role: 'status', 'aria-live': 'polite' });
  const inputs = new Map(engine.inputs.map((input) => [input.path, input]));

  const set = (row: Row, text: string, rests: boolean): void => {
    const outcome = engine.set(row.input.path, text);
    complain(row, outcome);
    if (outcome.ok) changed(rests);
  };

  const add = (path: string, lever: Lever | undefined): Row | undefined => {
    const known = rows.get(path);
    const input = inputs.get(path);
    if (known || !input) return known;
    const row = rowOf(input, lever, rows.size);
    rows.set(path, row);
    row.slider.addEventListener('input', () => {
      row.field.value = textOf(input, Number(row.slider.value));
      set(row, row.field.value, false);
      refreshOne(row, engine, false);
    });
    row.slider.addEventListener('change', () => changed(true));
    row.field.addEventListener('change', () => {
      set(row, row.field.value, true);
      refreshOne(row, engine, true);
    });
    row.reset.addEventListener('click', () => {
      engine.unset(path);
      complain(row, { ok: true });
      refreshOne(row, engine, true);
      changed(true);
    });
    list.append(row.slider.closest('.lever')!);
    refreshOne(row, engine, true);
    return row;
  };

  const refresh = (): void => {
    for (const setting of engine.settings()) add(setting.slice(0, setting.indexOf('=')), undefined);
    for (const row of rows.values()) refreshOne(row, engine, true);
  };

  for (const lever of levers) add(lever.path, lever);

  const options = element('datalist', { id: 'inputs' });
  for (const input of engine.inputs) options.append(element('option', { value: input.path }, input.name));
  const search = element('input', { list: 'inputs', id: 'another', autocomplete: 'off', spellcheck: 'false' });
  const added = (): void => {
    const row = add(search.value.trim(), undefined);
    if (!row) return;
    search.value = '';
    row.field.focus();
  };
  search.addEventListener('change', added);
  const another = element('div', { class: 'another' }, element('label', { for: 'another' }, 'Another input, by its path'), search);

  const actions = element('div', { class: 'actions' });
  for (const [name, text] of Object.entries(copies)) {
    const button = element('button', { type: 'button' }, name);
    button.addEventListener('click', () => void copy(text(), button, name));
    actions.append(button);
  }
  const back = element('button', { type: 'button' }, 'Back to the file');
  back.addEventListener('click', () => {
    for (const setting of engine.settings()) engine.unset(setting.slice(0, setting.indexOf('=')));
    for (const row of rows.values()) complain(row, { ok: true });
    refresh();
    changed(true);
  });
  actions.append(back);

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
      element('p', { class: 'note' }, 'What follows is computed here, to the last digit; what is pale says what the file says. Whether a number is a likely one, only the program judges.'),
    ),
  );

  return {
    say: (text) => {
      if (status.textContent !== text) status.textContent = text;
    },
    refresh,
    refuse: (path, outcome) => {
      const row = add(path, undefined);
      if (row) complain(row, outcome);
      else if (!outcome.ok) status.textContent = `${path}: ${outcome.message}`;
    },
  };
};

const rowOf = (input: Input, lever: Lever | undefined, at: number): Row => {
  const [id, name] = [`lever${at}`, input.name];
  const [low, high] = range(input, lever);
  const step = isCounted(input) ? '1' : String((high - low) / STEPS);
  const bounds = { min: String(low), max: String(high), step };
  const slider = element('input', { type: 'range', id: `${id}-slider`, 'aria-label': `${name}, slider`, ...bounds });
  const described = { 'aria-describedby': `${id}-error` };
  const field = element('input', { type: 'text', id, size: '9', autocomplete: 'off', inputmode: 'decimal', ...described });
  field.classList.toggle('long', input.currency !== null || input.text.length > 9);
  const reset = element('button', { type: 'button', class: 'reset', 'aria-label': `${name}: back to ${input.text}` }, '×');
  const error = element('p', { class: 'error', id: `${id}-error` });
  const unit = input.unit === '' ? [] : [element('span', { class: 'unit' }, ` · ${input.unit}`)];
  const label = element('label', { for: id, title: input.path }, name, ...unit);
  element('div', { class: 'lever' }, label, slider, element('span', { class: 'value' }, field, reset), error);
  return { input, slider, field, reset, error };
};

/** Whether values between two whole ones are none. */
const isCounted = (input: Input): boolean => input.form === 'count' || input.is_job_size;

/** Between which values a slider runs: those of the file, or from half to one and a half times the value. */
const range = (input: Input, lever: Lever | undefined): [number, number] => {
  const { value, least, most } = input;
  const around = value === 0 ? Math.min(most, input.form === 'share' ? 1 : 10) : Math.abs(value);
  let [low, high] = value === 0 ? [0, around] : [value - around / 2, value + around / 2];
  if (input.form === 'share' && value > 0 && value <= 1) [low, high] = [Math.min(low, value / 4), Math.min(value * 2, 1)];
  if (lever?.low !== undefined && lever.high !== undefined) {
    const beyond = (lever.high - lever.low) / 4;
    [low, high] = [Math.min(lever.low - beyond, value), Math.max(lever.high + beyond, value)];
  }
  [low, high] = [Math.max(low, input.is_job_size ? 1 : least), Math.min(high, most)];
  return isCounted(input) ? [Math.floor(low), Math.ceil(high)] : [low, high];
};

/** A value as its author would write it. */
const textOf = (input: Input, value: number): string => {
  if (isCounted(input)) return String(Math.round(value));
  if (input.form === 'share') return `${Number((value * 100).toPrecision(4))}%`;
  const number = String(Number(value.toPrecision(4)));
  return input.currency === null ? number : `${number} ${input.currency}`;
};

const refreshOne = (row: Row, engine: Engine, text: boolean): void => {
  const setting = engine.settings().find((one) => one.startsWith(`${row.input.path}=`));
  const shown = setting ? setting.slice(row.input.path.length + 1) : row.input.text;
  if (text) {
    row.field.value = shown;
    row.slider.value = String(setting ? numberOf(shown) : row.input.value);
  }
  row.slider.setAttribute('aria-valuetext', `${row.field.value} ${row.input.unit}`.trim());
  row.reset.hidden = setting === undefined;
};

const numberOf = (text: string): number => {
  const number = Number(text.replaceAll('_', '').replace('%', '').replace(/\s+[A-Z]{3}$/, ''));
  return text.includes('%') ? number / 100 : number;
};

const complain = (row: Row, outcome: Outcome): void => {
  row.field.setAttribute('aria-invalid', String(!outcome.ok));
  row.error.textContent = outcome.ok
    ? ''
    : [outcome.message, outcome.label, outcome.command && `rackrent compare FILE ${outcome.command}`]
        .filter((said) => said)
        .join('; ');
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
