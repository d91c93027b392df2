import type { PlayerView } from '#shared/protocol/state/player.js';
import type { UnitView } from '#shared/protocol/state/unit.js';
import type { AgentConnection } from '../../agent/agent-connection.js';

type Data = Readonly<Record<string, unknown>>;

/** What a game of two agents and two AIs needs of a stack. */
interface AgentHost {
  readonly token: string;
  agent(agentId: string): Promise<AgentConnection>;
}

/** Two agents, or as many as are named, in a game against two AIs, the same each time. */
export class TwoAgents {
  readonly gameId: string;
  readonly agents: AgentConnection[];
  turn = 1;

  private constructor(gameId: string, agents: AgentConnection[]) {
    this.gameId = gameId;
    this.agents = agents;
  }

  /** Resolves when the first turn has begun. */
  static async begin(
    host: AgentHost,
    gameId: string,
    config: Data = {},
    ids: readonly string[] = ['ann', 'ben'],
  ): Promise<TwoAgents> {
    const agents: AgentConnection[] = [];
    for (const id of ids) {
      const agent = await host.agent(id);
      const all = { players: ids.length + 2, min_agents: ids.length };
      const game_config = { ...all, seeds: { game: 7, map: 7 }, ...config };
      await agent.connect({ api_token: host.token, game_id: gameId, game_config });
      agents.push(agent);
    }
    const game = new TwoAgents(gameId, agents);
    await game.begun();
    return game;
  }

  /** The same two in a game where they have their seats, which is in that turn. */
  static async rejoin(host: AgentHost, gameId: string, turn: number): Promise<TwoAgents> {
    const agents: AgentConnection[] = [];
    for (const id of ['ann', 'ben']) {
      const agent = await host.agent(id);
      await agent.connect({ api_token: host.token, game_id: gameId, create: false });
      agents.push(agent);
    }
    const game = new TwoAgents(gameId, agents);
    game.turn = turn;
    return game;
  }

  /** Resolves when the present turn has begun for both. */
  async begun(): Promise<void> {
    await Promise.all(
      this.agents.map((agent) => agent.push('turn_start', (data) => data.turn === this.turn)),
    );
  }

  async nextTurn(): Promise<void> {
    for (const agent of this.agents) await agent.act('end_turn');
    this.turn += 1;
    await this.begun();
  }

  /** Both were told that the game was lost, and that it is back. */
  async isBack(): Promise<readonly Data[]> {
    const told: Data[] = [];
    for (const agent of this.agents) {
      await agent.push('status', ({ status }) => status === 'recovering');
      told.push(await agent.push('status', ({ status }) => status === 'ready' || status === 'recovered'));
    }
    return told;
  }

  /**
   * What both know. Upkeep of units and the gold of others are left out: the server tells a connection of them late, and a new one
   * at once.
   */
  async positions(): Promise<readonly unknown[]> {
    const states = await Promise.all(this.agents.map((agent) => agent.state({ format: 'full' })));
    return states.map(({ turn, units, cities, players, technologies }) => {
      return { turn, units: withoutUpkeep(units), cities, players: withoutGold(players), technologies };
    });
  }

  /** Where the units and cities of both stand. */
  async places(): Promise<readonly { turn: number; units: string[]; cities: string[] }[]> {
    const states = await Promise.all(this.agents.map((agent) => agent.state({ format: 'full' })));
    return states.map(({ turn, units, cities }) => ({
      turn,
      units: units.map(({ type, x, y }) => `${type} ${x},${y}`).toSorted(),
      cities: cities.map(({ name, x, y }) => `${name} ${x},${y}`).toSorted(),
    }));
  }
}

function withoutGold(players: Readonly<Record<string, PlayerView>>): readonly object[] {
  return Object.values(players).map((player) =>
    player.known_by === 'own' ? player : { ...player, gold: undefined },
  );
}

function withoutUpkeep(units: readonly UnitView[]): readonly object[] {
  return units.map((unit) => ({ ...unit, upkeep: undefined }));
}
