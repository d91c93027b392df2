import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Failure, failure } from '#shared/core/failure.js';
import { closeCodes } from '#shared/protocol/close-codes.js';
import type { Cancel, Clock } from '../clock.js';
import { answerFailure } from '../link/link-failure.js';
import type { ProxyLink } from '../link/proxy-link.js';
import type { Metrics } from '../metrics.js';
import { type Channel, channelName } from './channel.js';
import { type SpectatorMessage, spectatorError, spectatorMessage } from './spectator-message.js';
import { UpdateRing } from './update-ring.js';
import type { Viewer } from './viewer.js';

export interface FeedOptions {
  readonly channel: Channel;
  readonly link: ProxyLink;
  readonly clock: Clock;
  readonly metrics: Metrics;
  /** Nobody watches any more, or there is nothing to watch. */
  onEnd(): void;
}

/** Viewers served between two turns of the loop, so that agents do not wait for all of them. */
const CHUNK = 25;
const SNAPSHOT_DEADLINE = 30_000;
const RETRY_MS = 1_000;
/** After the last viewer has left, for one who reloads the page. */
const LINGER_MS = 15_000;
const LOOK_MS = 1_000;
/** Nothing comes back after these. */
const final: ReadonlySet<string> = new Set(['E140', 'E143']);

/** One view of a game for all who watch it here: asked of the proxy once, each update encoded once. */
export class Feed {
  readonly #options: FeedOptions;
  readonly #ring = new UpdateRing();
  readonly #viewers = new Set<Viewer>();
  #asking = false;
  #delivery: 'idle' | 'running' | 'again' = 'idle';
  #cancelLinger: Cancel = () => {};
  #cancelRetry: Cancel = () => {};
  #cancelLook: Cancel;
  #waiting: Failure | undefined;
  #ended = false;

  constructor(options: FeedOptions) {
    this.#options = options;
    this.#cancelLook = options.clock.after(LOOK_MS, () => this.#look());
    this.refresh();
  }

  join(viewer: Viewer): void {
    this.#cancelLinger();
    this.#viewers.add(viewer);
    viewer.advance(this.#ring);
    if (this.#waiting !== undefined) this.#tellWaiting(viewer, this.#waiting);
  }

  leave(viewer: Viewer): void {
    if (!this.#viewers.delete(viewer) || this.#viewers.size > 0) return;
    this.#cancelLinger = this.#options.clock.after(LINGER_MS, () => this.end());
  }

  /** Asks for a snapshot: at the beginning, after a gap, and when it has become old. */
  refresh(): void {
    if (this.#asking || this.#ended) return;
    this.#asking = true;
    this.#cancelRetry();
    void this.#askSnapshot().then((refused) => {
      this.#asking = false;
      if (this.#ended) return;
      if (refused === undefined) this.#waiting = undefined;
      else if (final.has(refused.code)) this.#refuse(refused);
      else this.#wait(refused);
    });
  }

  /** Nothing to be shown yet, or not reachable: it is tried again. Who waits for something is told what for. */
  #wait(refused: Failure): void {
    this.#cancelRetry = this.#options.clock.after(RETRY_MS, () => this.refresh());
    if (refused.code !== 'E122' || this.#waiting?.message === refused.message) return;
    this.#waiting = refused;
    for (const viewer of this.#viewers) this.#tellWaiting(viewer, refused);
  }

  #tellWaiting({ connection }: Viewer, { message }: Failure): void {
    connection.send(this.#message('status', { status: 'waiting', message }));
  }

  take(update: Readonly<Record<string, unknown>>): void {
    const { stream, since, version } = update;
    const isUpdate = typeof stream === 'string' && typeof since === 'number' && typeof version === 'number';
    if (!isUpdate || !this.#ring.add(stream, since, version, this.#message('update', update))) {
      this.refresh();
      return;
    }
    this.#options.metrics.spectatorUpdates.inc();
    if (this.#ring.isStale) this.refresh();
    void this.#deliver();
  }

  /** Tells of something that is not part of the game: the link to the proxy for example. */
  tell(status: string): void {
    const message = this.#message('status', { status });
    for (const viewer of this.#viewers) viewer.connection.send(message);
  }

  async #askSnapshot(): Promise<Failure | undefined> {
    const { link } = this.#options;
    const outcome = await link.request(this.#question('spectate'), SNAPSHOT_DEADLINE);
    if (!outcome.ok) return failure('E123', 'The game is not reachable at the moment');
    const { type, data } = outcome.value;
    if (type === 'error') return answerFailure(outcome.value);
    const { stream, version } = data;
    if (typeof stream !== 'string' || typeof version !== 'number') return failure('E500', 'No snapshot came');
    this.#options.metrics.spectatorSnapshots.inc();
    this.#ring.renew(stream, version, this.#message('snapshot', data));
    await this.#deliver();
    return undefined;
  }

  /** Brings all viewers to the newest version. */
  async #deliver(): Promise<void> {
    if (this.#delivery !== 'idle') {
      this.#delivery = 'again';
      return;
    }
    do {
      this.#delivery = 'running';
      let served = 0;
      for (const viewer of [...this.#viewers]) {
        viewer.advance(this.#ring);
        served += 1;
        if (served % CHUNK === 0) await nextTurn();
      }
    } while (this.#isAgain());
    this.#delivery = 'idle';
  }

  #isAgain(): boolean {
    return this.#delivery === 'again';
  }

  #look(): void {
    for (const viewer of [...this.#viewers]) viewer.look(this.#ring);
    this.#cancelLook = this.#options.clock.after(LOOK_MS, () => this.#look());
  }

  #refuse(refused: Failure): void {
    const message = spectatorError(this.#options.channel.gameId, refused, this.#options.clock.now());
    for (const viewer of [...this.#viewers]) {
      viewer.connection.send(message);
      viewer.connection.close(closeCodes.policy, refused.message.slice(0, 100));
    }
    this.end();
  }

  /** Stops watching. */
  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#cancelLook();
    this.#cancelRetry();
    this.#cancelLinger();
    const { link, onEnd } = this.#options;
    void link.request(this.#question('spectate_end'), 5_000);
    onEnd();
  }

  #question(type: 'spectate' | 'spectate_end') {
    const { channel } = this.#options;
    const data = { ...channel.watched, channel: channelName(channel) };
    const { gameId, isUnrestricted: unrestricted } = channel;
    return { type, agent_id: 'spectators', game_id: gameId, unrestricted, data } as const;
  }

  #message(type: string, data: Readonly<Record<string, unknown>>): SpectatorMessage {
    return spectatorMessage(this.#options.channel.gameId, type, data, this.#options.clock.now());
  }
}
