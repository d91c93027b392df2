import { expect, test } from 'vitest';
import { promised } from '../../support/promised.js';
import { seededRandom } from '../../support/seeded-random.js';
import { startFixture } from '../gateway/support/gateway-fixture.js';
import { RawAgentSocket } from '../gateway/support/raw-agent-socket.js';
import { answerAll } from '../gateway/support/scripted-proxy.js';
import { sized } from './support/form.js';

test('promise 3: a verdict that was lost is told as unknown, and the next state shows the truth', async () => {
  await using fixture = await startFixture({}, { timeouts: { backoff: { first: 2, max: 5 } } });
  const { proxy, port } = fixture;
  const random = seededRandom(5);
  let done = 0;
  proxy.respond = (request) => {
    if (request.type === 'llm_connect') return answerAll(request, proxy);
    if (request.type === 'state_query') return proxy.answer(request, 'state_update', { done });
    // Lost before it was executed, or after: the gateway cannot know.
    if (random() < 0.5) done++;
    proxy.cut();
  };
  const agent = await RawAgentSocket.loggedIn(port, 'my-agent');
  const kills = sized(60, 500);
  for (let kill = 1; kill <= kills; kill++) {
    agent.sendRequest('action', { action_type: 'end_turn' }, `a${kill}`);
    expect(await agent.nextOf('error')).toMatchObject({
      correlation_id: `a${kill}`,
      data: { error_code: 'E131', details: { outcome: 'unknown' } },
    });
    agent.sendRequest('state_query', {}, `q${kill}`);
    expect(await agent.nextOf('state_update')).toMatchObject({ correlation_id: `q${kill}`, data: { done } });
  }
  const sent = proxy.received.filter(({ type }) => type === 'action').length;
  const sentAgain = { what: 'actions sent again after a lost verdict', value: sent - kills };
  promised(3, sentAgain, { exactly: 0 }, { kills, executed: done });
});
