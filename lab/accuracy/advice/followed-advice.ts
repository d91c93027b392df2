import type { Advice } from '#shared/protocol/state/brief.js';
import type { AgentConnection } from '../../../agent/agent-connection.js';
import { GameOver } from '../../../agent/client.js';
import { cityAt } from '../../../proxy/rules/lookup/tiles.js';
import { findPath, turnsUntilAct } from '../../../proxy/rules/movement/path.js';
import type { World } from '../../../proxy/world/world.js';
import { startStack } from '../../../test/support/stack.js';
import { sendAll } from '../../bots/send-all.js';

/** A quiet game on crowded land, in which all advice is followed. */
export interface FollowedGame {
  /** Seed of the random numbers and of the map. */
  readonly seed: number;
  readonly turns: number;
  /** Players in all; the AIs among them are `hard`. */
  readonly players: number;
  readonly xsize: number;
  readonly ysize: number;
}

/** How much advice a game gave, and how much of it came true. */
export interface FollowedAdvice {
  readonly advised: number;
  /** The actions that were not done, with turn and reason. */
  readonly refused: readonly string[];
  /** Those that had been refused in the ten turns before. */
  readonly refusedAgain: readonly string[];
  /** The founders that were sent to a site. */
  readonly settled: SettlingTally;
}

/** Whether founders that were sent to a site founded there; those that were lost are not counted. */
interface SettlingTally {
  /** How many founded their city in the turn that was told, or earlier. */
  readonly asTold: number;
  /** A line for each that did not. */
  readonly otherwise: readonly string[];
}

const GAME = 'followed';
/** What follows from actions, such as the next technology, is advised when they are done. */
const MAX_ROUNDS = 4;
/** An action that is refused again within so many turns was advised although it had been refused. */
const REMEMBERED_TURNS = 10;

/** Plays such a game to its end, or until the nation is destroyed. */
export async function followAdvice(options: FollowedGame): Promise<FollowedAdvice> {
  const { seed, turns, players, xsize, ysize } = options;
  await using stack = await startStack({}, { checksMessages: false });
  const agent = await stack.agent('follower');
  const config = { players, min_agents: 1, end_turn: turns, ai_skill: 'hard', map: { xsize, ysize } };
  await agent.connect({
    api_token: stack.token,
    game_id: GAME,
    game_config: { ...config, seeds: { game: seed, map: seed } },
  });
  const world = (): World => {
    const seat = stack.games.get(GAME)?.seat('follower');
    if (seat === undefined) throw new Error('the seat is gone');
    return seat.world;
  };
  const follower = new Follower(agent, world);
  const over = agent.push('event', (data) => data.event === 'defeated').catch(() => undefined);
  for (let turn = 1; turn < turns; turn += 1) {
    const begun = agent
      .push('turn_start', (data) => data.turn === turn)
      .then(
        () => true,
        () => false,
      );
    if (!(await Promise.race([begun, over.then(() => false)]))) return follower;
    await follower.turn(turn).catch(endedIsFine);
    await agent.act('end_turn').catch(endedIsFine);
  }
  return follower;
}

/** `hard` AIs may destroy a nation that only follows advice. */
function endedIsFine(error: unknown): void {
  if (!(error instanceof GameOver)) throw error;
}

/** A founder on its way. */
interface Journey {
  readonly unitId: number;
  readonly site: number;
  /** The turn by which its city was foretold to stand. */
  readonly told: number;
}

class Follower implements FollowedAdvice {
  advised = 0;
  readonly refused: string[] = [];
  readonly refusedAgain: string[] = [];
  readonly settled: { asTold: number; readonly otherwise: string[] } = { asTold: 0, otherwise: [] };
  readonly #agent: AgentConnection;
  readonly #world: () => World;
  readonly #refusedIn = new Map<string, number>();
  #journeys: readonly Journey[] = [];

  constructor(agent: AgentConnection, world: () => World) {
    this.#agent = agent;
    this.#world = world;
  }

  /** Does what is advised in a turn, until nothing new is. */
  async turn(turn: number): Promise<void> {
    this.#journeys = this.#journeys.filter((journey) => this.#isOnItsWay(journey, turn));
    const sent = new Set<string>();
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      const { advice = [] } = await this.#agent.state({ format: 'brief', sections: ['advice'] });
      const fresh = advice.map((one) => one.do).filter((action) => !sent.has(JSON.stringify(action)));
      if (fresh.length === 0) return;
      for (const action of fresh) sent.add(JSON.stringify(action));
      await this.#follow(turn, fresh);
    }
  }

  async #follow(turn: number, actions: readonly Advice['do'][]): Promise<void> {
    this.advised += actions.length;
    for (const action of actions) if (action.action_type === 'settle') this.#noteJourney(turn, action);
    for (const line of await sendAll(this.#agent, actions)) {
      const action = actions.map((one) => JSON.stringify(one)).find((text) => line.startsWith(text)) ?? line;
      this.refused.push(`turn ${turn}: ${line}`);
      const before = this.#refusedIn.get(action);
      if (before !== undefined && turn - before <= REMEMBERED_TURNS)
        this.refusedAgain.push(`turn ${turn}: ${line}`);
      this.#refusedIn.set(action, turn);
    }
  }

  #noteJourney(turn: number, { unit_id: id, x, y }: Advice['do']): void {
    const world = this.#world();
    const unit = world.units.get(Number(id));
    const site = world.map.tileAt({ x: Number(x), y: Number(y) });
    const path = unit === undefined || site === undefined ? undefined : findPath(world, unit, site);
    if (unit === undefined || site === undefined || path === undefined) return;
    const others = this.#journeys.filter(({ unitId }) => unitId !== unit.id);
    this.#journeys = [...others, { unitId: unit.id, site, told: turn + turnsUntilAct(path) }];
  }

  /** False once a journey has ended, well or not. */
  #isOnItsWay({ unitId, site, told }: Journey, turn: number): boolean {
    const world = this.#world();
    const { x, y } = world.map.position(site);
    // What a unit does in its last turn shows at the beginning of the next one.
    const isLate = turn > told + 1;
    if (cityAt(world, site)?.owner === world.seat.player) {
      if (isLate) this.settled.otherwise.push(`turn ${turn}: city at ${x}, ${y}, told for turn ${told}`);
      else this.settled.asTold += 1;
      return false;
    }
    // It was attacked, which the advice does not foretell.
    if (!world.units.has(unitId)) return false;
    if (!isLate) return true;
    this.settled.otherwise.push(
      `turn ${turn}: no city of unit ${unitId} at ${x}, ${y}, told for turn ${told}`,
    );
    return false;
  }
}
