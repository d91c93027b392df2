import { expect, test } from 'vitest';
import { unitOrders } from '../../../features/advisor/advice/unit-orders.js';
import { situationOf } from '../../../features/advisor/situation.js';
import { withBit } from '../../../proxy/freeciv/value-codecs.js';
import { hasExtra } from '../../../proxy/rules/lookup/tiles.js';
import { turnsToReach } from '../../../proxy/rules/movement/path.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { VersionedTable } from '../../../proxy/world/versioned-table.js';
import type { World } from '../../../proxy/world/world.js';
import { must, unitWith, worldWith } from '../../support/changed-world.js';
import { ownCities, ownUnits } from '../../support/own-things.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(20);
const home = must(ownCities(recorded)[0]);
const type = (name: string) =>
  must([...recorded.ruleset.unitTypes.values()].find(({ ruleName }) => ruleName === name)).id;
const own = must(ownUnits(recorded).find(({ detail }) => detail !== undefined));

function idle(id: number, name: string, tile = home.tile): Unit {
  const changes = { id, type: type(name), tile, activity: 'ACTIVITY_IDLE' as const };
  return unitWith(own, changes, { ...changes, movesleft: 3, hasOrders: false, ai: false, doneMoving: false });
}

/** The world with one village two turns from the first own city, and these units. */
function withHut(...units: readonly Unit[]): { readonly world: World; readonly hut: number } {
  const hutIds = [...recorded.ruleset.extras.values()]
    .filter(({ causes }) => causes.has('EC_HUT'))
    .map(({ id }) => id);
  const table = new VersionedTable<Unit>();
  for (const unit of units) table.set(unit.id, unit, recorded.version);
  const bare = worldWith(recorded, { units: table });
  const reached = turnsToReach(bare, idle(9900, 'Warriors'), { maxTurns: 4, maxLegs: 300 });
  const [hut] = must([...reached].find(([, turns]) => turns === 2));
  const tiles = new VersionedTable<NonNullable<ReturnType<typeof recorded.tiles.get>>>();
  for (const tile of recorded.tiles.values()) {
    const extras = hutIds.reduce(
      (bits, id, index) => withBit(bits, id, tile.tile === hut && index === 0),
      tile.extras,
    );
    tiles.set(tile.tile, { ...tile, extras }, recorded.version);
  }
  const world = worldWith(bare, { tiles });
  expect(hasExtra(must(world.tiles.get(hut)), must(hutIds[0]))).toBe(true);
  return { world, hut };
}

function ordersIn(world: World) {
  return unitOrders(situationOf(world), {
    plan: new Map(),
    planned: new Set(),
    isLandDelegated: false,
    isTried: () => false,
  });
}

test('a village within reach is named once, with the unit that is there first', () => {
  const { world, hut } = withHut(idle(9901, 'Warriors'), idle(9902, 'Warriors'), idle(9903, 'Warriors'));
  const sent = ordersIn(world).filter(({ do: action }) => action.action_type === 'unit_move');
  expect(sent).toMatchObject([{ do: { action_type: 'unit_move', ...world.map.position(hut) } }]);
  expect([9901, 9902, 9903]).toContain(sent[0]?.do.unit_id);
  expect(sent[0]?.why).toBe(
    'a village: gold, a technology, units or barbarians; it can act there in 2 turns',
  );
});

test('the scout that is there first enters the village, whatever the order of their numbers', () => {
  const { hut } = withHut();
  const turnsFrom = (tile: number) =>
    turnsToReach(recorded, idle(9900, 'Explorer', tile), { maxTurns: 4, maxLegs: 300 }).get(hut) ?? 0;
  const land = [...recorded.tiles.values()].map(({ tile }) => tile);
  const far = must(land.find((tile) => recorded.map.distance(tile, hut) < 12 && turnsFrom(tile) > 1));
  const near = must(recorded.map.neighbours(hut).find(({ tile }) => turnsFrom(tile) < turnsFrom(far))).tile;
  for (const [one, other] of [
    [far, near],
    [near, far],
  ]) {
    const { world } = withHut(idle(9901, 'Explorer', one), idle(9902, 'Explorer', other));
    const [sent] = ordersIn(world).filter(({ do: action }) => action.action_type === 'unit_move');
    expect(sent?.do.unit_id).toBe(one === near ? 9901 : 9902);
  }
});

test('neither the last guard of a city nor units that do not fight or scout are sent to a village', () => {
  const { world, hut } = withHut(idle(9901, 'Warriors'), idle(9902, 'Workers'));
  expect(ordersIn(world).filter(({ do: action }) => action.action_type === 'unit_move')).toEqual([]);
  // Nor do workers beside it keep others from it.
  const near = must(recorded.map.neighbours(hut)[0]).tile;
  const guards = [9901, 9902, 9903].map((id) => idle(id, 'Warriors'));
  const sent = ordersIn(withHut(...guards, idle(9904, 'Workers', near)).world);
  expect(sent).toContainEqual(
    expect.objectContaining({ do: expect.objectContaining(recorded.map.position(hut)) }),
  );
});
