import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { processMetricsSchema } from '#shared/protocol/process-metrics.js';
import { type SpectatorView, viewOf } from '#shared/protocol/spectator/view.js';
import type { AgentConnection } from '../../../agent/agent-connection.js';
import { AgentError } from '../../../agent/errors.js';
import { parseExportOptions } from '../../../features/export/export-options.js';
import { exportRecording } from '../../../features/export/export-recording.js';
import { RecordingReader, verifyRecording } from '../../../features/watching/recording/recording-reader.js';
import { type Stack, startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';
import { SpectatorClient } from './support/spectator-client.js';

const tokens = 'a-token-for-tests,token-of-ann=ann,token-of-ben=ben';

let stack: Stack;
let game: TwoAgents;
let ann: AgentConnection;
let ben: AgentConnection;

beforeAll(async () => {
  stack = await startStack({ LLM_API_TOKENS: tokens, SPECTATORS: 'open' });
  game = await TwoAgents.begin(stack, 'g', { map: { xsize: 40, ysize: 30 } });
  const [first, second] = game.agents;
  if (first === undefined || second === undefined) throw new Error('no agents');
  [ann, ben] = [first, second];
});
afterAll(() => stack[Symbol.asyncDispose]());

function playerOf(agentId: string): number {
  return stack.games.get('g')?.seat(agentId)?.world.seat.player ?? -1;
}

/** What a spectator sees once it is as wanted, and all that was sent to it until then. */
async function seen(query: string, isWanted: (view: SpectatorView) => boolean) {
  await using viewer = await SpectatorClient.open(stack.gatewayUrl, 'g', query);
  let view = viewOf(await viewer.snapshot());
  while (!isWanted(view)) view = await viewer.follow(view);
  return { view, sent: JSON.stringify(viewer.received) };
}

async function foundCity(agent: AgentConnection): Promise<number | undefined> {
  const { offers } = await agent.offers();
  const offer = offers.find(({ type }) => type === 'unit_build_city');
  await agent.request('action', offer ?? {});
  return offer?.unit_id;
}

async function refusal(attempt: Promise<unknown>): Promise<AgentError> {
  const error: unknown = await attempt.catch((reason: unknown) => reason);
  if (!(error instanceof AgentError)) throw new Error('it was not refused', { cause: error });
  return error;
}

test('spectators are told of every action in words, where it was, and its verdict', async () => {
  const unit = await foundCity(ann);
  await refusal(ann.act('unit_move', { unit_id: unit, target: { x: 3, y: 3 } }));
  const player = playerOf('ann');
  // The city is told by the observer of the whole game, which may hear of it after the verdict.
  const { view, sent } = await seen(
    '',
    ({ actions, cities }) =>
      actions.length >= 2 && [...cities.values()].some(({ owner }) => owner === player),
  );
  expect(view.actions).toMatchObject([
    {
      ...{ player, turn: 1, type: 'unit_build_city', text: `Settlers ${unit}`, outcome: 'applied' },
      sentence: expect.stringContaining('You have founded'),
      tile: [...view.cities.values()].find(({ owner }) => owner === player)?.tile,
    },
    {
      ...{ player, turn: 1, type: 'unit_move', outcome: 'invalid', code: 'E130' },
      ...{ sentence: `There is no unit ${unit}`, tile: 123 },
    },
  ]);
  expect(view.agents.get(player)?.verdicts).toMatchObject({ applied: 1, invalid: 1 });
  expect(sent).not.toMatch(/"ann"|token-of/);
});

test('blocks of either provider are shown as text; models, and tokens added up, stand beside them', async () => {
  const anthropic = [
    { type: 'thinking', thinking: 'The <b>coast</b> is near.', signature: 'c2lnbmVk' },
    { type: 'text', text: 'I explore.' },
    { type: 'tool_use', id: 'tool-1', name: 'unit_explore', input: { unit_id: 7 } },
    { type: 'tool_result', tool_use_id: 'tool-1', content: [{ type: 'text', text: 'applied' }] },
  ];
  const usage = { input_tokens: 100, output_tokens: 20, cache_read_input_tokens: 1000 };
  expect(await ann.transcript(anthropic, { model: 'claude', usage })).toMatchObject({
    ...{ type: 'transcript_result', success: true, turn: 1, blocks: 4, shown: 4 },
  });
  await ann.transcript(
    [
      {
        type: 'reasoning',
        summary: [{ type: 'summary_text', text: 'Walls first.' }],
        encrypted_content: 'x',
      },
      { type: 'function_call', call_id: 'c', name: 'city_production', arguments: '{"city_id":1}' },
      {
        role: 'assistant',
        content: 'Done.',
        tool_calls: [{ function: { name: 'end_turn', arguments: '{}' } }],
      },
    ],
    { usage: { prompt_tokens: 5, completion_tokens: 3 } },
  );
  const { view, sent } = await seen('', ({ transcript }) => transcript.length >= 8);
  expect(view.transcript.map(({ kind, name, text }) => [kind, name, text])).toEqual([
    ['reasoning', undefined, 'The <b>coast</b> is near.'],
    ['text', undefined, 'I explore.'],
    ['tool_call', 'unit_explore', '{"unit_id":7}'],
    ['tool_result', undefined, 'applied'],
    ['reasoning', undefined, 'Walls first.'],
    ['tool_call', 'city_production', '{"city_id":1}'],
    ['text', undefined, 'Done.'],
    ['tool_call', 'end_turn', '{}'],
  ]);
  expect(view.agents.get(playerOf('ann'))).toMatchObject({
    model: 'claude',
    tokens: { input: 1105, output: 23 },
  });
  expect(sent).not.toContain('c2lnbmVk');
});

test('neither other agents nor spectators of another seat get what an agent thinks and does', async () => {
  await ben.transcript([{ kind: 'reasoning', text: 'Ben keeps this to himself.' }]);
  await foundCity(ben);
  const own = await seen('?view=ben', ({ transcript, actions }) => transcript.length + actions.length >= 2);
  expect(new Set([...own.view.actions, ...own.view.transcript].map(({ player }) => player))).toEqual(
    new Set([playerOf('ben')]),
  );
  expect([...own.view.agents.keys()]).toEqual([playerOf('ben')]);
  const other = await seen(`?view=player:${playerOf('ann')}`, ({ transcript }) => transcript.length >= 8);
  expect(other.sent).not.toContain('Ben keeps this');
  expect(other.view.actions.every(({ player }) => player === playerOf('ann'))).toBe(true);
  const state = await ann.state({ format: 'full' });
  expect(JSON.stringify(state)).not.toContain('Ben keeps this');
});

test('a transcript that cannot be accepted is refused with the usual error codes', async () => {
  const cases: readonly (readonly [object, string, string | undefined])[] = [
    [{ blocks: [{ text: 'of no kind' }] }, 'E105', 'data.blocks.0'],
    [{ blocks: [{ kind: 'thought', text: 'x' }] }, 'E105', 'data.blocks.0.kind'],
    [{ blocks: 'all of it' }, 'E105', 'data.blocks'],
    [{ blocks: [], usage: { input_tokens: -1 } }, 'E105', 'data.usage.input_tokens'],
    [{ blocks: [], turn: 99 }, 'E105', 'data.turn'],
    [{ blocks: [{ kind: 'text', text: 'x'.repeat(300_000) }] }, 'E106', 'data.blocks'],
  ];
  for (const [data, code, path] of cases) {
    const { code: given, details } = await refusal(ann.request('transcript', { ...data }));
    expect([given, details.path]).toEqual([code, path]);
  }
});

test('spectators see who has ended its turn and when, live and in the recording', async () => {
  await ann.act('end_turn');
  const ended = await seen('', ({ agents }) => agents.get(playerOf('ann'))?.clock.state === 'ended');
  expect(ended.view.agents.get(playerOf('ben'))?.clock.state).toBe('thinking');
  await ben.act('end_turn');
  game.turn += 1;
  await game.begun();
  await ann.transcript([{ kind: 'reasoning', text: 'A thought of turn two.' }]);
  await foundCity(ann).catch(() => undefined);
  await seen('', ({ transcript }) => transcript.some(({ turn }) => turn === 2));
  const { view } = await seen('?turn=2', () => true);
  expect(view.actions.filter(({ player }) => player === playerOf('ann')).map(({ type }) => type)).toEqual([
    ...['unit_build_city', 'unit_move', 'end_turn'],
  ]);
  expect(view.transcript).toHaveLength(9);
  const recording = new RecordingReader(join(stack.dataDir, 'games/g/recordings/whole.fcr'));
  await recording.refresh();
  expect(await verifyRecording(recording)).toMatchObject({ faults: [] });
});

test('the delay also applies to what agents think and do', async () => {
  const thought = { kind: 'reasoning', text: 'Too new for them.' };
  const { turn } = game;
  await ann.transcript([thought]);
  await game.nextTurn();
  const before = await seen('?delay=1', ({ header }) => header.turn === turn);
  expect(before.sent).not.toContain(thought.text);
  await game.nextTurn();
  const after = await seen('?delay=1', ({ header }) => header.turn === turn + 1);
  expect(after.view.transcript.at(-1)).toMatchObject({ ...thought, turn });
});

const decisionSchema = z.looseObject({
  agent: z.string(),
  turn: z.int(),
  action: z.looseObject({}),
  transcript: z.array(z.looseObject({})),
  process: processMetricsSchema,
});

async function decisionsOf(seat: string) {
  const recording = join(stack.dataDir, 'games/g/recordings/whole.fcr');
  const order = parseExportOptions([recording, '--trajectories', '--seat', seat]);
  await exportRecording(order);
  const lines = (await readFile(order.out, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => decisionSchema.parse(JSON.parse(line)));
}

test('every decision is exported with what the agent was shown, its thoughts as sent, and its verdict', async () => {
  const last = game.turn - 1;
  await expect.poll(async () => (await decisionsOf('ann')).at(-1)?.turn).toBe(last);
  const decisions = await decisionsOf('ann');
  expect(decisions.every(({ agent }) => agent === 'ann')).toBe(true);
  const [founding, moving, ending] = decisions;
  expect(founding).toMatchObject({
    ...{ game: 'g', player: playerOf('ann'), turn: 1, score_before: 0 },
    state: { turn: 1, format: 'llm_optimized', data: { turn: 1, own_cities: expect.anything() } },
    offers: expect.arrayContaining([expect.objectContaining({ type: 'unit_build_city' })]),
    action: { action_type: 'unit_build_city', label: expect.any(String) },
    verdict: { outcome: 'applied', changes: expect.anything() },
    transcript: [],
  });
  expect(moving).toMatchObject({ verdict: { outcome: 'invalid', code: 'E130' } });
  expect(ending).toMatchObject({ action: { action_type: 'end_turn' }, model: 'claude' });
  expect(ending?.transcript.map(({ signature }) => signature)).toContain('c2lnbmVk');
  expect(ending?.transcript.map(({ encrypted_content }) => encrypted_content)).toContain('x');
  expect(ending?.process).toMatchObject({ turns: last, state_checked: expect.any(Number) });
  expect((await decisionsOf(String(playerOf('ben')))).every(({ agent }) => agent === 'ben')).toBe(true);
  await expect(decisionsOf('nobody')).rejects.toThrow('of nobody');
  const kept = await readFile(join(stack.dataDir, 'games/g/recordings/whole.trajectories.jsonl'), 'utf8');
  expect(kept).toContain('"ben"');
});
