import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { promised } from '../../support/promised.js';
import { Relay } from '../../support/relay.js';
import { seededRandom } from '../../support/seeded-random.js';
import { startFixture } from '../gateway/support/gateway-fixture.js';
import { RawAgentSocket } from '../gateway/support/raw-agent-socket.js';
import { sized } from './support/form.js';

const numbered = z.looseObject({ type: z.string(), seq: z.number().optional() });

/** One connection that resumes and takes what comes, until `last` was there or it is cut. */
function resumeOnce(url: string, connect: unknown, seqs: number[], last: number): Promise<void> {
  const socket = new WebSocket(url);
  socket.on('open', () => socket.send(JSON.stringify(connect)));
  socket.on('error', () => {});
  socket.on('message', (bytes) => {
    const { seq } = numbered.parse(JSON.parse(bytes.toString()));
    if (seq !== undefined) seqs.push(seq);
    if (seq === last) socket.close();
  });
  return new Promise((resolve) => socket.on('close', () => resolve()));
}

test('promise 4: cut at any byte and resumed with last_seq, a session gets each event once and in order', async () => {
  await using fixture = await startFixture({}, { timeouts: { firstPush: 2 } });
  const { proxy, port } = fixture;
  await using relay = await Relay.to(port);
  const random = seededRandom(4);
  const cuts = sized(80, 1000);
  relay.bytesUntilCut = () => (relay.cuts < cuts ? Math.floor(random() * 2500) : Number.POSITIVE_INFINITY);
  const first = await RawAgentSocket.open(port, 'my-agent');
  const session = (await first.logIn()).data?.session_id;
  await first.close();
  const seqs: number[] = [];
  let pushed = 0;
  while (relay.cuts < cuts || seqs.at(-1) !== pushed) {
    for (let more = 0; more < 3; more++) proxy.push('event', 'my-agent', 'g1', { number: ++pushed });
    const data = { api_token: 'good-token', session_id: session, last_seq: seqs.at(-1) ?? 0 };
    await resumeOnce(
      `ws://127.0.0.1:${relay.port}/ws/agent/my-agent`,
      { type: 'llm_connect', data },
      seqs,
      pushed,
    );
  }
  expect(seqs).toEqual(Array.from({ length: pushed }, (_, index) => index + 1));
  expect(proxy.received.filter(({ type }) => type === 'llm_connect')).toHaveLength(1);
  const misplaced = seqs.filter((seq, index) => seq !== index + 1).length;
  promised(
    4,
    { what: 'events missing, repeated or out of order', value: misplaced },
    { exactly: 0 },
    { cuts: relay.cuts, events: pushed },
  );
});
