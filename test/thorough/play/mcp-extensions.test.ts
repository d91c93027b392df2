import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { seatMapSchema } from '../../../features/mcp/server/map-data.js';
import { makeSmallGame } from '../../support/mcp-client.js';
import { ASKS_FORMS, type RawMcp, RawStdio, rawHttp, SHOWS_APPS } from '../../support/raw-mcp.js';
import { type Stack, startStack } from '../../support/stack.js';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack();
}, 60_000);

afterAll(() => stack[Symbol.asyncDispose]());

const BRIEF = { name: 'brief', arguments: {} };

/** Does something as a client that can do so much, over that door. */
async function withClient(
  door: string,
  gameId: string,
  capabilities: JsonObject,
  run: (mcp: RawMcp) => Promise<void>,
): Promise<void> {
  if (door === 'http')
    return await run(rawHttp(stack.httpUrl, stack.token, `agent_id=red&game_id=${gameId}`, capabilities));
  await using stdio = new RawStdio(stack.httpUrl, stack.token, gameId, capabilities);
  await run(stdio);
}

const configOf = (gameId: string) => stack.games.get(gameId)?.config;

describe.each(['http', 'stdio'])('MCP over %s', (door) => {
  test('the user says how a game is made that does not exist', async () => {
    const gameId = `asked-${door}`;
    await withClient(door, gameId, ASKS_FORMS, async (mcp) => {
      const { result } = await mcp.send('tools/call', BRIEF);
      expect(result).toMatchObject({ resultType: 'input_required' });
      expect(configOf(gameId)).toBeUndefined();
      const content = { players: 3, ai_skill: 'novice', map_size: 'small', ruleset: 'civ2civ3' };
      const inputResponses = { new_game: { action: 'accept', content } };
      const played = await mcp.send('tools/call', { ...BRIEF, inputResponses });
      expect(played.result).toMatchObject({ resultType: 'complete', structuredContent: { turn: 1 } });
      expect(configOf(gameId)).toMatchObject({
        ...{ players: 3, ai_skill: 'novice', map: { size: 1 }, ruleset: 'civ2civ3' },
      });
      expect((await mcp.send('tools/call', BRIEF)).result).toMatchObject({ resultType: 'complete' });
    });
  });

  test('a client without forms, and one whose user declines, gets a game of the defaults', async () => {
    const declined = { inputResponses: { new_game: { action: 'decline' } } };
    const ways: readonly (readonly [string, JsonObject, JsonObject])[] = [
      ['plain', {}, BRIEF],
      ['declined', ASKS_FORMS, { ...BRIEF, ...declined }],
    ];
    for (const [name, capabilities, call] of ways) {
      const gameId = `${name}-${door}`;
      await withClient(door, gameId, capabilities, async (mcp) => {
        expect((await mcp.send('tools/call', call)).result).toMatchObject({ structuredContent: { turn: 1 } });
      });
      expect(configOf(gameId)).toMatchObject({ players: 4, ruleset: 'classic', ai_skill: 'easy' });
    }
  });

  test('rules are completed once there is a game, and scenarios always', async () => {
    const gameId = `completed-${door}`;
    await withClient(door, gameId, {}, async (mcp) => {
      const offered = async (uri: string, value: string) => {
        const ref = { type: 'ref/resource', uri };
        const { result } = await mcp.send('completion/complete', { ref, argument: { name: 'name', value } });
        return isJsonObject(result.completion) ? result.completion.values : undefined;
      };
      expect(await offered('freeciv://rules/{name}', 'tem')).toEqual([]);
      expect(stack.games.get(gameId)).toBeUndefined();
      expect(await offered('freeciv://scenarios/{name}', '')).toContain('alliance');
      await makeSmallGame(stack, gameId);
      await mcp.send('tools/call', BRIEF);
      expect(await offered('freeciv://rules/{name}', 'tem')).toContain('Temple');
      expect(await offered('freeciv://rules/{name}', '')).toHaveLength(100);
    });
  });

  test('a client that shows apps gets the map of the seat as data, another as text alone', async () => {
    const gameId = `shown-${door}`;
    await makeSmallGame(stack, gameId);
    const call = { name: 'map', arguments: {} };
    await withClient(door, gameId, SHOWS_APPS, async (mcp) => {
      const { result } = await mcp.send('tools/call', call);
      const map = seatMapSchema.parse(isJsonObject(result._meta) ? result._meta['freeciv/map'] : undefined);
      expect(map).toMatchObject({ turn: 1, me: expect.any(Number) });
      expect(map.units.some(({ owner }) => owner === map.me)).toBe(true);
      expect(map.terrains.length).toBeGreaterThan(0);
      const read = await mcp.send('resources/read', { uri: 'freeciv://map.json' });
      const [first] = Array.isArray(read.result.contents) ? read.result.contents : [];
      expect(seatMapSchema.parse(JSON.parse(first.text))).toEqual(map);
    });
    await withClient(door, gameId, {}, async (mcp) => {
      const { result } = await mcp.send('tools/call', call);
      expect(result).toMatchObject({ content: [{ type: 'text', text: expect.stringMatching(/./) }] });
      expect(JSON.stringify(result)).not.toContain('freeciv/map');
    });
  });
});
