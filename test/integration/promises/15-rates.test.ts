import { expect, test } from 'vitest';
import { limitsOf, sender } from '../../support/agent-limits.js';
import { promised } from '../../support/promised.js';
import { ReferenceWindow } from '../../support/reference-window.js';
import { seededRandom } from '../../support/seeded-random.js';
import { startFixture } from '../gateway/support/gateway-fixture.js';
import { RawAgentSocket } from '../gateway/support/raw-agent-socket.js';

const MINUTE_MS = 60_000;

test('promise 15: in 100,000 steps the limits of agents are those of a reference that counts', () => {
  const limits = limitsOf({ messagesPerMinute: 120, burst: 20, actionsPerMinute: 60 });
  const random = seededRandom(15);
  const agents = Array.from({ length: 4 }, () => ({
    messages: new ReferenceWindow(120, MINUTE_MS),
    burst: new ReferenceWindow(20, 1_000),
    actions: new ReferenceWindow(60, MINUTE_MS),
  }));
  let now = 1_000_000;
  let divergences = 0;
  let refused = 0;
  for (let step = 0; step < 100_000; step++) {
    now += Math.floor(random() * random() * 400);
    const index = Math.floor(random() * agents.length);
    const isAction = random() < 0.3;
    const agent = agents[index];
    const windows = isAction
      ? [agent?.messages, agent?.burst, agent?.actions]
      : [agent?.messages, agent?.burst];
    const mayPass = windows.every((window) => window?.has(now));
    const hit = limits.admit(
      sender(`agent-${index}`),
      { bytes: 100, free: false, actions: isAction ? 1 : 0 },
      now,
    );
    if (mayPass !== (hit === undefined)) divergences++;
    if (mayPass) for (const window of windows) window?.take(now);
    else refused++;
  }
  promised(
    15,
    { what: 'divergences from the reference', value: divergences },
    { exactly: 0 },
    { steps: 100_000, refused },
  );
});

test('promise 15: a limit holds over reconnects, says when to come back, and pings are free', async () => {
  await using fixture = await startFixture({ RATE_MESSAGES_PER_MINUTE: '5' });
  let served = 0;
  for (let socket = 0; socket < 10; socket++) {
    const agent = await RawAgentSocket.loggedIn(fixture.port, 'my-agent');
    agent.sendRequest('state_query', {});
    const answer = await agent.next();
    if (answer.type === 'state_update') served++;
    else {
      expect(answer.data).toMatchObject({ error_code: 'E110' });
      expect(answer.data?.details).toMatchObject({ retry_after: expect.any(Number) });
    }
    agent.sendRequest('ping', {});
    expect(await agent.nextOf('pong')).toMatchObject({ type: 'pong' });
    await agent.close();
  }
  promised(15, { what: 'messages served over ten sockets', value: served }, { exactly: 5 });
});
