import { expect, test } from 'vitest';
import { readConfig } from '#shared/core/config.js';
import { createLogger } from '#shared/core/log.js';
import { createServices } from '../../../gateway/compose.js';
import { createMetrics } from '../../../gateway/core/metrics.js';
import { DEFAULT_TIMING } from '../../../gateway/core/timing.js';
import { SessionSeat } from '../../../gateway/mcp/session-seat.js';
import { ManualClock } from '../../support/manual-clock.js';
import { plain } from '../../support/services/settings.js';

test('a client that goes on in a newer session of its agent does not hold the earlier one', async () => {
  const config = readConfig({ ...plain, DATA_DIR: 'unused', SESSION_EXPIRES_S: '3600' });
  if (!config.ok) throw new Error(config.failure.join('; '));
  const clock = new ManualClock();
  const context = { clock, timing: DEFAULT_TIMING, log: createLogger('test', 'error') };
  const { agents, link } = createServices({ ...context, config: config.value, metrics: createMetrics() }, {});
  const { sessions } = agents;
  const begin = () => {
    const session = sessions.create('ann', 'game');
    const who = { agentId: 'ann', gameId: 'game', connectData: {} };
    session.seat.restore({ ...who, seated: { player_id: 1, game_id: 'game' } });
    session.absence.begin();
    return session;
  };
  const client = new SessionSeat(
    { agents, link },
    { agentId: 'ann', gameId: 'game', tokenHash: Buffer.alloc(32) },
  );
  const earlier = begin();
  client.setHeld(true);
  expect(await client.enter()).toEqual({ ok: true, value: earlier });
  const newer = begin();
  expect(await client.enter()).toEqual({ ok: true, value: newer });
  clock.pass(3_600_001);
  expect(sessions.find(earlier.id, 'ann')).toBeUndefined();
  expect(sessions.find(newer.id, 'ann')).toBe(newer);
});
