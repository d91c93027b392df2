import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { AgentClient } from '../gateway/support/agent-client.js';
import { startFixture } from '../gateway/support/gateway-fixture.js';
import { figures } from './support/form.js';

test('promise 12: tokens stand in no log, no file and no answer, and count for nothing in a URL', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: (line: string) => lines.push(line) });
  await using fixture = await startFixture({}, { log });
  const { port } = fixture;
  const agent = await AgentClient.loggedIn(port, 'my-agent');
  agent.sendSpec('action', { action_type: 'end_turn' }, 'a');
  const answer = await agent.next();
  const wrong = await AgentClient.open(port, 'stranger');
  const refusal = await wrong.logIn({ api_token: 'wrong-token' });
  const inUrl = await AgentClient.open(port, 'stranger?api_token=good-token');
  inUrl.send({ type: 'state_query', data: {} });
  expect(await inUrl.next()).toMatchObject({ data: { error_code: 'E120' } });
  await fixture.gateway.close();
  const names = await readdir(fixture.dataDir, { recursive: true, withFileTypes: true });
  const files = names
    .filter((each) => each.isFile())
    .map((each) => readFile(join(each.parentPath, each.name), 'utf8'));
  const all = [...lines, ...(await Promise.all(files)), JSON.stringify([answer, refusal])];
  for (const token of ['good-token', 'wrong-token', 'agent-only']) {
    expect(all.filter((text) => text.includes(token))).toEqual([]);
  }
  figures(12, { logLines: lines.length, files: files.length });
});

test('promise 12: a revoked token closes its sockets and no others', async () => {
  await using fixture = await startFixture();
  const file = join(fixture.dataDir, 'tokens');
  await writeFile(file, 'stays\ngoes\n');
  await using other = await startFixture({ LLM_API_TOKENS_FILE: file });
  const kept = await AgentClient.loggedIn(other.port, 'kept', { api_token: 'stays' });
  const revoked = await AgentClient.loggedIn(other.port, 'revoked', { api_token: 'goes' });
  await writeFile(file, 'stays\n');
  const began = performance.now();
  expect(await revoked.closed).toMatchObject({ code: 4501 });
  figures(12, { closedAfterMs: performance.now() - began });
  kept.sendSpec('ping', {});
  expect(await kept.next()).toMatchObject({ type: 'pong' });
});
