import { expect, test } from 'vitest';
import { z } from 'zod';
import { promised } from '../../support/promised.js';
import { seededRandom } from '../../support/seeded-random.js';
import { startFixture } from '../gateway/support/gateway-fixture.js';
import { RawAgentSocket } from '../gateway/support/raw-agent-socket.js';
import { answerAll } from '../gateway/support/scripted-proxy.js';
import { sized } from './support/form.js';

const actionSchema = z.looseObject({ parameters: z.looseObject({ id: z.string() }) });

test('promise 2: actions sent up to three times, a third of them across reconnects, take effect once each', async () => {
  await using fixture = await startFixture();
  const { proxy, port } = fixture;
  const executed = new Map<string, number>();
  proxy.respond = (request) => {
    if (request.type !== 'action') return answerAll(request, proxy);
    const { id } = actionSchema.parse(request.data).parameters;
    executed.set(id, (executed.get(id) ?? 0) + 1);
    proxy.answer(request, 'action_result', { success: true, id });
  };
  const random = seededRandom(3);
  const count = sized(600, 10_000);
  let client = await RawAgentSocket.open(port, 'my-agent');
  const session = (await client.logIn()).data?.session_id;
  let reconnects = 0;
  let sent = 0;
  for (let number = 0; number < count; number++) {
    const id = `a${number}`;
    const act = () => {
      client.sendRequest('action', { action_type: 'unit_move', actor_id: 1, parameters: { id } }, id);
      sent++;
    };
    const times = 1 + Math.floor(random() * 3);
    for (let time = 0; time < times; time++) act();
    if (number % 3 === 0) {
      client.socket.terminate();
      reconnects++;
      client = await RawAgentSocket.open(port, 'my-agent');
      await client.logIn({ session_id: session });
      act();
    }
    const answer = await client.nextOf('action_result');
    expect(answer.correlation_id).toMatch(/^a\d+$/);
    for (
      let last: unknown = answer;
      z.looseObject({ correlation_id: z.string() }).parse(last).correlation_id !== id;
    )
      last = await client.nextOf('action_result');
  }
  expect(executed.size).toBe(count);
  expect(Math.max(...executed.values())).toBe(1);
  client.sendRequest('action', { action_type: 'end_turn' }, `a${count - 1}`);
  expect(await client.nextOf('error')).toMatchObject({ data: { error_code: 'E135' } });
  const repeated = [...executed.values()].filter((times) => times !== 1).length;
  promised(
    2,
    { what: 'actions not executed exactly once', value: repeated + count - executed.size },
    { exactly: 0 },
    { actions: count, sent, reconnects },
  );
});
