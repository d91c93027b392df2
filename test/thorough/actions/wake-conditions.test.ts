import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventDataSchema } from '#shared/protocol/event.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { SplitStack } from '../../support/services/split-stack.js';
import { type Actor, Stage } from '../../support/stage.js';
import { TwoAgents } from '../../support/two-agents.js';
import { isAbout } from '../../support/unit-events.js';

describe('wake conditions', () => {
  let stage: Stage;
  let alice: Actor;
  let bob: Actor;

  beforeAll(async () => {
    stage = await Stage.of(['alice', 'bob']);
    [alice, bob] = stage.pair();
    for (const y of [12, 15, 18])
      for (const x of [14, 17, 20, 23, 26]) await alice.unit('Explorer', { x, y });
    await stage.meet();
  });

  afterAll(() => stage[Symbol.asyncDispose]());

  /** The first event about a unit, as the documents describe events. */
  async function told(unit: Unit) {
    const event = await alice.agent.push('event', isAbout(unit));
    expect(eventDataSchema.parse(event)).toEqual(event);
    return event;
  }

  const isIdle = ({ id }: Unit) =>
    alice.sees(({ units }) => {
      const unit = units.get(id);
      return unit?.activity === 'ACTIVITY_IDLE' && unit.detail?.hasOrders === false && !unit.detail.ai;
    });

  test('a patrol is woken by a stranger that comes into its sight', async () => {
    const horsemen = await alice.unit('Horsemen', { x: 15, y: 12 });
    await alice.does('unit_patrol', { unit_id: horsemen.id, target: { x: 17, y: 12 } });
    const at = alice.world.map.position(alice.world.units.get(horsemen.id)?.tile ?? -1);
    const stranger = await bob.unit('Archers', { x: at.x, y: at.y + 2 });
    await bob.does('unit_move', { unit_id: stranger.id, target: { x: at.x, y: at.y + 1 } });
    const woken = await told(horsemen);
    expect(woken).toMatchObject({ event: 'woken', order: 'patrol', why: 'contact', stopped: true });
    expect(woken.by).toMatchObject([
      { kind: 'unit', id: stranger.id, player_id: bob.player, name: 'Archers' },
    ]);
    expect(woken.sentence).toContain(`Archers ${stranger.id}`);
    await isIdle(horsemen);
    await bob.does('unit_disband', { unit_id: stranger.id });
  });

  test('a sentry is woken as the server itself wakes it', async () => {
    const warriors = await alice.unit('Warriors', { x: 15, y: 18 });
    await alice.does('unit_sentry', { unit_id: warriors.id });
    const stranger = await bob.unit('Archers', { x: 15, y: 16 });
    await bob.does('unit_move', { unit_id: stranger.id, target: { x: 15, y: 17 } });
    expect(await told(warriors)).toMatchObject({ event: 'woken', order: 'sentry', why: 'contact' });
    await bob.does('unit_disband', { unit_id: stranger.id });
  });

  test('a go-to is woken by an enemy only if it was asked to, and stops where it is', async () => {
    const bold = await alice.unit('Warriors', { x: 18, y: 12 });
    const wary = await alice.unit('Warriors', { x: 18, y: 12 });
    const target = { x: 24, y: 12 };
    await alice.does('unit_move', { unit_id: bold.id, target });
    await alice.does('unit_move', { unit_id: wary.id, target, wake_on: { contact: 'enemy' } });
    const { x, y } = alice.world.map.position(alice.world.units.get(wary.id)?.tile ?? -1);
    const stranger = await bob.unit('Archers', { x, y: y + 1 });
    expect(await told(wary)).toMatchObject({
      event: 'woken',
      order: 'goto',
      goal: target,
      why: 'contact',
      x,
      y,
    });
    await isIdle(wary);
    expect(alice.world.units.get(bold.id)?.detail?.hasOrders).toBe(true);
    await bob.does('unit_disband', { unit_id: stranger.id });
    await alice.does('unit_disband', { unit_id: bold.id });
  });

  test('a unit that digs in stays so when it is attacked, but tells', async () => {
    const armor = await alice.unit('Armor', { x: 21, y: 18 });
    await alice.does('unit_fortify', { unit_id: armor.id });
    const attacker = await bob.unit('Warriors', { x: 22, y: 18 });
    await bob.does('unit_attack', { unit_id: attacker.id, target: { x: 21, y: 18 } });
    const woken = await told(armor);
    expect(woken).toMatchObject({ event: 'woken', order: 'fortify', why: 'attack', stopped: false });
    expect(woken.sentence).toContain('survived');
    expect(alice.world.units.get(armor.id)?.activity).toBe('ACTIVITY_FORTIFYING');
  });

  test('a unit that is fortified already can be told to wait for something else', async () => {
    const guard = await alice.unit('Warriors', { x: 25, y: 13 });
    await alice.does('unit_fortify', { unit_id: guard.id });
    await stage.nextTurn();
    expect(alice.world.units.get(guard.id)?.activity).toBe('ACTIVITY_FORTIFIED');
    const wake_on = { contact: 'enemy', attack: false };
    const again = await alice.does('unit_fortify', { unit_id: guard.id, wake_on });
    expect(again.changed).toEqual({ wake_on });
    const stranger = await bob.unit('Archers', { x: 25, y: 14 });
    expect(await told(guard)).toMatchObject({ why: 'contact', stopped: false });
    await bob.does('unit_disband', { unit_id: stranger.id });
    await alice.does('unit_disband', { unit_id: guard.id });
  });

  test('a go-to that is attacked stops', async () => {
    const armor = await alice.unit('Mech. Inf.', { x: 20, y: 14 });
    await alice.does('unit_move', { unit_id: armor.id, target: { x: 26, y: 14 } });
    const { x, y } = alice.world.map.position(alice.world.units.get(armor.id)?.tile ?? -1);
    const attacker = await bob.unit('Warriors', { x, y: y + 1 });
    await bob.does('unit_attack', { unit_id: attacker.id, target: { x, y } });
    expect(await told(armor)).toMatchObject({ event: 'woken', order: 'goto', why: 'attack', stopped: true });
    await isIdle(armor);
  });

  test('a sentry is woken in its turn, and a worker when it finds no work', async () => {
    const warriors = await alice.unit('Warriors', { x: 17, y: 15 });
    const workers = await alice.unit('Workers', { x: 17, y: 15 });
    const turn = (alice.world.game?.turn ?? 0) + 2;
    await alice.does('unit_sentry', { unit_id: warriors.id, wake_on: { turn, contact: false } });
    await alice.does('unit_auto_work', { unit_id: workers.id });
    await stage.nextTurn();
    await stage.nextTurn();
    expect(await told(warriors)).toMatchObject({ event: 'woken', why: 'turn', turn });
    expect(await told(workers)).toMatchObject({ event: 'woken', order: 'auto_work', why: 'idle' });
    await isIdle(warriors);
    await isIdle(workers);
  });

  test('a woken unit is listed in the state and in the digest until it is told what to do', async () => {
    const warriors = await alice.unit('Warriors', { x: 14, y: 15 });
    const turn = (alice.world.game?.turn ?? 0) + 1;
    await alice.does('unit_sentry', { unit_id: warriors.id, wake_on: { turn } });
    const before = await alice.agent.state({ format: 'full' });
    expect(before.standing_orders).toContainEqual({
      unit_id: warriors.id,
      order: 'sentry',
      wake_on: { contact: 'foreign', attack: true, idle: true, turn },
    });
    await stage.nextTurn();
    const { digest } = await alice.agent.push('turn_start', (data) => data.turn === turn);
    expect(JSON.stringify(digest)).toContain(`Warriors ${warriors.id} at (14, 15), on sentry, was woken`);
    const asks = expect.objectContaining({ unit_id: warriors.id, why: 'turn', turn });
    const { units_asking } = await alice.agent.state({ format: 'llm_optimized' });
    expect(units_asking).toContainEqual(asks);
    await alice.does('unit_fortify', { unit_id: warriors.id });
    const { units_asking: later } = await alice.agent.state({
      format: 'delta',
      since_version: before.version,
    });
    expect(later).not.toContainEqual(asks);
  });
});

test('wake conditions hold while the agent is away', async () => {
  await using stage = await Stage.of(['alice', 'bob']);
  const [alice, bob] = stage.pair();
  const warriors = await alice.unit('Warriors', { x: 14, y: 15 });
  await alice.does('unit_sentry', { unit_id: warriors.id });
  await alice.agent.close();
  await bob.unit('Archers', { x: 14, y: 16 });
  await alice.sees(({ units }) => units.get(warriors.id)?.activity === 'ACTIVITY_IDLE');
  const back = await stage.stack.agent('alice');
  await back.connect({ api_token: stage.stack.token, game_id: 'stage' });
  const { units_asking } = await back.state({ format: 'llm_optimized' });
  expect(units_asking).toContainEqual(expect.objectContaining({ unit_id: warriors.id, why: 'contact' }));
});

test('wake conditions outlive the game server', async () => {
  await using stage = await Stage.of(['alice']);
  const [alice] = stage.first();
  const warriors = await alice.unit('Warriors', { x: 14, y: 15 });
  const turn = (alice.world.game?.turn ?? 0) + 2;
  await alice.does('unit_sentry', { unit_id: warriors.id, wake_on: { turn, contact: false } });
  const kept = await readFile(join(stage.stack.dataDir, 'games/stage/orders/alice.json'), 'utf8');
  expect(JSON.parse(kept.split('\n').at(-1) ?? '').orders).toMatchObject([
    { unitId: warriors.id, wake: { turn } },
  ]);
  process.kill(stage.game.serverPid, 'SIGKILL');
  await alice.agent.push('status', ({ status }) => status === 'ready');
  await stage.nextTurn();
  await stage.nextTurn();
  const woken = await alice.agent.push('event', isAbout(warriors));
  expect(woken).toMatchObject({ event: 'woken', why: 'turn', turn });
});

test('wake conditions outlive a proxy that is killed without warning', async () => {
  await using stack = await SplitStack.start();
  const game = await TwoAgents.begin(stack, 'restart');
  const [ann] = game.agents;
  if (ann === undefined) throw new Error('nobody plays');
  const { units, player_id: me } = await ann.state();
  const explorer = units.find(({ owner, type }) => owner === me && type === 'explorer');
  if (explorer === undefined) throw new Error('there is no explorer');
  const turn = game.turn + 1;
  const wake_on = { turn, contact: false };
  await ann.act('unit_sentry', { unit_id: explorer.id, wake_on });
  await stack.killProxy();
  await stack.startProxy();
  for (const agent of game.agents) await agent.push('status', ({ status }) => status === 'recovered');
  const { standing_orders } = await ann.state();
  const conditions = { attack: true, idle: true, turn };
  expect(standing_orders).toContainEqual({ unit_id: explorer.id, order: 'sentry', wake_on: conditions });
  await game.nextTurn();
  const woken = await ann.push('event', isAbout(explorer));
  expect(woken).toMatchObject({ event: 'woken', why: 'turn', turn, order: 'sentry' });
});
