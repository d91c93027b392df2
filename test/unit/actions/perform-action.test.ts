import { describe, expect, test } from 'vitest';
import type { ActionData } from '#shared/protocol/actions.js';
import { numberedOffers } from '../../../proxy/actions/legal-actions.js';
import { type ActingPort, performAction } from '../../../proxy/actions/perform-action.js';
import type { Reply } from '../../../proxy/freeciv/brackets.js';
import { ProtocolError } from '../../../proxy/freeciv/errors.js';
import type { Plan, PlanChange } from '../../../proxy/plans/plan.js';
import { applyPacket } from '../../../proxy/world/fold.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { commit, type World } from '../../../proxy/world/world.js';
import { must, tableWith, unitWith, worldWith, worldWithUnits } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const recorded = worldAtTurn(60);
const archers = must(recorded.units.get(170));
const me = must(recorded.players.get(0));

/** A world of its own: what happens in it happens nowhere else. */
function worldOf(...units: readonly Unit[]): World {
  return worldWithUnits(recorded, ...units);
}

/** A seat in front of a server that does something to the world, and answers. */
function port(world: World, serve: () => Reply = () => said()): ActingPort {
  return {
    world,
    request: async () => serve(),
    trackOrder: async () => undefined,
    changePlan: async () => undefined,
    endPlansBy: async () => [],
  };
}

function said(...sentences: readonly string[]): Reply {
  const common = { event: 'E_BAD_COMMAND' as const, tile: -1, turn: 60, phase: 0, connId: -1 };
  return { packets: [], messages: sentences.map((message) => ({ ...common, message })) };
}

const sentry = { action_type: 'unit_sentry', unit_id: archers.id };

/** What the server does to a unit. */
function change(world: World, changes: Parameters<typeof unitWith>[1], detail: Partial<Unit['detail']> = {}) {
  const unit = unitWith(must(world.units.get(archers.id)), changes, detail);
  const { activity } = unit;
  applyPacket(world, { name: 'unit_info', fields: { ...must(unit.detail), activity } });
  commit(world);
}

test('an action that the server carries out is applied, with what changed and its sentences', async () => {
  const world = worldOf(archers);
  const seat = port(world, () => {
    change(world, { activity: 'ACTIVITY_SENTRY' });
    return said('Archers <b>sleep</b>.');
  });
  expect(await performAction(seat, sentry, 'a1')).toMatchObject({
    ok: true,
    value: {
      ...{ type: 'action_result', success: true, outcome: 'applied', action_type: 'unit_sentry' },
      ...{ version: world.version, result: { action_id: 'a1' } },
      changes: [{ kind: 'unit', id: 170, before: { activity: 'fortified' }, after: { activity: 'sentry' } }],
    },
  });
});

test('an action that the server refuses with sentences is E131 with all of them', async () => {
  const result = await performAction(
    port(worldOf(archers), () => said('No.', 'Never.')),
    sentry,
    'a1',
  );
  expect(result).toMatchObject({
    ok: false,
    failure: {
      ...{ code: 'E131', message: 'No. Never.' },
      details: {
        outcome: 'rejected',
        action_type: 'unit_sentry',
        server_messages: ['No.', 'Never.'],
        version: recorded.version,
      },
    },
  });
  expect(result).not.toHaveProperty('failure.details.state_change');
});

test('an action that the server refuses after it stopped the unit says what the unit was at', async () => {
  const world = worldOf(archers);
  const seat = port(world, () => {
    change(world, { activity: 'ACTIVITY_IDLE' });
    return said('No.');
  });
  const result = await performAction(seat, sentry, 'a1');
  const stopped = { activity_before: 'fortified', activity: 'idle' };
  expect(result).toMatchObject({ ok: false, failure: { details: { changes: [{ id: 170 }] } } });
  expect(result).toHaveProperty('failure.details.state_change', stopped);
});

test('an action that the server refuses after something else has changed has the changes', async () => {
  const world = worldOf(archers);
  const seat = port(world, () => {
    change(world, {}, { hp: 3 });
    return said('No.');
  });
  expect(await performAction(seat, sentry, 'a1')).toMatchObject({
    ok: false,
    failure: { details: { changes: [{ kind: 'unit', id: 170, after: { hp: 3 } }] } },
  });
});

test.each([
  ['was in it', {}, {}, 'handed_over'],
  ['has its home there', { tile: 1 }, { homecity: 133 }, 'handed_over'],
  ['has nothing to do with it', { tile: 1 }, { homecity: 0 }, 'gone'],
])(
  'an action that hands a city over says of a unit that %s what became of it',
  async (_who, changes, detail, fate) => {
    const nesa = must(recorded.cities.get(133));
    const units = worldOf(unitWith(archers, { tile: nesa.tile, ...changes }, detail));
    const world = worldWith(units, { cities: tableWith(recorded.cities, ({ id }) => id) });
    const seat = port(world, () => {
      const fields = { ...must(nesa.detail), owner: 2 };
      applyPacket(world, { name: 'city_info', fields });
      applyPacket(world, { name: 'unit_remove', fields: { unitId: archers.id } });
      commit(world);
      return said();
    });
    expect(await performAction(seat, sentry, 'a1')).toMatchObject({
      value: {
        changes: expect.arrayContaining([expect.objectContaining({ kind: 'unit', id: archers.id, fate })]),
      },
    });
  },
);

test('an action that has no effect but ends the orders of the unit says so', async () => {
  const world = worldOf(unitWith(archers, {}, { hasOrders: true, ai: true }));
  const seat = port(world, () => {
    const unit = unitWith(must(world.units.get(archers.id)), {}, { hasOrders: false, ai: false });
    applyPacket(world, { name: 'unit_info', fields: must(unit.detail) });
    commit(world);
    return said();
  });
  expect(await performAction(seat, sentry, 'a1')).toMatchObject({
    value: {
      ...{ success: false, outcome: 'no_effect', reason: 'The server did nothing of it and said nothing' },
      result: { state_change: { orders_ended: true, works_by_itself: false } },
    },
  });
});

test('an action with a value that no packet carries is E130 with the field of the packet', async () => {
  const fails = (place: object) =>
    performAction(
      port(worldOf(archers), () => {
        throw new ProtocolError('bad_length', 'too long', place);
      }),
      sentry,
      'a1',
    );
  expect(await fails({ packet: 'city_rename', field: 'name' })).toMatchObject({
    failure: {
      ...{ code: 'E130', path: 'data', details: { packet_field: 'name' } },
      message: 'The game server takes no such value: city_rename.name: too long',
    },
  });
  expect(await fails({})).toMatchObject({ failure: { details: {} } });
});

test('an action fails as the connection does', async () => {
  const seat = port(worldOf(archers), () => {
    throw new Error('lost');
  });
  await expect(performAction(seat, sentry, 'a1')).rejects.toThrow('lost');
});

test.each([
  [{ action_type: 'unit_sentri' }, 'E130', 'There is no action "unit_sentri"', 'unit_sentry'],
  [{ action_type: 'fly' }, 'E130', 'There is no action "fly"', undefined],
  [{}, 'E101', 'Missing required field data.action_type', undefined],
])('an action %j that names no action is refused', async (data, code, message, near) => {
  const result = await performAction(port(recorded), data, 'a1');
  expect(result).toMatchObject({ ok: false, failure: { code, message, path: 'data.action_type' } });
  if (near !== undefined) expect(result).toHaveProperty('failure.details.did_you_mean.0', near);
});

test.each(['Unit Sentries', 'UNIT_SENTRY', 'unit sentry'])(
  'an action is found by the name %s',
  async (name) => {
    const result = await performAction(port(worldOf(archers)), { ...sentry, action_type: name }, 'a1');
    expect(result).toHaveProperty('value.action_type', 'unit_sentry');
  },
);

test('an action with a field that it does not have warns, with the one that may be meant', async () => {
  const data = { ...sentry, wake_onn: {}, colour: 'red', parameters: { activty: 1 } };
  const result = await performAction(port(worldOf(archers)), data, 'a1');
  expect(result).toHaveProperty('value.warnings', [
    'unit_sentry has no field activty',
    'unit_sentry has no field wake_onn; did you mean wake_on?',
    'unit_sentry has no field colour',
  ]);
  const offered = await performAction(
    port(worldOf(archers)),
    {
      ...sentry,
      priority: 'low',
      certain: true,
      odds: [0, 1],
      label: 'sleep',
      reason: 'none',
      cost: { gold: 1 },
    },
    'a1',
  );
  expect(offered).not.toHaveProperty('value.warnings');
});

describe('destroyed nation', () => {
  const deadWorld = (deaths: ReadonlyMap<number, number>) =>
    worldWith(recorded, {
      players: tableWith(recorded.players, ({ playerno }) => playerno, { ...me, isAlive: false }),
      deaths: new Map(deaths),
    });

  test.each([
    [new Map([[0, 59]]), 'Your nation was destroyed in turn 59; you may watch on', 59],
    [new Map(), 'Your nation was destroyed; you may watch on', null],
  ])('a nation that is destroyed does nothing any more', async (deaths, message, turn) => {
    expect(await performAction(port(deadWorld(deaths)), sentry, 'a1')).toEqual({
      ok: false,
      failure: expect.objectContaining({ code: 'E143', message, details: { defeated: { turn } } }),
    });
  });

  test('a nation that is destroyed may still talk', async () => {
    const talk = { action_type: 'diplomacy_message', text: 'farewell' };
    const heard: Reply = {
      packets: [],
      messages: [{ message: 'farewell', event: 'E_CHAT_MSG', tile: -1, turn: 60, phase: 0, connId: 1 }],
    };
    const result = await performAction(
      port(deadWorld(new Map()), () => heard),
      talk,
      'a1',
    );
    expect(result).toHaveProperty('value.result.state_change', { message_sent: true, to: 'all' });
  });
});

describe('standing plans', () => {
  const defaults: ActionData = { action_type: 'plan_defaults', new_workers: 'auto' };

  test('standing plans are set once the action has had an effect, and those it overrides are ended', async () => {
    const [changes, asked]: [PlanChange[], unknown[]] = [[], []];
    const seat: ActingPort = {
      ...port(recorded),
      changePlan: async (planChange) => {
        changes.push(planChange);
        return { outcome: 'failed', sentence: 'Nobody.' };
      },
      endPlansBy: async (...by) => {
        asked.push(by);
        return ['settle-170'];
      },
    };
    const result = await performAction(seat, defaults, 'a1');
    expect(result).toHaveProperty('value.result.state_change', {
      ...{ plan: 'plan_defaults', plans_ended: ['settle-170'] },
      ...{ plan_outcome: 'failed', plan_sentence: 'Nobody.' },
    });
    const own = [...recorded.units.values()].filter(({ owner }) => owner === 0);
    const plan: Plan = {
      ...{ kind: 'unit_defaults', id: 'plan_defaults', since: 60, newWorkers: 'auto', exploring: [] },
      known: own.map(({ id }) => id),
    };
    expect(changes).toEqual([{ kind: 'set', plan }]);
    expect(asked).toEqual([[expect.objectContaining({ name: 'plan_defaults' }), undefined]]);
  });

  test.each([
    [
      { outcome: 'done' as const, sentence: 'Done.' },
      { plan_outcome: 'done', plan_sentence: 'Done.' },
    ],
    [{ outcome: 'done' as const, cityId: 133, sentence: 'Founded.' }, {}],
    [
      { outcome: 'failed' as const, cityId: 133, sentence: 'No.' },
      { plan_outcome: 'failed', plan_sentence: 'No.' },
    ],
    [undefined, {}],
  ])(
    'standing plans that end at once as %j are told of, but for a city that the action tells of',
    async (end, told) => {
      const seat: ActingPort = { ...port(recorded), changePlan: async () => end };
      const result = await performAction(seat, defaults, 'a1');
      expect(result).toHaveProperty('value.result.state_change', { plan: 'plan_defaults', ...told });
    },
  );
});

describe('actions by number', () => {
  const offer = { ...sentry, type: 'unit_sentry', priority: 'low', certain: true, label: 'sleep' } as const;
  const { action_type: _name, ...numbered } = offer;
  const world = worldOf(archers);
  const { version } = world;

  test('an action by its number is refused before there are any numbers', async () => {
    expect(await performAction(port(worldOf(archers)), { action_index: 0 }, 'a1')).toMatchObject({
      failure: {
        ...{ code: 'E130', path: 'data.version', details: { version, numbered_at: null } },
        message: 'The state has changed since the actions were numbered: ask for them again',
      },
    });
  });

  test('an action by its number is the offer of that number, of the state that gave it', async () => {
    expect(numberedOffers(world, [numbered, numbered])).toEqual([
      { action_index: 0, ...numbered },
      { action_index: 1, ...numbered },
    ]);
    const result = (data: ActionData) => performAction(port(world), data, 'a1');
    expect(await result({ action_index: 1 })).toMatchObject({ value: { action_type: 'unit_sentry' } });
    expect(await result({ action_index: 1, version })).toMatchObject({ ok: true });
    expect(await result({ action_index: 1, version: version - 1 })).toMatchObject({
      failure: { path: 'data.version', details: { version, numbered_at: version } },
    });
    expect(await result({ action_index: 2 })).toMatchObject({
      failure: { message: 'There is no action 2', path: 'data.action_index', details: { expected: '0-1' } },
    });
    change(world, { activity: 'ACTIVITY_IDLE' });
    expect(await result({ action_index: 1 })).toMatchObject({
      failure: { path: 'data.version', details: { version: world.version, numbered_at: version } },
    });
  });
});
