import { describe, expect, it } from 'vitest';
import type { Advice } from '#shared/protocol/state/brief.js';
import { adviceOf } from '../../../features/advisor/advice/advice.js';
import { isRest, unitOrders } from '../../../features/advisor/advice/unit-orders.js';
import { settlingOutlook } from '../../../features/advisor/settling/settling.js';
import { situationOf } from '../../../features/advisor/situation.js';
import { performAction } from '../../../proxy/actions/perform-action.js';
import { adjacentTiles } from '../../../proxy/rules/lookup/adjacency.js';
import { unitsOn } from '../../../proxy/rules/lookup/tiles.js';
import type { City } from '../../../proxy/world/city.js';
import type { World } from '../../../proxy/world/world.js';
import { scenePort } from '../../recordings/scene-port.js';
import { must, unitWith, worldWithUnits } from '../../support/changed-world.js';
import { type Recording, worldAtTurn } from '../../support/recorded-world.js';

const moments: readonly (readonly [number, Recording])[] = [
  [1, 'classic-6-ai-100-turns'],
  [30, 'classic-8-ai-150-turns'],
  [60, 'classic-6-ai-100-turns'],
  [60, 'civ2civ3-4-ai-60-turns'],
  [90, 'classic-8-ai-150-turns'],
];

/** The same world as another player sees it: a world of its own, for values kept for a version belong to one seat. */
function seenBy(world: World, player: number): World {
  return { ...world, seat: { ...world.seat, player } };
}

/** Why an action would not be taken; undefined when it would, or could be after the one before. */
async function refusal(world: World, { do: action }: Advice): Promise<string | undefined> {
  // Only the citizen taken off another tile can work this one.
  if (action.action_type === 'city_make_worker') return undefined;
  const done = await performAction(scenePort(world, []), action, 'advised');
  return done.ok ? undefined : `${JSON.stringify(action)}: ${done.failure.message}`;
}

describe.each(moments)('turn %i of %s', (turn, recording) => {
  it('what is advised can be sent as it is, has a reason, and comes once', async () => {
    const whole = worldAtTurn(turn, recording);
    const kinds = new Set<string>();
    for (const player of [0, 1, 2, 3]) {
      const world = seenBy(whole, player);
      const advice = adviceOf(situationOf(world), []);
      for (const one of advice) {
        kinds.add(one.do.action_type);
        expect(one.why).not.toBe('');
        expect(await refusal(world, one)).toBeUndefined();
      }
      expect(new Set(advice.map((one) => JSON.stringify(one.do))).size).toBe(advice.length);
    }
    expect(kinds.size).toBeGreaterThan(2);
  });
});

describe('way to a city', () => {
  const recorded = worldAtTurn(60);
  const tile = must(recorded.map.tileAt({ x: 9, y: 20 }));
  const named = (name: string) =>
    must([...recorded.ruleset.unitTypes.values()].find(({ ruleName }) => ruleName === name)).id;
  const idle = unitWith(
    must(recorded.units.get(170)),
    { id: 9600, tile, activity: 'ACTIVITY_IDLE' },
    { id: 9600, tile, hasOrders: false, ai: false, movesleft: 3 },
  );
  const around = adjacentTiles(recorded.map, tile).filter((near) => near !== tile);
  const strangers = around.map((near, index) => ({
    ...must(recorded.units.get(131)),
    ...{ id: 9500 + index, tile: near },
  }));

  it.each([
    ['Settlers', [], { action_type: 'go_and', do: 'join_city' }],
    ['Settlers', strangers, { action_type: 'unit_sentry' }],
    ['Archers', [], { action_type: 'go_and', do: 'fortify' }],
    ['Archers', strangers, { action_type: 'unit_fortify' }],
  ])('a unit is told to go to a city only where a way leads there: %s, %#', (type, others, expected) => {
    const world = worldWithUnits(recorded, { ...idle, type: named(type) }, ...others);
    const orders = unitOrders(situationOf(world), {
      plan: new Map(),
      planned: new Set(),
      isLandDelegated: false,
      isTried: () => false,
    });
    expect(orders.filter(({ do: action }) => action.unit_id === idle.id)).toMatchObject([{ do: expected }]);
  });

  it('guards beyond the first go to cities without one, but stay where an enemy is near', () => {
    const cities = [...recorded.cities.values()].filter(({ owner }) => owner === 0);
    const open = cities.filter(({ tile }) => unitsOn(recorded, tile).length === 0);
    const distanceToOpen = (city: City) =>
      Math.min(...open.map((one) => (one === city ? 99 : recorded.map.distance(one.tile, city.tile))));
    const [held] = cities.toSorted((a, b) => distanceToOpen(a) - distanceToOpen(b));
    const guards = [9601, 9602].map((id) => ({ ...idle, id, tile: must(held).tile, type: named('Archers') }));
    const beside = must(adjacentTiles(recorded.map, must(held).tile).at(-1));
    const enemy = { ...must(recorded.units.get(131)), id: 9500, tile: beside };
    const leaving = (...others: readonly (typeof enemy)[]) =>
      unitOrders(situationOf(worldWithUnits(recorded, ...guards, ...others)), {
        plan: new Map(),
        planned: new Set(),
        isLandDelegated: false,
        isTried: () => false,
      }).filter(({ do: { unit_id: id, action_type: type } }) => Number(id) > 9600 && type === 'go_and');
    expect(leaving().length).toBeGreaterThan(0);
    expect(leaving(enemy)).toEqual([]);
  });

  it('founders come first, and what has a unit rest comes after all other advice', () => {
    const city = must([...recorded.cities.values()].find(({ owner }) => owner === 0));
    const rested = { ...idle, id: 9601, tile: city.tile, type: named('Archers') };
    const founder = { ...idle, id: 9602, type: named('Settlers') };
    const situation = situationOf(worldWithUnits(recorded, rested, founder));
    const plan = new Map([[founder.id, must(settlingOutlook(situation).sites[0])]]);
    const orders = unitOrders(situation, {
      plan,
      planned: new Set(),
      isLandDelegated: false,
      isTried: () => false,
    });
    expect(orders[0]?.do).toMatchObject({ action_type: 'settle', unit_id: 9602 });
    const advice = adviceOf(situation, []);
    const first = advice.findIndex(isRest);
    expect(first).toBeGreaterThan(0);
    expect(advice.slice(first).every(isRest)).toBe(true);
  });
});
