/** What a case says where inputs are moved: its values, and on top of them what is set, as `--set` does beside a case. */

import { bestPair } from '../best_pair';
import type { CaseResult, Comparison } from '../contract';
import { TakesTooLong } from './break_even';
import type { Decimal } from './decimal';
import type { Figures, Unanswered } from './evaluated';
import { type Settings, type Slow, compared } from './result';
import { type WrittenInput, read } from './text';

type Setting = { text: string; value: Decimal; namesCosts: string[] };

/** A case as it is now; `stale` names what of it is that of the file, after its place in the list. */
export interface Restated {
  readonly result: CaseResult;
  readonly stale: readonly string[];
}

/** States a case; `move` puts values in the place of those of the file, and says why that has no answer. */
export function restated(
  figures: Figures,
  stated: Comparison,
  asWritten: CaseResult,
  inputs: ReadonlyMap<string, WrittenInput>,
  changes: Settings,
  move: (values: Settings) => Unanswered | null,
): Restated {
  const unmoved: Restated = { result: asWritten, stale: [''] };
  const values = valuesOf(asWritten, inputs, changes);
  // what shapes the sheet, or is refused, only the program knows
  if (values === null || asWritten.verdict === null || move(values) !== null) return unmoved;
  const work = new Map<number, () => Slow>();
  const before = stated.pairs.map(({ break_even, irr, irr_reason }): Slow => ({ break_even, irr, irr_reason }));
  const result = compared(figures, stated, values, (pair, later) => {
    work.set(pair, later);
    return before[pair]!;
  });
  const pair = bestPair(result);
  const [breakEven, stale] = pair ? between(work.get(result.pairs.indexOf(pair)), asWritten) : [null, []];
  return {
    result: {
      name: asWritten.name,
      set: asWritten.set.map((setting) => {
        const path = pathOf(setting);
        return `${path}=${values.get(path)!.text}`;
      }),
      refused_because: [],
      verdict: result.verdict,
      options: result.options.map(({ name, eligible, comparable, present_value }) => ({
        name,
        eligible,
        comparable,
        present_value,
      })),
      break_even: pair && breakEven ? { own: pair['own'], rent: pair['rent'], ...breakEven } : null,
    },
    stale,
  };
}

const pathOf = (setting: string): string => setting.slice(0, setting.indexOf('='));

/** What holds in a case; null where one of its values cannot be moved. */
function valuesOf(
  asWritten: CaseResult,
  inputs: ReadonlyMap<string, WrittenInput>,
  changes: Settings,
): Map<string, Setting> | null {
  const values = new Map<string, Setting>();
  for (const setting of asWritten.set) {
    const [path, text] = [pathOf(setting), setting.slice(setting.indexOf('=') + 1)];
    const input = inputs.get(path);
    const found = input && read(input, text);
    if (!found || 'message' in found) return null;
    values.set(path, { text, value: found.value, namesCosts: input.names_costs });
  }
  for (const [path, { text, value, namesCosts }] of changes) values.set(path, { text, value, namesCosts: [...namesCosts] });
  return values;
}

/** The break-even that is worked out; that of the file where it takes too long. */
function between(
  work: (() => Slow) | undefined,
  asWritten: CaseResult,
): [CaseResult['break_even'] | Slow['break_even'], string[]] {
  try {
    return work ? [work().break_even, []] : [null, []];
  } catch (why) {
    if (!(why instanceof TakesTooLong)) throw why;
    return [asWritten.break_even, ['.break_even']];
  }
}
