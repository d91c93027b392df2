import { afterAll, beforeAll, expect, test } from 'vitest';
import { invalidReason } from '../../../agent/player/play-report.js';
import { formats } from '../../support/models/formats.js';
import { ModelServer } from '../../support/models/model-server.js';
import { openAiChatFormat } from '../../support/models/openai-chat-format.js';
import { playedByModel } from '../../support/models/played-by-model.js';
import { advisedScript, type Script, type ServerFault } from '../../support/models/scripted-model.js';
import { seatRunOf } from '../../support/models/seat-run.js';
import { type Stack, startStack } from '../../support/stack.js';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ MAX_GAMES: '40', MAX_CONNECTIONS_PER_AGENT: '8' });
});

afterAll(() => stack[Symbol.asyncDispose]());

/** Plays as it is advised, but for the first requests. */
function scriptAfter(faults: readonly ReturnType<Script>[]): Script {
  const advised = advisedScript();
  return (prompt, count) => faults[count] ?? advised(prompt, count);
}

/** No JSON, no such tool, and a name that the rules do not have. */
const WRONG_CALLS = {
  text: 'Now',
  calls: [
    { name: 'do', args: '{"actions": [' },
    { name: 'fly', args: {} },
    { name: 'research', args: { action: 'tech_goal', target: 'Alphabett' } },
  ],
} as const;

const DONE = { text: 'Done.', calls: [{ name: 'end_turn', args: { until: 'turn' } }] } as const;

test.concurrent.each(formats)(
  'a model behind %s that is busy, cut off or confused is asked again, and nothing is done twice',
  async (provider, format) => {
    const script = scriptAfter([
      { kind: 'status', status: 429, headers: { 'retry-after': '2' } },
      { kind: 'status', status: provider === 'gemini' ? 503 : 529, headers: { 'retry-after': '3' } },
      { kind: 'cut', answer: DONE },
      { kind: 'nonsense' },
      WRONG_CALLS,
      { text: '' },
      { kind: 'slow', answer: DONE, ms: 5 },
    ]);
    await using server = await ModelServer.start(format, script);
    const { report, waits, notices } = await playedByModel({
      ...{ stack, gameId: `busy-${provider}`, provider, server, args: ['--turns', '2'] },
    });
    expect(server.refused).toEqual([]);
    expect(report.turns.map(({ turn, outcome }) => [turn, outcome])).toEqual([
      [1, 'played'],
      [2, 'played'],
    ]);
    expect(waits).toHaveLength(4);
    expect(waits[0]).toBe(2000);
    if (provider !== 'gemini') expect(waits[1]).toBe(3000);
    expect(notices.filter((line) => line.startsWith('the model is not there'))).toHaveLength(4);
    const told = server.bodies[5] ?? '';
    expect(told).toMatch(
      /The arguments of do are not a JSON object|Missing required field arguments\.actions/,
    );
    expect(told).toContain('There is no tool fly. There are: brief, options');
    expect(told).toMatch(/E130: [^\n]*Alphabett[^\n]*; did you mean alphabet/i);
    expect(server.bodies[6]).toContain('Call a tool.');
    expect(stack.games.get(`busy-${provider}`)?.state).toMatchObject({ kind: 'running' });
  },
);

test.concurrent.each(formats)(
  'a prompt too long for the model behind %s is cut down, once',
  async (provider, format) => {
    const advised = advisedScript();
    const overflow: ServerFault = {
      ...{ kind: 'status', status: 400 },
      message: 'prompt is too long: 210000 tokens exceed the context window of the model',
    };
    let overflows = 0;
    const script: Script = (prompt, count) => {
      const isLong = prompt.turns.length > 9 && overflows === 0;
      if (isLong) overflows += 1;
      return isLong ? overflow : advised(prompt, count);
    };
    await using server = await ModelServer.start(format, script);
    const { report, notices } = await playedByModel({
      ...{ stack, gameId: `long-${provider}`, provider, server, args: ['--turns', '4'] },
    });
    expect(overflows).toBe(1);
    expect(server.refused).toEqual([]);
    expect(invalidReason(report)).toBeUndefined();
    expect(notices.filter((line) => line.includes('too long'))).toHaveLength(1);
    expect(server.bodies.at(-1)).toContain('The game so far, in your own words');
  },
);

test.concurrent.each(formats)(
  'a refusal of the model behind %s fails its turn, and the run',
  async (provider, format) => {
    const refusal = { refusal: 'I do not play war games.', text: '' };
    const script = advisedScript((turn) => (turn === 1 ? refusal : undefined));
    await using server = await ModelServer.start(format, script);
    const { report } = await playedByModel({
      ...{ stack, gameId: `refusing-${provider}`, provider, server, args: ['--turns', '2'] },
    });
    expect(server.refused).toEqual([]);
    expect(report.turns.map(({ outcome }) => outcome)).toEqual(['agent_error', 'played']);
    expect(invalidReason(report)).toMatch(/^turn 1: agent_error, the model refuses/);
  },
);

test('a model that thinks too long is timed out; one that never ends its turn is ended at its limit', async () => {
  const idle = { calls: [{ name: 'brief', args: {} }] } as const;
  await using slow = await ModelServer.start(openAiChatFormat, () => ({
    kind: 'slow',
    answer: DONE,
    ms: 400,
  }));
  await using endless = await ModelServer.start(openAiChatFormat, () => idle);
  const provider = 'openai-chat';
  await using silent = await ModelServer.start(openAiChatFormat, () => ({ kind: 'hang' }));
  const [late, ended, overtaken] = await Promise.all([
    playedByModel({
      ...{ stack, gameId: 'slow', provider, server: slow, args: ['--turns', '1', '--turn-seconds', '1'] },
    }),
    playedByModel({
      ...{ stack, gameId: 'endless', provider, server: endless, args: ['--turns', '2', '--turn-calls', '3'] },
    }),
    playedByModel({
      ...{ stack, gameId: 'overtaken', provider, server: silent, args: ['--turns', '1'] },
      config: { turn_time_limit: 2 },
    }),
  ]);
  expect(late.report.turns).toMatchObject([{ turn: 1, outcome: 'timed_out', reason: 'The time is up' }]);
  expect(invalidReason(late.report)).toBe('turn 1: timed_out, The time is up');
  expect(ended.report.turns).toMatchObject([
    {
      outcome: 'auto_ended',
      reason: 'the limit of 3 calls of the model is reached',
      consumption: { calls: 3 },
    },
    { outcome: 'auto_ended', consumption: { calls: 3 } },
  ]);
  expect(invalidReason(ended.report)).toBeUndefined();
  expect(await seatRunOf(stack, 'slow')).toMatchObject({ valid: false, turns: { timed_out: 1 } });
  expect(overtaken.report.turns[0]).toMatchObject({
    outcome: 'timed_out',
    reason: 'the game has ended the turn',
  });
  expect(await seatRunOf(stack, 'overtaken')).toMatchObject({ valid: false });
  expect(await seatRunOf(stack, 'endless')).toMatchObject({ valid: true, turns: { auto_ended: 2 } });
});

test.concurrent.each(['killed', 'hung', 'nonsense'] as const)(
  'a game goes on when its model server is %s at turn 5, and every record says so',
  async (fate) => {
    const provider = 'anthropic';
    const format = formats[2][1];
    const faults = {
      hung: { kind: 'hang' },
      nonsense: { kind: 'nonsense' },
      killed: { kind: 'hang' },
    } as const;
    let server: ModelServer | undefined;
    const script = advisedScript((turn) => {
      if (turn < 5) return undefined;
      if (fate === 'killed') server?.kill();
      return faults[fate];
    });
    server = await ModelServer.start(format, script);
    await using _ = server;
    const gameId = `fate-${fate}`;
    const { report } = await playedByModel({
      ...{ stack, gameId, provider, server },
      args: ['--turns', '20', '--silence-seconds', '0.3', '--attempts', '2'],
    });
    expect(report.turns.map(({ turn, outcome }) => [turn, outcome])).toEqual([
      ...[1, 2, 3, 4].map((turn) => [turn, 'played']),
      ...[5, 6, 7].map((turn) => [turn, 'agent_error']),
    ]);
    expect(report.stopped).toBe('no model in 3 turns in a row');
    expect(invalidReason(report)).toMatch(/^turn 5: agent_error, /);
    expect(await seatRunOf(stack, gameId)).toMatchObject({
      turns: { played: 4, agent_error: 3 },
      valid: false,
      invalid_reason: expect.stringMatching(/^Turn 5: the model failed \(/),
    });
    expect(stack.games.get(gameId)?.seat('a-model')?.world.game?.turn).toBeGreaterThanOrEqual(8);
  },
);
