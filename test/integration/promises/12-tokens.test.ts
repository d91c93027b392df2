import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { POLL_MS } from '../../../gateway/auth/token-store.js';
import { promised } from '../../support/promised.js';
import { startFixture } from '../gateway/support/gateway-fixture.js';
import { RawAgentSocket } from '../gateway/support/raw-agent-socket.js';
import { isLong } from './support/form.js';
import { metric } from './support/metric.js';

test('promise 12: tokens stand in no log, no file and no answer, and count for nothing in a URL', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) });
  await using fixture = await startFixture({}, { log });
  const { port } = fixture;
  const agent = await RawAgentSocket.loggedIn(port, 'my-agent');
  agent.sendRequest('action', { action_type: 'end_turn' }, 'a');
  const answer = await agent.next();
  const wrong = await RawAgentSocket.open(port, 'stranger');
  const refusal = await wrong.logIn({ api_token: 'wrong-token' });
  const inUrl = await RawAgentSocket.open(port, 'stranger?api_token=good-token');
  inUrl.send({ type: 'state_query', data: {} });
  expect(await inUrl.next()).toMatchObject({ data: { error_code: 'E120' } });
  await fixture.gateway.close();
  const names = await readdir(fixture.dataDir, { recursive: true, withFileTypes: true });
  const files = names
    .filter((each) => each.isFile())
    .map((each) => readFile(join(each.parentPath, each.name), 'utf8'));
  const all = [...lines, ...(await Promise.all(files)), JSON.stringify([answer, refusal])];
  const tokens = ['good-token', 'wrong-token', 'agent-only'];
  const holding = all.filter((text) => tokens.some((token) => text.includes(token)));
  const found = { what: 'log lines, files and answers that hold a token', value: holding.length };
  promised(12, found, { exactly: 0 }, { logLines: lines.length, files: files.length });
});

test('promise 12: a revoked token closes its sockets and no others', async () => {
  await using fixture = await startFixture();
  const file = join(fixture.dataDir, 'tokens');
  await writeFile(file, 'stays\ngoes\n');
  await using other = await startFixture({ LLM_API_TOKENS_FILE: file });
  const kept = await RawAgentSocket.loggedIn(other.port, 'kept', { api_token: 'stays' });
  const revoked = await RawAgentSocket.loggedIn(other.port, 'revoked', { api_token: 'goes' });
  await writeFile(file, 'stays\n');
  const began = performance.now();
  expect(await revoked.closed).toMatchObject({ code: 4501 });
  const closedAfterMs = performance.now() - began;
  kept.sendRequest('ping', {});
  expect(await kept.next()).toMatchObject({ type: 'pong' });
  const sockets = await metric(other.port, 'freeciv_gateway_agent_sockets');
  promised(
    12,
    { what: 'sockets left of two when one token is revoked', value: sockets },
    { exactly: 1 },
    { closedAfterMs },
  );
  promised(12, { what: 'ms between two looks at the token file', value: POLL_MS }, { atMost: 1000 });
  // In the short form the machine is shared: there only what is counted is compared.
  const seconds = { what: 'ms until the socket of a revoked token is closed', value: closedAfterMs };
  if (isLong) promised(12, seconds, { atMost: 1100 });
});
