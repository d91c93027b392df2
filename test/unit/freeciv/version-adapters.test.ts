import { describe, expect, test } from 'vitest';
import { Protocol } from '../../../proxy/freeciv/protocol.js';
import { hasBit } from '../../../proxy/freeciv/value-codecs.js';
import { enumsOfRequirement, ownNamesOf, ownNumbering } from '../../../proxy/freeciv/versions/own-numbers.js';

const [old, ...later] = (['3.0', '3.1', '3.2'] as const).map((version) => Protocol.load(version));

describe.each(later)('version $table.version', ({ adapter, table }) => {
  const numberIn = (enumeration: string, name: string): number =>
    table.enums[enumeration]?.values.find(([, id]) => id === name)?.[0] ?? -1;

  test('a route and its action go out as one list of orders in each version', () => {
    const { name, fields } = adapter.sent('unit_orders', {
      ...{ unitId: 7, srcTile: 3, length: 2, repeat: false, vigilant: false, destTile: 4 },
      orders: ['ORDER_MOVE', 'ORDER_PERFORM_ACTION'],
      dir: ['DIR8_EAST', '#8'],
      activity: ['ACTIVITY_IDLE', 'ACTIVITY_IDLE'],
      subTarget: [-1, -1],
      action: ['ACTION_NONE', 'ACTION_FOUND_CITY'],
    });
    expect(name).toBe('unit_orders');
    expect(fields.orders).toMatchObject([
      { order: 'ORDER_MOVE', dir: 'DIR8_EAST', target: -1, action: 'ACTION_NONE' },
      { order: 'ORDER_PERFORM_ACTION', target: 4, action: 'ACTION_FOUND_CITY' },
    ]);
  });

  test('orders of a unit come in as parallel lists, and who controls it as a yes or no', () => {
    const orders = [
      {
        order: 'ORDER_MOVE',
        activity: 'ACTIVITY_IDLE',
        target: 0,
        subTarget: 5,
        action: 'ACTION_NONE',
        dir: 'DIR8_WEST',
      },
    ];
    expect(adapter.received('unit_info', { id: 1, orders, ssaController: 'SSA_AUTOSETTLER' })).toMatchObject({
      ai: true,
      orders: ['ORDER_MOVE'],
      ordersDirs: ['DIR8_WEST'],
      ordersActivities: ['ACTIVITY_IDLE'],
      ordersSubTargets: [5],
      ordersActions: ['ACTION_NONE'],
    });
  });

  test('a requirement on a named value has our own number of it, one on a plain number keeps it', () => {
    const requirement = (type: string, value: number) => ({ type, value, range: 'REQ_RANGE_LOCAL' });
    const { reqs } = adapter.received('ruleset_effect', {
      reqs: [
        requirement('VUT_ACTION', numberIn('gen_action', 'ACTION_HEAL_UNIT')),
        requirement('VUT_MINSIZE', 8),
      ],
    });
    expect(reqs).toMatchObject([
      { value: ownNamesOf('gen_action').indexOf('ACTION_HEAL_UNIT') },
      { value: 8 },
    ]);
  });

  test('exploring is an agent of the server, other activities stay activities', () => {
    const sent = (activity: string) =>
      adapter.sent('unit_change_activity', { unitId: 9, activity, target: -1 });
    expect(sent('ACTIVITY_EXPLORE')).toEqual({
      name: 'unit_server_side_agent_set',
      fields: { unitId: 9, agent: 'SSA_AUTOEXPLORE' },
    });
    expect(sent('ACTIVITY_SENTRY').name).toBe('unit_change_activity');
  });

  test('the actions that an action blocks are bits by our own numbers', () => {
    const { blockedBy } = adapter.received('ruleset_action', {
      blockedBy: new Set(['ACTION_CONQUER_CITY4']),
    });
    const names = ownNamesOf('gen_action');
    const set = names.filter((_, bit) => blockedBy instanceof Uint8Array && hasBit(blockedBy, bit));
    expect(set).toEqual(['ACTION_CONQUER_CITY4']);
  });

  test('players and technologies that stand for none are those of 3.0', () => {
    const lastTech = { '3.1': 251, '3.2': 401 }[table.version] ?? -1;
    expect(adapter.received('game_info', { greatWonderOwners: [3, 513] })).toMatchObject({
      greatWonderOwners: [3, 161],
    });
    expect(adapter.received('research_info', { researching: lastTech + 1, techGoal: 12 })).toMatchObject({
      researching: 201,
      techGoal: 12,
    });
  });

  test('auto workers and worker tasks are asked for as the version knows them', () => {
    expect(adapter.sent('unit_autosettlers', { unitId: 9 })).toEqual({
      name: 'unit_server_side_agent_set',
      fields: { unitId: 9, agent: 'SSA_AUTOSETTLER' },
    });
    const activities = table.enums.unit_activity?.values.map(([value]) => value) ?? [];
    const { fields } = adapter.sent('worker_task', { activity: '#21' });
    expect(fields.activity).toBe(`#${Math.max(...activities) + 1}`);
    expect(adapter.received('worker_task', fields)).toEqual({ activity: '#21' });
  });
});

test('a map of 3.2 wraps as its wrap field says', () => {
  const { adapter } = Protocol.load('3.2');
  const map = { topologyId: new Set(['TF_ISO']), wrapId: new Set(['WRAP_X']) };
  expect(adapter.received('map_info', map)).toMatchObject({ topologyId: new Set(['TF_ISO', 'TF_WRAPX']) });
});

test('a requirement of 3.2 on the tile is one on the place where the unit is', () => {
  const { adapter } = Protocol.load('3.2');
  const onTile = { type: 'VUT_TERRAIN', value: 3, range: 'REQ_RANGE_TILE' };
  const { reqs } = adapter.received('ruleset_effect', { reqs: [onTile] });
  expect(reqs).toEqual([{ ...onTile, range: 'REQ_RANGE_LOCAL' }]);
});

test('a unit of 3.2 goes somewhere as long as it has orders', () => {
  const { adapter } = Protocol.load('3.2');
  const goal = (hasOrders: boolean) =>
    adapter.received('unit_info', { id: 1, orders: [], hasOrders, gotoTile: 44 }).gotoTile;
  expect(goal(true)).toBe(44);
  expect(goal(false)).toBe(-1);
});

test('in 3.2 fallout is cleaned as pollution is', () => {
  const { adapter } = Protocol.load('3.2');
  const { fields } = adapter.sent('unit_change_activity', { unitId: 9, activity: 'ACTIVITY_FALLOUT' });
  expect(fields).toEqual({ unitId: 9, activity: 'ACTIVITY_POLLUTION' });
});

test('packets of 3.0 are in that form already', () => {
  const fields = { id: 1 };
  expect(old?.adapter.received('unit_info', fields)).toBe(fields);
  expect(old?.adapter.sent('unit_orders', fields)).toEqual({ name: 'unit_orders', fields });
});

test('our own numbers are those of 3.0, no two names share one, and every version keeps its names apart', () => {
  for (const { table } of [old, ...later].filter((protocol) => protocol !== undefined))
    for (const [, kind] of table.enums.universals_n?.values ?? []) {
      const enumerations = enumsOfRequirement(kind);
      const toOwn = ownNumbering(table, enumerations);
      const values = enumerations.flatMap((name) => table.enums[name]?.values ?? []);
      const own = values.map(([value]) => toOwn(value));
      expect(new Set(own).size, kind).toBe(values.length);
      if (table === old?.table) expect(own, kind).toEqual(values.map(([value]) => value));
    }
});
