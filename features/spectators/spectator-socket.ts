import type { Cancel, Clock } from '#shared/core/clock.js';
import { type Failure, failure } from '#shared/core/failure.js';
import { Heartbeat } from '#shared/core/heartbeat.js';
import { isJsonObject } from '#shared/core/json.js';
import { closeCodes } from '#shared/protocol/close-codes.js';
import type { StreamPosition } from '#shared/protocol/spectator/messages.js';
import { type Frame, readFrame } from '../../gateway/agent/frame.js';
import { hashToken } from '../../gateway/auth/token-rule.js';
import { tooManyQuestions } from '../../gateway/limits/rate-limit-errors.js';
import type { SpectatorAccess } from '../access/spectator-access.js';
import { parseRecordingQuery, type RecordingClient, type RecordingQuery } from './recording-client.js';
import { SpectatorAdmission, type WrongTokenCounter } from './spectator-admission.js';
import type { SpectatorFeed } from './spectator-feed.js';
import { type SpectatorMessage, spectatorError, spectatorMessage } from './spectator-message.js';
import type { SpectatorChannel, SpectatorTarget } from './spectator-target.js';
import { ReadProgress, Viewer, type ViewerConnection } from './viewer.js';

/** What a spectator's socket is made with. */
export interface SpectatorSettings {
  readonly clock: Clock;
  readonly access: SpectatorAccess;
  readonly recordings: RecordingClient;
  readonly wrongTokens: WrongTokenCounter;
  readonly heartbeatS: number;
  /** Seconds without any frame from the peer until the socket is closed. */
  readonly silenceLimitS: number;
  /** Time for sending a token, where one is needed. */
  readonly loginTimeoutMs: number;
  /** The feed of a channel; it is opened if there is none. */
  feedOf(channel: SpectatorChannel): SpectatorFeed;
}

/** Small, because spectators only say what they want to see. */
export const MAX_SPECTATOR_MESSAGE_BYTES = 4 << 10;
/** High, because a page that plays a recording fast asks for several turns a second. */
const MAX_MESSAGES_PER_HEARTBEAT = 900;
/** Above this number of unread bytes a spectator gets no answers from recordings. */
const MAX_UNREAD_BYTES = 8 << 20;
/** Each answer has up to 1 MB. */
const MAX_QUERIES_IN_FLIGHT = 64;
/** Long, because a recording may be watched over a slow network. What is live is checked by its feed, and sooner. */
const MAX_SLOW_MS = 60_000;
const CHECK_MS = 1_000;
const FRAME_LIMITS = {
  bytes: MAX_SPECTATOR_MESSAGE_BYTES,
  bare: MAX_SPECTATOR_MESSAGE_BYTES,
  depth: 4,
  values: 100,
};

/** The socket of one spectator. Nothing that it sends ever reaches a game. */
export class SpectatorSocket {
  readonly #target: SpectatorTarget;
  readonly #connection: ViewerConnection;
  readonly #settings: SpectatorSettings;
  readonly #heartbeat: Heartbeat;
  readonly #admission: SpectatorAdmission;
  #live: { readonly feed: SpectatorFeed; readonly viewer: Viewer } | undefined;
  readonly #progress: ReadProgress;
  #cancelLogin: Cancel = () => {};
  #cancelCheck: Cancel = () => {};
  #messages = 0;
  #queriesInFlight = 0;
  #isOpen = true;

  constructor(
    target: SpectatorTarget,
    connection: ViewerConnection,
    settings: SpectatorSettings,
    token: string | undefined,
  ) {
    this.#target = target;
    this.#connection = connection;
    this.#settings = settings;
    const { clock, heartbeatS, silenceLimitS } = settings;
    this.#heartbeat = new Heartbeat({
      clock,
      every: heartbeatS * 1000,
      timeout: silenceLimitS * 1000,
      beat: () => this.#onHeartbeat(),
      lost: () => connection.close(closeCodes.heartbeatLost, 'no sign of life'),
    });
    this.#progress = new ReadProgress(connection, clock);
    this.#admission = new SpectatorAdmission({ target, ...settings });
    this.#afterAdmission(token, (hash) => this.#open(hash));
  }

  onText(bytes: Uint8Array): void {
    this.#heartbeat.sign();
    this.#messages += 1;
    if (this.#messages > MAX_MESSAGES_PER_HEARTBEAT) {
      this.#connection.close(closeCodes.policy, 'too many messages');
      return;
    }
    const read = readFrame(bytes, FRAME_LIMITS);
    if (read.ok) this.#handle(read.value);
    else this.#refuse(read.failure.reason);
  }

  onAlive(): void {
    this.#heartbeat.sign();
  }

  onDrain(): void {
    this.#checkProgress();
  }

  onClose(): void {
    this.#isOpen = false;
    this.#heartbeat.stop();
    this.#cancelLogin();
    this.#cancelCheck();
    this.#leaveLive();
  }

  /** Bytes accepted for sending that the peer has not read yet. */
  get unreadBytes(): number {
    return this.#connection.bufferedBytes;
  }

  /** Closes the socket if the tokens have changed so that it may no longer see its channel. */
  closeIfRevoked(): void {
    if (!this.#admission.isRevoked) return;
    this.#refuse(failure('E102', 'The API token has been revoked'));
    this.#connection.close(closeCodes.badToken, 'API token revoked');
  }

  close(code: number, reason: string): void {
    this.#connection.close(code, reason);
  }

  #handle({ type, message }: Frame): void {
    const { gameId } = this.#target;
    const query = parseRecordingQuery(type, message.data);
    if (type === 'ping') this.#send(spectatorMessage(gameId, 'pong', {}, this.#now()));
    else if (type === 'spectator_connect') this.#login(message.data);
    else if (query?.ok) void this.#answerQuery(query.value);
    else if (query !== undefined) this.#refuse(query.failure);
    else if (type === 'spectator_live') this.#watchLive(undefined);
    else if (type !== 'pong')
      this.#refuse(failure('E103', 'Spectators only watch: they may ask for the past, or send ping'));
  }

  /** Shows what the token of the upgrade allows, or waits for another one. */
  #open(hash: Buffer | undefined): void {
    if (this.#useToken(hash)) return;
    this.#refuse(failure('E120', 'Watching needs a token here: send spectator_connect with data.api_token'));
    this.#cancelLogin = this.#settings.clock.after(this.#settings.loginTimeoutMs, () =>
      this.#connection.close(closeCodes.loginTimeout, 'no token came in time'),
    );
  }

  /** Calls `use` with the hash of a token: at once, or once a token that an issuer has signed is verified. */
  #afterAdmission(token: string | undefined, use: (hash: Buffer | undefined) => void): void {
    const hash = token === undefined ? undefined : hashToken(token);
    const admitted = token === undefined ? undefined : this.#settings.access.admit(token);
    if (admitted === undefined) use(hash);
    else void admitted.then(() => this.#isOpen && use(hash));
  }

  #login(data: unknown): void {
    const token = isJsonObject(data) ? data.api_token : undefined;
    this.#afterAdmission(typeof token === 'string' ? token : undefined, (hash) => this.#logIn(hash));
  }

  #logIn(hash: Buffer | undefined): void {
    // Where everybody may watch, a token without the right to watch is not an error.
    if (hash !== undefined) this.#useToken(hash);
    if (hash !== undefined && this.#settings.access.isPending(hash)) return;
    if (this.#admission.channel !== undefined && !this.#admission.isGuessing) return;
    this.#refuse(failure('E102', 'The API token is missing, wrong, or lacks the right to watch this view'));
    this.#connection.close(closeCodes.badToken, 'bad token');
  }

  /** Shows what the token of this hash allows, or what is allowed without one; false when nothing is. */
  #useToken(hash: Buffer | undefined): boolean {
    const refusal = hash === undefined ? undefined : this.#admission.countIfWrong(hash);
    if (refusal !== undefined) this.#refuse(refusal);
    const change = this.#admission.grant(hash);
    if (change === 'closed') return false;
    this.#cancelLogin();
    const { position, turn } = this.#target;
    if (change === 'unchanged') return true;
    if (turn === undefined) this.#watchLive(change === 'opened' ? position : undefined);
    else if (change === 'opened') void this.#answerQuery({ type: 'recording_state', turn });
    return true;
  }

  /** Shows the live game, from that position or from a snapshot on. */
  #watchLive(position: StreamPosition | undefined): void {
    this.#leaveLive();
    const { channel } = this.#admission;
    if (channel === undefined) return;
    const feed = this.#settings.feedOf(channel);
    const viewer = new Viewer(this.#connection, this.#settings.clock, position);
    this.#live = { feed, viewer };
    feed.addViewer(viewer);
  }

  #leaveLive(): void {
    this.#live?.feed.removeViewer(this.#live.viewer);
    this.#live = undefined;
  }

  /** Answers from the recording. A query of a turn's state stops the live updates. */
  async #answerQuery(query: RecordingQuery): Promise<void> {
    const { channel } = this.#admission;
    if (channel === undefined) return;
    if (this.#isBehind || this.#queriesInFlight >= MAX_QUERIES_IN_FLIGHT)
      return this.#refuse(tooManyQuestions());
    const isSeek = query.type === 'recording_state';
    if (isSeek) this.#leaveLive();
    this.#queriesInFlight += 1;
    const answer = await this.#settings.recordings.query(channel, query);
    this.#queriesInFlight -= 1;
    const isOutdated = isSeek && this.#live !== undefined;
    if (!this.#isOpen || isOutdated) return;
    if (!answer.ok) this.#refuse(answer.failure);
    // The answers to earlier queries have been sent by now.
    else if (this.#isBehind) this.#refuse(tooManyQuestions());
    else this.#send(answer.value);
  }

  get #isBehind(): boolean {
    return this.#connection.bufferedBytes > MAX_UNREAD_BYTES;
  }

  /** Closes the socket when its peer has been slow for too long; looks again while it is slow. */
  #checkProgress(): void {
    this.#cancelCheck();
    if (!this.#isOpen || !this.#progress.isSlow()) return;
    if (!this.#progress.isSlowFor(MAX_SLOW_MS)) {
      this.#cancelCheck = this.#settings.clock.after(CHECK_MS, () => this.#checkProgress());
      return;
    }
    this.#isOpen = false;
    this.#connection.close(closeCodes.slow, 'too slow: come back and ask again');
  }

  #onHeartbeat(): void {
    this.#messages = 0;
    this.#connection.ping();
  }

  #refuse(refused: Failure): void {
    this.#send(spectatorError(this.#target.gameId, refused, this.#now()));
  }

  #send(message: SpectatorMessage): void {
    this.#connection.send(message);
    this.#checkProgress();
  }

  #now(): number {
    return this.#settings.clock.now();
  }
}
