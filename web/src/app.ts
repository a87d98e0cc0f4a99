// The app: creates or opens a scenario, and shows its reports. Its start screen is written by the program.

import type { Ask, Question, View } from './engine';
import { parsed } from './morph';
import type { Page } from './page';
import { element } from './panel';

const VIEWS: Readonly<Record<string, View>> = {
  Comparison: 'compare',
  'What would reverse it': 'flip',
  Sensitivity: 'sensitivity',
  Simulation: 'simulate',
  Sizing: 'plan',
  'Catalog offers': { scan: { list: null } },
  'Full report': 'report',
};

type Show = (opens: Question, scenario: { text: string; name: string }) => Page;

export const begin = (app: HTMLElement, ask: Ask, show: Show, examples: Readonly<Record<string, string>>): void => {
  /** Ranks the offers of a price list, where a scenario is open. */
  let scan: ((list: File) => void) | undefined;

  /** Shows the scenario that a request has opened. */
  const open = (opens: Question, scenario: { text: string; name: string }): void => {
    const reply = ask({ ask: 'page', set: [], depth: 'whole' });
    const article = reply.page ? parsed(reply.page.html) : element('article', {}, element('section', { class: 'answer' }));
    const views = element('nav', { class: 'views', 'aria-label': 'Reports' });
    app.replaceChildren(views, article);
    const page = show(opens, scenario);
    if (!reply.page) page.show('own');
    const button = (name: string, done: () => void): void => {
      const made = element('button', { type: 'button' }, name);
      made.addEventListener('click', done);
      views.append(made);
    };
    for (const [name, view] of Object.entries(VIEWS)) button(name, () => page.show(view));
    scan = (list) => void list.text().then((text) => page.show({ scan: { list: [list.name, text] } }));
    const list = element('input', { type: 'file', accept: '.csv' });
    list.addEventListener('change', () => list.files?.[0] && scan?.(list.files[0]));
    views.append(element('label', { class: 'file' }, 'Offers from a price list ', list));
    button('Another scenario', () => location.reload());
  };
  const read = (name: string, text: string, files: Readonly<Record<string, string>> = {}): void => {
    const question: Question = { ask: 'read', name, text, files };
    ask(question);
    open(question, { name, text });
  };
  /** Opens a scenario with the files it uses, or ranks the offers of a single price list. */
  const readFiles = async (files: readonly File[]): Promise<void> => {
    const [list, ...others] = files;
    if (scan && list && others.length === 0 && /\.csv$/i.test(list.name)) return scan(list);
    const texts = await Promise.all(files.map(async (one) => [one.name, await one.text()] as const));
    const scenario = texts.find(([name, text]) => /\.ya?ml$/i.test(name) && /^(own|rent|demand):/m.test(text)) ?? texts[0];
    if (scenario) read(scenario[0], scenario[1], Object.fromEntries(texts.filter((one) => one !== scenario)));
  };

  answered(app.querySelector('form')!, (given) => {
    const { text, wrong } = ask({ ask: 'begin', ...given } as Question);
    app.querySelector('.error')!.textContent = wrong ?? '';
    const name = `${given['decision']}.yaml`;
    if (text !== undefined) read(name, text);
  });
  const input = app.querySelector<HTMLInputElement>('input[type=file]')!;
  input.addEventListener('change', () => void readFiles([...(input.files ?? [])]));
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    void readFiles([...(event.dataTransfer?.files ?? [])]);
  });
  for (const button of app.querySelectorAll<HTMLButtonElement>('button[value]')) {
    button.addEventListener('click', () => read(button.value, examples[button.value] ?? ''));
  }
  app.querySelector('fieldset')!.disabled = false;
};

/** Fills the form with what the chosen decision proposes, and passes its answers on. */
const answered = (form: HTMLFormElement, done: (given: Record<string, string>) => void): void => {
  const fields = [...form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]')];
  const decision = form.querySelector('select')!;
  const propose = (): void => {
    const proposed = decision.selectedOptions[0]!.dataset;
    for (const field of fields.slice(1)) {
      field.value = proposed[field.name] ?? '';
      field.closest('label')!.hidden = proposed[field.name] === undefined;
    }
  };
  decision.addEventListener('change', propose);
  propose();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    done(Object.fromEntries(fields.map((field) => [field.name, field.value])));
  });
};
