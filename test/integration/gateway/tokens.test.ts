import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startFixture } from './support/gateway-fixture.js';
import { RawAgentSocket } from './support/raw-agent-socket.js';

test('a token taken out of the file closes its sockets; one put in lets in; a broken file changes nothing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tokens-'));
  const file = join(folder, 'tokens');
  await writeFile(file, '# rotated monthly\n\nfirst-token\n');
  await using fixture = await startFixture({ LLM_API_TOKENS_FILE: file });
  const stays = await RawAgentSocket.loggedIn(fixture.port, 'stays');
  const goes = await RawAgentSocket.loggedIn(fixture.port, 'goes', { api_token: 'first-token' });
  const replace = async (text: string) => {
    await writeFile(`${file}.new`, text);
    await rename(`${file}.new`, file);
  };

  await replace('second-token\n');
  expect(await goes.next()).toMatchObject({ type: 'error', data: { error_code: 'E102' } });
  expect(await goes.closed).toMatchObject({ code: 4501 });
  await RawAgentSocket.loggedIn(fixture.port, 'comes', { api_token: 'second-token' });

  await replace('sha256:broken\n');
  fixture.gateway.reload();
  await RawAgentSocket.loggedIn(fixture.port, 'comes', { api_token: 'second-token' });
  stays.sendRequest('ping', {});
  expect(await stays.next()).toMatchObject({ type: 'pong' });
  await rm(folder, { recursive: true });
});

test('a session of a revoked token cannot be resumed with it, and can with another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tokens-'));
  const file = join(folder, 'tokens');
  await writeFile(file, 'first-token');
  await using fixture = await startFixture({ LLM_API_TOKENS_FILE: file });
  const agent = await RawAgentSocket.open(fixture.port, 'my-agent');
  const auth = await agent.logIn({ api_token: 'first-token' });
  await agent.close();
  await writeFile(file, 'second-token');
  fixture.gateway.reload();
  const session = { session_id: auth.data?.session_id };
  const revoked = await RawAgentSocket.open(fixture.port, 'my-agent');
  expect(await revoked.logIn({ api_token: 'first-token', ...session })).toMatchObject({
    data: { error_code: 'E102' },
  });
  const good = await RawAgentSocket.open(fixture.port, 'my-agent');
  expect(await good.logIn({ api_token: 'second-token', ...session })).toMatchObject({
    data: { resumed: true },
  });
  await rm(folder, { recursive: true });
});
