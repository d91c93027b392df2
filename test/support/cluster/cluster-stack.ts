import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../free-port.js';
import { gameServersOf } from '../process-usage.js';
import { RedisServer } from '../redis/redis-server.js';
import { Relay } from '../relay.js';
import { type DataFolder, makeDataFolder } from '../services/data-folder.js';
import { token, unlimited } from '../services/settings.js';
import { ClusterMember } from './cluster-member.js';

export interface ClusterOptions {
  readonly gateways: number;
  readonly proxies: number;
  readonly maxGames: number;
  /** The parts reach each other without a network that can fail, which would cost the process of the stack a part of what is measured. */
  readonly isDirect?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  /** Where the games are; a folder of its own without it. */
  readonly dataDir?: string;
  /** Where what the services print goes; nowhere without it. */
  readonly logFile?: string | undefined;
  /** The repository whose build runs; this one without it. */
  readonly root?: string | undefined;
}

/**
 * Gateways behind a balancer, proxies on one folder, and a Redis, each a process of its own. Agents reach the gateways, gateways
 * the proxies and both the Redis through networks that can fail.
 */
export class ClusterStack implements AsyncDisposable {
  readonly token = token;
  readonly redis: RedisServer;
  readonly gateways: ClusterMember[] = [];
  readonly proxies: ClusterMember[] = [];
  /** Agents and spectators to gateways: a balancer that knows which of them hang. */
  readonly agents: Relay;
  /** Gateways to proxies, one network for each proxy. */
  readonly links: Relay[] = [];
  /** Gateways and proxies to Redis. */
  readonly store: Relay;
  readonly #data: DataFolder;
  readonly #options: ClusterOptions;

  private constructor(
    options: ClusterOptions,
    data: DataFolder,
    redis: RedisServer,
    relays: { readonly agents: Relay; readonly store: Relay },
  ) {
    this.#options = options;
    this.#data = data;
    this.redis = redis;
    this.agents = relays.agents;
    this.store = relays.store;
  }

  static async start(options: ClusterOptions): Promise<ClusterStack> {
    const data = await makeDataFolder();
    const redis = await RedisServer.start();
    const store = await Relay.to(() => [redis.port]);
    const up: { gateways: readonly ClusterMember[] } = { gateways: [] };
    const agents = await Relay.to(() => shuffled(up.gateways.filter((each) => !each.isHanging)));
    const stack = new ClusterStack(options, data, redis, { agents, store });
    up.gateways = stack.gateways;
    for (let index = 0; index < options.proxies; index += 1) await stack.#addProxy(index);
    for (let index = 0; index < options.gateways; index += 1) await stack.#addGateway(index);
    return stack;
  }

  /** What agents and spectators connect to. */
  get url(): string {
    return `ws://127.0.0.1:${this.agents.port}`;
  }

  /** Of gateways and proxies. */
  get members(): readonly ClusterMember[] {
    return [...this.gateways, ...this.proxies];
  }

  /** The processes of all game servers. */
  gameServers(): readonly number[] {
    return this.proxies.flatMap(({ pid }) => gameServersOf(pid));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const member of this.members) await member[Symbol.asyncDispose]();
    for (const relay of [this.agents, this.store, ...this.links]) await relay[Symbol.asyncDispose]();
    await this.redis[Symbol.asyncDispose]();
    await this.#data[Symbol.asyncDispose]();
  }

  async #addProxy(index: number): Promise<void> {
    const port = await freePort();
    const linkPort = this.#options.isDirect === true ? port : await this.#addLink(port);
    const dataDir = this.#options.dataDir ?? join(this.#data.path, 'proxies');
    await mkdir(dataDir, { recursive: true });
    const environment = {
      PROXY_PORT: String(port),
      PROXY_ID: `proxy-${index}`,
      PROXY_ADVERTISE_URL: `ws://127.0.0.1:${linkPort}/llmsocket/8002`,
      MAX_GAMES: String(this.#options.maxGames),
      DATA_DIR: dataDir,
    };
    this.proxies.push(await this.#member('proxy', index, environment));
  }

  /** A network to that port; its own port. */
  async #addLink(port: number): Promise<number> {
    const link = await Relay.to(() => [port]);
    this.links.push(link);
    return link.port;
  }

  async #addGateway(index: number): Promise<void> {
    const dataDir = join(this.#data.path, `gateway-${index}`);
    await mkdir(dataDir);
    const environment = {
      GATEWAY_PORT: String(await freePort()),
      // An earlier build may not look for them in Redis.
      ...(this.#options.root !== undefined && { PROXY_URLS: this.#linkPlaces() }),
      DATA_DIR: dataDir,
    };
    this.gateways.push(await this.#member('gateway', index, environment));
  }

  #linkPlaces(): string {
    return this.links.map(({ port }) => `127.0.0.1:${port}`).join(',');
  }

  async #member(
    name: 'gateway' | 'proxy',
    index: number,
    own: Readonly<Record<string, string>>,
  ): Promise<ClusterMember> {
    const { environment = {}, root, logFile, isDirect } = this.#options;
    const REDIS_URL = `redis://127.0.0.1:${isDirect === true ? this.redis.port : this.store.port}`;
    const log = logFile === undefined ? undefined : createWriteStream(logFile, { flags: 'a' });
    return ClusterMember.start(`${name} ${index}`, {
      name,
      isBuilt: true,
      root,
      environment: { ...unlimited, ...environment, REDIS_URL, ...own },
      onStderr: (bytes) => log?.write(bytes),
    });
  }
}

/** The ports in any order, so that a balancer without a memory shares them out. */
function shuffled(members: readonly ClusterMember[]): readonly number[] {
  return members
    .map(({ port }) => ({ port, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ port }) => port);
}
