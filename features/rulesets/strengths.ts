import { listOf, type OrdinaryThing, textOf } from './ordinary-rules.js';
import type { RegistryEdit } from './registry-file.js';
import { SeededDraws } from './seeded-draws.js';

/** The factors between which a figure of a unit type or building is changed. Figures of 0 stay 0, others are at least 1. */
export const FACTORS = {
  build_cost: [0.7, 1.4],
  attack: [0.7, 1.5],
  defense: [0.7, 1.5],
  hitpoints: [0.8, 1.3],
} as const;

/** The largest figure that the network protocol carries for each. */
const MAX_FIGURE = 255;

/** By how much the moves of a unit type change. */
const MOVE_STEPS = [-1, 0, 0, 1];

/** Other costs and strengths for a unit type or building. */
export function strengthEdits(thing: OrdinaryThing, seed: number): readonly RegistryEdit[] {
  const draws = new SeededDraws(seed, `strength of ${thing.kind} ${thing.name}`);
  if (thing.kind === 'building') return isProduct(thing) ? [] : scaledEdit(thing, 'build_cost', draws);
  if (thing.kind !== 'unit') return [];
  const keys = ['build_cost', 'attack', 'defense', 'hitpoints'] as const;
  return [...keys.flatMap((key) => scaledEdit(thing, key, draws)), ...moveEdit(thing, draws)];
}

/** Coinage and the parts of spaceships, whose costs other rules count with. */
function isProduct({ entries }: OrdinaryThing): boolean {
  return textOf(entries.get('genus')) === 'Special';
}

function scaledEdit(
  thing: OrdinaryThing,
  key: keyof typeof FACTORS,
  draws: SeededDraws,
): readonly RegistryEdit[] {
  const [low, high] = FACTORS[key];
  const most = key === 'build_cost' ? Number.MAX_SAFE_INTEGER : MAX_FIGURE;
  return figureEdit(thing, key, (figure) => Math.min(most, draws.scaled(figure, low, high)));
}

/** One move more or less. Units that do not fight are never slower: all players begin with them. */
function moveEdit(thing: OrdinaryThing, draws: SeededDraws): readonly RegistryEdit[] {
  const step = draws.oneOf(MOVE_STEPS) ?? 0;
  const fights = !listOf(thing.entries.get('flags')).includes('NonMil');
  return figureEdit(thing, 'move_rate', (moves) => {
    if (moves === 0) return 0;
    return Math.max(fights ? 1 : moves, moves + step);
  });
}

function figureEdit(
  { entries }: OrdinaryThing,
  key: string,
  change: (figure: number) => number,
): readonly RegistryEdit[] {
  const token = entries.get(key)?.tokens.find(({ kind }) => kind === 'word');
  const figure = Number(token?.text);
  if (token === undefined || !Number.isInteger(figure)) return [];
  return [{ start: token.start, end: token.end, text: String(change(figure)) }];
}
