import { expect, test } from 'vitest';
import { PacketStream } from '../../../proxy/freeciv/packet-stream.js';
import { applyPacket } from '../../../proxy/world/fold.js';
import { SharedRuleset } from '../../../proxy/world/ruleset.js';
import { createWorld, type World } from '../../../proxy/world/world.js';
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
