import { expect, test } from 'vitest';
import { readConfig } from '#shared/core/config.js';
import { CurrentConfig } from '#shared/core/current-config.js';
import { createLogger } from '#shared/core/log.js';
import { ok } from '#shared/core/result.js';
import { linkAnswerSchema } from '#shared/protocol/link.js';
import { SessionSeat } from '../../../features/mcp/gateway/session-seat.js';
import { createMetrics } from '../../../gateway/core/metrics.js';
import { DEFAULT_TIMEOUTS } from '../../../gateway/core/timeouts.js';
import type { Link } from '../../../gateway/link/game-link.js';
import { createServices } from '../../../services/gateway/compose.js';
import { ManualClock } from '../../support/manual-clock.js';
import { plain } from '../../support/services/settings.js';

/** An agent with a session, and the services that its seat over MCP works with. */
function services() {
  const config = readConfig({ ...plain, DATA_DIR: 'unused', SESSION_EXPIRES_S: '3600' });
  if (!config.ok) throw new Error(config.failure.join('; '));
  const clock = new ManualClock();
  const context = { clock, timeouts: DEFAULT_TIMEOUTS, log: createLogger('test', 'error') };
  const { agents, link } = createServices(
    { ...context, config: config.value, current: new CurrentConfig(config.value), metrics: createMetrics() },
    {},
  );
  const begin = () => {
    const session = agents.sessions.create('ann', 'game');
    const who = { agentId: 'ann', gameId: 'game', connectData: {} };
    session.seat.restore({ ...who, seated: { player_id: 1, game_id: 'game' } });
    session.absence.begin();
    return session;
  };
  return { agents, link, clock, begin };
}

const ann = { agentId: 'ann', gameId: 'game', tokenHash: Buffer.alloc(32) };

test('a client that goes on in a newer session of its agent does not hold the earlier one', async () => {
  const { agents, link, clock, begin } = services();
  const client = new SessionSeat({ agents, link }, ann);
  const earlier = begin();
  client.setHeld(true);
  expect(await client.enter()).toEqual({ ok: true, value: earlier });
  const newer = begin();
  expect(await client.enter()).toEqual({ ok: true, value: newer });
  clock.pass(3_600_001);
  expect(agents.sessions.find(earlier.id, 'ann')).toBeUndefined();
  expect(agents.sessions.find(newer.id, 'ann')).toBe(newer);
});

test('a map that cannot be had says why, with the code of the proxy', async () => {
  const { agents, begin } = services();
  begin();
  const data = {
    error_code: 'E123',
    error_message: 'Another proxy has the game',
    details: { retry_after: 1 },
  };
  const answer = { type: 'error', data, agent_id: 'ann', game_id: 'game', correlation_id: '1', timestamp: 0 };
  const asked = async () => ok(linkAnswerSchema.parse(answer));
  const link: Link = {
    ...{ isUp: true, retryAfter: 1, whenUp: async () => true },
    ...{ request: asked, requestWhenUp: asked },
  };
  expect(await new SessionSeat({ agents, link }, ann).mapPicture()).toEqual({
    ok: false,
    failure: { code: 'E123', message: 'Another proxy has the game', details: { retry_after: 1 } },
  });
});
