import type { Clock } from '#shared/core/clock.js';
import { isJsonObject } from '#shared/core/json.js';
import { fail, ok } from '#shared/core/result.js';
import { closeCodes } from '#shared/protocol/close-codes.js';
import type { LinkPush } from '#shared/protocol/link.js';
import { bearerHash } from '../auth/bearer.js';
import type { SpectatorAccess } from '../auth/spectator-access.js';
import type { LoginLimits } from '../limits/login-limits.js';
import { isOriginAllowed } from '../limits/origins.js';
import { type SocketCaps, SocketCounts } from '../limits/socket-counts.js';
import type { ProxyLink } from '../link/proxy-link.js';
import { type Metrics, measureSpectatorsUnread } from '../metrics.js';
import type { Connection, ConnectionEvents, Endpoint, UpgradeRefusal } from '../transport/transport.js';
import { RecordingClient } from './recording-client.js';
import type { WrongTokenCounter } from './spectator-admission.js';
import { SpectatorFeed } from './spectator-feed.js';
import { MAX_SPECTATOR_MESSAGE_BYTES, SpectatorSocket } from './spectator-socket.js';
import {
  type Channel,
  channelName,
  parseSpectatorUrl,
  SPECTATOR_PREFIX,
  type SpectatorTarget,
} from './spectator-target.js';
import type { ViewerConnection } from './viewer.js';

/** What the hub is made with. */
export interface SpectatorHubOptions {
  readonly link: ProxyLink;
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly access: SpectatorAccess;
  readonly loginLimits: LoginLimits;
  readonly caps: SocketCaps;
  readonly heartbeatS: number;
  readonly silenceLimitS: number;
  readonly loginTimeoutMs: number;
  /** The origins of pages that may connect; known once the port is. */
  allowedOrigins(): ReadonlySet<string>;
  /** Whether the gateway is shutting down. */
  isDraining(): boolean;
}

/** An upgrade request of a spectator. */
export interface SpectatorUpgrade {
  readonly target: SpectatorTarget;
  readonly remoteAddress: string;
  readonly origin: string | undefined;
  readonly authorization: string | undefined;
}

/** All open spectator sockets of this gateway and the feeds they watch. */
export class SpectatorHub {
  readonly #options: SpectatorHubOptions;
  readonly #counts: SocketCounts;
  readonly #recordings: RecordingClient;
  /** By game and channel. */
  readonly #feeds = new Map<string, SpectatorFeed>();
  readonly #sockets = new Set<SpectatorSocket>();
  #emptied: (() => void)[] = [];

  constructor(options: SpectatorHubOptions) {
    this.#options = options;
    this.#counts = new SocketCounts(options.caps);
    this.#recordings = new RecordingClient(options.link, options.clock);
    measureSpectatorsUnread(options.metrics, () => this.#unreadBytes());
  }

  refuse({ origin, remoteAddress }: SpectatorUpgrade): UpgradeRefusal | undefined {
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

  accept(connection: ViewerConnection, upgrade: SpectatorUpgrade) {
    const { target, authorization } = upgrade;
    const feedOf = (channel: Channel) => this.#feedOf(channel);
    const wrongTokens = this.#wrongTokensOf(upgrade.remoteAddress);
    const settings = { ...this.#options, recordings: this.#recordings, feedOf, wrongTokens };
    const socket = new SpectatorSocket(target, connection, settings, bearerHash(authorization));
    this.#sockets.add(socket);
    this.#counts.opened(upgrade.remoteAddress);
    this.#options.metrics.spectators.set(this.#sockets.size);
    return {
      onText: (bytes: Uint8Array) => socket.onText(bytes),
      onAlive: () => socket.onAlive(),
      onClose: () => {
        socket.onClose();
        this.#forget(socket, upgrade.remoteAddress);
      },
    };
  }

  /** An update of a watched game came from the proxy. */
  onPush({ game_id, data: { channel, update } }: LinkPush): void {
    if (isJsonObject(update)) this.#feeds.get(`${game_id} ${channel}`)?.applyUpdate(update);
  }

  /** The link is up again, perhaps to another proxy, so all snapshots are requested again. */
  onLinkUp(): void {
    for (const feed of this.#feeds.values()) feed.refresh();
  }

  /** The link is lost. */
  onLinkLost(): void {
    for (const feed of this.#feeds.values()) feed.sendStatus('recovering');
  }

  /** Closes the sockets whose tokens are no longer in force. */
  checkTokens(): void {
    for (const socket of [...this.#sockets]) socket.checkToken();
  }

  /** Closes all sockets and feeds; resolves when all sockets are closed. */
  async closeAll(code: number, reason: string): Promise<void> {
    const emptied = this.#sockets.size === 0 ? undefined : new Promise<void>((r) => this.#emptied.push(r));
    for (const socket of [...this.#sockets]) socket.close(code, reason);
    await emptied;
    for (const feed of [...this.#feeds.values()]) feed.close();
  }

  #feedOf(channel: Channel): SpectatorFeed {
    const key = `${channel.gameId} ${channelName(channel)}`;
    let feed = this.#feeds.get(key);
    if (feed === undefined) {
      const { link, clock, metrics } = this.#options;
      feed = new SpectatorFeed({ channel, link, clock, metrics, onClose: () => this.#feeds.delete(key) });
      this.#feeds.set(key, feed);
    }
    return feed;
  }

  /** Wrong tokens are limited as at a login, so that this is no place to guess them. */
  #wrongTokensOf(address: string): WrongTokenCounter {
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

/** The spectators' sockets, at `/ws/spectator/{game_id}`. */
export function spectatorEndpoint(hub: SpectatorHub): Endpoint {
  return {
    prefix: SPECTATOR_PREFIX,
    maxMessageBytes: MAX_SPECTATOR_MESSAGE_BYTES,
    admit({ url, ...from }) {
      const target = parseSpectatorUrl(url);
      if (!target.ok) return target;
      const upgrade = { ...from, target: target.value };
      const refusal = hub.refuse(upgrade);
      return refusal === undefined ? ok((connection) => serve(connection, hub, upgrade)) : fail(refusal);
    },
  };
}

function serve(connection: Connection, hub: SpectatorHub, upgrade: SpectatorUpgrade): ConnectionEvents {
  const { isDeflated } = upgrade.target;
  const viewer: ViewerConnection = {
    get bufferedBytes() {
      return connection.bufferedBytes;
    },
    send: (message) =>
      isDeflated ? connection.sendBinary(message.deflated) : connection.send(message.bytes),
    ping: () => connection.ping(),
    close: (code, reason) => connection.close(code, reason),
  };
  return {
    ...hub.accept(viewer, upgrade),
    onBinary: () => connection.close(closeCodes.binary, 'text frames only'),
    // Feeds check for slow spectators themselves.
    onDrain: () => {},
    onTooBig: () => {},
  };
}
