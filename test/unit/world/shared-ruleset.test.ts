import { expect, test } from 'vitest';
import { adviceOf } from '../../../features/advisor/advice/advice.js';
import { llmOptimizedView } from '../../../features/advisor/optimized/llm-optimized.js';
import { situationOf } from '../../../features/advisor/situation.js';
import { PacketStream } from '../../../proxy/freeciv/packet-stream.js';
import { applyPacket } from '../../../proxy/world/fold.js';
import { SharedRuleset } from '../../../proxy/world/ruleset.js';
import { commit, createWorld, turnOf, type World } from '../../../proxy/world/world.js';
import { recordedFrames } from '../../recordings/recorded-game.js';
import { protocolOf } from '../../recordings/recorded-world.js';
import type { Recording } from '../../support/recorded-world.js';

/** The world of a new connection that is told the ruleset of a recorded game. */
function toldRuleset(shared: SharedRuleset, recording: Recording): World {
  const world = createWorld('before_game', 0, shared);
  const stream = new PacketStream(protocolOf(recording), 'server', shared.packets.forConnection());
  for (const frame of recordedFrames(recording)) {
    applyPacket(world, stream.decode(frame));
    if (world.ruleset.isComplete) break;
  }
  return world;
}

/** The world of a recorded game at its turn 40, as a player has it. */
function playedBy(player: number, shared: SharedRuleset, recording: Recording): World {
  const world = createWorld('before_game', 0, shared);
  const stream = new PacketStream(protocolOf(recording), 'server', shared.packets.forConnection());
  for (const frame of recordedFrames(recording)) {
    applyPacket(world, stream.decode(frame));
    commit(world);
    if (world.turn.phase === 'movement' && turnOf(world) === 40) break;
  }
  world.seat = { ...world.seat, player, observer: false };
  return world;
}

test.each<Recording>(['classic-8-ai-150-turns', 'civ2civ3-4-ai-40-turns-3.1', 'civ2civ3-4-ai-40-turns-3.2'])(
  'connections to one game have the same ruleset, the object itself: %s',
  (recording) => {
    const shared = new SharedRuleset();
    const [first, second] = [toldRuleset(shared, recording), toldRuleset(shared, recording)];
    expect(second.ruleset).toBe(first.ruleset);
    const alone = toldRuleset(new SharedRuleset(), recording);
    expect(alone.ruleset).not.toBe(first.ruleset);
    expect(alone.ruleset).toEqual(first.ruleset);
  },
);

test('connections to one game that are told different rulesets each have their own', () => {
  const shared = new SharedRuleset();
  const classic = toldRuleset(shared, 'classic-8-ai-150-turns');
  const civ2civ3 = toldRuleset(shared, 'civ2civ3-4-ai-90-turns');
  expect(civ2civ3.ruleset).toEqual(toldRuleset(new SharedRuleset(), 'civ2civ3-4-ai-90-turns').ruleset);
  expect(classic.ruleset).toEqual(toldRuleset(new SharedRuleset(), 'classic-8-ai-150-turns').ruleset);
});

test('seats that share a ruleset have the states and the advice that they have alone', () => {
  const recording = 'classic-6-ai-100-turns';
  const seats = [0, 2, 4];
  const shared = new SharedRuleset();
  const together = seats.map((player) => playedBy(player, shared, recording));
  for (const world of together) expect(world.ruleset).toBe(together[0]?.ruleset);
  for (const [at, player] of seats.entries()) {
    const alone = situationOf(playedBy(player, new SharedRuleset(), recording));
    const world = together[at];
    if (world === undefined) throw new Error('there is no such world');
    expect(llmOptimizedView(world)).toEqual(llmOptimizedView(alone.world));
    expect(adviceOf(situationOf(world), [])).toEqual(adviceOf(alone, []));
  }
});

test('after another ruleset the packets of that one are shared', () => {
  const { packets } = new SharedRuleset();
  const control = { numTechTypes: 1 };
  const [old, changed] = [
    { id: 1, name: 'Alphabet' },
    { id: 1, name: 'Writing' },
  ];
  const first = packets.forConnection();
  first('ruleset_control', control);
  first('ruleset_tech', old);
  first('ruleset_control', { ...control });
  expect(first('ruleset_tech', changed)).toBe(changed);
  const second = packets.forConnection();
  expect(second('ruleset_control', { ...control })).toBe(control);
  expect(second('ruleset_tech', { ...changed })).toBe(changed);
});

test('a packet of a ruleset is shared only where all its fields are equal, and other packets never', () => {
  const { packets } = new SharedRuleset();
  const [first, second] = [packets.forConnection(), packets.forConnection()];
  const told = { id: 1, name: 'Bronze Working' };
  expect(first('ruleset_tech', told)).toBe(told);
  expect(second('ruleset_tech', { ...told })).toBe(told);
  const other = { id: 2, name: 'Alphabet' };
  expect(first('ruleset_tech', other)).toBe(other);
  const changed = { id: 2, name: 'Writing' };
  expect(second('ruleset_tech', changed)).toBe(changed);
  const unit = { id: 3 };
  first('unit_info', unit);
  expect(second('unit_info', { ...unit })).not.toBe(unit);
});
