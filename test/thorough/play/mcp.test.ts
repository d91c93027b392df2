import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isJsonObject } from '#shared/core/json.js';
import { scenarioListSchema } from '#shared/protocol/scenario.js';
import { toolNames } from '#shared/protocol/tools.js';
import { solutions } from '../../../lab/scenarios/solutions.js';
import {
  callTool,
  connectMcp,
  MCP_ERAS,
  type McpEra,
  makeSmallGame,
  postMcp,
} from '../../support/mcp-client.js';
import { type Stack, startStack } from '../../support/stack.js';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ MCP_AUTHORIZATION_SERVERS: 'https://login.example' });
}, 60_000);

afterAll(() => stack[Symbol.asyncDispose]());

type TestClient = Awaited<ReturnType<typeof connect>>;

const connect = (era: McpEra, agentId: string, gameId: string) => connectMcp(stack, era, agentId, gameId);

/** The id of a unit whose type may found cities, from the state's own words. */
async function settlersOf(client: TestClient): Promise<number> {
  const state = await jsonResource(client, 'freeciv://state/full');
  const units = isJsonObject(state) && Array.isArray(state.units) ? state.units.filter(isJsonObject) : [];
  return Number(units.find(({ type }) => /^settlers$/i.test(String(type)))?.id);
}

describe.each(MCP_ERAS)('MCP era %s', (era) => {
  test('an MCP client lists what there is, calls every tool well and badly, and plays ten turns', async () => {
    await makeSmallGame(stack, `mcp-${era}`);
    await using client = await connect(era, 'red', `mcp-${era}`);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([...toolNames]);
    expect(encode(JSON.stringify(tools)).length).toBeLessThanOrEqual(2000);
    const settlers = await settlersOf(client);
    const good: readonly (readonly [string, Record<string, unknown>])[] = [
      ['brief', {}],
      ['options', { actor_id: settlers }],
      ['map', { actor_id: settlers, radius: 3 }],
      ['rules', { name: 'Temple' }],
      ['do', { actions: [{ action: 'unit_build_city', actor_id: settlers }] }],
      ['cities', {}],
      ['plan', { action: 'plan_defaults', new_military: 'fortify' }],
      ['research', { action: 'tech_goal', target: 'Currency' }],
      ['nation', { action: 'player_rates', tax: 40, luxury: 0, science: 60 }],
      ['diplomacy', { action: 'diplomacy_message', text: 'Hello' }],
      ['notes', { add: [{ text: 'a note' }] }],
    ];
    for (const [name, args] of good) {
      const { text, isError } = await callTool(client, name, args);
      expect(isError, `${name}: ${text}`).toBe(false);
      expect(text).not.toBe('');
    }
    const bad: readonly (readonly [string, Record<string, unknown>, string])[] = [
      ['brief', { sections: 5 }, 'E105'],
      ['options', { actor_id: 999_999 }, 'E130'],
      ['map', { x: 5_000, y: 5_000 }, 'E105'],
      ['rules', {}, 'E101'],
      ['do', { actions: [{ action: 'unit_fly', actor_id: settlers }] }, 'E130'],
      ['cities', { all: 'yes' }, 'E105'],
      ['plan', { action: 'settle', actor_id: 999_999, target: 'best' }, 'E130'],
      ['research', { action: 'tech_goal', target: 'Curency' }, 'Currency'],
      ['nation', { action: 'player_rates', tax: 90, luxury: 90, science: 90 }, 'E130'],
      ['diplomacy', { action: 'treaty_open', target: 'Nobody' }, 'E130'],
      ['notes', { add: 'a note' }, 'E105'],
      ['end_turn', { until: 'never' }, 'E130'],
    ];
    for (const [name, args, code] of bad) {
      const { text, isError } = await callTool(client, name, args);
      expect({ name, isError, text }).toMatchObject({ isError: true, text: expect.stringContaining(code) });
    }
    await expect(client.callTool({ name: 'fly', arguments: {} })).rejects.toThrow(/no tool fly/);
    const { result: before } = await callTool(client, 'brief');
    for (let turn = 1; turn <= 10; turn++) {
      const { result, isError } = await callTool(client, 'end_turn');
      expect(isError).toBe(false);
      expect(result.brief).toMatchObject({ turn: Number(before.turn) + turn });
    }
    await readsEverything(client);
  });

  test('with results=text an MCP client gets texts alone, also of refusals, and tiles may be texts', async () => {
    const gameId = `mcp-text-${era}`;
    await makeSmallGame(stack, gameId);
    await using client = await connectMcp(stack, era, 'red', gameId, 'text');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([...toolNames]);
    expect(tools.filter(({ outputSchema }) => outputSchema !== undefined)).toEqual([]);
    const settlers = await settlersOf(client);
    const brief = await client.callTool({ name: 'brief', arguments: {} });
    const [, x, y] = /settle \d+ (\d+),(\d+)/.exec(JSON.stringify(brief.content)) ?? [];
    const settle = { action: 'settle', actor_id: settlers, target: `${x},${y}` };
    const settled = await client.callTool({ name: 'plan', arguments: settle });
    const refused = await client.callTool({ name: 'options', arguments: { actor_id: 999_999 } });
    expect([brief, settled, refused].map(({ isError = false }) => isError)).toEqual([false, false, true]);
    for (const result of [brief, settled, refused]) {
      expect(result).not.toHaveProperty('structuredContent');
      expect(result.content).toEqual([{ type: 'text', text: expect.stringMatching(/./) }]);
    }
    expect(settled.content).toEqual([{ type: 'text', text: expect.stringMatching(/^Done: /) }]);
  });

  test('an MCP client is told of changed resources and of progress, and cancels a turn that waits', async () => {
    const gameId = `mcp-wait-${era}`;
    await makeSmallGame(stack, gameId, 2, 2);
    await using red = await connect(era, 'red', gameId);
    await using blue = await connect(era, 'blue', gameId);
    await Promise.all([callTool(red, 'brief'), callTool(blue, 'brief')]);
    const updated: string[] = [];
    red.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      updated.push(params.uri);
    });
    if (era === 'modern') await red.listen({ resourceSubscriptions: ['freeciv://map'] });
    else await red.subscribeResource({ uri: 'freeciv://map' });
    const game = stack.games.get(gameId);
    const seat = game?.seat('red');
    const waiting = () => game && seat && stack.seats.of(game, seat).newsAwaited;
    const cancel = new AbortController();
    const cancelled = red.callTool({ name: 'end_turn', arguments: {} }, { signal: cancel.signal });
    cancelled.catch(() => {});
    await expect.poll(waiting).toBe(1);
    cancel.abort();
    await expect(cancelled).rejects.toThrow();
    await expect.poll(waiting).toBe(0);
    const progress: unknown[] = [];
    const passed = red.callTool(
      { name: 'end_turn', arguments: {} },
      { onprogress: (report) => progress.push(report) },
    );
    await expect.poll(waiting).toBe(1);
    await callTool(blue, 'end_turn');
    expect(await passed).toMatchObject({ structuredContent: { ok: true, brief: { turn: 2 } } });
    expect(progress).toContainEqual(
      expect.objectContaining({ message: expect.stringContaining('turn start') }),
    );
    await expect.poll(() => new Set(updated)).toEqual(new Set(['freeciv://map']));
  });
});

/** A resource of JSON, parsed. */
async function jsonResource(client: TestClient, uri: string): Promise<unknown> {
  const [first] = (await client.readResource({ uri })).contents;
  return JSON.parse(first !== undefined && 'text' in first ? first.text : '');
}

async function readsEverything(client: TestClient): Promise<void> {
  const { resources } = await client.listResources();
  const mimeTypes = new Map<string, string | undefined>();
  for (const { uri } of resources) {
    const { contents } = await client.readResource({ uri });
    expect(contents).toHaveLength(1);
    mimeTypes.set(uri, contents[0]?.mimeType);
    if (uri.endsWith('.png'))
      expect(contents[0]).toMatchObject({ blob: expect.stringMatching(/^iVBORw0KGgo/) });
    else expect(contents[0]).toMatchObject({ text: expect.stringMatching(/./) });
  }
  expect(mimeTypes.get('freeciv://map.png')).toBe('image/png');
  const { scenarios } = scenarioListSchema.parse(await jsonResource(client, 'freeciv://scenarios'));
  expect(scenarios.map(({ name }) => name).toSorted()).toEqual(Object.keys(solutions).toSorted());
  expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(2);
  expect(await client.readResource({ uri: 'freeciv://rules/Temple' })).toMatchObject({
    contents: [{ text: expect.stringContaining('Temple') }],
  });
  await expect(client.readResource({ uri: 'freeciv://rules/Tmple' })).rejects.toThrow(/E130/);
  for (const unknown of ['freeciv://nothing', 'freeciv://rules/%zz'])
    await expect(client.readResource({ uri: unknown })).rejects.toThrow(/not found/i);
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(['start_game', 'review_turn']);
  expect(await client.getPrompt({ name: 'start_game', arguments: { turns: '5' } })).toMatchObject({
    messages: [{ content: { text: expect.stringContaining('for 5 turns') } }],
  });
  expect(await client.getPrompt({ name: 'review_turn' })).toMatchObject({
    messages: [{ content: { text: expect.stringContaining('Turn ') } }],
  });
  await expect(client.getPrompt({ name: 'cheat' })).rejects.toThrow(/no prompt/);
}

test('an MCP session of the legacy era ends with its client; the seat stays for the next', async () => {
  await makeSmallGame(stack, 'mcp-leave');
  const presence = () => stack.games.get('mcp-leave')?.presenceOf('red');
  const first = await connect('legacy', 'red', 'mcp-leave');
  await callTool(first, 'notes', { add: [{ text: 'from the first' }] });
  await expect.poll(presence).toBe('connected');
  await first.endSession();
  await first.close();
  await expect.poll(presence).toBe('away');
  await using second = await connect('modern', 'red', 'mcp-leave');
  const { text } = await callTool(second, 'notes');
  expect(text).toContain('from the first');
  await expect.poll(presence).toBe('connected');
});

test('fifty MCP sessions at once play with their own agents, and leave nothing behind', async () => {
  const gameId = 'mcp-many';
  await makeSmallGame(stack, gameId, 5, 5);
  const agents = Array.from({ length: 5 }, (_, index) => `agent-${index}`);
  const eras = Array.from({ length: 10 }, (_, index) => MCP_ERAS[index % 2] ?? 'modern');
  const sessions = await Promise.all(
    agents.flatMap((agentId) =>
      eras.map(async (era, index) => {
        const client = await connect(era, agentId, gameId);
        return { agentId, index, client, sessionId: client.sessionId() };
      }),
    ),
  );
  await Promise.all(
    sessions.map(async ({ client, agentId, index }) => {
      expect(await callTool(client, 'brief')).toMatchObject({ isError: false, result: { turn: 1 } });
      await callTool(client, 'notes', { add: [{ text: `${agentId} ${index}` }] });
    }),
  );
  const firsts = sessions.filter(({ index }) => index === 0);
  await Promise.all(firsts.map(({ client }) => callTool(client, 'end_turn')));
  await Promise.all(
    sessions.map(async ({ client, agentId }) => {
      expect(await callTool(client, 'brief')).toMatchObject({ isError: false, result: { turn: 2 } });
      const { text } = await callTool(client, 'notes');
      const own = eras.map((_, index) => `text ${agentId} ${index}`);
      expect(text.match(/text agent-\d+ \d+/g)?.toSorted()).toEqual(own);
    }),
  );
  await Promise.all(sessions.map(({ client }) => client.endSession()));
  await Promise.all(sessions.map(({ client }) => client.close()));
  for (const agentId of agents)
    await expect.poll(() => stack.games.get(gameId)?.presenceOf(agentId)).toBe('away');
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  for (const session of sessions.filter(({ sessionId }) => sessionId !== undefined))
    expect((await postMcp(stack, { ...session, gameId }, list)).status).toBe(404);
});

test('an MCP client without the token of the agent is told where to get one', async () => {
  const url = `${stack.httpUrl}/mcp?agent_id=red`;
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
  const ask = (headers: Record<string, string>) =>
    fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
  const refused = await ask({});
  expect(refused.status).toBe(401);
  const metadata =
    /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '')?.[1] ?? '';
  expect(await (await fetch(metadata)).json()).toMatchObject({
    resource: `${stack.httpUrl}/mcp`,
    authorization_servers: ['https://login.example'],
  });
  const authorization = `Bearer ${stack.token}`;
  expect((await ask({ authorization, origin: 'https://elsewhere.example' })).status).toBe(403);
  expect((await ask({ authorization: 'Bearer wrong' })).status).toBe(401);
  const deep = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: `{"params":${'['.repeat(50)}${']'.repeat(50)}}`,
  });
  expect(deep.status).toBe(400);
});
