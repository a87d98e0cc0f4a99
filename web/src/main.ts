// Entry point: opens explanations of figures, and starts the live page, the app or the worker.

import { begin } from './app';
import { type Question, compiled, started } from './engine';
import { fillExplanations } from './explained';
import { Page } from './page';
import { isWorker, work } from './worker';

const textOf = (id: string): string | undefined => document.getElementById(id)?.textContent ?? undefined;

const live = async (script: string): Promise<void> => {
  const [engine, carried, app] = [textOf('engine'), textOf('scenario'), document.getElementById('app')];
  if (!engine) return;
  const module = await compiled(engine);
  const ask = await started(module);
  const show = (opens: Question, scenario: { text: string; name: string }): Page => {
    const page = new Page(ask, module, opens, scenario, script);
    Object.assign(window, { rackrent: page.automation() });
    return page;
  };
  if (app) return begin(app, ask, show, JSON.parse(textOf('examples') ?? '{}') as Record<string, string>);
  const scenario = JSON.parse(carried ?? '{}') as { text: string; name: string };
  const opens: Question = { ask: 'open', scenario };
  ask(opens);
  show(opens, scenario);
};

if (isWorker) {
  work();
} else {
  fillExplanations();
  void live(document.currentScript?.textContent ?? '');
}
