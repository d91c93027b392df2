import { isJsonObject } from '#shared/core/json.js';
import { fail, ok } from '#shared/core/result.js';
import { closeCodes } from '#shared/protocol/close-codes.js';
import type { LinkPush } from '#shared/protocol/link.js';
import { bearerToken } from '../../gateway/auth/bearer.js';
import type { Metrics } from '../../gateway/core/metrics.js';
import type { LoginLimits } from '../../gateway/limits/login-limits.js';
import { type SocketCaps, SocketRegistry, type SocketSource } from '../../gateway/limits/socket-registry.js';
import type { Link } from '../../gateway/link/game-link.js';
import type { IsOf } from '../../gateway/link/proxy-links.js';
import type {
  Connection,
  ConnectionEvents,
  Endpoint,
  UpgradeRefusal,
} from '../../gateway/transport/transport.js';
import { RecordingClient } from './recording-client.js';
import type { WrongTokenCounter } from './spectator-admission.js';
import { SpectatorFeed } from './spectator-feed.js';
import { type SpectatorMetrics, spectatorMetrics } from './spectator-metrics.js';
import { MAX_SPECTATOR_MESSAGE_BYTES, type SpectatorSettings, SpectatorSocket } from './spectator-socket.js';
import {
  channelName,
  parseSpectatorUrl,
  SPECTATOR_PREFIX,
  type SpectatorChannel,
  type SpectatorTarget,
} from './spectator-target.js';
import type { ViewerConnection } from './viewer.js';

const UNWATCH_DEADLINE_MS = 5_000;

/** What the hub is made with. */
export interface SpectatorHubOptions
  extends Pick<SpectatorSettings, 'clock' | 'access' | 'heartbeatS' | 'silenceLimitS' | 'loginTimeoutMs'> {
  readonly link: Link;
  readonly metrics: Metrics;
  readonly loginLimits: LoginLimits;
  readonly caps: () => SocketCaps;
  /** The origins of pages that may connect; known once the port is. */
  allowedOrigins(): ReadonlySet<string>;
  isDraining(): boolean;
}

/** An upgrade request of a spectator. */
export interface SpectatorUpgrade extends SocketSource {
  readonly target: SpectatorTarget;
  readonly authorization: string | undefined;
}

/** All open spectator sockets of this gateway and the feeds they watch. */
export class SpectatorHub {
  readonly #options: SpectatorHubOptions;
  readonly #registry: SocketRegistry<SpectatorSocket>;
  readonly #recordings: RecordingClient;
  readonly #metrics: SpectatorMetrics;
  readonly #feeds = new Map<string, SpectatorFeed>();

  constructor(options: SpectatorHubOptions) {
    this.#options = options;
    const { caps, metrics } = options;
    this.#metrics = spectatorMetrics(metrics.all);
    const refusal = { status: 429, message: 'E111: too many spectators' } as const;
    this.#registry = new SocketRegistry({
      caps,
      overTotal: { limit: 'spectators', refusal },
      overAddress: { limit: 'spectators_of_address', refusal },
      allowedOrigins: () => options.allowedOrigins(),
      isDraining: () => options.isDraining(),
      onCount: (open) => this.#metrics.open.set(open),
      onLimit: (limit) => metrics.limitsHit.inc({ limit }),
    });
    this.#recordings = new RecordingClient(options.link, options.clock);
    // They change with each byte that is read.
    metrics.all.measure(
      'freeciv_gateway_spectators_unread_bytes',
      'What waits in memory to be read by spectators',
      () => this.#unreadBytes(),
    );
  }

  /** Open sockets. */
  get size(): number {
    return this.#registry.size;
  }

  /** Why an upgrade request is refused; undefined when it is not. */
  refusal(upgrade: SpectatorUpgrade): UpgradeRefusal | undefined {
    return this.#registry.refusal(upgrade);
  }

  /** Serves an open socket; returns the handlers of its events. */
  accept(connection: ViewerConnection, upgrade: SpectatorUpgrade) {
    const { target, authorization, remoteAddress } = upgrade;
    const feedOf = (channel: SpectatorChannel) => this.#feedOf(channel);
    const wrongTokens = this.#wrongTokensOf(remoteAddress);
    const settings = { ...this.#options, recordings: this.#recordings, feedOf, wrongTokens };
    const socket = new SpectatorSocket(target, connection, settings, bearerToken(authorization));
    this.#registry.add(socket, remoteAddress);
    return {
      onText: (bytes: Uint8Array) => socket.onText(bytes),
      onAlive: () => socket.onAlive(),
      onDrain: () => socket.onDrain(),
      onClose: () => {
        socket.onClose();
        this.#registry.remove(socket, remoteAddress);
      },
    };
  }

  onPush({ game_id, data: { channel, update } }: LinkPush): void {
    const feed = this.#feeds.get(`${game_id} ${channel}`);
    if (feed === undefined) this.#unwatch(game_id, channel);
    else if (isJsonObject(update)) feed.applyUpdate(update);
  }

  /** The link is up again, perhaps to another proxy, so all snapshots are requested again; before that it was lost. */
  onLinkUp(isOf: IsOf): void {
    for (const feed of this.#feeds.values()) if (isOf(feed.gameId)) feed.refresh();
  }

  onLinkLost(isOf: IsOf): void {
    for (const feed of this.#feeds.values()) if (isOf(feed.gameId)) feed.sendStatus('recovering');
  }

  /** Closes the sockets whose tokens are no longer in force. */
  closeRevoked(): void {
    this.#registry.closeRevoked();
  }

  /** Closes all sockets and feeds; resolves when all sockets are closed. */
  async closeAll(code: number, reason: string): Promise<void> {
    await this.#registry.closeAll(code, reason);
    for (const feed of [...this.#feeds.values()]) feed.close();
  }

  /** Ends a channel without a feed: the proxy had not begun it when its feed closed. */
  #unwatch(gameId: string, channel: unknown): void {
    const data = { channel, delay: { turns: 0, seconds: 0 } };
    const question = { type: 'spectate_end', agent_id: 'spectators', game_id: gameId, data } as const;
    void this.#options.link.request(question, UNWATCH_DEADLINE_MS);
  }

  #feedOf(channel: SpectatorChannel): SpectatorFeed {
    const key = `${channel.gameId} ${channelName(channel)}`;
    let feed = this.#feeds.get(key);
    if (feed === undefined) {
      const { link, clock } = this.#options;
      const metrics = this.#metrics;
      feed = new SpectatorFeed({ channel, link, clock, metrics, onClose: () => this.#feeds.delete(key) });
      this.#feeds.set(key, feed);
    }
    return feed;
  }

  /** Wrong tokens are limited as at a login, so that tokens cannot be guessed here. */
  #wrongTokensOf(address: string): WrongTokenCounter {
    const { loginLimits, clock } = this.#options;
    return { record: () => loginLimits.recordFailure(address, 'spectator', clock.monotonic()) };
  }

  #unreadBytes(): number {
    let bytes = 0;
    for (const socket of this.#registry.sockets) bytes += socket.unreadBytes;
    return bytes;
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
      const refusal = hub.refusal(upgrade);
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
    onTooBig: () => {},
  };
}
