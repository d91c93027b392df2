import { describe, expect, test } from 'vitest';
import type { Action } from '../../../proxy/actions/action.js';
import type { ActionPort } from '../../../proxy/actions/action-port.js';
import { stateBefore } from '../../../proxy/actions/changes.js';
import { OfferContext } from '../../../proxy/actions/offer-context.js';
import { unitLoad, unitUnload, unitUnloadAll } from '../../../proxy/actions/unit/transport.js';
import type { Reply } from '../../../proxy/freeciv/brackets.js';
import type { ClientPacketName, PacketOf } from '../../../proxy/freeciv/generated/packets.js';
import { canLoad, canUnload, cargoOf } from '../../../proxy/rules/movement/transport.js';
import type { Unit } from '../../../proxy/world/unit.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, unitWith, worldWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(60);
const later = worldAtTurn(1, 'civ2civ3-4-ai-40-turns-3.1');
const at = (x: number, y: number) => must(recorded.map.tileAt({ x, y }));
const nesa = must(recorded.cities.get(133));
const typeNamed = (name: string) =>
  must([...recorded.ruleset.unitTypes.values()].find(({ ruleName }) => ruleName === name)).id;
const [SEA, SHORE] = [at(9, 24), at(9, 22)];
/** A trireme takes two land units; it and archers are in Nesa. */
const trireme = unitWith(must(recorded.units.get(213)), { tile: nesa.tile, activity: 'ACTIVITY_IDLE' });
const archers = unitWith(must(recorded.units.get(170)), { activity: 'ACTIVITY_IDLE' });
const second = { ...archers, id: 9001 };
const third = { ...archers, id: 9002 };
const aboard = (unit: Unit, tile = trireme.tile): Unit => ({ ...unit, tile, transportedBy: trireme.id });
const inPort = worldWithUnits(recorded, trireme, archers);
const full = worldWithUnits(inPort, aboard(archers), aboard(second), third);
const atSea = worldWithUnits(recorded, { ...trireme, tile: SEA }, aboard(archers, SEA), aboard(second, SEA));

/** What an action sends, and its effect when the units are `after` then. */
async function run(
  action: Action,
  world: World,
  fields: { actor_id: number; target?: object },
  ...after: readonly Unit[]
) {
  const sent: unknown[] = [];
  const port: ActionPort = {
    world,
    request: async (name, packet) => {
      sent.push({ name, ...packet });
      return { packets: [], messages: [] };
    },
  };
  const plan = await action.plan(port, fields);
  if (!plan.ok) return { refusal: plan.failure.message, details: plan.failure.details };
  const replies = [await plan.value.send()].flat();
  return { sent, effect: plan.value.effect(stateBefore(world), worldWithUnits(world, ...after), replies) };
}

async function offered(action: Action, world: World, actor: number) {
  const port: ActionPort = { world, request: async () => ({ packets: [], messages: [] }) };
  const offers = await action.offers(new OfferContext(port));
  return offers.filter(({ unit_id: id }) => id === actor).map(({ label, certain }) => [label, certain]);
}

describe('boarding', () => {
  const boat = { id: 213, type: 'trireme' };

  test('a unit boards the transport beside it in the city', async () => {
    expect(await run(unitLoad, inPort, { actor_id: 170 }, aboard(archers))).toEqual({
      sent: [{ name: 'unit_load', cargoId: 170, transporterId: 213, transporterTile: nesa.tile }],
      effect: { loaded: true, transport: boat },
    });
    expect(await run(unitLoad, inPort, { actor_id: 170, target: { id: 213 } })).toMatchObject({
      effect: undefined,
    });
  });

  test('a unit boards from the next tile, which moves it; one that sleeps is woken first', async () => {
    const onShore = unitWith(archers, { tile: SHORE, activity: 'ACTIVITY_SENTRY' });
    const world = worldWithUnits(inPort, onShore);
    const load = { name: 'unit_load', cargoId: 170, transporterId: 213, transporterTile: nesa.tile };
    expect(await run(unitLoad, world, { actor_id: 170 }, aboard(archers))).toEqual({
      sent: [{ name: 'unit_change_activity', unitId: 170, activity: 'ACTIVITY_IDLE', target: -1 }, load],
      effect: { loaded: true, transport: boat, unit_moved: true, new_position: { x: 9, y: 23 } },
    });
    const awake = worldWithUnits(inPort, unitWith(onShore, { activity: 'ACTIVITY_IDLE' }));
    expect(await run(unitLoad, awake, { actor_id: 170 })).toMatchObject({ sent: [load] });
  });

  /** Later versions ask the server how to board, and it answers before it has dealt with what changes the game. */
  test.each([
    'ACTIVITY_SENTRY',
    'ACTIVITY_FORTIFYING',
    'ACTIVITY_FORTIFIED',
    'ACTIVITY_GEN_ROAD',
    'ACTIVITY_MINE',
    'ACTIVITY_PILLAGE',
  ] as const)(
    'a unit boards from the next tile where boarding is a unit action, out of %s',
    async (activity) => {
      const { actions } = later.ruleset;
      const ruleset = { ...inPort.ruleset, actions };
      const world = worldWith(worldWithUnits(inPort, unitWith(archers, { tile: SHORE, activity })), {
        ruleset,
      });
      let now: Unit['activity'] = activity;
      const sent: unknown[] = [];
      const plan = await unitLoad.plan({ world, request }, { actor_id: 170 });
      if (plan.ok) await plan.value.send();
      expect(sent).toEqual(['unit_change_activity', 'unit_get_actions', 'ACTION_TRANSPORT_EMBARK']);

      async function request<K extends ClientPacketName>(
        name: K,
        fields: PacketOf<K>['fields'],
      ): Promise<Reply> {
        if (name !== 'unit_get_actions') await new Promise(setImmediate);
        sent.push('actionType' in fields ? fields.actionType : name);
        if (name === 'unit_change_activity') now = 'ACTIVITY_IDLE';
        return name === 'unit_get_actions'
          ? possible(now === 'ACTIVITY_IDLE')
          : { packets: [], messages: [] };
      }

      function possible(canEmbark: boolean): Reply {
        const ids = { actorUnitId: 170, targetUnitId: 213, targetCityId: 0, targetTileId: nesa.tile };
        const odds = { min: 0, max: 0 };
        const actionProbabilities = [...actions.keys()].map((action) =>
          canEmbark && action === 'ACTION_TRANSPORT_EMBARK' ? { min: 200, max: 200 } : odds,
        );
        const fields = { ...ids, targetExtraId: -1, disturbPlayer: false, actionProbabilities };
        return { packets: [{ name: 'unit_actions', fields }], messages: [] };
      }
    },
  );

  test.each([
    ['that is full', full, 9002, undefined, []],
    ['that is not there', inPort, 170, { id: 99_999 }, [boat]],
    ['that is another unit', inPort, 170, { id: 108 }, [boat]],
    ['from far away', worldWithUnits(inPort, { ...archers, tile: at(12, 22) }), 170, undefined, []],
  ])('a unit boards no transport %s', async (_which, world, id, target, transports) => {
    expect(await run(unitLoad, world, { actor_id: id, ...(target !== undefined && { target }) })).toEqual({
      refusal: 'No such transport here would take this unit',
      details: { transports },
    });
  });

  test('a unit boards when it is offered', async () => {
    expect(await offered(unitLoad, inPort, 170)).toEqual([['Archers 170: board Trireme 213', true]]);
    expect(await offered(unitLoad, full, 9002)).toEqual([]);
  });
});

test('a unit leaves its transport in a city', async () => {
  expect(await run(unitUnload, full, { actor_id: 170 }, archers)).toEqual({
    sent: [{ name: 'unit_unload', cargoId: 170, transporterId: 213 }],
    effect: { loaded: false },
  });
  expect(await run(unitUnload, full, { actor_id: 170 })).toMatchObject({ effect: undefined });
  expect(await offered(unitUnload, full, 170)).toEqual([['Archers 170: leave its transport', true]]);
});

test.each([
  ['where it is on none', inPort, 'This unit is on no transport'],
  ['at sea', atSea, 'This unit cannot leave its transport here: move it to where it can stand'],
])('a unit does not leave its transport %s', async (_where, world, refusal) => {
  expect(await run(unitUnload, world, { actor_id: 170 })).toMatchObject({ refusal });
  expect(await offered(unitUnload, world, 170)).toEqual([]);
});

test('a unit leaves its transport with all others', async () => {
  const sent = [170, 9001].map((cargoId) => ({ name: 'unit_unload', cargoId, transporterId: 213 }));
  expect(await run(unitUnloadAll, full, { actor_id: 213 }, archers, second)).toEqual({
    sent,
    effect: { unloaded: [170, 9001], still_on_board: 0 },
  });
  expect(await run(unitUnloadAll, full, { actor_id: 213 }, archers)).toMatchObject({
    effect: { unloaded: [170], still_on_board: 1 },
  });
  expect(await run(unitUnloadAll, full, { actor_id: 213 })).toMatchObject({ effect: undefined });
  expect(await offered(unitUnloadAll, full, 213)).toEqual([['Trireme 213: let all leave it', true]]);
});

test('units do not leave a transport all together at sea, or where there are none', async () => {
  expect(await run(unitUnloadAll, atSea, { actor_id: 213 })).toEqual({
    refusal: 'Nothing on board could leave here',
    details: { cargo: [170, 9001].map((id) => ({ id, type: 'archers' })) },
  });
  expect(await run(unitUnloadAll, inPort, { actor_id: 213 })).toMatchObject({ details: { cargo: [] } });
  expect(await offered(unitUnloadAll, atSea, 213)).toEqual([]);
});

describe('cargo', () => {
  test('a transport has its cargo, and room for so many', () => {
    expect(cargoOf(full, trireme).map(({ id }) => id)).toEqual([170, 9001]);
    expect(canLoad(full, third, trireme)).toBe(false);
    expect(canLoad(worldWithUnits(full, second), third, trireme)).toBe(true);
  });

  const transport: Unit = { ...trireme, id: 9010, type: typeNamed('Transport') };
  const allied = (type: 'DS_ALLIANCE' | 'DS_PEACE') => {
    const entries = [...inPort.diplomacy.values()]
      .filter(({ plr1, plr2 }) => [plr1, plr2].toSorted().join() === '0,2')
      .map((entry) => ({ ...entry, type }));
    return worldWith(inPort, {
      diplomacy: tableWith(inPort.diplomacy, (entry) => entry.diplstateId, ...entries),
    });
  };

  test.each([
    ['takes no ship', inPort, transport, trireme, false],
    ['does not take itself', inPort, trireme, trireme, false],
    ['is a ship, not archers', inPort, trireme, archers, false],
    ['takes units of allies', allied('DS_ALLIANCE'), { ...archers, owner: 2 }, trireme, true],
    ['takes no units of others', allied('DS_PEACE'), { ...archers, owner: 2 }, trireme, false],
    ['of an unknown type may take them', inPort, archers, { ...trireme, type: 999 }, 'unknown'],
  ] as const)('a transport %s', (_what, world, cargo, carrier, expected) => {
    expect(canLoad(world, cargo, carrier)).toBe(expected);
  });

  test.each([
    ['is left in a city', full, aboard(archers), true],
    ['is left by who has none', inPort, archers, 'unknown'],
    ['is left when it is not in sight', inPort, { ...archers, transportedBy: 99_999 }, 'unknown'],
  ] as const)('a transport %s', (_what, world, cargo, expected) => {
    expect(canUnload(world, cargo)).toBe(expected);
  });
});
