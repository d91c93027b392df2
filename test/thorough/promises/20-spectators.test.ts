import { expect, test } from 'vitest';
import { gameRequestTypes } from '#shared/protocol/game-requests.js';
import { type SpectatorView, viewOf } from '#shared/protocol/spectator/view.js';
import { fogFaults } from '../../integration/promises/support/fog-faults.js';
import { SpectatorClient } from '../../integration/spectators/support/spectator-client.js';
import { promised } from '../../support/promised.js';
import { playTurn } from '../../support/scripted-player.js';
import { seededRandom } from '../../support/seeded-random.js';
import { type Stack, startStack } from '../../support/stack.js';

const tokens = { ann: 'token-of-ann', ben: 'token-of-ben', spectator: 'token-of-spectators' };
const turns = 4;

/** Two agents some turns into a game, where watching needs a token. */
async function playedGame() {
  const stack = await startStack({
    SPECTATORS: 'token',
    LLM_API_TOKENS: Object.entries(tokens)
      .map(([agent, token]) => `${token}=${agent}`)
      .join(','),
  });
  const secrets: string[] = Object.values(tokens);
  const agents = [await stack.agent('ann'), await stack.agent('ben')];
  for (const agent of agents) {
    const game_config = {
      players: 5,
      min_agents: 2,
      map: { xsize: 40, ysize: 30 },
      seeds: { game: 3, map: 3 },
    };
    const api_token = tokens[agent.agentId === 'ann' ? 'ann' : 'ben'];
    const auth = await agent.connect({ api_token, game_id: 'fog', game_config });
    secrets.push(String(auth.session_id));
  }
  for (const agent of agents) await agent.push('game_ready');
  const random = seededRandom(20);
  for (let turn = 1; turn <= turns; turn++) {
    for (const agent of agents) {
      await playTurn(agent, random);
      await agent.act('end_turn');
    }
    for (const agent of agents) await agent.push('turn_start', (data) => data.turn === turn + 1);
  }
  return { stack, agents, secrets, [Symbol.asyncDispose]: () => stack[Symbol.asyncDispose]() };
}

/** A spectator that has shown a token. */
async function watch(stack: Stack, token: string, query = ''): Promise<SpectatorClient> {
  const client = await SpectatorClient.open(stack.gatewayUrl, 'fog', query);
  await client.next('error');
  client.send({ type: 'spectator_connect', data: { api_token: token } });
  return client;
}

test('promise 20: who watches a seat sees field by field what the seat knows, and nothing else', async () => {
  await using game = await playedGame();
  const views: SpectatorView[] = [];
  let faults = 0;
  const whole = viewOf(await (await watch(game.stack, tokens.spectator)).snapshot());
  for (const agent of game.agents) {
    const token = agent.agentId === 'ann' ? tokens.ann : tokens.ben;
    const view = viewOf(await (await watch(game.stack, token, `?view=${agent.agentId}`)).snapshot());
    const state = await agent.state({ format: 'full' });
    const found = fogFaults(view, state);
    expect(found, agent.agentId).toEqual([]);
    faults += found.length;
    // A view of everything would be found out.
    expect(fogFaults(whole, state).length).toBeGreaterThan(10);
    views.push(view);
  }
  expect([...(views[0]?.tiles.keys() ?? [])]).not.toEqual([...(views[1]?.tiles.keys() ?? [])]);
  promised(
    20,
    { what: 'fields beyond the fog', value: faults },
    { exactly: 0 },
    {
      tilesOfAll: whole.tiles.size,
      tilesOfSeats: views.map(({ tiles }) => tiles.size).join(' and '),
      unitsOfAll: whole.units.size,
      unitsOfSeats: views.map(({ units }) => units.size).join(' and '),
    },
  );
});

test('promise 20: nobody watches what a token does not open, or acts or learns a secret by watching', async () => {
  await using game = await playedGame();
  const { stack } = game;
  for (const [token, query] of [
    ['wrong', ''],
    [tokens.ann, ''],
    [tokens.ann, '?view=ben'],
  ] as const) {
    const refused = await watch(stack, token, query);
    expect(await refused.closed).toBe(4501);
    expect(refused.received.map(({ type }) => type)).toEqual(['error', 'error']);
  }
  const versions = () => stack.games.get('fog')?.seats.map(({ world }) => world.version);
  const before = versions();
  const received: unknown[] = [];
  for (const [token, query] of [
    [tokens.spectator, ''],
    [tokens.ann, '?view=ann'],
  ] as const) {
    const viewer = await watch(stack, token, query);
    await viewer.snapshot();
    for (const type of ['llm_connect', 'presence', 'tools', ...gameRequestTypes]) {
      viewer.send({
        type,
        agent_id: 'ann',
        data: { api_token: tokens.ann, game_id: 'fog', action_type: 'end_turn' },
      });
      expect(await viewer.next('error'), type).toMatchObject({ data: { error_code: 'E103' } });
    }
    received.push(viewer.received);
    await viewer.close();
  }
  expect(versions()).toEqual(before);
  const told = JSON.stringify(received);
  const secrets = game.secrets.filter((secret) => told.includes(secret));
  promised(
    20,
    { what: 'secrets told to watchers', value: secrets.length },
    { exactly: 0 },
    { of: game.secrets.length },
  );
  expect(/"(api_token|session_id|username|ip_address)":|127\.0\.0\.1/.test(told)).toBe(false);
});
