import { afterAll, beforeAll, expect, test } from 'vitest';
import { conversationViewSchema } from '#shared/protocol/conversation-objects.js';
import { invalidReason } from '../../../agent/player/play-report.js';
import { formats } from '../../support/models/formats.js';
import { ModelServer } from '../../support/models/model-server.js';
import { playedByModel } from '../../support/models/played-by-model.js';
import { advisedScript } from '../../support/models/scripted-model.js';
import { seatRunOf } from '../../support/models/seat-run.js';
import { type Stack, startStack } from '../../support/stack.js';

let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ MAX_GAMES: '40', MAX_CONNECTIONS_PER_AGENT: '8' });
});

afterAll(() => stack[Symbol.asyncDispose]());

const TURNS = Array.from({ length: 10 }, (_, index) => index + 1);

test.concurrent.each(formats)(
  'a model behind %s plays ten turns by parallel calls; thoughts, usage and conversation are kept',
  async (provider, format) => {
    await using server = await ModelServer.start(format, advisedScript());
    const { report, events } = await playedByModel({
      ...{ stack, gameId: provider, provider, server },
      args: ['--turns', '10', '--effort', 'low'],
    });
    expect(server.refused).toEqual([]);
    expect(invalidReason(report)).toBeUndefined();
    expect(report.turns.map(({ turn, outcome }) => [turn, outcome])).toEqual(
      TURNS.map((turn) => [turn, 'played']),
    );
    expect(report.stopped).toBe('all turns are played');
    const said = (kind: 'text' | 'thinking') =>
      events.map((event) => (event.kind === kind ? event.text : '')).join('');
    expect(said('text')).toMatch(/^I follow the advice\.Done\./);
    expect(said('thinking')).toMatch(/^Turn 1: as it is advised\./);
    expect(events.filter(({ kind }) => kind === 'tool_call').length).toBeGreaterThan(14);

    const { calls, usage } = report.total;
    expect(calls).toBe(server.bodies.length);
    expect(usage.cached).toBeGreaterThan(usage.input);
    expect(await seatRunOf(stack, provider)).toMatchObject({
      usage: {
        ...{ turns: 10, calls, models: [`${provider}/a-model`], cost_usd: null },
        ...{ input_tokens: usage.input, cached_tokens: usage.cached, output_tokens: usage.output },
      },
      turns: { played: 10 },
      valid: true,
    });
    const read = await fetch(`${stack.httpUrl}/api/conversations/play-${provider}-1?game_id=${provider}`, {
      headers: { authorization: `Bearer ${stack.token}` },
    });
    const kept = conversationViewSchema.parse(await read.json());
    expect(kept).toMatchObject({ agent_id: 'a-model', format: provider, parsing_errors: [] });
    const objects = kept.conversation_objects;
    expect(objects.filter(({ type }) => type === 'condition_table')).toHaveLength(10);
    expect(objects.filter(({ type }) => type === 'tracked_operations').length).toBeGreaterThan(10);
    expect(objects.some((one) => one.type === 'analysis' && one.reasoning)).toBe(true);
    const game = stack.games.get(provider);
    const cities = [...(game?.seat('a-model')?.world.cities.values() ?? [])];
    expect(cities.length).toBeGreaterThan(0);
  },
);
