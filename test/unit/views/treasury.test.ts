import { expect, it } from 'vitest';
import { treasuryView } from '../../../proxy/views/entities/nation-view.js';
import type { World } from '../../../proxy/world/world.js';
import { replay } from '../../support/recorded-world.js';

/** The treasury a turn change should leave each player with. */
function foretold(world: World): Map<number, number> {
  const players = [...world.players.values()].filter(({ isAlive }) => isAlive);
  return new Map(
    players.map(({ playerno }) => {
      world.seat = { ...world.seat, player: playerno };
      const treasury = treasuryView(world);
      return [playerno, (treasury?.gold ?? 0) + (treasury?.gold_per_turn ?? 0)];
    }),
  );
}

it('the treasury changes by gold_per_turn at turn changes, but for what AI players spend then', () => {
  let expected: Map<number, number> | undefined;
  let kept = 0;
  let all = 0;
  const met = new Set<string>();
  replay(0, (world) => {
    if (world.turn.phase === 'turn_change') {
      expected ??= foretold(world);
      for (const { playerno, gold } of world.players.values()) met.add(`${playerno} ${gold}`);
    } else if (expected !== undefined) {
      for (const [player, gold] of expected) {
        all += 1;
        if (met.has(`${player} ${gold}`)) kept += 1;
      }
      expected = undefined;
      met.clear();
    }
    return true;
  });
  expect(all).toBeGreaterThan(500);
  expect(kept / all).toBeGreaterThan(0.85);
});
