import { failure } from '#shared/core/failure.js';
import { isJsonObject } from '#shared/core/json.js';
import { parseWith } from '#shared/core/parse.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { NotesData, StateQueryData } from '#shared/protocol/agent-requests.js';
import {
  type GameRequestData,
  type GameRequestType,
  gameRequests,
} from '#shared/protocol/game-operations.js';
import { type LinkRequest, linkConnectDataSchema, type PushPlace } from '#shared/protocol/link.js';
import type { AgentActivityTracker } from '../../broadcast/agent-activity-tracker.js';
import { ConnectionLost } from '../../freeciv/errors.js';
import type { PerSeat } from '../../games/disk/per-seat.js';
import type { Game } from '../../games/lifecycle/game.js';
import type { Games } from '../../games/lifecycle/games.js';
import { deniedWishes } from '../../games/seats/nation.js';
import type { Seat } from '../../games/seats/seat.js';
import type { GameStorage } from '../../games/storage/game-storage.js';
import { hasEndedTurn } from '../../rules/lookup/players.js';
import { lookUpRules } from '../../views/rules-lookup/rules-lookup.js';
import { turnOf } from '../../world/world.js';
import { type SectionedAnswer, stateAnswer } from '../answers/state-answer.js';
import type { ProxyMetrics } from '../metrics/proxy-metrics.js';
import type { Notes } from '../notes.js';
import type { Outboxes } from '../outbox/seat-outbox.js';
import { IdempotencyCache } from './idempotency-cache.js';
import type { ModelRequests } from './model-requests.js';
import { ReadySeats, type SeatNeed } from './ready-seats.js';
import type { RequestsInProgress } from './requests-in-progress.js';
import { SeatActions } from './seat-actions.js';
import { changesGame } from './stored-answers.js';
import { askedEnd, endTurnOutcome, outcomeUnknown } from './unknown-outcomes.js';

type AnswerData = Record<string, unknown>;

/** The same may be asked for again in a second. */
const RETRY_SOON = { details: { retry_after: 1 } };

/** The seat of an agent that has connected. */
export interface ConnectedSeat {
  readonly game: Game;
  readonly seat: Seat;
  readonly notes: Notes;
  /** The last push that the gateway has, as it reports; undefined for a new gateway. */
  readonly heard: PushPlace | undefined;
  /** Data of the answer to `llm_connect`. */
  readonly data: AnswerData;
}

/** What answers are made of. */
export interface AgentRequestsOptions {
  readonly games: Games;
  readonly notes: PerSeat<Notes>;
  readonly metrics: ProxyMetrics;
  readonly outboxes: Outboxes;
  readonly tracker: AgentActivityTracker;
  readonly models: ModelRequests;
  /** Counts what is being carried out. */
  readonly acting: RequestsInProgress;
  /** The bucket that the games are in, if there is one. */
  readonly storage?: GameStorage | undefined;
}

/** A request of an agent, with the seat that can answer it. */
interface SeatRequest {
  readonly seat: Seat;
  readonly game: Game;
  readonly request: LinkRequest;
  readonly signal: AbortSignal;
}

/** A row of the table of handlers. */
interface RequestHandler<T extends GameRequestType> {
  readonly needs: SeatNeed;
  handle(asked: SeatRequest, data: GameRequestData<T>): Promise<Result<AnswerData>>;
}

/**
 * The data of a request as its schema in `gameRequests` types it. The gateway has checked it, and the link is
 * authenticated, so it is not checked again here; an action checks its own fields.
 */
function isChecked<T extends GameRequestType>(_type: T, data: unknown): data is GameRequestData<T> {
  return isJsonObject(data);
}

/** Answers the requests of agents. */
export class AgentRequests {
  readonly #games: Games;
  readonly #notes: PerSeat<Notes>;
  readonly #actions: SeatActions;
  readonly #metrics: ProxyMetrics;
  readonly #outboxes: Outboxes;
  readonly #tracker: AgentActivityTracker;
  readonly #models: ModelRequests;
  readonly #storage: GameStorage | undefined;
  readonly #once = new IdempotencyCache();
  readonly #seats: ReadySeats;
  /** What is done for each of `gameRequests`: a request that is added is a row there and a row here. */
  readonly #handlers: { readonly [T in GameRequestType]: RequestHandler<T> } = {
    state_query: { needs: 'a_state', handle: (asked, query) => this.#stateAnswer(asked, query) },
    action: { needs: 'to_act', handle: (asked, action) => this.#actions.act(asked, action) },
    action_batch: {
      needs: 'to_act',
      handle: async (asked, batch) => {
        const untilReady = () => this.#seats.find('to_act', asked.request, asked.signal);
        return ok({ ...(await this.#actions.batch(asked, batch, untilReady)) });
      },
    },
    stop: {
      needs: 'to_act',
      handle: ({ seat }, { unit_id, actor_id }) => this.#actions.stop(seat, unit_id ?? actor_id),
    },
    rules_query: {
      needs: 'a_turn',
      handle: async ({ seat }, question) => {
        const entries = lookUpRules(seat.world, question);
        return entries.ok ? ok({ entries: entries.value }) : entries;
      },
    },
    notes: { needs: 'a_turn', handle: (asked, change) => this.#changeNotes(asked, change) },
    transcript: {
      needs: 'a_turn',
      handle: async ({ seat }, transcript) => this.#models.transcript(seat, transcript),
    },
    usage_report: {
      needs: 'a_turn',
      handle: ({ game, seat }, report) => this.#models.reportUsage(game, seat, report),
    },
    conversation_append: {
      needs: 'a_turn',
      handle: ({ game, seat }, messages) => this.#models.appendConversation(game, seat, messages),
    },
  };

  constructor(options: AgentRequestsOptions) {
    const { games, notes, metrics, outboxes, tracker, models, acting, storage } = options;
    this.#storage = storage;
    this.#metrics = metrics;
    this.#seats = new ReadySeats(games, metrics);
    this.#outboxes = outboxes;
    this.#actions = new SeatActions(metrics, tracker, acting);
    this.#games = games;
    this.#notes = notes;
    this.#tracker = tracker;
    this.#models = models;
  }

  /**
   * Gives the agent a seat, or its own one again; creates the game when there is none of that id. Errors: E101 to E105
   * for the data, E122 and E14x for the seat and the game.
   */
  async connect(request: LinkRequest): Promise<Result<ConnectedSeat>> {
    const data = parseWith(linkConnectDataSchema, request.data, 'data');
    if (!data.ok) return data;
    const { create, game_config: config, nation, leader_name: leaderName, heard } = data.value;
    const { turn_policy: turnPolicy, presence } = data.value;
    const game = await this.#games.getOrCreate({ gameId: request.game_id, config, create, isLogin: true });
    if (!game.ok) return game;
    const seat = await game.value.takeSeat(request.agent_id, { nation, leaderName, turnPolicy }, presence);
    if (!seat.ok) {
      await this.#games.removeUnused(game.value);
      return seat;
    }
    const scenario = seat.value.scenarioState();
    const { world } = seat.value;
    const hasTurn = world.turn.phase === 'movement';
    const denied = deniedWishes(world, { nation, leaderName });
    const answer = {
      player_id: world.seat.player,
      game_id: game.value.id,
      server_port: game.value.serverPort,
      status: world.turn.phase === 'before_game' ? 'starting' : 'ready',
      ...(hasTurn && { turn: turnOf(world), turn_done: hasEndedTurn(world) }),
      ...(scenario !== undefined && { scenario }),
      ...(denied.length > 0 && { not_granted: denied }),
      ...(game.value.missing.length > 0 && { missing: game.value.missing }),
    };
    this.#tracker.recordModel(seat.value, data.value.model);
    const notes = await this.#notes.get(request.game_id, request.agent_id);
    seat.value.dueNotes = (turn) => notes.due(turn);
    return ok({ game: game.value, seat: seat.value, notes, heard, data: answer });
  }

  /**
   * Answers a game request; E140 when the game is deleted meanwhile. A request with an idempotency key (`once`) continues
   * when its link is lost.
   */
  async answer(
    type: GameRequestType,
    request: LinkRequest,
    signal: AbortSignal,
  ): Promise<Result<AnswerData>> {
    const game = this.#games.get(request.game_id);
    const answered = await this.#answerOnce(type, request, signal);
    return !answered.ok && game?.state.kind === 'deleted'
      ? fail(failure('E140', `The game ${request.game_id} was deleted`))
      : answered;
  }

  #answerOnce(type: GameRequestType, request: LinkRequest, signal: AbortSignal): Promise<Result<AnswerData>> {
    const { once, game_id: gameId, agent_id: agentId } = request;
    const seat = this.#games.get(gameId)?.seat(agentId);
    if (once === undefined) return this.#answer(type, request, signal);
    if (seat === undefined || this.#outboxes.idOf(seat) !== once.outbox)
      return Promise.resolve(fail(outcomeUnknown()));
    const lasting = new AbortController().signal;
    return this.#once.run(seat, once.key, type, () => this.#answer(type, request, lasting));
  }

  /**
   * What became of a request with an idempotency key: the type and data of its answer, once there is one, or its failure.
   * E123: it has not come and is not carried out any more, so nothing was done; E131: not known. For an
   * end_turn the state of the restored game says it.
   */
  async outcome(request: LinkRequest, signal: AbortSignal): Promise<Result<AnswerData>> {
    const kept = await this.#keptOutcome(request);
    if (kept.ok || kept.failure.details?.outcome !== 'unknown') return kept;
    const end = askedEnd(request, kept.failure);
    if (end === undefined) return kept;
    const seat = await this.#seats.find('to_act', request, signal);
    if (!seat.ok) return seat.failure.code === 'E143' ? seat : kept;
    const told = endTurnOutcome(seat.value, end);
    return told.ok ? ok({ type: gameRequests.action.answer, data: told.value }) : told;
  }

  /** The outcome from the answer, where that is kept. */
  async #keptOutcome({ once, game_id: gameId, agent_id: agentId }: LinkRequest): Promise<Result<AnswerData>> {
    const seat = this.#games.get(gameId)?.seat(agentId);
    if (once === undefined || seat === undefined || this.#outboxes.idOf(seat) !== once.outbox)
      return fail(outcomeUnknown());
    const refusal = failure('E123', 'The request did not reach the game; nothing was done', RETRY_SOON);
    const found = this.#once.findOrClose(seat, once.key, refusal);
    if (found === 'forgotten') return fail(outcomeUnknown());
    if (found === 'never') return fail(refusal);
    const answer = await found.answer;
    return answer.ok ? ok({ type: gameRequests[found.type].answer, data: answer.value }) : answer;
  }

  async #answer<T extends GameRequestType>(
    type: T,
    request: LinkRequest,
    signal: AbortSignal,
  ): Promise<Result<AnswerData>> {
    const handler: RequestHandler<T> = this.#handlers[type];
    const { data } = request;
    if (!isChecked(type, data)) return fail(failure('E104', 'The data is not a JSON object'));
    const refusal = changesGame(type) ? this.#storage?.refusal(request.game_id) : undefined;
    if (refusal !== undefined) return fail(refusal);
    const seat = await this.#seats.find(handler.needs, request, signal);
    if (!seat.ok) return seat;
    const game = this.#games.get(request.game_id);
    if (game === undefined) return fail(failure('E140', `The game ${request.game_id} was deleted`));
    return handler.handle({ seat: seat.value, game, request, signal }, data);
  }

  async #stateAnswer({ seat, request }: SeatRequest, query: StateQueryData): Promise<Result<AnswerData>> {
    try {
      const answer = await this.#metrics.timed('state', () => this.#state(seat, query, request));
      if (!answer.ok) return answer;
      const { optimized, state } = answer.value;
      if (optimized !== undefined) this.#tracker.recordState(seat, optimized);
      this.#tracker.recordState(seat, state);
      return ok(optimized === undefined ? state : { ...state, optimized: optimized.data });
    } catch (cause) {
      if (cause instanceof ConnectionLost)
        return fail(failure('E123', 'The game server was lost while it was asked'));
      throw cause;
    }
  }

  /** The state that was asked for and, when the gateway wants both, the optimized one of the same moment. */
  async #state(
    seat: Seat,
    query: StateQueryData,
    { game_id: gameId, with_optimized: withOptimized = false }: LinkRequest,
  ): Promise<Result<{ readonly state: SectionedAnswer; readonly optimized?: SectionedAnswer }>> {
    const awaited = this.#games.get(gameId)?.pendingPlayers ?? [];
    const state = await stateAnswer(seat, query, this.#metrics, awaited);
    if (!state.ok || !withOptimized) return state.ok ? ok({ state: state.value }) : state;
    const short: StateQueryData = { ...query, format: 'llm_optimized', include_legal_actions: false };
    const optimized = await stateAnswer(seat, short, this.#metrics, awaited);
    return optimized.ok ? ok({ state: state.value, optimized: optimized.value }) : optimized;
  }

  async #changeNotes({ seat, request }: SeatRequest, change: NotesData): Promise<Result<AnswerData>> {
    const notes = await this.#notes.get(request.game_id, request.agent_id);
    const all = await notes.change(change, turnOf(seat.world));
    return all.ok ? ok({ notes: all.value }) : all;
  }
}
