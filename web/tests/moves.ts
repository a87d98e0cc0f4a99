/**
 * Holds the engine to the program: scenarios a line each, with inputs moved at random and the comparison that the program makes
 * of it, of which every field that is not said to be stale must be the same.
 */

import { createInterface } from 'node:readline';
import type { Comparison, Engine } from '../src/contract';
import { createEngine } from '../src/engine/index';

interface Scenario {
  name: string;
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
const NOT_ASKED = ['schema', 'cases', 'warnings', 'view', 'scenario.set'];

let [moves, impossible, wrong, compared, late] = [0, 0, 0, 0, 0];
let [slowest, slowestQuick, quickTotal] = [0, 0, 0];

function judge(scenario: Scenario, engine: Engine, move: Scenario['moves'][number]): void {
  const said = (what: string) => {
    wrong += 1;
    if (wrong <= Number(process.env.MOST ?? 30)) console.error(`${scenario.name} ${move.set.map((set) => set.join('=')).join(' ')}: ${what}`);
  };
  moves += 1;
  for (const setting of engine.settings()) engine.unset(setting.slice(0, setting.indexOf('=')));
  const refused = move.set.flatMap(([path, text]) => {
    const outcome = engine.set(path, text);
    return outcome.ok ? [] : [outcome.message];
  });
  if (refused.length > 0) {
    const messages = ((move.expected.impossible ?? []) as { message: string }[]).map(({ message }) => message);
    if (refused.some((message) => !messages.includes(message))) said(`refused: ${refused.join('; ')}, not ${messages.join('; ')}`);
    impossible += 1;
    return;
  }
  let start = performance.now();
  engine.quick();
  const quick = performance.now() - start;
  quickTotal += quick;
  slowestQuick = Math.max(slowestQuick, quick);
  start = performance.now();
  const result = engine.result() as unknown as Record<string, unknown>;
  slowest = Math.max(slowest, performance.now() - start);
  if ('impossible' in result !== 'impossible' in move.expected) {
    said(`${shown(result.impossible ?? 'possible')}, not ${shown(move.expected.impossible ?? 'possible')}`);
    return;
  }
  if ('impossible' in result) {
    impossible += 1;
    const of = (findings: unknown) => (findings as { code: string; message: string }[]).map(({ code, message }) => ({ code, message }));
    for (const difference of differences(of(result.impossible), of(move.expected.impossible), 'impossible', [])) said(difference);
    return;
  }
  if (engine.stale.some((field) => field.endsWith('break_even'))) late += 1;
  compared += 1;
  for (const difference of differences(result, move.expected, '', [...engine.stale, ...NOT_ASKED])) said(difference);
  const set = (result.scenario as { set: string[] }).set;
  if (set.join() !== move.set.map(([path, text]) => `${path}=${text}`).join()) said(`set is ${shown(set)}`);
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const scenario = JSON.parse(line) as Scenario;
  let start = performance.now();
  const engine = createEngine(scenario.sheet, scenario.stated);
  const made = performance.now() - start;
  [quickTotal, slowest, slowestQuick] = [0, 0, 0];
  const before = moves;
  for (const move of scenario.moves) {
    try {
      judge(scenario, engine, move);
    } catch (why) {
      wrong += 1;
      console.error(`${scenario.name} ${JSON.stringify(move.set)}:`, why);
    }
  }
  start = performance.now();
  engine.series(Array.from({ length: 61 }, (_, at) => at / 30));
  const drawn = performance.now() - start;
  if (process.env.TIMES) {
    const mean = quickTotal / Math.max(1, moves - before);
    console.error(
      `${scenario.name}: made ${made.toFixed(1)} ms, quick ${mean.toFixed(1)} ms (most ${slowestQuick.toFixed(1)}), result most ${slowest.toFixed(1)} ms, series ${drawn.toFixed(1)} ms`,
    );
  }
}
console.log(`${moves} moves, ${compared} compared, ${impossible} impossible, ${late} without break-even, ${wrong} wrong`);
process.exitCode = wrong === 0 && moves > 0 ? 0 : 1;
