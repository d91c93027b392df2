import { expect, test } from 'vitest';
import { stepsFrom } from '../../../proxy/rules/lookup/adjacency.js';
import type { UnitType } from '../../../proxy/rules/lookup/nativity.js';
import { rulesetIndex } from '../../../proxy/rules/lookup/ruleset-index.js';
import { MoverTiles, moverOf } from '../../../proxy/rules/movement/mover.js';
import { stepCost } from '../../../proxy/rules/movement/step-cost.js';
import { Ruleset } from '../../../proxy/world/ruleset.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, unitWith, worldWith } from '../../support/changed-world.js';
import { ownUnits } from '../../support/own-things.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(60);
const { ruleset } = recorded;
const [soldier] = ownUnits(recorded);
const unit = must(soldier);

function numberOf(
  things: Iterable<{ readonly id: number; readonly ruleName: string }>,
  name: string,
): number {
  return must([...things].find(({ ruleName }) => ruleName === name)).id;
}

const riverExtra = numberOf(ruleset.extras.values(), 'River');
const { roads } = rulesetIndex(ruleset);

type UnitFlag = Parameters<UnitType['flags']['has']>[0];
type Direction = 'DIR8_NORTH' | 'DIR8_NORTHEAST' | 'DIR8_EAST';

/** A step from one terrain to another, and what else there is; extras by name, on both tiles and between them. */
interface Case {
  readonly type?: string;
  readonly from?: string;
  readonly to?: string;
  readonly at?: readonly string[];
  readonly on?: readonly string[];
  readonly between?: readonly string[];
  readonly direction?: Direction;
  readonly owner?: number;
  /** How the river is gone along at corners, in place of the ruleset's way. */
  readonly mode?: 'RMM_RELAXED' | 'RMM_FAST_ALWAYS';
  /** Flags of the unit's type, in place of its own. */
  readonly flags?: ReadonlySet<UnitFlag>;
  readonly game?: Partial<World['game']>;
  readonly control?: Partial<Ruleset['terrainControl']>;
}

function costOf(one: Case): number {
  const { type = 'Warriors', from = 'Grassland', to = 'Grassland', direction = 'DIR8_EAST' } = one;
  const there = must(recorded.map.neighbour(unit.tile, direction));
  const { id: number, ...river } = must(roads.get(riverExtra));
  const typeId = numberOf(ruleset.unitTypes.values(), type);
  const itsType = must(ruleset.unitTypes.get(typeId));
  const rules = Object.assign(new Ruleset(), ruleset, {
    terrainControl: { ...must(ruleset.terrainControl), ...one.control },
    roads: new Map(ruleset.roads).set(number, { ...river, id: number, moveMode: one.mode ?? river.moveMode }),
    unitTypes: new Map(ruleset.unitTypes).set(typeId, { ...itsType, flags: one.flags ?? itsType.flags }),
  });
  const bytes = must(recorded.tiles.get(unit.tile)).extras;
  const extras = (names: readonly string[] = []) => {
    const numbers = names.map((name) => numberOf(ruleset.extras.values(), name));
    return bytes.map((_, byte) =>
      numbers.reduce((bits, id) => (id >> 3 === byte ? bits | (1 << (id & 7)) : bits), 0),
    );
  };
  const tile = (index: number, terrain: string, names: readonly string[] | undefined) => ({
    ...must(recorded.tiles.get(index)),
    ...{ terrain: numberOf(ruleset.terrains.values(), terrain), extras: extras(names) },
    ...{ owner: one.owner ?? 255, known: 'TILE_KNOWN_SEEN' as const },
  });
  const near = stepsFrom(recorded.map, unit.tile).map((step) => tile(step.tile, 'Grassland', one.between));
  const tiles = [...near, tile(unit.tile, from, one.at), tile(there, to, one.on)];
  const mine = unitWith(unit, { type: typeId });
  const world = worldWith(recorded, {
    ruleset: rules,
    game: { ...must(recorded.game), ...one.game },
    cities: tableWith(recorded.cities, ({ id }) => id),
    tiles: tableWith(recorded.tiles, (each) => each.tile, ...tiles),
    units: tableWith(recorded.units, ({ id }) => id, mine),
  });
  for (const city of recorded.cities.values()) world.cities.delete(city.id, 1);
  const mover = must(moverOf(world, mine));
  const places = new MoverTiles(world, mover);
  return stepCost(world, mover, must(places.at(unit.tile)), must(places.at(there)), direction);
}

const ALL = Number.POSITIVE_INFINITY;
const FRAGMENTS = must(ruleset.terrainControl).moveFragments;

test('the recorded rules have roads of the kinds that these cases are about', () => {
  expect(FRAGMENTS).toBe(3);
  expect(must(roads.get(numberOf(ruleset.extras.values(), 'Road'))).moveCost).toBe(1);
  expect(must(roads.get(numberOf(ruleset.extras.values(), 'Railroad'))).moveCost).toBe(0);
  expect(must(roads.get(riverExtra)).moveMode).toBe('RMM_CARDINAL');
});

const road = { at: ['Road'], on: ['Road'] };
const rail = { at: ['Road', 'Railroad'], on: ['Road', 'Railroad'] };
const stream = { at: ['River'], on: ['River'] };
const corner = { direction: 'DIR8_NORTHEAST' } as const;
const slow = { game: { slowInvasions: true } };
const quick = { game: { slowInvasions: false } };

test.each<readonly [string, Case, number]>([
  ['grassland', {}, 3],
  ['hills', { to: 'Hills' }, 6],
  ['mountains', { to: 'Mountains' }, 9],
  ['out of mountains', { from: 'Mountains' }, 3],
  ['hills, for explorers', { type: 'Explorer', to: 'Hills' }, 1],
  ['grassland, for explorers', { type: 'Explorer' }, 1],
  ['a road', road, 1],
  ['a road into mountains', { ...road, to: 'Mountains' }, 1],
  ['a road that begins here', { at: ['Road'] }, 3],
  ['a road that begins there', { on: ['Road'] }, 3],
  ['a railroad', rail, 0],
  ['from a railroad to a road', { at: rail.at, on: road.on }, 1],
  ['a corner by road', { ...road, direction: 'DIR8_NORTHEAST' }, 1],
  ['a river', { at: ['River'], on: ['River'] }, 1],
  ['a river at a corner', { ...stream, ...corner }, 3],
  ['a river at a corner, with water beside it', { ...stream, ...corner, between: ['River'] }, 3],
  ['a relaxed river at a corner', { ...stream, ...corner, mode: 'RMM_RELAXED' }, 3],
  ['a relaxed river round a corner', { ...stream, ...corner, between: ['River'], mode: 'RMM_RELAXED' }, 2],
  [
    'a relaxed river round a corner by road',
    { ...stream, ...corner, between: ['Road'], mode: 'RMM_RELAXED' },
    3,
  ],
  ['a relaxed river, straight', { ...stream, mode: 'RMM_RELAXED' }, 1],
  ['a fast river at a corner', { ...stream, ...corner, mode: 'RMM_FAST_ALWAYS' }, 1],
  ['two rivers at a corner of hills', { ...stream, ...corner, to: 'Hills' }, 6],
  ['the road of an enemy, closed', { ...road, owner: 2, game: { restrictinfra: true } }, 3],
  ['the road of an enemy, open', { ...road, owner: 2, game: { restrictinfra: false } }, 1],
  ['the own road, closed to enemies', { ...road, owner: 0, game: { restrictinfra: true } }, 1],
  ['the river of an enemy', { at: ['River'], on: ['River'], owner: 2, game: { restrictinfra: true } }, 1],
  ['a ship at sea', { type: 'Trireme', from: 'Ocean', to: 'Ocean' }, 3],
  ['onto a ship', { to: 'Ocean' }, 3],
  ['onto a ship, for explorers', { type: 'Explorer', to: 'Ocean' }, 1],
  ['ashore where invasions are slow', { from: 'Ocean', ...slow }, ALL],
  ['ashore where they are not', { from: 'Ocean', ...quick }, 3],
  ['ashore, for explorers', { type: 'Explorer', from: 'Ocean', ...quick }, 1],
  ['ashore, for explorers where invasions are slow', { type: 'Explorer', from: 'Ocean', ...slow }, ALL],
  [
    'ashore, for those who land on beaches',
    { from: 'Ocean', flags: new Set(['UTYF_BEACH_LANDER']), ...slow },
    3,
  ],
  ['in the air', { type: 'Fighter', to: 'Mountains' }, 3],
  ['a slanted step that is as long as any', { direction: 'DIR8_NORTHEAST' }, 3],
  [
    'a slanted step that is longer',
    { direction: 'DIR8_NORTHEAST', control: { pythagoreanDiagonal: true } },
    4,
  ],
  ['a straight step where slanted ones are longer', { control: { pythagoreanDiagonal: true } }, 3],
  [
    'a slanted step into hills',
    { direction: 'DIR8_NORTHEAST', to: 'Hills', control: { pythagoreanDiagonal: true } },
    8,
  ],
  ['with more fragments in a move', { control: { moveFragments: 9 } }, 9],
  ['for explorers at another price', { type: 'Explorer', control: { igterCost: 2 } }, 2],
])('a step costs %s', (_what, one, cost) => {
  expect(costOf(one)).toBe(cost);
});
