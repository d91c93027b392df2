import { seededRandom } from '#shared/core/seeded-random.js';
import type { Difficulty } from '#shared/protocol/scenario.js';
import type { PushByType } from '#shared/protocol/state/messages.js';
import type { StateOf } from '#shared/protocol/state/state-answer.js';
import type { AgentConnection } from '../../agent/agent-connection.js';
import { AgentError } from '../../agent/client.js';
import type { Stack } from '../../test/support/stack.js';
import { RandomBot } from '../bots/random.js';

type Fields = Readonly<Record<string, unknown>>;
type FullState = StateOf<{ readonly format: 'full' }>;

/** A game of a scenario to be played. */
export interface ScenarioGame {
  readonly name: string;
  readonly difficulty: Difficulty;
  /** Further fields of game_config. */
  readonly config?: Fields;
}

/** How a game of a scenario ended. */
export interface ScenarioOutcome {
  /** The lowest score of all seats. */
  readonly score: number;
  readonly turn: number;
  readonly ended: PushByType['game_ended'];
}

/** What plays one seat, or two. Returns when it has nothing more to do; the turns that are left are then passed. */
export type ScenarioPlayer = (seats: readonly ScenarioSeat[]) => Promise<void>;

/** Makes the game, lets the player play it, and passes turns until it is over. */
export async function playScenario(
  stack: Stack,
  { name, difficulty, config = {} }: ScenarioGame,
  player: ScenarioPlayer,
): Promise<ScenarioOutcome> {
  const gameId = `${name}-${difficulty}-${Math.random().toString(36).slice(2, 8)}`;
  const agents = await Promise.all(
    Array.from({ length: name === 'alliance' ? 2 : 1 }, (_, at) => stack.agent(`${gameId}-${at + 1}`)),
  );
  const game_config = { ...config, scenario: name, difficulty, turn_time_limit: 0 };
  for (const agent of agents) await agent.connect({ api_token: stack.token, game_id: gameId, game_config });
  const seats = agents.map((agent) => new ScenarioSeat(agent));
  await player(seats);
  while (!seats.every(({ isOver }) => isOver)) await passTurn(seats);
  const ended = await Promise.all(seats.map((seat) => seat.ended));
  await Promise.all(agents.map((agent) => agent.close()));
  const [first] = ended;
  if (first === undefined) throw new Error('a scenario without seats');
  const scores = first.scenario?.seats.map(({ score }) => score) ?? [];
  return { score: Math.min(...scores), turn: first.turn ?? 0, ended: first };
}

/** Ends the turn of all seats and waits for the next one, or for the end of the game. */
export async function passTurn(seats: readonly ScenarioSeat[]): Promise<void> {
  for (const seat of seats) await seat.endTurn();
  await Promise.all(seats.map((seat) => seat.nextTurn()));
}

/** One seat in a game of a scenario, and what is needed to play it. */
export class ScenarioSeat {
  readonly agent: AgentConnection;
  /** Resolves with the push of the end of the game. */
  readonly ended: Promise<PushByType['game_ended']>;
  isOver = false;

  constructor(agent: AgentConnection) {
    this.agent = agent;
    this.ended = agent.push('game_ended');
    void this.ended.then(
      () => {
        this.isOver = true;
      },
      () => undefined,
    );
  }

  state(): Promise<FullState> {
    return this.agent.state();
  }

  /** Own units of these types, by rule name; all of them without one. */
  async units(...types: readonly string[]) {
    const { units = [], player_id: me } = await this.state();
    return units.filter(({ owner, type }) => owner === me && (types.length === 0 || types.includes(type)));
  }

  /** The city of that name, own or not; undefined when it is not known. */
  async findCity(name: string) {
    const { cities = [] } = await this.state();
    return cities.find((one) => one.name === name);
  }

  /** The same for a city that must be there. */
  async city(name: string) {
    const city = await this.findCity(name);
    if (city === undefined) throw new Error(`there is no city ${name}`);
    return city;
  }

  async ownCities() {
    const { cities = [], player_id: me } = await this.state();
    return cities.filter(({ owner }) => owner === me);
  }

  /** Does an action; true when it was applied. A refusal is not an error. */
  async tries(action: string, fields: Fields = {}): Promise<boolean> {
    if (this.isOver) return false;
    try {
      return (await this.agent.act(action, fields)).outcome === 'applied';
    } catch (error) {
      if (error instanceof AgentError) return false;
      throw error;
    }
  }

  /** Does an action that must not be refused; no effect is not an error. */
  async does(action: string, fields: Fields = {}): Promise<void> {
    await this.agent.act(action, fields);
  }

  async endTurn(): Promise<void> {
    await this.tries('end_turn');
  }

  /** Settles when the next turn has begun or the game is over. */
  async nextTurn(): Promise<void> {
    if (this.isOver) return;
    await Promise.race([this.agent.push('turn_start'), this.ended]);
  }
}

/** The bot `random` of the arena on each seat: it does what it draws of all offers. */
export function randomPlayer(seed: number): ScenarioPlayer {
  return async (seats) => {
    await Promise.all(seats.map(({ agent }) => agent.push('turn_start')));
    const bots = seats.map((seat, at) => ({
      seat,
      bot: new RandomBot(seat.agent, seededRandom(seed * 100 + at)),
    }));
    while (!seats.every(({ isOver }) => isOver)) {
      for (const { seat, bot } of bots) await playTurn(seat, bot);
      await passTurn(seats);
    }
  };
}

/** A refusal because the game has just ended is not an error. */
async function playTurn(seat: ScenarioSeat, bot: RandomBot): Promise<void> {
  if (seat.isOver) return;
  await bot.turn().catch((error: unknown) => {
    if (!(error instanceof AgentError)) throw error;
  });
}
