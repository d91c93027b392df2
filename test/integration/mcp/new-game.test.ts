import { expect, test } from 'vitest';
import type { JsonObject } from '#shared/core/json.js';
import { ok } from '#shared/core/result.js';
import { ScriptedSeat } from '../../support/mcp/scripted-seat.js';
import { earlierClient, modernClient } from '../../support/mcp/served-seat.js';

const BRIEF = { name: 'brief', arguments: {} };
const brief = ok({ tool: 'brief', ok: true, text: 'the brief', result: { turn: 1 } });
const ASKS = { elicitation: { form: {} } };

/** A seat whose game does not exist, which answers the call of brief as soon as it comes. */
function missing(): ScriptedSeat {
  const seat = new ScriptedSeat();
  seat.isMissing = true;
  seat.request = async (type, data) => {
    seat.asked.push({ type, data, name: undefined });
    return brief;
  };
  return seat;
}

const answered = (answer: JsonObject): JsonObject => ({ ...BRIEF, inputResponses: { new_game: answer } });

test('a client with forms is asked how a game is to be made, and the game is made so', async () => {
  const seat = missing();
  const send = modernClient(seat, ASKS);
  const { result } = await send('tools/call', BRIEF);
  expect(result).toMatchObject({
    resultType: 'input_required',
    inputRequests: {
      new_game: {
        method: 'elicitation/create',
        params: { mode: 'form', requestedSchema: { type: 'object' } },
      },
    },
  });
  expect(seat.asked).toEqual([]);
  const content = { players: 5, ai_skill: 'hard', map_size: 'small', ruleset: 'civ2civ3' };
  const played = await send('tools/call', answered({ action: 'accept', content }));
  expect(played.result).toMatchObject({ resultType: 'complete', content: [{ text: 'the brief' }] });
  expect(seat.entered).toEqual([{ players: 5, ai_skill: 'hard', ruleset: 'civ2civ3', map: { size: 1 } }]);
});

test('the form is flat: each field is a text or a number with a default, and none is required', async () => {
  const { result } = await modernClient(missing(), ASKS)('tools/call', BRIEF);
  expect(result).toMatchObject({
    inputRequests: {
      new_game: {
        params: {
          requestedSchema: {
            type: 'object',
            properties: {
              players: { type: 'integer', minimum: 2, maximum: 16, default: 4 },
              ai_skill: { type: 'string', enum: expect.arrayContaining(['easy']), default: 'easy' },
              map_size: { type: 'string', enum: ['small', 'medium', 'large'], default: 'medium' },
              ruleset: { type: 'string', enum: expect.arrayContaining(['classic']), default: 'classic' },
            },
          },
        },
      },
    },
  });
  expect(JSON.stringify(result)).not.toMatch(/"required":|token|password/);
});

test.each([
  ['is declined', { action: 'decline' }],
  ['is cancelled', { action: 'cancel' }],
  ['does not fit', { action: 'accept', content: { players: 900 } }],
])('where the form %s, the game is made by the defaults', async (_, answer) => {
  const seat = missing();
  const { result } = await modernClient(seat, ASKS)('tools/call', answered(answer));
  expect(result).toMatchObject({ content: [{ text: 'the brief' }] });
  expect(seat.entered).toEqual([]);
});

test('a client without forms, and one whose game exists, is asked nothing', async () => {
  const url = { elicitation: { url: {} } };
  for (const capabilities of [{}, url]) {
    const { result } = await modernClient(missing(), capabilities)('tools/call', BRIEF);
    expect(result).toMatchObject({ resultType: 'complete', content: [{ text: 'the brief' }] });
  }
  const seat = missing();
  seat.isMissing = false;
  expect((await modernClient(seat, ASKS)('tools/call', BRIEF)).result).toMatchObject({
    resultType: 'complete',
  });
});

test('a client of an earlier revision is asked by a request, and may decline or fail', async () => {
  const answers: readonly (readonly [unknown, readonly unknown[]])[] = [
    [{ action: 'accept', content: { map_size: 'large' } }, [{ map: { size: 10 } }]],
    [{ action: 'decline' }, []],
    [new Error('no form today'), []],
  ];
  for (const [answer, entered] of answers) {
    const seat = missing();
    const client = await earlierClient(seat, { elicitation: {} });
    client.setRequestHandler('elicitation/create', ({ params }) => {
      expect(params.message).toContain('no game');
      if (answer instanceof Error) throw answer;
      return answer === undefined ? { action: 'cancel' } : Object(answer);
    });
    expect(await client.callTool(BRIEF)).toMatchObject({ content: [{ text: 'the brief' }] });
    expect(seat.entered).toEqual(entered);
    await client.close();
  }
  const seat = missing();
  const client = await earlierClient(seat);
  expect(await client.callTool(BRIEF)).toMatchObject({ content: [{ text: 'the brief' }] });
  await client.close();
});

test('a call that is cancelled while its form is open makes no game', async () => {
  const seat = missing();
  const client = await earlierClient(seat, { elicitation: {} });
  const abort = new AbortController();
  const cancelled = new Promise<void>((resolve) => {
    client.setRequestHandler('elicitation/create', async (_, { mcpReq }) => {
      mcpReq.signal.addEventListener('abort', () => resolve());
      abort.abort();
      await cancelled;
      throw new Error('the form is closed');
    });
  });
  await expect(client.callTool(BRIEF, { signal: abort.signal })).rejects.toThrow();
  await cancelled;
  // What comes after has an answer only when the cancelled call is done.
  await client.ping();
  expect([seat.asked, seat.entered]).toEqual([[], []]);
  await client.close();
});

test('where no answer can be streamed, a client of an earlier revision is asked nothing', async () => {
  const seat = missing();
  const client = await earlierClient(seat, { elicitation: {} }, { canAsk: false });
  client.setRequestHandler('elicitation/create', () => {
    throw new Error('asked');
  });
  expect(await client.callTool(BRIEF)).toMatchObject({ content: [{ text: 'the brief' }] });
  expect(seat.entered).toEqual([]);
  await client.close();
});
