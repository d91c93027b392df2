import { closeCodes } from '#shared/close-codes.js';
import { type Failure, failure } from '#shared/failure.js';
import type { Cancel, Clock } from '../clock.js';
import { type Frame, readFrame } from '../input/frame.js';
import { isJsonObject } from '../input/json-object.js';
import { Heartbeat } from '../socket/heartbeat.js';
import type { Channel } from './channel.js';
import type { Feed } from './feed.js';
import type { Past, PastQuestion } from './past.js';
import type { SpectatorAccess } from './spectator-access.js';
import { type SpectatorMessage, spectatorError, spectatorMessage } from './spectator-message.js';
import type { SpectatorTarget } from './spectator-path.js';
import { type Place, Viewer, type ViewerConnection } from './viewer.js';

export interface SpectatorSettings {
  readonly clock: Clock;
  readonly access: SpectatorAccess;
  readonly past: Past;
  readonly tries: TokenTries;
  readonly heartbeatS: number;
  readonly timeoutS: number;
  /** Milliseconds to show a token, where one is needed. */
  readonly loginTimeout: number;
  feedOf(channel: Channel): Feed;
}

/** How often somebody has shown a token nobody has. */
export interface TokenTries {
  /** Seconds until another one is looked at; 0 when it is now. */
  wait(): number;
  failed(): void;
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

/** What is asked of a game's past, by the message that asks it. */
const pastQuestions: Readonly<Record<string, PastQuestion>> = {
  spectator_recording: 'recording',
  spectator_seek: 'recording_state',
  spectator_turn: 'recording_turn',
};

/** One spectator's socket. Nothing that comes in by it ever reaches a game. */
export class SpectatorSocket {
  readonly #target: SpectatorTarget;
  readonly #connection: ViewerConnection;
  readonly #settings: SpectatorSettings;
  readonly #heartbeat: Heartbeat;
  /** What it may see; nothing before it has shown what it needs for that. */
  #channel: Channel | undefined;
  #live: { readonly feed: Feed; readonly viewer: Viewer } | undefined;
  #cancelLogin: Cancel = () => {};
  #messages = 0;
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
    const { clock, heartbeatS, timeoutS, loginTimeout } = settings;
    this.#heartbeat = new Heartbeat({
      clock,
      every: heartbeatS * 1000,
      timeout: timeoutS * 1000,
      beat: () => this.#beat(),
      lost: () => connection.close(closeCodes.heartbeatLost, 'no sign of life'),
    });
    if (this.#try(token)) return;
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

  close(code: number, reason: string): void {
    this.#connection.close(code, reason);
  }

  #take({ type, message }: Frame): void {
    const { gameId } = this.#target;
    const question = pastQuestions[type];
    if (type === 'ping') this.#send(spectatorMessage(gameId, 'pong', {}, this.#now()));
    else if (type === 'spectator_connect') this.#login(message.data);
    else if (question !== undefined) void this.#ask(question, message.data);
    else if (type === 'spectator_live') this.#watch(undefined);
    else if (type !== 'pong')
      this.#refuse(failure('E103', 'Spectators only watch: they may ask for the past, or send ping'));
  }

  #login(data: unknown): void {
    const token = isJsonObject(data) ? data.api_token : undefined;
    if (typeof token === 'string' && this.#try(token)) return;
    // Where everybody may watch, a token that opens nothing does no harm.
    if (this.#channel !== undefined) return;
    this.#refuse(failure('E102', 'The API token is missing, wrong, or not for this view'));
    this.#connection.close(closeCodes.badToken, 'bad token');
  }

  /** Does what the token allows, unless too many wrong ones came from there: then as if none was shown. */
  #try(token: string | undefined): boolean {
    const { tries, access } = this.#settings;
    if (token === undefined) return this.#admit(undefined);
    if (tries.wait() > 0) {
      this.#refuse(failure('E110', 'Too many wrong tokens', { details: { retry_after: tries.wait() } }));
      return this.#admit(undefined);
    }
    if (!access.knows(token)) tries.failed();
    return this.#admit(token);
  }

  /** Shows what the target asks for, as far as that token allows; false when it allows nothing. */
  #admit(token: string | undefined): boolean {
    const { gameId, watched, place, turn } = this.#target;
    const least = this.#settings.access.delayOf(token, gameId, watched.view);
    if (least === undefined) return false;
    this.#cancelLogin();
    const turns = Math.max(watched.delay.turns, least);
    const before = this.#channel?.watched.delay.turns;
    if (before !== undefined && before <= turns) return true;
    this.#channel = { gameId, watched: { ...watched, delay: { ...watched.delay, turns } } };
    if (turn === undefined) this.#watch(before === undefined ? place : undefined);
    else if (before === undefined) void this.#ask('recording_state', { turn });
    return true;
  }

  /** The game as it goes, from that place or from a snapshot on. */
  #watch(place: Place | undefined): void {
    this.#leave();
    if (this.#channel === undefined) return;
    const feed = this.#settings.feedOf(this.#channel);
    const viewer = new Viewer(this.#connection, this.#settings.clock, place);
    this.#live = { feed, viewer };
    feed.join(viewer);
  }

  #leave(): void {
    this.#live?.feed.leave(this.#live.viewer);
    this.#live = undefined;
  }

  /** Answers from the past. Who asks for a turn's state looks at the past from then on. */
  async #ask(question: PastQuestion, data: unknown): Promise<void> {
    if (this.#channel === undefined) return;
    const turn = isJsonObject(data) ? data.turn : undefined;
    if (question !== 'recording' && typeof turn !== 'number')
      return this.#refuse(
        failure('E101', 'Missing required field data.turn: expected a number', { path: 'data.turn' }),
      );
    if (this.#connection.bufferedBytes > MOST_UNREAD)
      return this.#refuse(
        failure('E110', 'Read what was sent before you ask for more', { details: { retry_after: 1 } }),
      );
    if (question === 'recording_state') this.#leave();
    const answer = await this.#settings.past.ask(
      this.#channel,
      question,
      typeof turn === 'number' ? turn : undefined,
    );
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
