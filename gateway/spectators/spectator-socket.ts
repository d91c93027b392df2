import { closeCodes } from '#shared/close-codes.js';
import { type Failure, failure } from '#shared/failure.js';
import type { Cancel, Clock } from '../clock.js';
import { type Frame, readFrame } from '../input/frame.js';
import { isJsonObject } from '../input/json-object.js';
import { Heartbeat } from '../socket/heartbeat.js';
import type { Feed } from './feed.js';
import type { SpectatorAccess } from './spectator-access.js';
import { spectatorError, spectatorMessage } from './spectator-message.js';
import type { SpectatorTarget } from './spectator-path.js';
import { Viewer, type ViewerConnection } from './viewer.js';

export interface SpectatorSettings {
  readonly clock: Clock;
  readonly access: SpectatorAccess;
  readonly heartbeatS: number;
  readonly timeoutS: number;
  /** Milliseconds to show a token, where one is needed. */
  readonly loginTimeout: number;
  feedOf(gameId: string): Feed;
}

/** Small: spectators have nothing to say but who they are. */
export const MAX_SPECTATOR_MESSAGE_BYTES = 4 << 10;
/** Messages between two of our pings; a page sends hardly any. */
const MOST_MESSAGES = 60;
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
  #watching: { readonly feed: Feed; readonly viewer: Viewer } | undefined;
  #cancelLogin: Cancel = () => {};
  #messages = 0;

  constructor(
    target: SpectatorTarget,
    connection: ViewerConnection,
    settings: SpectatorSettings,
    isAdmitted: boolean,
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
    if (isAdmitted) this.#watch();
    else {
      this.#refuse(
        failure('E120', 'Watching needs a token here: send spectator_connect with data.api_token'),
      );
      this.#cancelLogin = clock.after(loginTimeout, () =>
        connection.close(closeCodes.loginTimeout, 'no token came in time'),
      );
    }
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
    this.#heartbeat.stop();
    this.#cancelLogin();
    this.#watching?.feed.leave(this.#watching.viewer);
  }

  close(code: number, reason: string): void {
    this.#connection.close(code, reason);
  }

  #take({ type, message }: Frame): void {
    if (type === 'ping') this.#send(spectatorMessage(this.#target.gameId, 'pong', {}, this.#now()));
    else if (type === 'spectator_connect') this.#login(message.data);
    else if (type !== 'pong') this.#refuse(failure('E103', 'Spectators only watch: send ping or nothing'));
  }

  #login(data: unknown): void {
    if (this.#watching !== undefined) return;
    const token = isJsonObject(data) ? data.api_token : undefined;
    if (typeof token === 'string' && this.#settings.access.accepts(token, this.#target.gameId)) {
      this.#cancelLogin();
      this.#watch();
      return;
    }
    this.#refuse(failure('E102', 'The API token is missing or wrong'));
    this.#connection.close(closeCodes.badToken, 'bad token');
  }

  #watch(): void {
    const feed = this.#settings.feedOf(this.#target.gameId);
    const viewer = new Viewer(this.#connection, this.#settings.clock, this.#target.place);
    this.#watching = { feed, viewer };
    feed.join(viewer);
  }

  #beat(): void {
    this.#messages = 0;
    this.#connection.ping();
  }

  #refuse(refused: Failure): void {
    this.#send(spectatorError(this.#target.gameId, refused, this.#now()));
  }

  #send(text: string): void {
    this.#connection.send(text);
  }

  #now(): number {
    return this.#settings.clock.now();
  }
}
