import { afterAll, beforeAll, expect, test } from 'vitest';
import { chatReplySchema } from '#shared/protocol/chat.js';
import { conversationViewSchema } from '#shared/protocol/conversation-objects.js';
import { anthropicFormat } from '../../support/models/anthropic-format.js';
import { ModelServer } from '../../support/models/model-server.js';
import { openAiChatFormat } from '../../support/models/openai-chat-format.js';
import { isOfOperator } from '../../support/models/operator-words.js';
import { playedByModel } from '../../support/models/played-by-model.js';
import { advisedScript, type Script } from '../../support/models/scripted-model.js';
import { seatRunOf } from '../../support/models/seat-run.js';
import { type Stack, startStack } from '../../support/stack.js';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ MAX_GAMES: '40', MAX_CONNECTIONS_PER_AGENT: '8' });
});

afterAll(() => stack[Symbol.asyncDispose]());

function say(game_id: string, request_id: string, message: string): Promise<Response> {
  return fetch(`${stack.httpUrl}/api/v1/chat`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stack.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ game_id, agent_id: 'a-model', request_id, message, timeout_s: 60 }),
  });
}

/** Plays as it is advised; a person is answered after a look at the brief and an attempt to end the turn. */
const talking: Script = (prompt, count) => {
  const asked = prompt.turns.findLastIndex(({ text }) => isOfOperator(prompt, text));
  const since = asked < 0 ? [] : prompt.turns.slice(asked + 1);
  const isAnswered = since.some(({ role, text }) => role === 'assistant' && text.startsWith('Of course'));
  if (asked < 0 || isAnswered) return advisedScript()(prompt, count);
  if (since.length > 0) return { text: `Of course: ${since.at(-1)?.text.slice(0, 9)}` };
  return {
    calls: [
      { name: 'brief', args: {} },
      { name: 'end_turn', args: {} },
    ],
  };
};

test('a person speaks to the model while its turn waits for another player: it answers, acts, and plays on', async () => {
  await using server = await ModelServer.start(anthropicFormat, talking);
  const other = await stack.agent('other');
  const game_config = {
    players: 2,
    min_agents: 2,
    map: { xsize: 32, ysize: 20 },
    seeds: { game: 3, map: 3 },
  };
  const login = other.connect({ api_token: stack.token, game_id: 'talk', game_config });
  const playing = playedByModel({
    ...{ stack, gameId: 'talk', provider: 'anthropic', server, args: ['--turns', '2'] },
    config: game_config,
  });
  await login;
  const waitsForOther = () => stack.games.get('talk')?.pendingPlayers.length;
  await expect.poll(waitsForOther).toBe(1);
  const calls = server.bodies.length;
  const first = await say('talk', 'q-1', 'How are we doing?');
  const reply = chatReplySchema.parse(await first.json());
  expect(reply).toMatchObject({
    reply: expect.stringMatching(/^Of course: Not while/),
    tool_events: [
      { tool_name: 'brief', ok: true },
      { tool_name: 'end_turn', ok: false },
    ],
    usage: { output_tokens: expect.any(Number) },
  });
  expect(server.bodies).toHaveLength(calls + 2);
  expect(await (await say('talk', 'q-1', 'How are we doing?')).json()).toEqual(reply);
  expect(server.bodies).toHaveLength(calls + 2);
  for (const turn of [1, 2]) {
    await other.push('turn_start', (data) => data.turn === turn);
    await other.act('end_turn');
  }
  const { report } = await playing;
  expect(server.refused).toEqual([]);
  expect(report.turns.map(({ outcome }) => outcome)).toEqual(['played', 'played']);
  expect(report.turns[0]?.consumption.calls).toBe(calls + 2);
  expect(server.bodies.at(-1)).toContain('How are we doing?');
  expect(await seatRunOf(stack, 'talk')).toMatchObject({ valid: true });
  const headers = { authorization: `Bearer ${stack.token}` };
  const read = await fetch(`${stack.httpUrl}/api/conversations/play-anthropic-1?game_id=talk`, { headers });
  const { conversation_objects: objects } = conversationViewSchema.parse(await read.json());
  const persons = objects.filter(({ source }) => source === 'user');
  expect(persons).toMatchObject([{ user_message: 'How are we doing?' }]);
  expect(objects).toContainEqual(
    expect.objectContaining({ type: 'ooc_message', ooc_message: expect.stringMatching(/^Of course/) }),
  );
});

test('a model that fails while a person waits says so, and the game goes on without a trace of it', async () => {
  const advised = advisedScript();
  const script: Script = (prompt, count) => {
    const isAsked = isOfOperator(prompt, prompt.turns.at(-1)?.text ?? '');
    return isAsked ? { kind: 'status', status: 401, message: 'no longer' } : advised(prompt, count);
  };
  await using server = await ModelServer.start(openAiChatFormat, script);
  const other = await stack.agent('silent');
  const game_config = {
    players: 2,
    min_agents: 2,
    map: { xsize: 32, ysize: 20 },
    seeds: { game: 3, map: 3 },
  };
  const login = other.connect({ api_token: stack.token, game_id: 'mute', game_config });
  const playing = playedByModel({
    ...{ stack, gameId: 'mute', provider: 'openai-chat', server, args: ['--turns', '2'] },
    config: game_config,
  });
  await login;
  await expect.poll(() => stack.games.get('mute')?.pendingPlayers.length).toBe(1);
  const answer = await say('mute', 'q-1', 'Are you there?');
  expect(answer.status).toBe(500);
  expect(await answer.json()).toMatchObject({
    ok: false,
    error_code: 'INTERNAL_ERROR',
    message: expect.stringContaining('no longer'),
  });
  for (const turn of [1, 2]) {
    await other.push('turn_start', (data) => data.turn === turn);
    await other.act('end_turn');
  }
  const { report } = await playing;
  expect(report.turns.map(({ outcome }) => outcome)).toEqual(['played', 'played']);
  expect(server.bodies.at(-1)).not.toContain('Are you there?');
});
