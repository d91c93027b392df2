import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { httpAddress } from '#shared/core/hosts.js';
import { AgentError, AgentSeat, GameOver, type PushMessage } from '../client.js';
import type { EnvState, Observation, Reset, StepAction, StepResult } from './messages.js';

/** Where episodes are played, and as whom. */
export interface EpisodePlace {
  /** The gateway's address, for example ws://127.0.0.1:8003. */
  readonly gateway: string;
  readonly agentId: string;
  readonly token: string;
  /** Whether the game of an episode stays when the episode is over. */
  readonly keepsGames: boolean;
}

type GameEnd = Extract<PushMessage, { readonly type: 'game_ended' }>['data'];

const scoreSchema = z.looseObject({ score: z.number().nullable() });

/** What rewards are made of, in both forms of the state. */
const figuresSchema = z.looseObject({
  turn: z.int().optional(),
  scenario: scoreSchema.optional(),
  strategic_summary: scoreSchema.optional(),
  nation: scoreSchema.optional(),
});

/** Legal actions in a state: the most useful ones. */
const MAX_OFFERS = 60;
const END_TIMEOUT_MS = 10_000;

/** One episode: a game of its own, played by one seat from a reset to the next. */
export class Episode {
  readonly id: string;
  readonly #place: EpisodePlace;
  readonly #reset: Reset;
  readonly #gameId = `openenv-${randomUUID().slice(0, 13)}`;
  #seat: AgentSeat | undefined;
  #playerId: number | undefined;
  #steps = 0;
  #turn: number | undefined;
  #score = 0;
  #ended: GameEnd | undefined;
  #isDefeated = false;
  #isEndTold = false;

  /** An episode whose game is made by `begin`. */
  constructor(place: EpisodePlace, reset: Reset) {
    this.id = reset.episode_id ?? randomUUID();
    this.#place = place;
    this.#reset = reset;
  }

  /** Whether the game is over or the nation destroyed. */
  get isDone(): boolean {
    return this.#ended !== undefined || this.#isDefeated;
  }

  /** Whether an answer has said that the episode is done. A game may end between two steps: the next step tells it. */
  get isEndTold(): boolean {
    return this.#isEndTold;
  }

  /** Where the episode stands. */
  get state(): EnvState {
    const { seed = null, scenario = null, difficulty = null } = this.#reset;
    return {
      episode_id: this.id,
      step_count: this.#steps,
      game_id: this.#gameId,
      agent_id: this.#place.agentId,
      seed,
      scenario,
      difficulty,
      turn: this.#turn ?? null,
      score: this.#score,
      done: this.isDone,
    };
  }

  /** Makes the game, takes its seat and answers the first observation. Rejects with what the client rejects with. */
  async begin(signal: AbortSignal): Promise<StepResult> {
    const { gateway, agentId, token } = this.#place;
    const { game_config: config, scenario, difficulty, seed } = this.#reset;
    const seeds = seed == null ? {} : { seeds: { game: seed, map: seed } };
    const wished = { scenario: scenario ?? undefined, difficulty: difficulty ?? undefined };
    this.#seat = new AgentSeat(gateway, {
      agentId,
      token,
      game: this.#gameId,
      login: { game_config: { ...config, ...wished, ...seeds } },
      onPush: (push) => this.#onPush(push),
    });
    const { player_id: playerId } = await this.#seat.seated(signal);
    this.#playerId = playerId ?? undefined;
    return this.#told(await this.#observe(null, signal), null);
  }

  /**
   * Does an action and answers what it has brought. An `end_turn` waits until the next turn has begun. A refusal is a verdict;
   * rejects when the gateway cannot be reached or the signal aborts.
   */
  async step(action: StepAction, signal: AbortSignal): Promise<StepResult> {
    const seat = this.#seat;
    if (seat === undefined) throw new Error('The episode has no game');
    this.#steps += 1;
    const verdict = await this.#act(seat, action, signal).catch((error: unknown) => this.#refusal(error));
    const before = this.#score;
    const observation = await this.#observe(verdict, signal);
    return this.#told(observation, this.#score - before);
  }

  /** Ends the episode: its game is deleted, where the token may and games are not kept. Never rejects. */
  async end(): Promise<void> {
    const { gateway, token, keepsGames } = this.#place;
    if (!keepsGames && this.#seat !== undefined) {
      const url = new URL(`/api/games/${this.#gameId}`, httpAddress(gateway));
      const options = { method: 'DELETE', headers: { authorization: `Bearer ${token}` } };
      await fetch(url, { ...options, signal: AbortSignal.timeout(END_TIMEOUT_MS) }).catch(() => {});
    }
    await this.#seat?.close();
  }

  #told(observation: Observation, reward: number | null): StepResult {
    this.#isEndTold = this.isDone;
    return { observation, reward, done: this.isDone };
  }

  async #act(seat: AgentSeat, action: StepAction, signal: AbortSignal): Promise<object> {
    const { metadata: _, ...fields } = action;
    const end = endTurnSchema.safeParse(fields).data;
    // What is for another turn is refused by the gateway, like any other action.
    if (end === undefined || (end.turn !== undefined && end.turn !== seat.turn))
      return await seat.act(fields, { signal });
    const { until, parameters } = end;
    if (until === undefined) await seat.endTurn({ ...parameters, signal });
    else await seat.passTurns(until, { signal });
    return { success: true, action_type: 'end_turn' };
  }

  #refusal(error: unknown): object {
    if (error instanceof GameOver) this.#isDefeated = true;
    if (!(error instanceof AgentError)) throw error;
    const { code, sentence: message, details } = error;
    return { success: false, error: { code, message, details } };
  }

  async #observe(verdict: object | null, signal: AbortSignal): Promise<Observation> {
    const { observation: format, legal_actions: isWanted } = this.#reset;
    const offers = isWanted ? { legal_actions: 'list', max_legal_actions: MAX_OFFERS } : {};
    const state = await this.#look({ format, ...offers }, signal);
    const figures = figuresSchema.parse(state ?? {});
    this.#turn = figures.turn ?? this.#turn;
    this.#score = this.#finalScore() ?? scoreOf(figures) ?? this.#score;
    return {
      turn: this.#turn ?? null,
      format,
      state: state === undefined ? null : { ...state },
      verdict: verdict === null ? null : { ...verdict },
      ended: this.#ended === undefined ? null : endOf(this.#ended),
    };
  }

  /** The state; undefined when the game is over and has none. */
  async #look(query: object, signal: AbortSignal): Promise<object | undefined> {
    try {
      return (await this.#seat?.request('state_query', query, { signal }))?.data;
    } catch (error) {
      if (!(error instanceof GameOver)) throw error;
      this.#isDefeated = true;
      return undefined;
    }
  }

  #finalScore(): number | undefined {
    const { scenario, ranking = [] } = this.#ended ?? {};
    const own = scenario?.seats ?? ranking;
    return own.find(({ player_id: id }) => id === this.#playerId)?.score;
  }

  #onPush(push: PushMessage): void {
    if (push.type === 'game_ended') this.#ended = push.data;
    if (push.type === 'event' && push.data.event === 'defeated') this.#isDefeated = true;
  }
}

/** An end_turn that the client carries out itself, because it waits for the next turn. */
const endTurnSchema = z.looseObject({
  action_type: z.literal('end_turn').optional(),
  type: z.literal('end_turn').optional(),
  turn: z.int().optional(),
  until: z.union([z.enum(['decision', 'turn']), z.int()]).optional(),
  parameters: z.strictObject({ auto: z.boolean(), failed: z.string() }).exactPartial().optional(),
});

/** The scenario's score from 0 to 1, or that of the nation; undefined when it is not known. */
function scoreOf({ scenario, strategic_summary: summary, nation }: z.infer<typeof figuresSchema>) {
  return (scenario ?? summary ?? nation)?.score ?? undefined;
}

function endOf({ game_id: _, winner: __, ...end }: GameEnd) {
  return end;
}
