import { type Failure, failure } from '#shared/core/failure.js';
import { Heartbeat } from '#shared/core/heartbeat.js';
import { closeCodes } from '#shared/protocol/close-codes.js';
import { hashToken } from '../auth/token-list.js';
import type { Cancel, Clock } from '../clock.js';
import { type Frame, readFrame } from '../input/frame.js';
import { isJsonObject } from '../input/json-object.js';
import type { Channel } from './channel.js';
import type { Feed } from './feed.js';
import type { Past } from './past.js';
import { type Asked, readPastQuestion } from './past-question.js';
import type { SpectatorAccess } from './spectator-access.js';
import { SpectatorAdmission, type WrongTokens } from './spectator-admission.js';
import { type SpectatorMessage, spectatorError, spectatorMessage } from './spectator-message.js';
import type { SpectatorTarget } from './spectator-path.js';
import { type Place, Viewer, type ViewerConnection } from './viewer.js';

export interface SpectatorSettings {
  readonly clock: Clock;
  readonly access: SpectatorAccess;
  readonly past: Past;
  readonly wrongTokens: WrongTokens;
  readonly heartbeatS: number;
  /** Seconds without a sign of life until the socket is closed. */
  readonly silenceLimitS: number;
  /** Milliseconds to show a token, where one is needed. */
  readonly loginTimeout: number;
  feedOf(channel: Channel): Feed;
}

/** Small: spectators have nothing to say but what they want to see. */
export const MAX_SPECTATOR_MESSAGE_BYTES = 4 << 10;
/** Messages between two of our pings; a page that plays fast asks for some turns a second. */
const MOST_MESSAGES = 900;
/** Who has not read so much of what it asked for gets no more. */
const MOST_UNREAD = 8 << 20;
const limits = {
  bytes: MAX_SPECTATOR_MESSAGE_BYTES,
  bare: MAX_SPECTATOR_MESSAGE_BYTES,
  depth: 4,
  values: 100,
};

/** One spectator's socket. Nothing that comes in by it ever reaches a game. */
export class SpectatorSocket {
  readonly #target: SpectatorTarget;
  readonly #connection: ViewerConnection;
  readonly #settings: SpectatorSettings;
  readonly #heartbeat: Heartbeat;
  readonly #admission: SpectatorAdmission;
  #live: { readonly feed: Feed; readonly viewer: Viewer } | undefined;
  #cancelLogin: Cancel = () => {};
  #messages = 0;
  #isOpen = true;

  constructor(
    target: SpectatorTarget,
    connection: ViewerConnection,
    settings: SpectatorSettings,
    hash: Buffer | undefined,
  ) {
    this.#target = target;
    this.#connection = connection;
    this.#settings = settings;
    const { clock, heartbeatS, silenceLimitS, loginTimeout } = settings;
    this.#heartbeat = new Heartbeat({
      clock,
      every: heartbeatS * 1000,
      timeout: silenceLimitS * 1000,
      beat: () => this.#beat(),
      lost: () => connection.close(closeCodes.heartbeatLost, 'no sign of life'),
    });
    this.#admission = new SpectatorAdmission({ target, ...settings });
    if (this.#show(hash)) return;
    this.#refuse(failure('E120', 'Watching needs a token here: send spectator_connect with data.api_token'));
    this.#cancelLogin = clock.after(loginTimeout, () =>
      connection.close(closeCodes.loginTimeout, 'no token came in time'),
    );
  }

  onText(bytes: Uint8Array): void {
    this.#heartbeat.sign();
    this.#messages += 1;
    if (this.#messages > MOST_MESSAGES) {
      this.#connection.close(closeCodes.policy, 'too many messages');
      return;
    }
    const read = readFrame(bytes, limits);
    if (read.ok) this.#take(read.frame);
    else this.#refuse(read.failure);
  }

  onAlive(): void {
    this.#heartbeat.sign();
  }

  onClose(): void {
    this.#isOpen = false;
    this.#heartbeat.stop();
    this.#cancelLogin();
    this.#leave();
  }

  /** Bytes accepted for sending that the peer has not taken yet. */
  get unreadBytes(): number {
    return this.#connection.bufferedBytes;
  }

  /** Ends a socket that sees what its token, or none, no longer opens. */
  checkToken(): void {
    if (!this.#admission.isRevoked) return;
    this.#refuse(failure('E102', 'The API token has been revoked'));
    this.#connection.close(closeCodes.badToken, 'API token revoked');
  }

  close(code: number, reason: string): void {
    this.#connection.close(code, reason);
  }

  #take({ type, message }: Frame): void {
    const { gameId } = this.#target;
    const asked = readPastQuestion(type, message.data);
    if (type === 'ping') this.#send(spectatorMessage(gameId, 'pong', {}, this.#now()));
    else if (type === 'spectator_connect') this.#login(message.data);
    else if (asked?.ok) void this.#ask(asked.value);
    else if (asked !== undefined) this.#refuse(asked.failure);
    else if (type === 'spectator_live') this.#watch(undefined);
    else if (type !== 'pong')
      this.#refuse(failure('E103', 'Spectators only watch: they may ask for the past, or send ping'));
  }

  #login(data: unknown): void {
    const token = isJsonObject(data) ? data.api_token : undefined;
    // Where everybody may watch, a token that opens nothing does no harm.
    if (typeof token === 'string') this.#show(hashToken(token));
    if (this.#admission.channel !== undefined && !this.#admission.isGuessing) return;
    this.#refuse(failure('E102', 'The API token is missing, wrong, or lacks the right to watch this view'));
    this.#connection.close(closeCodes.badToken, 'bad token');
  }

  /** Shows what that token opens; false when nothing is open. */
  #show(hash: Buffer | undefined): boolean {
    const refusal = hash === undefined ? undefined : this.#admission.check(hash);
    if (refusal !== undefined) this.#refuse(refusal);
    const admitted = this.#admission.show(hash);
    if (admitted === 'closed') return false;
    this.#cancelLogin();
    const { place, turn } = this.#target;
    if (admitted === 'unchanged') return true;
    if (turn === undefined) this.#watch(admitted === 'open' ? place : undefined);
    else if (admitted === 'open') void this.#ask({ question: 'recording_state', turn });
    return true;
  }

  /** The game as it goes, from that place or from a snapshot on. */
  #watch(place: Place | undefined): void {
    this.#leave();
    const { channel } = this.#admission;
    if (channel === undefined) return;
    const feed = this.#settings.feedOf(channel);
    const viewer = new Viewer(this.#connection, this.#settings.clock, place);
    this.#live = { feed, viewer };
    feed.join(viewer);
  }

  #leave(): void {
    this.#live?.feed.leave(this.#live.viewer);
    this.#live = undefined;
  }

  /** Answers from the past. Who asks for a turn's state looks at the past from then on. */
  async #ask({ question, turn }: Asked): Promise<void> {
    const { channel } = this.#admission;
    if (channel === undefined) return;
    if (this.#connection.bufferedBytes > MOST_UNREAD)
      return this.#refuse(
        failure('E110', 'Read what was sent before you ask for more', { details: { retry_after: 1 } }),
      );
    if (question === 'recording_state') this.#leave();
    const answer = await this.#settings.past.ask(channel, question, turn);
    const isLate = question === 'recording_state' && this.#live !== undefined;
    if (!this.#isOpen || isLate) return;
    if (answer.ok) this.#send(answer.value);
    else this.#refuse(answer.failure);
  }

  #beat(): void {
    this.#messages = 0;
    this.#connection.ping();
  }

  #refuse(refused: Failure): void {
    this.#send(spectatorError(this.#target.gameId, refused, this.#now()));
  }

  #send(message: SpectatorMessage): void {
    this.#connection.send(message);
  }

  #now(): number {
    return this.#settings.clock.now();
  }
}
