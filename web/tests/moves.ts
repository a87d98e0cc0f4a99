/**
 * Holds the engine to the program: scenarios a line each, with inputs moved at random and the comparison that the program makes
 * of it, of which every field that is not said to be stale must be the same. With `--pages` it is the engine of the page that
 * each scenario names, by `window.rackrent` in a browser.
 */

import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'puppeteer-core';
import type { Comparison, Engine, Series } from '../src/contract';
import { createEngine } from '../src/engine/index';
import { launched } from './browser.mjs';

interface Scenario {
  name: string;
  /** The file of its page. */
  page?: string;
  sheet: unknown;
  stated: Comparison;
  moves: { set: [string, string][]; expected: Record<string, unknown> }[];
}

/** The paths at which two values differ, with what stands there. */
function differences(found: unknown, expected: unknown, path: string, stale: readonly string[]): string[] {
  if (stale.some((pattern) => matches(pattern, path))) return [];
  const both = [found, expected];
  if (both.every(Array.isArray)) {
    const [a, b] = both as unknown[][];
    if (a.length !== b.length) return [`${path} has ${a.length} items and not ${b.length}: ${shown(a)} and ${shown(b)}`];
    return a.flatMap((item, at) => differences(item, b[at], `${path}.${at}`, stale));
  }
  if (both.every((value) => typeof value === 'object' && value !== null)) {
    const [a, b] = both as Record<string, unknown>[];
    const keys = new Set([...Object.keys(a), ...Object.keys(b)]);
    return [...keys].flatMap((key) => differences(a[key], b[key], path === '' ? key : `${path}.${key}`, stale));
  }
  return found === expected ? [] : [`${path} is ${shown(found)} and not ${shown(expected)}`];
}

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? 'absent').slice(0, 200);
}

function matches(pattern: string, path: string): boolean {
  const [wanted, has] = [pattern.split('.'), path.split('.')];
  return wanted.length === has.length && wanted.every((part, at) => part === '*' || part === has[at]);
}

/** What of the expectation the program was not asked for. */
const NOT_ASKED = ['schema', 'warnings', 'view', 'scenario.set'];

/** What an engine says after a move. */
interface Answered {
  refused: string[];
  result: Record<string, unknown>;
  stale: readonly string[];
}

type Moved = Pick<Engine, 'set' | 'unset' | 'settings' | 'result' | 'stale'>;

/** Sets what a move sets and nothing else, and asks. It runs in a page too, where it knows nothing but its arguments. */
function asked(engine: Moved, set: [string, string][]): Answered {
  for (const setting of engine.settings()) engine.unset(setting.slice(0, setting.indexOf('=')));
  const refused: string[] = [];
  for (const [path, text] of set) {
    const outcome = engine.set(path, text);
    if (!outcome.ok) refused.push(outcome.message);
  }
  const result = (refused.length > 0 ? {} : engine.result()) as unknown as Record<string, unknown>;
  return { refused, result, stale: engine.stale };
}

let [moves, impossible, wrong, compared, late] = [0, 0, 0, 0, 0];

function judge(name: string, { set, expected }: Scenario['moves'][number], { refused, result, stale }: Answered): void {
  const said = (what: string) => {
    wrong += 1;
    if (wrong <= 30) console.error(`${name} ${set.map((one) => one.join('=')).join(' ')}: ${what}`);
  };
  moves += 1;
  const errors = (expected.impossible ?? []) as { code: string; message: string }[];
  if (refused.length > 0) {
    const messages = errors.map(({ message }) => message);
    const others = refused.filter((message) => !messages.includes(message));
    if (others.length > 0) said(`refused: ${others.join('; ')}, not ${messages.join('; ')}`);
    impossible += 1;
  } else if ('impossible' in result || errors.length > 0) {
    const of = (findings: unknown) =>
      ((findings ?? []) as { code: string; message: string }[]).map(({ code, message }) => ({ code, message }));
    for (const difference of differences(of(result.impossible), of(errors), 'impossible', [])) said(difference);
    impossible += 1;
  } else {
    if (stale.some((field) => field.endsWith('break_even'))) late += 1;
    compared += 1;
    for (const difference of differences(result, expected, '', [...stale, ...NOT_ASKED])) said(difference);
    const settings = (result.scenario as { set: string[] }).set.join();
    // spaces around a path and a text are no part of them
    if (settings !== set.map(([path, text]) => `${path.trim()}=${text.trim()}`).join()) said(`set is ${settings}`);
  }
}

/** At the stated demand pictures are drawn where the comparison stands, to a millionth. */
function judgeSeries(name: string, stated: Comparison, { demand, cash }: Series): void {
  const near = (found: number | null | undefined, expected: string) =>
    typeof found === 'number' && Math.abs(found - Number(expected)) <= Math.abs(Number(expected)) * 1e-6 + 0.01;
  stated.options.forEach(({ present_value, total }, at) => {
    if (near(demand[at].present_value[0], present_value) && near(cash[at].cumulative.at(-1), total)) return;
    wrong += 1;
    console.error(`${name}: ${demand[at].option} is drawn at another place`);
  });
}

/** What the page of a scenario says after each of its moves. */
async function inPage(browser: Browser, { page: file, moves }: Scenario): Promise<Answered[]> {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(file!).href, { waitUntil: 'load' });
  const found: Answered[] = [];
  for (const { set } of moves) {
    const ask = `(${asked.toString()})(window.rackrent, ${JSON.stringify(set)})`;
    found.push((await page.evaluate(ask)) as Answered);
  }
  await page.close();
  return found;
}

// in a browser where the scenarios come with their pages, and in Node otherwise
const browser = process.argv.includes('--pages') ? await launched() : null;
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const scenario = JSON.parse(line) as Scenario;
  const engine = createEngine(scenario.sheet, scenario.stated);
  judgeSeries(scenario.name, scenario.stated, engine.series([1]));
  const before = process.cpuUsage();
  const answers =
    browser === null ? scenario.moves.map(({ set }) => asked(engine, set)) : await inPage(browser, scenario);
  scenario.moves.forEach((move, at) => judge(scenario.name, move, answers[at]));
  if (process.env.TIMES && browser === null) {
    const { user } = process.cpuUsage(before);
    console.error(`${scenario.name}: ${(user / 1000 / scenario.moves.length).toFixed(1)} ms of computing a move`);
  }
}
await browser?.close();
console.log(`${moves} moves, ${compared} compared, ${impossible} impossible, ${late} without break-even, ${wrong} wrong`);
process.exitCode = wrong === 0 && moves > 0 ? 0 : 1;
