import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AgentConnection } from '../../../agent/agent-connection.js';
import { AgentError } from '../../../agent/errors.js';
import { type Stack, startStack } from '../../support/stack.js';

/** Whatever an agent sends, it gets a code it can act on, and goes on playing over the same connection. */
describe('bad input', () => {
  let stack: Stack;
  let agent: AgentConnection;

  beforeAll(async () => {
    stack = await startStack();
    agent = await stack.agent('clumsy');
    await agent.connect({ api_token: stack.token, game_id: 'mistakes', game_config: { players: 2 } });
    await agent.push('game_ready');
  });

  afterAll(() => stack[Symbol.asyncDispose]());

  const mistakes: readonly [
    what: string,
    type: string,
    data: Record<string, unknown>,
    code: string,
    path?: string,
  ][] = [
    ['an unknown message type', 'state_qwery', {}, 'E103'],
    ['an unknown format', 'state_query', { format: 'tiny' }, 'E105', 'data.format'],
    ['an action without a type', 'action', { actor_id: 1 }, 'E101', 'data.action_type'],
    ['an action of no known type', 'action', { action_type: 'unit_teleport' }, 'E130', 'data.action_type'],
    [
      'a unit that is not there',
      'action',
      { action_type: 'unit_sentry', actor_id: 65_000 },
      'E130',
      'data.actor_id',
    ],
    [
      'a unit id that is no number',
      'action',
      { action_type: 'unit_sentry', actor_id: 'x' },
      'E105',
      'data.actor_id',
    ],
    ['a unit action without a unit', 'action', { action_type: 'unit_sentry' }, 'E130', 'data.actor_id'],
    [
      'a technology that is none',
      'action',
      { action_type: 'tech_research', target: 'brnze workin' },
      'E130',
      'data.target',
    ],
    [
      'a server command as chat',
      'action',
      { action_type: 'diplomacy_message', text: '/quit' },
      'E130',
      'data.text',
    ],
    [
      'a player that is not there',
      'action',
      { action_type: 'diplomacy_message', target: 77, text: 'hi' },
      'E130',
      'data.target',
    ],
    ['a NUL in chat', 'action', { action_type: 'diplomacy_message', text: 'a\0b' }, 'E130', 'data.text'],
    [
      'a terminal escape in chat',
      'action',
      { action_type: 'diplomacy_message', text: '\x1b[2J' },
      'E130',
      'data.text',
    ],
    [
      'chat of more bytes than a packet holds',
      'action',
      { action_type: 'diplomacy_message', text: '漢'.repeat(600) },
      'E130',
      'data.text',
    ],
    [
      'a NUL in the name of a city',
      'action',
      { action_type: 'unit_build_city', actor_id: 1, city_name: 'a\0b' },
      'E130',
      'data.city_name',
    ],
    [
      'a name of a city of more bytes than a packet holds',
      'action',
      { action_type: 'city_rename', actor_id: 1, name: 'é'.repeat(60) },
      'E130',
      'data.name',
    ],
  ];

  test.each(mistakes)('%s', async (_what, type, data, code, path) => {
    const error = await agent.request(type, data).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(AgentError);
    expect(error).toMatchObject({ code });
    if (path !== undefined) expect(error).toMatchObject({ details: { path } });
    expect(await agent.state({ format: 'llm_optimized' })).toMatchObject({ phase: 'movement' });
  });

  test('a tile off the map is E130 and says how large the map is', async () => {
    const state = await agent.state({ format: 'full' });
    const unit = state.units.find(({ owner }) => owner === state.player_id);
    const error = await agent
      .act('unit_move', { unit_id: unit?.id, target: { x: -1, y: 9999 } })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({
      code: 'E130',
      details: { path: 'data.target', expected: expect.stringContaining('x 0-') },
    });
  });

  test('a suggestion comes with a name that is nearly right', async () => {
    const error = await agent
      .act('tech_research', { target: 'brnze workin' })
      .catch((reason: unknown) => reason);
    expect(error).toMatchObject({ details: { did_you_mean: expect.arrayContaining(['Bronze Working']) } });
  });

  test('a game that is only to be joined and does not exist is E140', async () => {
    const stranger = await stack.agent('stranger');
    const login = stranger.connect({ api_token: stack.token, game_id: 'nowhere', create: false });
    await expect(login).rejects.toMatchObject({ code: 'E140' });
  });

  test('a game without the game server installed is E142 and names the remedy', async () => {
    await using broken = await startStack({ FREECIV_SERVER: '/nowhere/freeciv-server' });
    const unlucky = await broken.agent('unlucky');
    const login = unlucky.connect({ api_token: broken.token, game_id: 'never' });
    await expect(login).rejects.toMatchObject({
      code: 'E142',
      message: expect.stringContaining('FREECIV_SERVER'),
    });
  });
});
