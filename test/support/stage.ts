import type { AgentConnection } from '../../agent/agent-connection.js';
import { AgentError } from '../../agent/errors.js';
import type { Game } from '../../proxy/games/lifecycle/game.js';
import type { Seat } from '../../proxy/games/seats/seat.js';
import { tilesWithin } from '../../proxy/rules/lookup/adjacency.js';
import type { City } from '../../proxy/world/city.js';
import type { Position } from '../../proxy/world/map-geometry.js';
import type { Unit } from '../../proxy/world/unit.js';
import type { World } from '../../proxy/world/world.js';
import { ownCities, ownUnits } from './own-things.js';
import { type Stack, startStack } from './stack.js';
import { noteDone } from './unit-action-coverage.js';

type Data = Readonly<Record<string, unknown>>;

/** What an agent is told when it does something; `changed` is the state_change of the verdict. */
export interface Verdict {
  readonly success: boolean;
  readonly outcome: string;
  readonly changed: Data;
  readonly messages: readonly string[];
  /** What is different since, entity by entity. */
  readonly changes: readonly unknown[];
}

/** Lets a game come to where an action can be shown: things are put there through the server's own Lua. */
export class Stage implements AsyncDisposable {
  readonly stack: Stack;
  readonly game: Game;
  readonly actors: readonly Actor[];

  private constructor(stack: Stack, game: Game, actors: readonly Actor[]) {
    this.stack = stack;
    this.game = game;
    this.actors = actors;
  }

  /** A game of these agents and no others, at its first turn, on a plain of grassland. */
  static async of(
    agentIds: readonly string[],
    config: Data = {},
    environment: Readonly<Record<string, string>> = {},
  ): Promise<Stage> {
    const unlimited = { RATE_ACTIONS_PER_MINUTE: '100000', RATE_MESSAGES_PER_MINUTE: '100000' };
    const stack = await startStack({ ...unlimited, ...environment });
    const agents = await Promise.all(agentIds.map((id) => stack.agent(id)));
    for (const agent of agents) {
      await agent.connect({
        api_token: stack.token,
        game_id: 'stage',
        game_config: {
          players: agentIds.length,
          min_agents: agentIds.length,
          seeds: { game: 7, map: 7 },
          map: { xsize: 40, ysize: 30 },
          ...config,
        },
      });
    }
    await Promise.all(agents.map((agent) => agent.push('turn_start')));
    const game = stack.games.get('stage');
    if (game === undefined) throw new Error('the game is gone');
    const actors: Actor[] = [];
    const stage = new Stage(stack, game, actors);
    for (const agent of agents) {
      const seat = game.seat(agent.agentId);
      if (seat === undefined) throw new Error(`${agent.agentId} has no seat`);
      actors.push(new Actor(stage, agent, seat));
    }
    await stage.plain({ x: 20, y: 15 }, 50);
    return stage;
  }

  /** The first actor, where there is but one that matters. */
  first(): [Actor] {
    const [first] = this.actors;
    if (first === undefined) throw new Error('there is no actor');
    return [first];
  }

  /** The first two actors. */
  pair(): [Actor, Actor] {
    const [first, second] = this.actors;
    if (first === undefined || second === undefined) throw new Error('there are not two actors');
    return [first, second];
  }

  /** Runs a Lua chunk on the game server; resolves when every actor has been told what it changed. */
  async lua(chunk: string): Promise<readonly string[]> {
    const printed = await this.game.command(`lua cmd ${chunk}`);
    if (!printed.ok) throw new Error(printed.failure.message);
    const wrong = printed.value.find((line) => line.includes('lua error') || line.includes('[string'));
    if (wrong !== undefined) throw new Error(`${chunk}: ${wrong}`);
    // Packets of a connection stay in order: the answer to this one comes after those about the change.
    await Promise.all(this.actors.map(({ seat }) => seat.request('client_heartbeat', {})));
    return printed.value;
  }

  /** All players play their turn to its end. */
  async nextTurn(): Promise<void> {
    const turn = (this.actors[0]?.world.game?.turn ?? 0) + 1;
    for (const actor of this.actors) await actor.agent.act('end_turn');
    for (const actor of this.actors)
      await actor.sees((world) => world.game?.turn === turn && world.turn.phase === 'movement');
  }

  /** Lets the first two actors meet; what they are to each other from then on is up to the ruleset: war. */
  async meet({ x, y }: Position = { x: 20, y: 20 }): Promise<void> {
    const [one, other] = this.pair();
    const explorer = await one.unit('Explorer', { x, y });
    await other.unit('Explorer', { x: x + 2, y });
    await one.does('unit_move', { unit_id: explorer.id, target: { x: x + 1, y } });
    await other.sees((world) => world.diplomacy.get(relationId(one, other))?.type === 'DS_WAR');
  }

  /** Turns all land and sea around a place into one terrain. */
  async plain(centre: Position, radiusSq: number, terrain = 'Grassland'): Promise<void> {
    const map = this.actors[0]?.world.map;
    const tile = map?.tileAt(centre);
    if (map === undefined || tile === undefined) throw new Error('there is no such place');
    const places = tilesWithin(map, tile, radiusSq).map((index) => map.position(index));
    for (let start = 0; start < places.length; start += 20) {
      const list = places.slice(start, start + 20).map(({ x, y }) => `{${x},${y}}`);
      await this.lua(
        `for _,p in ipairs({${list.join(',')}}) do local t = find.tile(p[1], p[2]) ` +
          `edit.change_terrain(t, find.terrain("${terrain}")) end`,
      );
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stack[Symbol.asyncDispose]();
  }
}

/** One agent on the stage, and what can be given to its player. */
export class Actor {
  readonly agent: AgentConnection;
  readonly seat: Seat;
  readonly #stage: Stage;

  constructor(stage: Stage, agent: AgentConnection, seat: Seat) {
    this.#stage = stage;
    this.agent = agent;
    this.seat = seat;
  }

  get world(): World {
    return this.seat.world;
  }

  get player(): number {
    return this.world.seat.player ?? -1;
  }

  /** Puts a unit of the player on the map and waits until the seat has been told. */
  async unit(type: string, { x, y }: Position, home?: City, hp = -1): Promise<Unit> {
    const before = new Set(ownUnits(this.world).map(({ id }) => id));
    const city = home === undefined ? 'nil' : `find.city(find.player(${this.player}), ${home.id})`;
    await this.#stage.lua(
      `edit.create_unit_full(find.player(${this.player}), find.tile(${x}, ${y}), find.unit_type("${type}"), 0, ${city}, -1, ${hp}, nil)`,
    );
    return this.found(() => ownUnits(this.world).find(({ id }) => !before.has(id)));
  }

  async city(name: string, { x, y }: Position): Promise<City> {
    await this.#stage.lua(`edit.create_city(find.player(${this.player}), find.tile(${x}, ${y}), "${name}")`);
    return this.found(() => ownCities(this.world).find((city) => city.name === name));
  }

  /** Gold over what the player has. */
  async gold(amount: number): Promise<void> {
    const before = this.world.players.get(this.player)?.gold;
    await this.#stage.lua(`edit.change_gold(find.player(${this.player}), ${amount})`);
    // The server tells of gold only with the next player_info: any request of the player brings one.
    await this.seat.request('player_rates', this.#rates());
    await this.sees((world) => world.players.get(this.player)?.gold !== before);
  }

  async tech(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      await this.#stage.lua(
        `edit.give_tech(find.player(${this.player}), find.tech_type("${name}"), 0, false, "researched")`,
      );
      const tech = [...this.world.ruleset.techs.values()].find(({ ruleName }) => ruleName === name);
      await this.sees((world) => world.research.get(this.player)?.inventions[tech?.id ?? -1] === '2');
    }
  }

  /** Every technology there is. */
  async allTechs(): Promise<void> {
    const techs = [...this.world.ruleset.techs.values()].filter(({ removed }) => !removed);
    const last = Math.max(...techs.map(({ id }) => id));
    await this.#stage.lua(
      // Some come before what they need: those are given in the next round.
      `for round = 1, 4 do for i = 1, ${last} do ` +
        `edit.give_tech(find.player(${this.player}), find.tech_type(i), 0, false, "researched") end end`,
    );
    await this.sees((world) => world.research.get(this.player)?.inventions[last] === '2');
  }

  /** Has a city build and buy something that is there with the next turn. */
  async buys(city: City, target: string): Promise<void> {
    await this.does('city_production', { city_id: city.id, target });
    await this.does('city_buy', { city_id: city.id });
    await this.#stage.nextTurn();
  }

  /** Does an action that must not fail. */
  async does(type: string, fields: Data = {}): Promise<Verdict> {
    const verdict = await this.agent.act(type, fields).catch((cause: unknown) => {
      const details = cause instanceof AgentError ? JSON.stringify(cause.details) : '';
      throw new Error(`${type} was refused: ${String(cause)} ${details}`, { cause });
    });
    const { success, outcome, result, server_messages: messages, changes } = verdict;
    if (outcome === 'applied') noteDone(type, result.state_change);
    return { success, outcome, changed: result.state_change, messages, changes };
  }

  /** Tries an action that must be refused. */
  async refused(type: string, fields: Data = {}): Promise<AgentError> {
    const reason = await this.agent.act(type, fields).then(
      (verdict) => new Error(`${type} was not refused: ${JSON.stringify(verdict)}`),
      (error: unknown) => error,
    );
    if (reason instanceof AgentError) return reason;
    throw reason;
  }

  sees(condition: (world: World) => boolean): Promise<void> {
    return this.found(() => (condition(this.world) ? true : undefined)).then(() => undefined);
  }

  /** Waits until the seat's world has something. */
  async found<T>(find: () => T | undefined): Promise<T> {
    const seen = await this.seat.until(() => find() !== undefined, AbortSignal.timeout(WAIT_MS));
    const thing = find();
    if (!seen || thing === undefined) throw new Error(`${this.agent.agentId} never saw it`);
    return thing;
  }

  #rates() {
    const { tax = 0, luxury = 0, science = 0 } = this.world.players.get(this.player) ?? {};
    return { tax, luxury, science };
  }
}

/** Players are paired by their numbers; 160 is the number of player slots. */
function relationId(one: Actor, other: Actor): number {
  return one.player * 160 + other.player;
}

/** Only ends what would wait for ever. */
const WAIT_MS = 20_000;
