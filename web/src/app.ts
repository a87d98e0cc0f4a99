// The program as one file: begins a scenario from a decision, an example or a file, and shows what else can be asked of it.

import type { Ask, Beginnings, Question, View } from './engine';
import { parsed } from './morph';
import type { Page } from './page';
import { element } from './panel';

const VIEWS: Readonly<Record<string, View>> = {
  'The comparison': 'own',
  'What would turn it': 'flip',
  'What matters most': 'sensitivity',
  'How sure it is': 'simulate',
  'How many to own': 'plan',
  'Offers of the catalog': { scan: {} },
  Everything: 'report',
};

type Show = (opens: Question, scenario: { text: string; name: string }) => Page;

export const begin = (app: HTMLElement, ask: Ask, show: Show, examples: Readonly<Record<string, string>>): void => {
  const { beginnings } = ask({ ask: 'beginnings' });
  if (!beginnings) return;
  const wrong = element('p', { class: 'error', role: 'alert' });

  /** Shows a scenario that a question has opened. */
  const open = (opens: Question, scenario: { text: string; name: string }): void => {
    const reply = ask({ ask: 'page', set: [], depth: 'whole' });
    const article = reply.page ? parsed(reply.page.html) : element('article', {}, element('section', { class: 'answer' }));
    const views = element('nav', { class: 'views', 'aria-label': 'Questions' });
    app.replaceChildren(views, article);
    const page = show(opens, scenario);
    if (!reply.page) page.show('own');
    for (const [name, view] of Object.entries(VIEWS)) views.append(chosen(name, () => page.show(view)));
    const list = file('Offers of a price list', '.csv', false, ([one]) => {
      void one?.text().then((text) => page.show({ scan: { name: one.name, list: text } }));
    });
    views.append(list, chosen('Another scenario', () => location.reload()));
  };
  const read = (name: string, text: string, files: Readonly<Record<string, string>> = {}): void => {
    const question: Question = { ask: 'read', name, text, files };
    ask(question);
    open(question, { name, text });
  };
  /** A scenario with the files that it names beside it. */
  const readFiles = async (files: readonly File[]): Promise<void> => {
    const texts = await Promise.all(files.map(async (one) => [one.name, await one.text()] as const));
    const scenario = texts.find(([name, text]) => /\.ya?ml$/i.test(name) && /^(own|rent|demand):/m.test(text)) ?? texts[0];
    if (!scenario) return;
    const beside = texts.filter((one) => one !== scenario);
    read(scenario[0], scenario[1], Object.fromEntries(beside));
  };

  const form = answers(beginnings, (given) => {
    const question = { ask: 'begin', ...given } as Question;
    const { text, wrong: why } = ask(question);
    wrong.textContent = why ?? '';
    if (text !== undefined) open({ ask: 'read', name: `${given['decision']}.yaml`, text }, { name: `${given['decision']}.yaml`, text });
  });
  const drop = file('Open a scenario, with the files that it names', '.yaml,.yml,.csv', true, (files) => void readFiles(files));
  addEventListener('dragover', (event) => event.preventDefault());
  addEventListener('drop', (event) => {
    event.preventDefault();
    void readFiles([...(event.dataTransfer?.files ?? [])]);
  });
  app.replaceChildren(
    element('h1', {}, 'Own or rent?'),
    element('p', {}, 'What each option for AI accelerators costs, and from which utilization owning wins. Nothing leaves this page.'),
    element('section', { 'aria-labelledby': 'begin' }, element('h2', { id: 'begin' }, 'Begin with a decision'), form, wrong),
    element('section', { 'aria-labelledby': 'open' }, element('h2', { id: 'open' }, 'Open a file, or drop it here'), drop),
    element(
      'section',
      { 'aria-labelledby': 'examples-title' },
      element('h2', { id: 'examples-title' }, 'Look at an example'),
      ...Object.entries(examples).map(([name, text]) => chosen(name.replace(/\.yaml$/, ''), () => read(name, text))),
    ),
  );
};

const chosen = (name: string, done: () => void): HTMLButtonElement => {
  const button = element('button', { type: 'button' }, name);
  button.addEventListener('click', done);
  return button;
};

const file = (name: string, accept: string, multiple: boolean, done: (files: readonly File[]) => void): HTMLElement => {
  const input = element('input', { type: 'file', accept, ...(multiple ? { multiple: '' } : {}) });
  input.addEventListener('change', () => done([...(input.files ?? [])]));
  return element('label', { class: 'file' }, `${name} `, input);
};

/** The questions of `rackrent new`. */
const answers = ({ decisions, accelerators, places }: Beginnings, done: (given: Record<string, string>) => void): HTMLElement => {
  const options = (of: readonly (readonly [string, string])[]): HTMLElement[] => of.map(([value, says]) => element('option', { value }, says));
  const fields = {
    decision: element('select', { name: 'decision' }, ...options(decisions.map(({ name, title }) => [name, title]))),
    accelerator: element('select', { name: 'accelerator' }, ...options(accelerators.map((one) => [one, one]))),
    count: element('input', { name: 'count', inputmode: 'numeric' }),
    utilization: element('input', { name: 'utilization', inputmode: 'decimal' }),
    place: element('select', { name: 'place' }, ...options(places.map((one) => [one, one]))),
    price: element('input', { name: 'price', inputmode: 'decimal' }),
  };
  const says = { decision: 'What is to be decided', accelerator: 'Accelerator', count: 'How many', utilization: 'Share of the time that they are busy', place: 'Where', price: 'Price of a server by the quote' };
  const rows = Object.entries(fields).map(([name, field]) => element('label', {}, `${says[name as keyof typeof says]} `, field));
  const propose = (): void => {
    const one = decisions.find(({ name }) => name === fields.decision.value);
    if (!one) return;
    fields.accelerator.value = one.accelerator;
    fields.count.value = String(one.count);
    fields.utilization.value = one.utilization;
    fields.place.value = one.place;
    rows.at(-1)!.hidden = !one.asks_price;
  };
  fields.decision.addEventListener('change', propose);
  propose();
  const form = element('form', { class: 'begin' }, ...rows, element('button', {}, 'Begin'));
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    done(Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value])));
  });
  return form;
};
