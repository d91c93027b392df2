import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Cancel, Clock } from '#shared/core/clock.js';
import { type Failure, failure } from '#shared/core/failure.js';
import { closeCodes } from '#shared/protocol/close-codes.js';
import type { Link } from '../../gateway/link/game-link.js';
import { answerFailure } from '../../gateway/link/link-messages.js';
import { publicPart } from './public-part.js';
import { type SpectatorMessage, spectatorError, spectatorMessage } from './spectator-message.js';
import type { SpectatorMetrics } from './spectator-metrics.js';
import { channelName, type SpectatorChannel } from './spectator-target.js';
import { UpdateRing } from './update-ring.js';
import type { Viewer } from './viewer.js';

/** What a feed is made with. */
export interface SpectatorFeedOptions {
  readonly channel: SpectatorChannel;
  readonly link: Link;
  readonly clock: Clock;
  readonly metrics: Pick<SpectatorMetrics, 'updates' | 'snapshots'>;
  /** Called when the feed closes: without spectators, or without a game to watch. */
  onClose(): void;
}

/** Spectators served per turn of the event loop, so that agents do not wait for all of them. */
const VIEWERS_PER_CHUNK = 25;
const SNAPSHOT_DEADLINE_MS = 30_000;
const RETRY_MS = 1_000;
/** How long a feed stays open without spectators, for one that reloads the page. */
const LINGER_MS = 15_000;
const CHECK_MS = 1_000;
/** After these errors of the proxy there will be nothing to watch. */
const FINAL_CODES: ReadonlySet<string> = new Set(['E140', 'E143']);

/** One channel of a game for all its spectators here, requested from the proxy once; each update is encoded once. */
export class SpectatorFeed {
  readonly #options: SpectatorFeedOptions;
  readonly #ring = new UpdateRing();
  readonly #viewers = new Set<Viewer>();
  #isRequesting = false;
  #delivery: 'idle' | 'running' | 'again' = 'idle';
  #cancelLinger: Cancel = () => {};
  #cancelRetry: Cancel = () => {};
  #cancelCheck: Cancel;
  #waiting: Failure | undefined;
  #isClosed = false;

  constructor(options: SpectatorFeedOptions) {
    this.#options = options;
    this.#cancelCheck = options.clock.after(CHECK_MS, () => this.#checkViewers());
    this.refresh();
  }

  get gameId(): string {
    return this.#options.channel.gameId;
  }

  addViewer(viewer: Viewer): void {
    this.#cancelLinger();
    this.#viewers.add(viewer);
    viewer.catchUp(this.#ring);
    if (this.#waiting !== undefined) this.#sendWaiting(viewer, this.#waiting);
  }

  removeViewer(viewer: Viewer): void {
    if (!this.#viewers.delete(viewer) || this.#viewers.size > 0) return;
    this.#cancelLinger = this.#options.clock.after(LINGER_MS, () => this.close());
  }

  /** Requests a snapshot: at first, after a gap, and when too many updates follow the last one. */
  refresh(): void {
    if (this.#isRequesting || this.#isClosed) return;
    this.#isRequesting = true;
    this.#cancelRetry();
    void this.#requestSnapshot().then((refused) => {
      this.#isRequesting = false;
      if (this.#isClosed) return;
      if (refused === undefined) this.#waiting = undefined;
      else if (FINAL_CODES.has(refused.code)) this.#closeWith(refused);
      else this.#retryAfter(refused);
    });
  }

  /** Retries later: there is nothing to show yet, or the proxy is not reachable. E122 tells spectators why they wait. */
  #retryAfter(refused: Failure): void {
    this.#cancelRetry = this.#options.clock.after(RETRY_MS, () => this.refresh());
    if (refused.code !== 'E122' || this.#waiting?.message === refused.message) return;
    this.#waiting = refused;
    for (const viewer of this.#viewers) this.#sendWaiting(viewer, refused);
  }

  #sendWaiting({ connection }: Viewer, { message }: Failure): void {
    connection.send(this.#message('status', { status: 'waiting', message }));
  }

  /** Sends an update of the proxy to all spectators; one that does not follow the last leads to a new snapshot. */
  applyUpdate(update: Readonly<Record<string, unknown>>): void {
    const { stream, since, version } = update;
    const isUpdate = typeof stream === 'string' && typeof since === 'number' && typeof version === 'number';
    if (!isUpdate || !this.#ring.add(stream, since, version, this.#message('update', update))) {
      this.refresh();
      return;
    }
    this.#options.metrics.updates.inc();
    if (this.#ring.isStale) this.refresh();
    void this.#deliver();
  }

  /** Sends a `status` message to all spectators, for example about the link to the proxy. */
  sendStatus(status: string): void {
    const message = this.#message('status', { status });
    for (const viewer of this.#viewers) viewer.connection.send(message);
  }

  async #requestSnapshot(): Promise<Failure | undefined> {
    const { link } = this.#options;
    const outcome = await link.request(this.#linkRequest('spectate'), SNAPSHOT_DEADLINE_MS);
    if (!outcome.ok) return failure('E123', 'The game is not reachable at the moment');
    const { type, data } = outcome.value;
    if (type === 'error') return answerFailure(outcome.value);
    const { stream, version } = data;
    if (typeof stream !== 'string' || typeof version !== 'number') return failure('E500', 'No snapshot came');
    this.#options.metrics.snapshots.inc();
    this.#ring.setSnapshot(stream, version, this.#message('snapshot', data));
    await this.#deliver();
    return undefined;
  }

  /** Sends all spectators the updates that they lack, and repeats that when new updates arrived before it was done. */
  async #deliver(): Promise<void> {
    if (this.#delivery !== 'idle') {
      this.#delivery = 'again';
      return;
    }
    do {
      this.#delivery = 'running';
      let served = 0;
      for (const viewer of [...this.#viewers]) {
        viewer.catchUp(this.#ring);
        served += 1;
        if (served % VIEWERS_PER_CHUNK === 0) await nextTurn();
      }
    } while (this.#isAgain());
    this.#delivery = 'idle';
  }

  #isAgain(): boolean {
    return this.#delivery === 'again';
  }

  #checkViewers(): void {
    for (const viewer of [...this.#viewers]) viewer.checkProgress(this.#ring);
    this.#cancelCheck = this.#options.clock.after(CHECK_MS, () => this.#checkViewers());
  }

  /** Sends the failure to all spectators, disconnects them and closes the feed. */
  #closeWith(refused: Failure): void {
    const message = spectatorError(this.#options.channel.gameId, refused, this.#options.clock.now());
    for (const viewer of [...this.#viewers]) {
      viewer.connection.send(message);
      viewer.connection.close(closeCodes.policy, refused.message.slice(0, 100));
    }
    this.close();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#cancelCheck();
    this.#cancelRetry();
    this.#cancelLinger();
    const { link, onClose } = this.#options;
    void link.request(this.#linkRequest('spectate_end'), 5_000);
    onClose();
  }

  #linkRequest(type: 'spectate' | 'spectate_end') {
    const { channel } = this.#options;
    const data = { ...channel.watched, channel: channelName(channel) };
    const { gameId, isUnrestricted: unrestricted, isPublic } = channel;
    const own = { agent_id: 'spectators', game_id: gameId, unrestricted, data };
    return isPublic ? ({ ...own, type, public: true } as const) : ({ ...own, type } as const);
  }

  #message(type: string, data: Readonly<Record<string, unknown>>): SpectatorMessage {
    const { channel, clock } = this.#options;
    return spectatorMessage(channel.gameId, type, channel.isPublic ? publicPart(data) : data, clock.now());
  }
}
