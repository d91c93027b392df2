import { afterAll, beforeAll, expect, test } from 'vitest';
import { invalidReason } from '../../../agent/player/play-report.js';
import { anthropicFormat } from '../../support/models/anthropic-format.js';
import { geminiFormat } from '../../support/models/gemini-format.js';
import { ModelServer } from '../../support/models/model-server.js';
import { openAiChatFormat } from '../../support/models/openai-chat-format.js';
import { openAiResponsesFormat } from '../../support/models/openai-responses-format.js';
import { playedByModel } from '../../support/models/played-by-model.js';
import { advisedScript } from '../../support/models/scripted-model.js';
import { type Stack, startStack } from '../../support/stack.js';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ MAX_GAMES: '20' });
});

afterAll(() => stack[Symbol.asyncDispose]());

const formats = [
  ['openai-chat', openAiChatFormat],
  ['openai-responses', openAiResponsesFormat],
  ['anthropic', anthropicFormat],
  ['gemini', geminiFormat],
] as const;

test.concurrent.each(formats)(
  'a model behind %s plays ten turns of a real game',
  async (provider, format) => {
    await using server = await ModelServer.start(format, advisedScript());
    const played = await playedByModel({
      stack,
      gameId: provider,
      provider,
      server,
      args: ['--turns', '10'],
    });
    expect(server.refused).toEqual([]);
    expect(invalidReason(played.report)).toBeUndefined();
    expect(played.report.turns.map(({ turn, outcome }) => [turn, outcome])).toEqual(
      Array.from({ length: 10 }, (_, index) => [index + 1, 'played']),
    );
  },
);
