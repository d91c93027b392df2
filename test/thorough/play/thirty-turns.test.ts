import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FullState } from '#shared/protocol/state/full.js';
import type { AgentConnection } from '../../../agent/agent-connection.js';
import type { World } from '../../../proxy/world/world.js';
import { playTurn } from '../../support/scripted-player.js';
import { seededRandom } from '../../support/seeded-random.js';
import { type Stack, startStack } from '../../support/stack.js';
import { witness } from '../../support/witness.js';

const TURNS = 30;

describe('thirty turns', () => {
  let stack: Stack;
  let agents: AgentConnection[];
  const applied = new Map<string, number>();
  const broken: string[] = [];

  beforeAll(async () => {
    stack = await startStack();
    agents = await Promise.all(['alice', 'bob'].map((id) => stack.agent(id)));
    const login = {
      api_token: stack.token,
      model: 'scripted',
      game_id: 'duel',
      // Open to humans: the witness connects as one of them.
      game_config: { players: 4, min_agents: 2, humans: 0, seeds: { game: 5, map: 5 } },
    };
    await Promise.all(agents.map((agent) => agent.connect(login)));
    const random = seededRandom(1);
    for (let turn = 1; turn <= TURNS; turn += 1) {
      for (const agent of agents) {
        await agent.push('turn_start', (data) => data.turn === turn);
        const report = await playTurn(agent, random);
        for (const [type, count] of report.applied) applied.set(type, (applied.get(type) ?? 0) + count);
        broken.push(...report.broken);
      }
      for (const agent of agents) await agent.act('end_turn');
    }
    for (const agent of agents) await agent.push('turn_start', (data) => data.turn === TURNS + 1);
  }, 180_000);

  afterAll(() => stack[Symbol.asyncDispose]());

  test('every certain offer of thirty turns works', () => {
    expect(broken).toEqual([]);
  });

  test('agents of thirty turns found cities, move, research, work the land and build', () => {
    for (const type of ['unit_build_city', 'unit_move', 'unit_explore', 'tech_research', 'city_production']) {
      expect(applied.get(type), type).toBeGreaterThan(0);
    }
  });

  test("each agent's full state is what the server itself holds to be true", async () => {
    const game = stack.games.get('duel');
    if (game === undefined) throw new Error('the game is gone');
    using truth = await witness(game);
    for (const agent of agents) {
      const state = await agent.state({ format: 'full' });
      expect(ownPart(state)).toEqual(truthOf(truth.world, state.player_id ?? -1));
    }
  });

  test('no packet of a game of thirty turns leaves unread bytes', async () => {
    const metrics = await (await fetch(`${stack.proxyHttpUrl}/metrics`)).text();
    expect(metrics).toMatch(/^freeciv_proxy_unread_packet_bytes 0$/m);
  });
});

/** Of a full state, what a player owns, in a form that can be compared. */
function ownPart(state: FullState) {
  const isOwn = ({ owner }: { readonly owner: number }) => owner === state.player_id;
  const player = state.players[String(state.player_id)];
  return {
    turn: state.turn,
    score: player?.score,
    gold: player?.gold,
    technologies: state.technologies.length,
    units: sorted(state.units.filter(isOwn).map(({ id, x, y, hp }) => ({ id, x, y, hp }))),
    cities: sorted(
      state.cities.filter(isOwn).map(({ id, x, y, name, population }) => ({ id, x, y, name, population })),
    ),
  };
}

function truthOf(world: World, player: number) {
  const info = world.players.get(player);
  const place = (tile: number) => world.map.position(tile);
  const units = [...world.units.values()].filter((unit) => unit.owner === player);
  const cities = [...world.cities.values()].filter((city) => city.owner === player);
  const inventions = [...(world.research.get(player)?.inventions ?? '')];
  return {
    turn: world.game?.turn,
    score: info?.score,
    gold: info?.gold,
    technologies: inventions.filter(
      (state, tech) => state === '2' && world.ruleset.techs.has(tech) && tech > 0,
    ).length,
    units: sorted(units.map(({ id, tile, hp }) => ({ id, ...place(tile), hp }))),
    cities: sorted(
      cities.map(({ id, tile, name, size }) => ({ id, ...place(tile), name, population: size })),
    ),
  };
}

function sorted<T extends { readonly id: number }>(rows: readonly T[]): T[] {
  return rows.toSorted((a, b) => a.id - b.id);
}
