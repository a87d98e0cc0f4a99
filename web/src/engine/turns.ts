/**
 * The prices that are nearest to reversing the verdict: those of the two best options, and the discount rate, where half as much or
 * half as much again reverses it (crates/engine/src/analysis/flip/holding.rs, find.rs).
 */

import type { Turns } from '../contract';
import { type Decimal, MAX, absolute, compare, decimal, divide, isZero, maximum, minimum, multiply, written } from './decimal';
import type { Figures } from './evaluated';
import { type Direction, type Mover, firstCrossing, scaleOf } from './first_crossing';
import { minus, plus, ratio, times } from './number';
import { type Half, type Moving, Race, stance } from './race';
import type { WrittenInput } from './text';

/** How many are said. */
const MOST = 2;
const WITHIN = decimal(5, 1);

interface Found {
  readonly input: WrittenInput;
  readonly today: Decimal;
  readonly at: Decimal;
  readonly direction: Direction;
}

/** The search, a price at a step; it ends with what is said. */
export function* turns(
  figures: Figures,
  options: readonly { name: string; kind: string }[],
  inputs: readonly WrittenInput[],
  bounds: (input: WrittenInput) => readonly [least: Decimal, most: Decimal],
): Generator<void, Turns[]> {
  const race = new Race(figures, options.map(({ kind }) => kind));
  const places = race.today();
  const [own, rent] = [race.best('own', places), race.best('rent', places)];
  if (own === null || rent === null) return [];
  const best = [own, rent].map((at) => race.contenders[at].option);
  const leads = race.seen(places).leader;
  // a tie goes to the earlier
  const side: Half = leads === 'own' || ((leads === 'level' || leads === 'nobody') && best[0] < best[1]) ? 'own' : 'rent';
  const parts = figures.model.options.filter((_, at) => best.includes(at)).flatMap((option) => option.parts);
  const found: Found[] = [];
  for (const input of inputs) {
    const { path, price } = input;
    const isOfInterest = !path.includes('.') || parts.some(({ option }) => path.startsWith(`${option}.`));
    if (!price || !isOfInterest) continue;
    yield;
    const today = figures.value(input.figure);
    const mover = withinReach(today, bounds(input), input.form === 'share');
    const moving = mover && race.moving(input.figure);
    const flip = moving && search(race, moving, mover, side);
    if (flip) found.push({ input, today, ...flip });
  }
  found.sort((a, b) => compare(order(a), order(b)) || (a.input.path < b.input.path ? -1 : 1));
  return found.slice(0, MOST).map(({ input, today, at, direction }) => ({
    path: input.path,
    today: written(today),
    at: written(at),
    direction,
  }));
}

/** Half as much, to half as much again; null if that is nowhere else. */
function withinReach(today: Decimal, [least, most]: readonly [Decimal, Decimal], isShare: boolean): Mover | null {
  const wanted = isShare && isZero(today) ? WITHIN : (multiply(absolute(today), WITHIN) ?? MAX);
  const reach = minimum(wanted, minus(most, least));
  const [low, high] = [maximum(least, minus(today, reach)), minimum(most, plus(today, reach))];
  return compare(low, high) < 0 ? { today, least: low, most: high } : null;
}

/** A flip between ends one of which has turned. */
function search(race: Race, moving: Moving, mover: Mover, side: Half): { at: Decimal; direction: Direction } | null {
  const turned = (at: Decimal) => stance(race.seen(moving.places(at)).leader, side) === 'turned';
  if (!turned(mover.least) && !turned(mover.most)) return null;
  const found = firstCrossing(mover, {
    over: (a, b) => moving.over(a, b),
    at: (value) => moving.at(value),
    stance: ({ leader }) => stance(leader, side),
    lead: ({ difference }) => difference,
  });
  if (found === null) return null;
  const { direction } = found;
  return { at: settled(race, moving, mover, found.at, direction, turned), direction };
}

/** The value at which a decision becomes another, to the digits that are said of it. */
function settled(
  race: Race,
  moving: Moving,
  mover: Mover,
  at: Decimal,
  direction: Direction,
  turned: (at: Decimal) => boolean,
): Decimal {
  if (race.isLevel(moving.places(at))) return at;
  const bound = direction === 'up' ? mover.most : mover.least;
  const fine = times(scaleOf(mover, at), decimal(1, 9));
  if (compare(absolute(minus(bound, at)), fine) <= 0 && turned(bound)) return bound;
  return minimum(maximum(ratio(at), mover.least), mover.most);
}

/** By what flips are ordered: the share, or the points of a share that is nothing today; others come last. */
function order({ input, today, at }: Found): Decimal {
  const distance = minus(at, today);
  const share = isZero(today) ? null : divide(distance, absolute(today));
  return absolute(share ?? (input.form === 'share' ? distance : MAX));
}
