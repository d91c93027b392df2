import { describe, expect, test } from 'vitest';
import type { ActionPort } from '../../../proxy/actions/action-port.js';
import { stateBefore } from '../../../proxy/actions/changes.js';
import { playerPolicy } from '../../../proxy/actions/nation/policy.js';
import { createWorld, type World } from '../../../proxy/world/world.js';
import { must, tableWith, worldWith } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const policy = {
  id: 0,
  start: 10,
  stop: 50,
  step: 20,
  def: 10,
  offset: 0,
  factor: 100,
  name: 'Taxation',
  ruleName: 'Taxation',
  helptext: '',
};

/** The rulesets that come with the server have one policy at most, in steps of one: here are two others. */
function portWithPolicies() {
  const world = createWorld();
  world.seat = { connectionId: 1, player: 0, observer: false };
  world.ruleset.multipliers.set(0, policy);
  world.ruleset.multipliers.set(1, {
    ...policy,
    id: 1,
    name: 'Conscription',
    ruleName: 'Conscription',
    def: 30,
  });
  const sent: unknown[] = [];
  const port: ActionPort = {
    world,
    request: async (name, fields) => {
      sent.push([name, fields]);
      return { packets: [], messages: [] };
    },
  };
  return { port, sent };
}

test('one policy is set and the others are sent as they are', async () => {
  const { port, sent } = portWithPolicies();
  const plan = await playerPolicy.plan(port, { policy: 'taxation', setting: 30 });
  if (!plan.ok) throw new Error(plan.failure.message);
  await plan.value.send();
  expect(sent).toEqual([['player_multiplier', { count: 2, multipliers: [30, 30] }]]);
});

test.each([9, 20, 51, 70])('a setting of %i is refused with those that are possible', async (setting) => {
  const { port, sent } = portWithPolicies();
  const plan = await playerPolicy.plan(port, { policy: 0, setting });
  expect(plan).toMatchObject({
    failure: { code: 'E130', path: 'data.setting', details: { expected: '10 to 50 in steps of 20' } },
  });
  expect(sent).toEqual([]);
});

describe('chosen settings', () => {
  const player = must(worldAtTurn(2).players.get(0));
  const choosing = (world: World, ...multiplierTarget: readonly number[]) =>
    worldWith(world, { players: tableWith(world.players, () => 0, { ...player, multiplierTarget }) });

  test.each([
    ['is set', [30, 50], { policy: 'taxation', setting: 30 }],
    ['is not set', [10, 50], undefined],
    ['is set otherwise', [50, 50], undefined],
  ])(
    'a policy that the server %s has changed accordingly, the other keeps its choice',
    async (_is, then, effect) => {
      const { port, sent } = portWithPolicies();
      const before = choosing(port.world, 10, 50);
      const plan = await playerPolicy.plan({ ...port, world: before }, { policy: 'Taxation', setting: 30 });
      if (!plan.ok) throw new Error(plan.failure.message);
      const replies = [await plan.value.send()].flat();
      expect(sent).toEqual([['player_multiplier', { count: 2, multipliers: [30, 50] }]]);
      expect(plan.value.effect(stateBefore(before), choosing(before, ...then), replies)).toEqual(effect);
    },
  );

  test('a policy that is set as it was has no effect', async () => {
    const { port } = portWithPolicies();
    const world = choosing(port.world, 30, 50);
    const plan = await playerPolicy.plan({ ...port, world }, { policy: 'taxation', setting: 30 });
    expect(plan.ok && plan.value.effect(stateBefore(world), world, [])).toBeUndefined();
  });
});
