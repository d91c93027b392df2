import { expect, test } from 'vitest';
import { ok } from '#shared/core/result.js';
import { DEFAULT_TIMING } from '../../../gateway/core/timing.js';
import type { GameLink } from '../../../gateway/link/game-link.js';
import type { LinkQuestion } from '../../../gateway/link/link-messages.js';
import { RemoteSeat } from '../../../gateway/link/remote-seat.js';
import { ManualClock } from '../../support/manual-clock.js';

test('a seat whose game comes to another proxy while the first one answers joins there', async () => {
  const asked: [number, LinkQuestion['type']][] = [];
  let epoch = 1;
  const link: GameLink = {
    get epoch() {
      return epoch;
    },
    ...{ isUp: true, retryAfter: 1, lostWaitMs: 1000, whenUp: async () => true },
    async request({ type, agent_id, game_id }) {
      asked.push([epoch, type]);
      const outbox = { outbox: `at-${epoch}`, seq: 0, gap: false };
      const data = { player_id: 1, game_id, status: 'ready', outbox };
      if (asked.length === 1) epoch = 2;
      return ok({ type: 'llm_connect', agent_id, game_id, correlation_id: 'c', timestamp: 1, data });
    },
  };
  const seat = new RemoteSeat({
    ...{ agentId: 'ann', gameId: 'one', link, clock: new ManualClock(), timing: DEFAULT_TIMING },
    onRejoined: () => undefined,
  });
  expect(await seat.join({})).toMatchObject({ ok: true, value: { player_id: 1 } });
  expect(asked).toEqual([
    [1, 'llm_connect'],
    [2, 'llm_connect'],
  ]);
  expect(seat.lastPush?.outbox).toBe('at-2');
  await seat.rejoin();
  expect(asked).toHaveLength(2);
});
