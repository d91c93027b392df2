import { describe, expect, test } from 'vitest';
import { journeyOffer, settleOffer } from '../../../features/advisor/journey-offers.js';
import type { ActionPort } from '../../../proxy/actions/action-port.js';
import { stateBefore } from '../../../proxy/actions/changes.js';
import { settle } from '../../../proxy/actions/plans/settle.js';
import { siteProblem } from '../../../proxy/plans/settle.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { VersionedTable } from '../../../proxy/world/versioned-table.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, unitWith, worldWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(60);
const settlersType = [...recorded.ruleset.unitTypes.values()].find(({ ruleName }) => ruleName === 'Settlers');
const workers = must(recorded.units.get(108));
/** At (6, 17), beside Kussara. */
const settlers = unitWith(workers, { type: must(settlersType).id }, { ai: false, movesleft: 3 });
const world = worldWithUnits(recorded, settlers);
const archers = must(recorded.units.get(170));

function tileAt(x: number, y: number): number {
  return must(recorded.map.tileAt({ x, y }));
}

/** A seat, with the packets that it sends. */
function seatOf(site: number | undefined, of: World = world) {
  const sent: unknown[] = [];
  const port: ActionPort = {
    world: of,
    chooseSite: () => site,
    request: async (name, fields) => {
      sent.push({ name, ...fields });
      return { packets: [], messages: [] };
    },
  };
  return { port, sent };
}

/** Free land that is no part of the continent of the settlers. */
const overseas = [...world.tiles.values()].find(
  ({ tile, continent }) =>
    continent > 0 && continent !== 2 && siteProblem(world, settlers, tile) === undefined,
);

const SITE = { x: 10, y: 19 };

/** The settlers with orders to a tile, of which the last founds a city. */
function goingTo(tile: number, ends: 'ORDER_PERFORM_ACTION' | 'ORDER_MOVE' = 'ORDER_PERFORM_ACTION'): Unit {
  const { detail } = settlers;
  return {
    ...settlers,
    detail: {
      ...must(detail),
      ...{ hasOrders: true, gotoTile: tile, ordersLength: 2, orders: ['ORDER_MOVE', ends] },
    },
  };
}

describe('settle', () => {
  test('settle sends the unit on its way with founding as the last order, and sets the plan', async () => {
    const { port, sent } = seatOf(undefined);
    const plan = await settle.plan(port, { actor_id: settlers.id, target: SITE });
    if (!plan.ok) throw new Error(plan.failure.message);
    await plan.value.send();
    const site = tileAt(10, 19);
    expect(plan.value.planChange).toEqual({
      kind: 'set',
      plan: {
        ...{
          kind: 'settle',
          id: 'settle-108',
          since: 60,
          unitId: 108,
          unit: 'Settlers',
          site,
          isBest: false,
        },
        ...{ tries: 1, sentFrom: 1332, sentTurn: 60 },
      },
    });
    const [orders] = sent;
    expect(sent).toHaveLength(1);
    expect(orders).toMatchObject({ name: 'unit_orders', unitId: 108, srcTile: 1332, destTile: site });
    expect(orders).toMatchObject({ repeat: false, vigilant: false });
    const { orders: kinds, action, length } = Object(orders);
    expect(kinds.slice(0, -1).every((kind: string) => kind === 'ORDER_MOVE')).toBe(true);
    expect([kinds.at(-1), action.at(-1)]).toEqual(['ORDER_PERFORM_ACTION', 'ACTION_FOUND_CITY']);
    expect([kinds.length, action.length]).toEqual([length, length]);
    expect(length).toBeGreaterThan(4);
  });

  test('settle takes the site proposed for "best", and founds at once where the unit stands on it', async () => {
    const { port, sent } = seatOf(1332);
    const plan = await settle.plan(port, { actor_id: settlers.id, target: { value: 'best' } });
    if (!plan.ok) throw new Error(plan.failure.message);
    await plan.value.send();
    expect(plan.value.planChange).toMatchObject({ plan: { site: 1332, isBest: true } });
    expect(sent).toMatchObject([{ length: 1, orders: ['ORDER_PERFORM_ACTION'], destTile: 1332 }]);
  });

  const none = { value: 'best' };
  test.each([
    ['by who founds no cities', { actor_id: 170, target: SITE }, 'Archers cannot found cities', 'actor_id'],
    ['by the unit of others', { actor_id: 131, target: SITE }, 'The unit 131 is not yours', 'actor_id'],
    [
      'off the map',
      { actor_id: 108, target: { x: 0, y: 52 } },
      '(0, 52) is beyond the map: x is 0-77, and round: 78 is 0; y is 0-51',
      'target',
    ],
    [
      'beside an own city',
      { actor_id: 108, target: { x: 6, y: 17 } },
      'No city can be founded there: your city Kussara is nearer than 2 tiles',
      'target',
    ],
    [
      'in a city of others',
      { actor_id: 108, target: { x: 28, y: 17 } },
      'No city can be founded there: the Austrian city Graz is there',
      'target',
    ],
    [
      'without a site to propose',
      { actor_id: 108, target: none },
      'No site for a city is known that this unit can reach',
      'target',
    ],
    [
      'across the sea',
      { actor_id: 108, target: recorded.map.position(must(overseas).tile) },
      'There is no way there that this unit can go and you know of',
      'target',
    ],
  ])('settle is refused %s', async (_where, fields, message, path) => {
    const plan = await settle.plan(seatOf(undefined).port, fields);
    expect(plan).toMatchObject({ ok: false, failure: { code: 'E130', message, path: `data.${path}` } });
  });

  const site = tileAt(10, 19);
  const place = { plan: 'settle-108', site: SITE, turns_left: 3 };
  const nesa = must(recorded.cities.get(133));
  const withCity = (owner: number) =>
    worldWith(world, {
      cities: tableWith(world.cities, ({ id }) => id, {
        ...nesa,
        id: 4000,
        name: 'Utopia',
        tile: site,
        owner,
      }),
    });
  test.each([
    ['goes there', worldWithUnits(world, goingTo(site)), place],
    [
      'founded a city there',
      withCity(0),
      { city_built: true, city_id: 4000, name: 'Utopia', position: SITE },
    ],
    ['stands still', world, undefined],
    ['goes there and founds nothing', worldWithUnits(world, goingTo(site, 'ORDER_MOVE')), undefined],
    ['goes elsewhere', worldWithUnits(world, goingTo(site + 1)), undefined],
    ['found a city of others there', withCity(1), undefined],
    [
      'went some steps and was stopped',
      worldWithUnits(world, unitWith(settlers, { tile: tileAt(7, 18) }, { hasOrders: false })),
      { plan: 'settle-108', site: SITE, unit_moved: true, new_position: { x: 7, y: 18 } },
    ],
    [
      'was lost on the way',
      worldWith(world, { units: new VersionedTable<Unit>() }),
      { plan: 'settle-108', site: SITE, unit_moved: true, unit_lost: true },
    ],
  ])('settle tells that the unit %s', async (_what, after, expected) => {
    const plan = await settle.plan(seatOf(undefined).port, { actor_id: settlers.id, target: SITE });
    if (!plan.ok) throw new Error(plan.failure.message);
    const effect = plan.value.effect(stateBefore(world), after, []);
    expect(effect).toEqual(expected);
  });

  test('settle tells nothing of a city that was there before', async () => {
    const plan = await settle.plan(seatOf(undefined).port, { actor_id: settlers.id, target: SITE });
    if (!plan.ok) throw new Error(plan.failure.message);
    expect(plan.value.effect(stateBefore(withCity(0)), withCity(0), [])).toBeUndefined();
  });
});

test.each([
  [SITE.x, SITE.y, 'in 3 turns', false],
  [5, 18, 'this turn', false],
  // It arrives this turn, without moves left to found a city with.
  [7, 18, 'in 1 turn', true],
  [8, 17, 'in 1 turn', true],
])(
  'settle is offered with the turns until the city stands: (%i, %i): %s, certain: %s',
  (x, y, words, certain) => {
    expect(settleOffer(world, settlers, tileAt(x, y))).toMatchObject({
      certain,
      ...{ type: 'settle', unit_id: 108, target: { x, y }, reason: 'a good place for a city' },
      label: `Settlers 108: go to (${x}, ${y}) and found a city ${words}`,
    });
  },
);

test('to go where no city can be founded is not offered as a plan to settle', () => {
  expect(settleOffer(world, settlers, tileAt(6, 16))).toBeUndefined();
  expect(settleOffer(world, settlers, must(overseas).tile)).toBeUndefined();
});

describe('journeys', () => {
  const nerik = must(recorded.cities.get(207));
  const rested = unitWith(archers, { activity: 'ACTIVITY_IDLE' });

  test('a journey is offered with its turns, place and reason', () => {
    expect(journeyOffer(recorded, rested, nerik.tile, 'Nerik is empty')).toEqual({
      ...{ type: 'unit_move', unit_id: 170, target: { x: 6, y: 21 }, priority: 'medium', certain: true },
      ...{ label: 'Archers 170: go to (6, 21), 2 turns', reason: 'Nerik is empty' },
    });
  });

  test.each([
    [150, '(12, 22), 2 turns', true],
    [143, '(5, 16), 4 turns', false],
    [302, '(77, 11), 8 turns', false],
  ])('a journey is offered to city %i as %s, certain: %s', (id, words, certain) => {
    const offer = journeyOffer(recorded, rested, must(recorded.cities.get(id)).tile, 'x');
    expect(offer).toMatchObject({ label: `Archers 170: go to ${words}`, certain });
  });

  test.each([
    ['beside the unit', rested, recorded.map.tileAt({ x: 9, y: 22 })],
    ['where it stands', rested, rested.tile],
    ['across the sea', rested, must(recorded.cities.get(132)).tile],
  ])('a journey is not offered %s', (_where, unit, tile) => {
    expect(journeyOffer(recorded, unit, must(tile), 'x')).toBeUndefined();
  });
});
