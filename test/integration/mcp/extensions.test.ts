import { expect, test } from 'vitest';
import { failure } from '#shared/core/failure.js';
import type { JsonObject } from '#shared/core/json.js';
import { fail, ok } from '#shared/core/result.js';
import { type SeatMap, seatMap, seatMapSchema } from '../../../features/mcp/server/map-data.js';
import { ScriptedSeat } from '../../support/mcp/scripted-seat.js';
import { earlierClient, modernClient } from '../../support/mcp/served-seat.js';
import { readText } from '../../unit/architecture/source-files.js';

const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const UI = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };

const state = JSON.parse(readText('test/unit/views/examples/turn-20.full.json'));

/** A seat with one tool, whose requests are answered as they come. */
function readySeat(): ScriptedSeat {
  const seat = new ScriptedSeat();
  const tool = (name: string) => ({ name, description: name, inputSchema: { type: 'object' as const } });
  seat.request = async (type) =>
    type === 'state_query'
      ? ok({ data: state })
      : ok({ tool: 'map', ok: true, text: 'the map', result: { rows: [] } });
  return Object.assign(seat, { tools: async () => ok([tool('map'), tool('end_turn')]) });
}

test('a server announces its extensions, and tasks only to clients of 2026-07-28', async () => {
  const { result } = await modernClient(new ScriptedSeat())('server/discover');
  expect(result).toMatchObject({
    capabilities: {
      completions: {},
      extensions: { 'io.modelcontextprotocol/tasks': {}, 'io.modelcontextprotocol/ui': {} },
    },
  });
  const earlier = await earlierClient(new ScriptedSeat());
  expect(earlier.getServerCapabilities()?.extensions).toEqual({ 'io.modelcontextprotocol/ui': {} });
  await earlier.close();
});

test('methods of tasks are for clients that declare tasks, and unknown tasks are refused', async () => {
  for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel']) {
    const params = { taskId: 'x', ...(method === 'tasks/update' && { inputResponses: {} }) };
    const refused = await modernClient(new ScriptedSeat())(method, params);
    expect(refused.error).toMatchObject({
      code: -32_021,
      data: { requiredCapabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } } },
    });
    const unknown = await modernClient(new ScriptedSeat(), TASKS)(method, params);
    expect(unknown.error).toMatchObject({ code: -32_602 });
  }
});

test('a task is told of with the fields of the extension, and an update of it is acknowledged', async () => {
  const send = modernClient(new ScriptedSeat(), TASKS);
  const { result } = await send('tools/call', { name: 'end_turn', arguments: { until: '3' } });
  expect(result).toMatchObject({
    ...{ resultType: 'task', status: 'working', ttlMs: 3_600_000, pollIntervalMs: 1_000 },
    createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    lastUpdatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
  });
  const { taskId } = result;
  expect((await send('tasks/get', { taskId })).result).toMatchObject({
    resultType: 'complete',
    status: 'working',
  });
  const update = await send('tasks/update', { taskId, inputResponses: { nothing: { action: 'accept' } } });
  expect(update).toMatchObject({ result: { resultType: 'complete' }, error: undefined });
});

test('a client that shows apps is told of the page, reads it, and gets the map with the result of the tool', async () => {
  const send = modernClient(readySeat(), UI);
  const { result } = await send('tools/list');
  expect(result).toMatchObject({
    tools: [{ name: 'map', _meta: { ui: { resourceUri: 'ui://freeciv/map' } } }, { name: 'end_turn' }],
  });
  const page = await send('resources/read', { uri: 'ui://freeciv/map' });
  expect(page.result).toMatchObject({
    contents: [{ mimeType: 'text/html;profile=mcp-app', text: expect.stringMatching(/^<!doctype html>/) }],
  });
  const called = await send('tools/call', { name: 'map', arguments: {} });
  expect(called.result).toMatchObject({
    content: [{ text: 'the map' }],
    _meta: { 'freeciv/map': { turn: 20 } },
  });
});

test('a client that shows no apps is told of none, in both eras', async () => {
  const send = modernClient(readySeat());
  expect(JSON.stringify(await send('tools/list'))).not.toContain('ui://');
  expect(JSON.stringify(await send('tools/call', { name: 'map', arguments: {} }))).not.toContain(
    'freeciv/map',
  );
  const earlier = await earlierClient(readySeat());
  expect(JSON.stringify(await earlier.listTools())).not.toContain('ui://');
  await earlier.close();
  const showing = await earlierClient(readySeat(), UI);
  expect(JSON.stringify(await showing.listTools())).toContain('ui://freeciv/map');
  await showing.close();
});

test('the page loads nothing from elsewhere, and allows no more than the policy of hosts', async () => {
  const { result } = await modernClient(readySeat())('resources/read', { uri: 'ui://freeciv/map' });
  const text = JSON.stringify(result);
  expect(text).not.toMatch(
    /https?:|src=|href=|@import|eval\(|new Function|fetch\(|XMLHttpRequest|localStorage/,
  );
  expect(text).not.toMatch(/connectDomains|resourceDomains/);
});

/** The map of a state that has one. */
function mapOf(told: JsonObject): SeatMap {
  const map = seatMap(told);
  if (!map.ok) throw new Error(map.failure.message);
  return map.value;
}

test('the map of a seat has each known tile in its place', () => {
  const map = mapOf(state);
  expect(seatMapSchema.parse(map)).toEqual(map);
  expect(map).toMatchObject({ turn: 20, year: '3050 BCE', me: 0 });
  for (const tile of state.visible_tiles) {
    const letter = map.rows[tile.y - map.y]?.[tile.x - map.x] ?? '';
    expect(map.terrains[letter.toLowerCase().charCodeAt(0) - 97]).toBe(tile.terrain);
    expect(letter === letter.toUpperCase()).toBe(tile.fog === 'fogged');
    const land = map.lands[tile.y - map.y]?.[tile.x - map.x] ?? '';
    expect(land === ' ' ? null : map.players[Number.parseInt(land, 36)]?.id).toBe(tile.owner);
  }
  expect(new Set(map.rows.map(({ length }) => length)).size).toBe(1);
  expect(map.cities).toHaveLength(state.cities.length);
});

test('a seat that knows nothing has an empty map', () => {
  const nothing = { visible_tiles: [], cities: [], units: [], players: {} };
  expect(mapOf(nothing)).toMatchObject({ x: 0, y: 0, rows: [], lands: [], terrains: [] });
});

test('a map of 512 by 256 tiles is read', () => {
  const visible_tiles = Array.from({ length: 512 * 256 }, (_, index) => ({
    ...{ x: index % 512, y: Math.floor(index / 512), terrain: 'Ocean', owner: null, fog: 'visible' },
  }));
  const { rows, x, y } = mapOf({ visible_tiles, cities: [], units: [], players: {} });
  expect([x, y, rows.length, rows[255]?.length]).toEqual([0, 0, 256, 512]);
});

test('land of the 37th player and those after it is given to no other', () => {
  const players = Object.fromEntries(Array.from({ length: 40 }, (_, id) => [`player ${id}`, { id }]));
  const visible_tiles = [0, 35, 36, 37].map((owner, x) => ({
    ...{ x, y: 0, terrain: 'Plains', owner, fog: 'visible' },
  }));
  expect(mapOf({ visible_tiles, cities: [], units: [], players }).lands).toEqual(['0z  ']);
});

test('without a map in the state the tool has its text', async () => {
  const seat = readySeat();
  const { request } = seat;
  seat.request = async (type, data) => (type === 'state_query' ? ok({ data: {} }) : request(type, data));
  const { result } = await modernClient(seat, UI)('tools/call', { name: 'map', arguments: {} });
  expect(result).toMatchObject({ content: [{ text: 'the map' }] });
  expect(result).not.toHaveProperty('_meta.freeciv/map');
});

/** What a client is offered for an argument. */
async function offered(seat: ScriptedSeat, ref: object, name: string, value: string) {
  const { result, error } = await modernClient(seat)('completion/complete', {
    ...{ ref: { ...ref }, argument: { name, value } },
  });
  return error ?? result.completion;
}

test('arguments of prompts and names of templates are completed, whatever their capitals', async () => {
  const seat = new ScriptedSeat();
  const names = Array.from({ length: 130 }, (_, index) => `Temple ${index}`);
  seat.request = async (_, data) => ok({ entries: [], names: data.name === 'te' ? names : [] });
  const prompt = { type: 'ref/prompt', name: 'start_game' };
  expect(await offered(seat, prompt, 'turns', '1')).toMatchObject({ values: ['10', '100'], hasMore: false });
  expect(await offered(seat, prompt, 'style', 'Peace')).toMatchObject({ values: ['peaceful builder'] });
  expect(await offered(seat, prompt, 'other', '')).toMatchObject({ values: [] });
  const rules = { type: 'ref/resource', uri: 'freeciv://rules/{name}' };
  expect(await offered(seat, rules, 'name', 'te')).toEqual({
    ...{ values: names.slice(0, 100), total: 130, hasMore: true },
  });
});

test('a completion makes no game and waits for none, and one of what does not exist is refused', async () => {
  const seat = new ScriptedSeat();
  seat.isPlaying = false;
  const rules = { type: 'ref/resource', uri: 'freeciv://rules/{name}' };
  expect(await offered(seat, rules, 'name', '')).toMatchObject({ values: [] });
  expect([seat.asked, seat.entered]).toEqual([[], []]);
  seat.scenarios = async () => fail(failure('E123', 'away'));
  const scenarios = { type: 'ref/resource', uri: 'freeciv://scenarios/{name}' };
  expect(await offered(seat, scenarios, 'name', '')).toMatchObject({ values: [] });
  for (const ref of [
    { type: 'ref/prompt', name: 'none' },
    { type: 'ref/resource', uri: 'freeciv://none/{name}' },
  ])
    expect(await offered(seat, ref, 'name', '')).toMatchObject({ code: -32_602 });
});

test('a call that its client cancels just as its wait for a limit ends is not carried out', async () => {
  const seat = readySeat();
  const cancel = new AbortController();
  const began: string[] = [];
  const ended = new Promise<string>((resolve) => {
    seat.request = async (type, _data, { signal, onBegin } = {}) => {
      cancel.abort();
      while (signal?.aborted === false) await new Promise((next) => setImmediate(next));
      try {
        onBegin?.();
        began.push(type);
      } finally {
        resolve('not waiting');
      }
      return ok({});
    };
  });
  const client = await earlierClient(seat);
  const call = client.callTool({ name: 'end_turn', arguments: {} }, { signal: cancel.signal });
  await expect(call).rejects.toThrow();
  expect(await ended).toBe('not waiting');
  expect(began).toEqual([]);
  await client.close();
});
