import type { LinkPush } from '#shared/protocol/link.js';
import { bearerHash } from '../auth/admission.js';
import type { Clock } from '../clock.js';
import { isJsonObject } from '../input/json-object.js';
import type { LoginLimits } from '../limits/login-limits.js';
import { isOriginAllowed } from '../limits/origins.js';
import { type SocketCaps, SocketCounts } from '../limits/socket-counts.js';
import type { ProxyLink } from '../link/proxy-link.js';
import { type Metrics, measureSpectatorsUnread } from '../metrics.js';
import type { Refusal } from '../transport/transport.js';
import { type Channel, channelName } from './channel.js';
import { Feed } from './feed.js';
import { Past } from './past.js';
import type { SpectatorAccess } from './spectator-access.js';
import type { WrongTokens } from './spectator-admission.js';
import type { SpectatorTarget } from './spectator-path.js';
import { SpectatorSocket } from './spectator-socket.js';
import type { ViewerConnection } from './viewer.js';

export interface SpectatorHubOptions {
  readonly link: ProxyLink;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly access: SpectatorAccess;
  readonly loginLimits: LoginLimits;
  readonly caps: SocketCaps;
  readonly heartbeatS: number;
  readonly silenceLimitS: number;
  readonly loginTimeout: number;
  allowedOrigins(): ReadonlySet<string>;
  isDraining(): boolean;
}

export interface SpectatorVisitor {
  readonly target: SpectatorTarget;
  readonly remoteAddress: string;
  readonly origin: string | undefined;
  readonly authorization: string | undefined;
}

/** All spectators of this gateway, by the games they watch. */
export class SpectatorHub {
  readonly #options: SpectatorHubOptions;
  readonly #counts: SocketCounts;
  readonly #past: Past;
  /** By game and channel. */
  readonly #feeds = new Map<string, Feed>();
  readonly #sockets = new Set<SpectatorSocket>();
  #emptied: (() => void)[] = [];

  constructor(options: SpectatorHubOptions) {
    this.#options = options;
    this.#counts = new SocketCounts(options.caps);
    this.#past = new Past(options.link, options.clock);
    measureSpectatorsUnread(options.metrics, () => this.#unreadBytes());
  }

  refuse({ origin, remoteAddress }: SpectatorVisitor): Refusal | undefined {
    const { isDraining, allowedOrigins, metrics } = this.#options;
    if (isDraining()) return { status: 503, message: 'The gateway is restarting' };
    if (!isOriginAllowed(origin, allowedOrigins())) {
      metrics.limitsHit.inc({ limit: 'origin' });
      return { status: 403, message: 'Pages of this origin may not connect: see ALLOWED_ORIGINS' };
    }
    const exceeded = this.#counts.exceeded(remoteAddress);
    if (exceeded === undefined) return undefined;
    metrics.limitsHit.inc({ limit: exceeded === 'total' ? 'spectators' : 'spectators_of_address' });
    return { status: 429, message: 'E111: too many spectators' };
  }

  accept(connection: ViewerConnection, visitor: SpectatorVisitor) {
    const { target, authorization } = visitor;
    const feedOf = (channel: Channel) => this.#feedOf(channel);
    const wrongTokens = this.#wrongTokensOf(visitor.remoteAddress);
    const settings = { ...this.#options, past: this.#past, feedOf, wrongTokens };
    const socket = new SpectatorSocket(target, connection, settings, bearerHash(authorization));
    this.#sockets.add(socket);
    this.#counts.opened(visitor.remoteAddress);
    this.#options.metrics.spectators.set(this.#sockets.size);
    return {
      onText: (bytes: Uint8Array) => socket.onText(bytes),
      onAlive: () => socket.onAlive(),
      onClose: () => {
        socket.onClose();
        this.#forget(socket, visitor.remoteAddress);
      },
    };
  }

  onPush({ game_id, data: { channel, update } }: LinkPush): void {
    if (isJsonObject(update)) this.#feeds.get(`${game_id} ${channel}`)?.take(update);
  }

  /** The link is there again: another proxy perhaps, so everything is asked anew. */
  onLinkUp(): void {
    for (const feed of this.#feeds.values()) feed.refresh();
  }

  onLinkLost(): void {
    for (const feed of this.#feeds.values()) feed.tell('recovering');
  }

  /** To be called when tokens have changed. */
  checkTokens(): void {
    for (const socket of [...this.#sockets]) socket.checkToken();
  }

  /** Asks every spectator to go; resolves when all have gone. */
  async closeAll(code: number, reason: string): Promise<void> {
    const emptied = this.#sockets.size === 0 ? undefined : new Promise<void>((r) => this.#emptied.push(r));
    for (const socket of [...this.#sockets]) socket.close(code, reason);
    await emptied;
    for (const feed of [...this.#feeds.values()]) feed.end();
  }

  #feedOf(channel: Channel): Feed {
    const key = `${channel.gameId} ${channelName(channel)}`;
    let feed = this.#feeds.get(key);
    if (feed === undefined) {
      const { link, clock, metrics } = this.#options;
      feed = new Feed({ channel, link, clock, metrics, onEnd: () => this.#feeds.delete(key) });
      this.#feeds.set(key, feed);
    }
    return feed;
  }

  /** Wrong tokens are slowed down as at a login, so that this is no place to guess them. */
  #wrongTokensOf(address: string): WrongTokens {
    const { loginLimits, clock } = this.#options;
    return { record: () => loginLimits.recordFailure(address, 'spectator', clock.monotonic()) };
  }

  #unreadBytes(): number {
    let bytes = 0;
    for (const socket of this.#sockets) bytes += socket.unreadBytes;
    return bytes;
  }

  #forget(socket: SpectatorSocket, remoteAddress: string): void {
    this.#sockets.delete(socket);
    this.#counts.closed(remoteAddress);
    this.#options.metrics.spectators.set(this.#sockets.size);
    if (this.#sockets.size === 0) for (const resolve of this.#emptied.splice(0)) resolve();
  }
}
