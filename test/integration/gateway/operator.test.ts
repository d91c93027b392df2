import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentDataLineSchema, agentDeletedSchema } from '#shared/protocol/agent-data.js';
import { adminSessionsSchema, adminTokensSchema } from '#shared/protocol/rest.js';
import { makeDataFolder } from '../../support/services/data-folder.js';
import { type Fixture, startFixture } from './support/gateway-fixture.js';
import { RawAgentSocket } from './support/raw-agent-socket.js';
import { answerAll } from './support/scripted-proxy.js';
import { TokenIssuer } from './support/token-issuer.js';

const admin = 'an-admin-token-of-tests';

async function ask({ port }: Fixture, method: string, path: string, token = admin) {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`http://127.0.0.1:${port}/api/admin${path}`, { method, headers });
  const text = await response.text();
  return { status: response.status, text, json: () => JSON.parse(text) };
}

/** A proxy with one game, `g1`, that keeps a file of each agent. */
function withGame({ proxy }: Fixture): void {
  const game = { game_id: 'g1', state: 'running', turn: 3, players: [], server_version: null };
  proxy.respond = (request, own) => {
    const { type } = request;
    const file = { path: `notes/${request.agent_id}.json`, text: 'wait for spring' };
    if (type === 'game_list') own.answer(request, type, { games: [game] });
    else if (type === 'agent_files') own.answer(request, type, { paths: [file.path] });
    else if (type === 'agent_file') own.answer(request, type, { text: file.text, next: null });
    else if (type === 'agent_forget') own.answer(request, type, { removed: [file.path] });
    else answerAll(request, own);
  };
}

function auditOf(dataDir: string): string {
  const folder = join(dataDir, 'audit');
  return readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
}

test('the operator ends a session: its socket closes with 4504, it is not resumed, and the audit has it', async () => {
  await using fixture = await startFixture({ ADMIN_TOKEN: admin });
  withGame(fixture);
  const agent = await RawAgentSocket.open(fixture.port, 'ann');
  const { data } = await agent.logIn();
  await using other = await RawAgentSocket.loggedIn(fixture.port, 'ben', { game_id: 'g2' });
  const [session] = adminSessionsSchema.parse((await ask(fixture, 'GET', '/sessions')).json()).sessions;
  const path = `/sessions/${session?.session}?agent_id=ann`;
  expect((await ask(fixture, 'DELETE', path, 'good-token')).status).toBe(401);
  expect(await ask(fixture, 'DELETE', path)).toMatchObject({ status: 200 });
  expect(await agent.nextOf('error')).toMatchObject({ data: { error_code: 'E124' } });
  expect(await agent.closed).toMatchObject({ code: 4504 });
  await using again = await RawAgentSocket.open(fixture.port, 'ann');
  expect(await again.logIn({ session_id: data?.session_id })).toMatchObject({ data: { error_code: 'E124' } });
  expect((await ask(fixture, 'DELETE', path)).status).toBe(404);
  other.sendRequest('ping', {});
  expect(await other.nextOf('pong')).toBeDefined();
  await expect.poll(() => auditOf(fixture.dataDir)).toContain('DELETE /api/admin/sessions/:session');
  expect(auditOf(fixture.dataDir)).toContain('"agent_id":"*operator"');
});

test('a token that the operator revokes is out of force at once, and stays so after a restart', async () => {
  await using data = await makeDataFolder();
  await using issuer = await TokenIssuer.start();
  const settings = {
    ADMIN_TOKEN: admin,
    DATA_DIR: data.path,
    LLM_API_TOKENS: 'first,second',
    ...issuer.settings,
  };
  const signed = await issuer.sign();
  {
    await using fixture = await startFixture(settings);
    withGame(fixture);
    const agents = [
      await RawAgentSocket.loggedIn(fixture.port, 'ann', { api_token: 'first' }),
      await RawAgentSocket.loggedIn(fixture.port, 'ann', { api_token: signed, game_id: 'g2' }),
    ];
    await using stays = await RawAgentSocket.loggedIn(fixture.port, 'cid', {
      api_token: 'second',
      game_id: 'g3',
    });
    const { tokens } = adminTokensSchema.parse((await ask(fixture, 'GET', '/tokens')).json());
    const used = tokens.filter(({ use }) => use.connections > 0);
    const revoked = used.filter(({ source }, index) => source === 'issued' || index === 0);
    expect(revoked.map(({ source }) => source)).toEqual(['settings', 'issued']);
    for (const { token } of revoked)
      expect((await ask(fixture, 'DELETE', `/tokens/${token}`)).status).toBe(200);
    for (const agent of agents) expect(await agent.closed).toMatchObject({ code: 4501 });
    stays.sendRequest('ping', {});
    expect(await stays.nextOf('pong')).toBeDefined();
    expect((await ask(fixture, 'DELETE', `/tokens/${revoked[0]?.token}`)).status).toBe(404);
  }
  await using again = await startFixture(settings);
  for (const api_token of ['first', signed]) {
    await using agent = await RawAgentSocket.open(again.port, 'ann');
    expect(await agent.logIn({ api_token })).toMatchObject({ data: { error_code: 'E102' } });
  }
  await RawAgentSocket.loggedIn(again.port, 'cid', { api_token: 'second' });
});

test('what is kept of an agent is exported, and deleted: sessions, files of games, its name in the audit', async () => {
  await using fixture = await startFixture({ ADMIN_TOKEN: admin });
  withGame(fixture);
  const [ann, ben] = [
    await RawAgentSocket.loggedIn(fixture.port, 'ann'),
    await RawAgentSocket.loggedIn(fixture.port, 'ben', { game_id: 'g2' }),
  ];
  for (const agent of [ann, ben]) {
    agent.sendRequest('action', { action_type: 'unit_move', unit_id: 7 }, 'a1');
    await agent.nextOf('action_result');
  }
  const exported = await ask(fixture, 'GET', '/agents/ann/data');
  const lines = exported.text
    .trim()
    .split('\n')
    .map((line) => agentDataLineSchema.parse(JSON.parse(line)));
  expect(lines.map(({ kind }) => kind)).toEqual(['session', 'file', 'audit']);
  expect(exported.text).toContain('wait for spring');
  expect(exported.text).not.toContain('"ben"');
  expect((await ask(fixture, 'GET', '/agents/ann/data', 'good-token')).status).toBe(401);
  expect((await ask(fixture, 'GET', '/agents/a%20b/data')).status).toBe(400);

  const deleted = agentDeletedSchema.parse((await ask(fixture, 'DELETE', '/agents/ann/data')).json());
  expect(deleted).toEqual({ sessions: 1, files: 1, audit_lines: 1, problems: [] });
  expect(await ann.closed).toMatchObject({ code: 4504 });
  const audit = auditOf(fixture.dataDir);
  expect(audit).not.toContain('"agent_id":"ann"');
  expect(audit).toMatch(/"agent_id":"\*[0-9a-f]{2}".*"action":"unit_move"/);
  expect(audit).toContain('"agent_id":"ben"');
  ben.sendRequest('action', { action_type: 'unit_move', unit_id: 8 }, 'a2');
  await ben.nextOf('action_result');
  expect(auditOf(fixture.dataDir).trim().split('\n')).toHaveLength(audit.trim().split('\n').length + 1);
});
