import { describe, expect, test } from 'vitest';
import type { ActionPort } from '../../../proxy/actions/action-port.js';
import { stateBefore } from '../../../proxy/actions/changes.js';
import { spaceshipLaunch, spaceshipPlace } from '../../../proxy/actions/nation/spaceship.js';
import { OfferContext } from '../../../proxy/actions/offer-context.js';
import type { Spaceship } from '../../../proxy/rules/players/spaceship.js';
import { VersionedTable } from '../../../proxy/world/versioned-table.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, worldWith } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';
import { looseShip } from '../../support/ships.js';

const recorded = worldAtTurn(20);
const me = must(recorded.seat.player);
const empty: Spaceship = { ...looseShip({ structurals: 0, components: 0, modules: 0 }), playerNum: me };

function withShip(ship: Partial<Spaceship>): World {
  const spaceships = tableWith(recorded.spaceships, ({ playerNum }) => playerNum, { ...empty, ...ship });
  return worldWith(recorded, { spaceships });
}

function withoutCities(world: World): World {
  return worldWith(world, { cities: new VersionedTable() });
}

/** The ship after a part was put in its place, as the server does it. */
function withPart(world: World, { type, num }: { readonly type: string; readonly num: number }): Spaceship {
  const ship = must(world.spaceships.get(me));
  const structure = ship.structure.slice();
  if (type === 'SSHIP_PLACE_STRUCTURAL') structure[num >> 3] = (structure[num >> 3] ?? 0) | (1 << (num & 7));
  return {
    ...{ ...ship, structure },
    ...(type === 'SSHIP_PLACE_FUEL' && { fuel: num }),
    ...(type === 'SSHIP_PLACE_PROPULSION' && { propulsion: num }),
    ...(type === 'SSHIP_PLACE_HABITATION' && { habitation: num }),
  };
}

/** A seat whose server puts parts in their places, or does nothing. */
function portOf(world: World, places = true) {
  const sent: string[] = [];
  const port: ActionPort = {
    world,
    request: async (name, fields) => {
      sent.push(`${name} ${Object.values(fields).join(' ')}`.trim());
      if (places && 'num' in fields && 'type' in fields)
        world.spaceships.set(me, withPart(world, { type: String(fields.type), num: Number(fields.num) }), 2);
      return { packets: [], messages: [] };
    },
  };
  return { port, sent };
}

const counted = { structurals: 2, components: 2, modules: 1 };

test('parts of a spaceship are placed one after the other until none is left', async () => {
  const { port, sent } = portOf(withShip(counted));
  const before = stateBefore(port.world);
  const plan = await spaceshipPlace.plan(port, {});
  if (!plan.ok) throw new Error(plan.failure.message);
  const replies = [await plan.value.send()].flat();
  expect(sent.toSorted()).toEqual([
    'spaceship_place SSHIP_PLACE_FUEL 1',
    'spaceship_place SSHIP_PLACE_HABITATION 1',
    'spaceship_place SSHIP_PLACE_PROPULSION 1',
    'spaceship_place SSHIP_PLACE_STRUCTURAL 0',
    expect.stringMatching(/^spaceship_place SSHIP_PLACE_STRUCTURAL [1-9]\d*$/u),
  ]);
  expect(plan.value.effect(before, port.world, replies)).toEqual({
    parts_placed: 5,
    structurals: { built: 2, placed: 2 },
    components: { built: 2, fuel: 1, propulsion: 1 },
    modules: { built: 1, habitation: 1, life_support: 0, solar_panels: 0 },
    success_rate: 0,
  });
});

test('parts of a spaceship of one kind are placed one at a time', async () => {
  const { port, sent } = portOf(withShip(counted));
  const plan = await spaceshipPlace.plan(port, { part: 'fuel' });
  if (!plan.ok) throw new Error(plan.failure.message);
  await plan.value.send();
  expect(sent).toEqual(['spaceship_place SSHIP_PLACE_FUEL 1']);
});

test('parts of a spaceship are not tried again when the server does not place them', async () => {
  const { port, sent } = portOf(withShip(counted), false);
  const plan = await spaceshipPlace.plan(port, {});
  if (!plan.ok) throw new Error(plan.failure.message);
  const replies = [await plan.value.send()].flat();
  expect(sent).toHaveLength(1);
  expect(plan.value.effect(stateBefore(port.world), port.world, replies)).toBeUndefined();
});

test.each([
  [
    'without a spaceship',
    recorded,
    {},
    'You have no spaceship: it takes a Space Structural, Component or Module',
  ],
  [
    'before it is begun',
    withShip({ sshipState: 'SSHIP_NONE' }),
    {},
    'You have no spaceship: it takes a Space Structural, Component or Module',
  ],
  [
    'after the launch',
    withShip({ ...counted, sshipState: 'SSHIP_LAUNCHED' }),
    {},
    'The spaceship is launched already',
  ],
  ['when none is built', withShip({}), {}, 'No such part is left to be placed'],
  [
    'when none of the kind is built',
    withShip({ structurals: 1 }),
    { part: 'fuel' },
    'No such part is left to be placed',
  ],
])('parts of a spaceship are refused %s', async (_when, world, fields, message) => {
  const plan = await spaceshipPlace.plan(portOf(world).port, fields);
  expect(plan).toMatchObject({ failure: { code: 'E130', path: 'data.part', message } });
});

test('parts of a spaceship are offered by kind, as far as there are any', async () => {
  const offered = async (world: World) =>
    (await spaceshipPlace.offers(new OfferContext(portOf(world).port))).map(({ part, label }) => [
      part,
      label,
    ]);
  const named = (...parts: readonly string[]) =>
    parts.map((part) => [part, `place ${part} of the spaceship`]);
  expect(await offered(withShip({ structurals: 1 }))).toEqual(named('structural'));
  expect(await offered(withShip({ components: 1 }))).toEqual(named('fuel', 'propulsion'));
  expect(await offered(withShip({ modules: 1 }))).toEqual(
    named('habitation', 'life_support', 'solar_panels'),
  );
  expect(await offered(withShip({ modules: 1, habitation: 1 }))).toEqual([]);
  expect(await offered(withShip({ ...counted, sshipState: 'SSHIP_LAUNCHED' }))).toEqual([]);
  expect(await offered(recorded)).toEqual([]);
});

describe('launch', () => {
  const ready = { ...counted, successRate: 0.875, travelTime: 12.7 };

  test('a launch is offered with its chance', async () => {
    const offered = async (world: World) =>
      (await spaceshipLaunch.offers(new OfferContext(portOf(world).port))).map(({ label }) => label);
    expect(await offered(withShip(ready))).toEqual(['launch the spaceship: it arrives with 88 %']);
    expect(await offered(withShip({ ...ready, successRate: 0 }))).toEqual([]);
    expect(await offered(withShip({ ...ready, sshipState: 'SSHIP_LAUNCHED' }))).toEqual([]);
    expect(await offered(withoutCities(withShip(ready)))).toEqual([]);
    expect(await offered(recorded)).toEqual([]);
  });

  test.each([
    ['without a spaceship', recorded, 'You have no spaceship'],
    ['before it is begun', withShip({ sshipState: 'SSHIP_NONE' }), 'You have no spaceship'],
    ['twice', withShip({ ...ready, sshipState: 'SSHIP_LAUNCHED' }), 'The spaceship is launched already'],
    [
      'that could not arrive',
      withShip({ ...ready, successRate: 0 }),
      expect.stringContaining('It could not arrive'),
    ],
    ['without a capital', withoutCities(withShip(ready)), 'Without a capital no spaceship can be launched'],
  ])('a launch is refused %s', async (_when, world, message) => {
    const plan = await spaceshipLaunch.plan(portOf(world).port, {});
    expect(plan).toMatchObject({ failure: { code: 'E130', path: 'data.action_type', message } });
  });

  test('a launch tells when the ship arrives', async () => {
    const { port, sent } = portOf(withShip(ready));
    const plan = await spaceshipLaunch.plan(port, {});
    if (!plan.ok) throw new Error(plan.failure.message);
    const replies = [await plan.value.send()].flat();
    expect(sent).toEqual(['spaceship_launch']);
    const effect = (ship: Partial<Spaceship>) =>
      plan.value.effect(stateBefore(port.world), withShip({ ...ready, ...ship }), replies);
    expect(effect({})).toBeUndefined();
    const launched = { launched: true, success_rate: 0.88, arrival_year: 1962 };
    expect(effect({ sshipState: 'SSHIP_LAUNCHED', launchYear32: 1950 })).toEqual(launched);
    expect(effect({ sshipState: 'SSHIP_LAUNCHED', launchYear16: 1950 })).toEqual(launched);
  });

  test('a launch against the rules is sent', async () => {
    const { port } = portOf(withShip({ ...ready, successRate: 0 }));
    expect(await spaceshipLaunch.plan({ ...port, skipsRules: true }, {})).toHaveProperty('ok', true);
  });
});
