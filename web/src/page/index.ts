// The page: what opens, and where an engine is in the file, what moves.

import type { Comparison, CreateEngine, Engine, Result, Turns } from '../contract';
import { fillExplanations } from './explained';
import { weighed } from './beware';
import { inIdleTime } from './idle';
import { spoken } from './labels';
import { type Lever, type Panel, panel } from './panel';
import type { Constants } from './pictures';
import { Sheet } from './redraw';
import { fromFragment, parsedSettings, toArguments, toFragment, toYaml } from './settings';
import { turnsIf } from './turns';

/** Places at which costs over demand are looked at while something moves, and once it rests. */
const [COARSE, FINE] = [12, 96];
/** Milliseconds after which what has moved rests. */
const PAUSE = 120;

const parsed = (id: string): unknown => {
  const text = document.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as unknown) : null;
};

/** What stands in `<script id="page">`; `crates/documents/src/report/levers.rs` writes it. */
type Written = Omit<Constants, 'assumed'> & { readonly levers: readonly Lever[] };

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
  const place = document.getElementById('live');
  if (!place || !sheet || !result) return null;
  const stated = result as Comparison;
  const constants = { ...(parsed('page') as Written), assumed: stated.assumed.map(({ path }) => path) };
  return live(place, createEngine(sheet, stated), constants);
};

const live = (place: HTMLElement, engine: Engine, constants: Constants & Written): Live => {
  place.closest('article')?.classList.add('with-live');
  const shown = new Sheet(place, constants);
  const settings = () => parsedSettings(engine.settings());
  let frame = 0;
  let rest: ReturnType<typeof setTimeout> | undefined;
  /** Gives up what is being computed beside everything else. */
  let giveUp = (): void => {};
  /** What can be said within a frame while something moves; the rest once it rests, for which a large scenario takes longer. */
  const redraw = (rests: boolean): void => {
    cancelAnimationFrame(frame);
    clearTimeout(rest);
    giveUp();
    frame = requestAnimationFrame(() => {
      draw(engine.quick(), COARSE);
      if (rests) rest = setTimeout(settle, PAUSE);
    });
  };
  const draw = (result: Result, places: number): void => {
    const moved = engine.settings().length > 0;
    const rests = places === FINE;
    const drawables = {
      series: (factors: number[]) => engine.series(factors),
      load: rests ? (option: string) => engine.load(option) : null,
      split: rests ? (basis: string, columns: readonly string[]) => engine.split(basis, columns) : null,
      served: () => engine.served(),
      weighed: (of: Comparison) => weighed(of, engine.findings(of), engine.accepting, (text) => spoken(text, constants.labels)),
      turns: null,
      written: (path: string) => engine.written(path),
    };
    shown.show(result, drawables, places, { moved, moving: !rests, stale: engine.stale });
  };
  const settle = (): void => {
    giveUp = inIdleTime(engine.settle(), settled);
  };
  const settled = (result: Result): void => {
    draw(result, FINE);
    const moved = engine.settings().length > 0;
    const says = 'impossible' in result ? result.impossible.map((why) => why.message).join(' ') : shown.words(result);
    controls.say(moved ? says : 'As the file stands.');
    if (moved && !('impossible' in result)) findTurns();
    const fragment = toFragment(settings());
    history.replaceState(null, '', fragment === '' ? location.pathname + location.search : `#${fragment}`);
  };
  /** What would turn the verdict takes the longest: it is looked for last. */
  const findTurns = (): void => {
    const search = engine.turns();
    if (search === null) return shown.showTurns('as the file says');
    const say = (one: Turns): string[] => {
      const price = engine.price(one.path);
      return price ? [turnsIf(one, price)] : [];
    };
    giveUp = inIdleTime(search, (found) => {
      shown.showTurns(found.flatMap(say));
    });
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
