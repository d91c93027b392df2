import { type Clock, withDeadline } from '#shared/core/clock.js';
import { errorCodes } from '#shared/core/error-codes.js';
import type { Failure } from '#shared/core/failure.js';
import type { JsonObject } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { Presence } from '#shared/protocol/agent-answers.js';
import { type GameRequestType, gameRequests } from '#shared/protocol/game-requests.js';
import type { IdempotencyKey, LinkAnswer, LinkPush } from '#shared/protocol/link.js';
import type { Timeouts } from '../core/timeouts.js';
import type { GameLink } from './game-link.js';
import {
  faultFailure,
  firstFault,
  isRepeatable,
  keptAnswer,
  type LinkFault,
  type LinkOutcome,
  type LinkQuestion,
  namingTurn,
  type RemoteSeatSnapshot,
  readConnectAnswer,
  type Seated,
  type SeatRequest,
  type Sent,
  seatedSchema,
  wantsPush,
  withoutSecret,
} from './link-messages.js';
import { type ArrivedPush, type SeatProgress, SeatPushes } from './seat-pushes.js';

/** Whose seat it is, and what it works with. */
export interface RemoteSeatOptions {
  readonly agentId: string;
  readonly gameId: string;
  readonly link: GameLink;
  readonly clock: Clock;
  readonly timeouts: Timeouts;
  /** Is called when a seat that had joined has joined again, before anything is answered over it. */
  onRejoined(seat: RemoteSeat, seated: Seated): void;
}

/** `epoch`: the connection of the link over which the seat joined or was refused. */
type SeatState =
  | { readonly kind: 'unseated' }
  | { readonly kind: 'returning'; readonly done: Promise<Result<Seated>> }
  | { readonly kind: 'seated'; readonly epoch: number; readonly seated: Seated }
  | { readonly kind: 'refused'; readonly epoch: number; readonly failure: Failure };

/** Nothing waits for the answer to `presence`. */
const PRESENCE_DEADLINE_MS = 5_000;

/** One agent's seat in one game, as the gateway knows it: it joins once and rejoins after each loss of the link. */
export class RemoteSeat {
  readonly agentId: string;
  readonly gameId: string;
  readonly #options: RemoteSeatOptions;
  readonly #pushes = new SeatPushes();
  /** The push that says the game can be played, for sessions that begin later. */
  readyPush: LinkPush | undefined;
  #state: SeatState = { kind: 'unseated' };
  #seated: Seated | undefined;
  #connectData: JsonObject = {};
  #presence: Presence = 'connected';

  constructor(options: RemoteSeatOptions) {
    this.agentId = options.agentId;
    this.gameId = options.gameId;
    this.#options = options;
  }

  /** What the proxy said last about the seat; undefined until it has joined once. */
  get seated(): Seated | undefined {
    // The game has begun since the seat joined.
    if (this.#seated === undefined || this.readyPush === undefined) return this.#seated;
    return { ...this.#seated, status: 'ready' };
  }

  /** Whether its agent asked for compact verdicts when it logged in. */
  get isCompact(): boolean {
    return this.#connectData.verbosity === 'compact';
  }

  /** Whether its agent wants pushes of that type: `status` in any case, `operator_message` where its model answers people. */
  wantsPush(type: string): boolean {
    return wantsPush(this.#connectData, type);
  }

  /** The last push, the last place in the journal and the turn that arrived. */
  get progress(): SeatProgress {
    return this.#pushes.progress;
  }

  /** What the next gateway process must know to rejoin; undefined when the seat has never joined. */
  snapshot(): RemoteSeatSnapshot | undefined {
    const { agentId, gameId } = this;
    if (this.#seated === undefined) return undefined;
    const own = { agentId, gameId, connectData: { ...this.#connectData } };
    const { heard, journal } = this.progress;
    return { ...own, seated: this.#seated, heard, journal };
  }

  restore({ connectData, seated, heard, journal }: RemoteSeatSnapshot): void {
    this.#connectData = connectData;
    this.#seated = seatedSchema.parse(seated);
    this.#pushes.restore({ heard, journal });
    this.#presence = 'away';
  }

  /** Delivers a push, unless that was done already: the proxy sends again what an earlier link may have lost. */
  receivePush(push: ArrivedPush): void {
    this.#pushes.receive(push);
  }

  /** Whether pushes were lost since the last call. */
  drainMissed(): boolean {
    return this.#pushes.drainMissed();
  }

  /** Tells the proxy whether the agent is connected. */
  setPresence(presence: Presence): void {
    if (presence === this.#presence) return;
    this.#presence = presence;
    if (this.#isReady()) this.#sendPresence();
  }

  /** Asks the proxy for the seat, as a new login does. Fails with what the proxy says, or E123 or E132 for a lost link. */
  async join(connectData: JsonObject): Promise<Result<Seated>> {
    // Pushes may come before the answer: the login says already which are wanted.
    if (this.#state.kind === 'unseated') this.#connectData = connectData;
    const result = await this.#connect(connectData);
    if (result.ok) this.#connectData = withoutSecret(connectData);
    return result;
  }

  /** Joins again when the link has reconnected since. Never creates a game. */
  rejoin(): Promise<Result<Seated>> {
    const { epoch, isUp } = this.#options.link;
    const state = this.#state;
    if (state.kind === 'returning') return state.done;
    if (state.kind !== 'unseated' && state.epoch === epoch && isUp) {
      if (state.kind === 'seated') return Promise.resolve(ok(state.seated));
      if (!errorCodes[state.failure.code].retry) return Promise.resolve(fail(state.failure));
    }
    const done = this.#connect({ ...this.#connectData, create: false, presence: this.#presence });
    this.#state = { kind: 'returning', done };
    return done;
  }

  /**
   * Sends one request and resolves with its answer. A request that comes while the game moves to another proxy goes
   * there. When the link is lost meanwhile, a query is sent again, and so is an action with a `key`: the proxy carries
   * it out once. Without a key, or when the proxy was lost too, the outcome is unknown; `details.turn` is then the turn in
   * which it was sent.
   */
  async request({ type, data, key, trace, onSent }: SeatRequest): Promise<Result<LinkAnswer>> {
    const { clock, timeouts } = this.#options;
    const { reads } = gameRequests[type];
    const expires = clock.monotonic() + (reads ? timeouts.stateQuery : timeouts.action);
    for (let sent: Sent | undefined, wasLost = false; ; ) {
      const unready = this.#isReady() ? undefined : await this.#untilReady(this.#waitMs(expires, wasLost));
      if (unready !== undefined)
        return namingTurn(fail(this.#unreadyFailure(unready, wasLost && !reads, type)), sent?.turn);
      sent ??= this.#sentNow(key, onSent);
      const { once, turn } = sent;
      const outcome = await this.#send(type, data, expires - clock.monotonic(), { once, trace });
      if (outcome.ok) return namingTurn(outcome, turn);
      const fault = firstFault(wasLost, outcome.failure);
      wasLost ||= fault === 'lost';
      if (!isRepeatable(fault, reads || once !== undefined) || clock.monotonic() >= expires)
        return namingTurn(fail(this.#failureOf(fault, type)), turn);
      // It was not begun: the proxy that has the game now knows it under a numbering of its own.
      if (!wasLost) sent = undefined;
    }
  }

  /**
   * The answer to a request that was sent before, once there is one; `data` says what it asked for. E123: it never reached the
   * proxy, or its turn was not ended, so nothing was done; E131: the outcome is unknown.
   */
  async outcome(once: IdempotencyKey, data: JsonObject = {}): Promise<Result<LinkAnswer>> {
    const { clock, timeouts } = this.#options;
    const expires = clock.monotonic() + timeouts.action;
    const leftMs = () => expires - clock.monotonic();
    while (leftMs() > 0) {
      const unready = this.#isReady() ? undefined : await this.#untilReady(leftMs());
      if (unready !== undefined) break;
      const outcome = await this.#send('outcome', data, leftMs(), { once });
      if (!outcome.ok && outcome.failure === 'lost') continue;
      const answer = outcome.ok ? keptAnswer(outcome.value) : undefined;
      if (answer !== undefined) return answer;
      break;
    }
    return fail(this.#failureOf('lost', 'action'));
  }

  /** Milliseconds that a request may wait for the seat; fewer when the link was lost under it. */
  #waitMs(expires: number, wasLost: boolean): number {
    const left = expires - this.#options.clock.monotonic();
    return wasLost ? Math.min(left, this.#options.link.lostWaitMs) : left;
  }

  #sentNow(key: string | undefined, onSent: SeatRequest['onSent']): Sent {
    const { last } = this.#pushes;
    const once = key === undefined || last === undefined ? undefined : { key, outbox: last.outbox };
    const sent = { once, turn: this.progress.turn };
    onSent?.(sent);
    return sent;
  }

  #failureOf(fault: LinkFault, type: GameRequestType): Failure {
    return faultFailure(fault, type, this.#options.link.retryAfter);
  }

  /** The outcome of an action is unknown when its link was lost. */
  #unreadyFailure(unready: Failure, isLostAction: boolean, type: GameRequestType): Failure {
    return isLostAction ? this.#failureOf('lost', type) : unready;
  }

  /** Waits until a request can be sent; a failure says why it was not. */
  async #untilReady(waitMs: number): Promise<Failure | undefined> {
    const { clock, link } = this.#options;
    if (!(await link.whenUp(waitMs))) return faultFailure('down', 'state_query', link.retryAfter);
    if (this.#isReady()) return undefined;
    const seated = await withDeadline(clock, this.rejoin(), waitMs);
    if (seated === 'deadline') return faultFailure('deadline', 'state_query', link.retryAfter);
    return seated.ok ? undefined : seated.failure;
  }

  #isReady(): boolean {
    const { link } = this.#options;
    return link.isUp && this.#state.kind === 'seated' && this.#state.epoch === link.epoch;
  }

  async #connect(data: JsonObject): Promise<Result<Seated>> {
    if (!this.#isReady()) this.#pushes.hold();
    const result = await this.#connectUntilAnswered(data);
    const { epoch } = this.#options.link;
    const isReady = this.#isReady();
    // A login that fails leaves the seat to the session that has it.
    if (!result.ok && isReady) return result;
    const isReturn = this.#seated !== undefined && !isReady;
    if (result.ok) this.#seated = result.value;
    this.#state = result.ok
      ? { kind: 'seated', epoch, seated: result.value }
      : { kind: 'refused', epoch, failure: result.failure };
    // The proxy counts an agent whose seat joins as connected, unless it is told otherwise; it may have come back since.
    if (result.ok && (this.#presence !== 'connected' || data.presence === 'away')) this.#sendPresence();
    if (result.ok && isReturn) this.#options.onRejoined(this, result.value);
    this.#pushes.release(result.ok);
    return result;
  }

  async #connectUntilAnswered(data: JsonObject): Promise<Result<Seated>> {
    const { clock, timeouts, link } = this.#options;
    const expires = clock.monotonic() + timeouts.connect;
    for (;;) {
      await link.whenUp(expires - clock.monotonic());
      const { epoch } = link;
      const { heard, journal = null } = this.progress;
      const asked = { ...data, heard, journal };
      const outcome = await this.#send('llm_connect', asked, expires - clock.monotonic());
      const hasTime = clock.monotonic() < expires;
      // E140 itself changes the epoch: the link forgets where the game was.
      const isNowhere = outcome.ok && outcome.value.data.error_code === 'E140';
      // The game may have come to another proxy while this one answered.
      if (outcome.ok && (isNowhere || link.epoch === epoch || !hasTime)) return this.#attached(outcome.value);
      if (outcome.ok || (isRepeatable(outcome.failure, true) && hasTime)) continue;
      return fail(faultFailure(outcome.failure, 'llm_connect', link.retryAfter));
    }
  }

  /** Reads the answer to llm_connect. The first pushes that follow it may have arrived already. */
  #attached(answer: LinkAnswer): Result<Seated> {
    const read = readConnectAnswer(answer);
    if (!read.ok) return read;
    const { outbox: attached, ...seated } = read.value;
    this.#pushes.attach(attached, seated.turn);
    return ok(seated);
  }

  #sendPresence(): void {
    void this.#send('presence', { presence: this.#presence }, PRESENCE_DEADLINE_MS);
  }

  async #send(
    type: LinkQuestion['type'],
    data: JsonObject,
    waitMs: number,
    more: Pick<LinkQuestion, 'once' | 'trace'> = {},
  ): Promise<LinkOutcome> {
    const question = { type, agent_id: this.agentId, game_id: this.gameId, data, ...more };
    const joined = this.#state;
    const outcome = await this.#options.link.request(question, Math.max(0, waitMs));
    if (outcome.ok) this.#pushes.noteAnswer(outcome.value);
    // Whichever proxy has the game now, over the same connection or another, does not know that the seat has joined.
    else if (outcome.failure === 'moved' && joined.kind === 'seated' && joined === this.#state)
      this.#state = { ...joined, epoch: Number.NaN };
    return outcome;
  }
}
