import type { GameConfigInput, TurnPolicy } from '#shared/protocol/game-config.js';
import type { BatchEntry } from '#shared/protocol/state/action-result.js';
import type { PackedBrief } from '#shared/protocol/state/brief.js';
import type { AgentMessage, AuthSuccess, PushByType, PushMessage } from '#shared/protocol/state/messages.js';
import type { AgentPushType } from '#shared/protocol/state/pushes.js';
import type { StateOf, StateQuery } from '#shared/protocol/state/state-answer.js';
import type { PlayedTurn, RequestOptions } from './agent-requests.js';
import { type AgentError, agentError, BadValue, GameOver, SeatClosed, TurnOver } from './errors.js';
import { isOutcomeUnknown, LastingRequests } from './lasting-requests.js';
import { PushLog } from './push-log.js';
import { type SeatStatus, SessionLink, type SessionPlace, type TokenSource } from './session-link.js';
import { type OpenTurn, Turns } from './turns.js';

/** What an agent wishes of its seat and game when it logs in; see docs/protocol.md. */
export interface LoginWishes {
  /** Name of the model that plays, as people who watch read it. */
  readonly model?: string;
  /** What the player should be called; `not_granted` of the answer says what cannot be had. */
  readonly nation?: string;
  readonly leader_name?: string;
  /** False: a game that does not exist is not made, but refused with NoSuchGame. */
  readonly create?: boolean;
  /** How the game is made, if it does not exist yet. */
  readonly game_config?: GameConfigInput;
  /** `chat`: the model answers the push operator_message with chat_answer. */
  readonly capabilities?: readonly string[];
  /** What becomes of this seat's turn when its time is up. */
  readonly turn_policy?: TurnPolicy;
}

/** The agent, its game and its token, and how long the client tries to connect. */
export interface SeatOptions {
  /** 1 to 64 of A-Z a-z 0-9 . _ : @ - */
  readonly agentId: string;
  /** One of the gateway's tokens; or what gives one that is valid now, for tokens that expire: it is asked before each login. */
  readonly token: string | TokenSource;
  /** Id of the game, which is created when there is none; `default` without it. */
  readonly game?: string | undefined;
  /** Further fields of llm_connect. */
  readonly login?: LoginWishes | undefined;
  /** The session of an earlier process, as its `seat.session` was: it is resumed. */
  readonly session?: SessionPlace | undefined;
  /** Milliseconds until the first login must have worked; without it 30 s, and 2 s where nothing listens at the address. */
  readonly connectTimeoutMs?: number | undefined;
  /** Milliseconds that a lost connection or game may take to come back; an hour without it, as sessions are kept for one. */
  readonly reconnectTimeoutMs?: number | undefined;
  /** Aborting it closes the seat. */
  readonly signal?: AbortSignal | undefined;
  /** Called with every message from the gateway; for logs. */
  readonly onMessage?: ((message: AgentMessage) => void) | undefined;
  /** Called with every push of the session, each once and in order. */
  readonly onPush?: ((push: PushMessage) => void) | undefined;
  /** Called when the connection comes and goes. */
  readonly onStatus?: ((status: SeatStatus) => void) | undefined;
}

/** How the end of a turn is marked; see docs/games.md. */
export interface EndTurnOptions extends RequestOptions {
  /** True when a fallback of the agent ends the turn, such as a timer. */
  readonly auto?: boolean;
  /** Why the agent's model failed. */
  readonly failed?: string;
}

type VerdictFailure = Extract<BatchEntry, { readonly error: unknown }>['error'];

const RECONNECT_TIMEOUT_MS = 3_600_000;

/** A seat in a game. Its requests, turns and pushes outlive its connections; each is done once and each push is read once. */
export class AgentSeat extends LastingRequests {
  readonly agentId: string;
  readonly #link: SessionLink;
  readonly #pushes: PushLog;
  readonly #turns: Turns;

  /** Begins to connect to the gateway, for example ws://127.0.0.1:8003; `seated` settles when that has worked. */
  constructor(gateway: string, options: SeatOptions) {
    const { agentId, token, game, login, session, signal, onMessage, onPush, onStatus } = options;
    const { connectTimeoutMs, reconnectTimeoutMs = RECONNECT_TIMEOUT_MS } = options;
    const turns = new Turns();
    const pushes = new PushLog(session?.lastSeq, (push) => {
      turns.onPush(push);
      onPush?.(push);
    });
    const link = new SessionLink({
      gateway,
      agentId,
      session,
      pushes,
      connectTimeoutMs,
      reconnectTimeoutMs,
      onMessage,
      token,
      login: { ...login, game_id: game },
      onStatus: (status) => {
        if (status.kind === 'over') turns.wake();
        onStatus?.(status);
      },
    });
    super(link, turns, reconnectTimeoutMs);
    this.agentId = agentId;
    this.#link = link;
    this.#pushes = pushes;
    this.#turns = turns;
    signal?.addEventListener('abort', () => void this.close(), { once: true });
    if (signal?.aborted === true) void this.close();
  }

  /** What another process needs to resume the session: keep it whenever a push has been handled. Undefined before the login. */
  get session(): SessionPlace | undefined {
    const id = this.#link.sessionId;
    return id === undefined ? undefined : { id, lastSeq: this.#pushes.lastSeq };
  }

  /** The turn under way, as far as it is known. */
  get turn(): number | undefined {
    return this.#turns.current?.turn;
  }

  /** The answer to the last login, once there is a connection. Rejects with what ended the seat. */
  async seated(signal?: AbortSignal): Promise<AuthSuccess> {
    return (await this.#link.seated(signal)).seated;
  }

  /** Ends the turn and waits for the next one; undefined when the game is over or the nation destroyed. Rejects with GamePaused. */
  async endTurn(options: EndTurnOptions = {}): Promise<OpenTurn | undefined> {
    const { signal } = options;
    let { turn } = await this.#currentTurn(signal);
    for (;;) {
      const { resyncs } = this.#turns;
      const isEnded = await this.#tryEndTurn(turn, options);
      while (isEnded && this.#turns.resyncs === resyncs) {
        const { current, isOver } = this.#turns;
        if (isOver) return undefined;
        if (current !== undefined && current.turn !== turn) return current;
        await this.#untilChange(signal);
      }
      if (this.#turns.isOver) return undefined;
      // Whether the turn was ended, or what came of that, is not known.
      const now = await this.#currentTurn(signal, true);
      if (now.turn > turn) return now;
      turn = now.turn;
    }
  }

  /**
   * Plays a turn in one request, as a connection does, and waits however long the turn takes. There is no state when the game is
   * over. Rejects with GamePaused.
   */
  override playTurn<const Q extends StateQuery>(
    actions: readonly object[],
    query: Q,
    options?: RequestOptions,
  ): Promise<PlayedTurn<StateOf<Q>>>;
  override async playTurn(
    actions: readonly object[],
    query: StateQuery,
    options: RequestOptions = {},
  ): Promise<PlayedTurn<object>> {
    const { turn } = await this.#currentTurn(options.signal);
    const played = await super.playTurn(actions, query, options);
    if (played.state !== undefined && played.ended?.turns !== 0) return played;
    const last = played.verdicts.at(-1);
    if (last !== undefined && 'error' in last) this.#noteUnended(verdictError(last.error));
    // The wait was over before the turn was, or what came of it is not known.
    const isPassed = (await this.#currentTurn(options.signal, true)).turn > turn;
    const next = isPassed || (await this.endTurn(options)) !== undefined;
    const state = next ? await this.state(query, options) : undefined;
    return { ...played, state };
  }

  /**
   * Ends turns until one needs a decision, until the next has begun, or this many of them, and settles with the brief of the
   * new turn. `ended.why` says why it stopped: after `deadline` ask again. Rejects with GameOver.
   */
  async passTurns(until: 'decision' | 'turn' | number, options: RequestOptions = {}): Promise<PackedBrief> {
    const { turn } = await this.#currentTurn(options.signal);
    for (;;) {
      try {
        const pass = () => this.act('end_turn', { turn, until }, options);
        const { brief } = (await this.stoppable(pass, options.signal)).result;
        if (typeof brief === 'object') return brief;
      } catch (error) {
        if (!(error instanceof TurnOver) && !isOutcomeUnknown(error)) throw error;
      }
      const brief = await this.state({ format: 'brief', since_turn: turn }, options);
      if (brief.turn !== turn) return brief;
    }
  }

  /** The turn under way, then each that begins, until the game is over. A turn that passed unread is left out. */
  async *turns({ signal }: RequestOptions = {}): AsyncGenerator<OpenTurn, void> {
    let last: number | undefined;
    let { resyncs } = this.#turns;
    while (!this.#turns.isOver && !(this.#link.ended instanceof SeatClosed)) {
      const isStale = resyncs !== this.#turns.resyncs;
      resyncs = this.#turns.resyncs;
      const current = await this.#currentTurn(signal, isStale).catch(endedIsUndefined);
      if (current !== undefined && current.turn !== last) {
        last = current.turn;
        yield current;
      } else if (!this.#turns.isOver) await this.#untilChange(signal).catch(endedIsUndefined);
    }
  }

  /** All pushes from now on, each once and in order. A `status` with `resync: true` says that some are lost: ask for a state. */
  events({ signal }: RequestOptions = {}): AsyncIterableIterator<PushMessage> {
    return this.#pushes.read(signal);
  }

  /** Waits for the next push of that type that fits `wanted` and is not taken yet. */
  push<T extends AgentPushType, D extends PushByType[T]>(
    type: T,
    wanted: (data: PushByType[T]) => data is D,
    options?: RequestOptions,
  ): Promise<D>;
  push<T extends AgentPushType>(
    type: T,
    wanted?: (data: PushByType[T]) => boolean,
    options?: RequestOptions,
  ): Promise<PushByType[T]>;
  push<T extends AgentPushType>(
    type: T,
    wanted: (data: PushByType[T]) => boolean = () => true,
    { signal }: RequestOptions = {},
  ): Promise<PushByType[T]> {
    return this.#pushes.take(type, wanted, signal);
  }

  /** Closes the connection; unanswered requests reject with SeatClosed. The seat stays with the agent, which may come back. */
  close(): Promise<void> {
    return this.#link.end(new SeatClosed());
  }

  /** Ends that turn and no other; false when it is not known what came of it. */
  async #tryEndTurn(turn: number, { signal, auto, failed }: EndTurnOptions): Promise<boolean> {
    try {
      await this.act('end_turn', { turn, parameters: { auto, failed } }, { signal });
      return true;
    } catch (error) {
      this.#noteUnended(error);
      return false;
    }
  }

  /** Notes why a turn was perhaps not ended. Throws what is not about the turn or the game. */
  #noteUnended(error: unknown): void {
    if (error instanceof GameOver) this.#turns.end();
    else if (!isOtherTurn(error) && !isOutcomeUnknown(error)) throw error;
  }

  /** The turn under way: what is known of it, or what the game says. */
  async #currentTurn(signal: AbortSignal | undefined, isStale = false): Promise<OpenTurn> {
    const known = this.#turns.current;
    if (known !== undefined && !isStale) return known;
    const { turn } = await this.state({ format: 'llm_optimized', sections: [] }, { signal });
    return this.#turns.current ?? { turn, digest: undefined };
  }

  /** Settles when the turn may have changed. Rejects with what ended the seat. */
  async #untilChange(signal: AbortSignal | undefined): Promise<void> {
    if (this.#link.ended === undefined) await this.#turns.change(signal);
    if (this.#link.ended !== undefined) throw this.#link.ended;
  }
}

/** The turn of an action is over, or, where the game was restored from an older save, has not begun again. */
function isOtherTurn(error: unknown): boolean {
  return error instanceof TurnOver || (error instanceof BadValue && error.details.path === 'data.turn');
}

/** The refusal of an action of a batch. */
function verdictError({ code, message, path, details = {} }: VerdictFailure): AgentError {
  const { retry_after: retryAfter, outcome } = details;
  const wait = typeof retryAfter === 'number' ? { retry_after: retryAfter } : {};
  return agentError({ code, message, details: { path, outcome, ...wait } });
}

/** The end of the game or of the seat ends what goes on until then. */
function endedIsUndefined(error: unknown): undefined {
  if (!(error instanceof SeatClosed) && !(error instanceof GameOver)) throw error;
}
