// The page: what opens, and where an engine is in the file, what moves.

import type { Comparison, CreateEngine, Engine, Result } from '../contract';
import { fillExplanations } from './explained';
import { type Lever, type Panel, panel } from './panel';
import type { Constants } from './pictures';
import { Sheet } from './redraw';
import { fromFragment, parsedSettings, toArguments, toFragment, toYaml } from './settings';

/** Places at which costs over demand are looked at while something moves, and once it rests. */
const [COARSE, FINE] = [12, 96];
/** Milliseconds after which what has moved rests. */
const PAUSE = 120;

const parsed = (id: string): unknown => {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as unknown) : null;
};

/** A page that moves. */
export interface Live {
  readonly engine: Engine;
  /** Shows what is set, whoever set it. */
  follow(): void;
}

/** Brings the page to life; null where it has no sheet. */
export const page = (createEngine: CreateEngine): Live | null => {
  fillExplanations();
  const [sheet, result] = [parsed('sheet'), parsed('result')];
  const constants = (parsed('page') ?? { labels: {}, levers: [] }) as Constants & { levers: readonly Lever[] };
  const place = document.getElementById('live');
  if (!place || !sheet || !result) return null;
  return live(place, createEngine(sheet, result as Comparison), constants);
};

const live = (place: HTMLElement, engine: Engine, constants: Constants & { levers: readonly Lever[] }): Live => {
  place.closest('article')?.classList.add('with-live');
  const shown = new Sheet(place, constants);
  const settings = () => parsedSettings(engine.settings());
  let frame = 0;
  let rest: ReturnType<typeof setTimeout> | undefined;
  /** What can be said within a frame while something moves; the rest once it rests, for which a large scenario takes longer. */
  const redraw = (rests: boolean): void => {
    cancelAnimationFrame(frame);
    clearTimeout(rest);
    frame = requestAnimationFrame(() => {
      draw(engine.quick(), COARSE);
      if (rests) rest = setTimeout(settle, PAUSE);
    });
  };
  const draw = (result: Result, places: number): void => {
    const moved = engine.settings().length > 0;
    const load = places === FINE ? (option: string) => engine.load(option) : null;
    shown.show(result, { series: (factors) => engine.series(factors), load }, places, { moved, stale: engine.stale });
  };
  const settle = (): void => {
    const result = engine.result();
    draw(result, FINE);
    const moved = engine.settings().length > 0;
    const says = 'impossible' in result ? result.impossible.map((why) => why.message).join(' ') : shown.words(result);
    controls.say(moved ? says : 'As the file stands.');
    const fragment = toFragment(settings());
    history.replaceState(null, '', fragment === '' ? location.pathname + location.search : `#${fragment}`);
  };
  const controls: Panel = panel(place, engine, constants.levers, redraw, {
    'Copy as --set': () => toArguments(settings()),
    'Copy as YAML': () => toYaml(settings()),
  });
  const follow = (): void => {
    const asked = fromFragment(location.hash);
    for (const [path] of settings()) if (!asked.some(([other]) => other === path)) engine.unset(path);
    for (const [path, text] of asked) controls.refuse(path, engine.set(path, text));
    controls.refresh();
    redraw(true);
  };
  addEventListener('hashchange', follow);
  if (fromFragment(location.hash).length > 0) follow();
  return {
    engine,
    follow: () => {
      controls.refresh();
      redraw(true);
    },
  };
};
