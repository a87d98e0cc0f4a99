// The winner against the best option of the other side: the pair that a comparison says the most of.

import type { Comparison, OptionResult, PairResult } from './contract';
import { less, parsed } from './engine/decimal';

export const bestPair = (result: Pick<Comparison, 'options' | 'pairs' | 'verdict'>): PairResult | undefined => {
  const winner = result.options.find((option) => option.name === result.verdict.winner);
  if (!winner) return undefined;
  const isRent = (option: OptionResult): boolean => option.kind === 'rent';
  const others = result.options.filter(
    (option) => isRent(option) !== isRent(winner) && option.eligible && option.comparable,
  );
  const isLess = (a: OptionResult, b: OptionResult): boolean => less(parsed(a.present_value), parsed(b.present_value));
  const rival = others.reduce<OptionResult | undefined>(
    (best, option) => (best && !isLess(option, best) ? best : option),
    undefined,
  );
  if (!rival) return undefined;
  const [own, rent] = isRent(winner) ? [rival, winner] : [winner, rival];
  return result.pairs.find((pair) => pair['own'] === own.name && pair['rent'] === rent.name);
};
