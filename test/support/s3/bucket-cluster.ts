import { RedisServer } from '../redis/redis-server.js';
import { type DataFolder, makeDataFolder } from '../services/data-folder.js';
import { type ClusterProxy, ProxyCluster } from '../services/proxy-cluster.js';
import { BucketServer } from './bucket-server.js';

/** A proxy with a disk of its own. */
export interface Machine extends ClusterProxy {
  readonly dataDir: string;
}

/** Proxies that have nothing in common but Redis and a bucket, as on several machines. */
export class BucketCluster implements AsyncDisposable {
  readonly bucket: BucketServer;
  readonly #redis: RedisServer;
  readonly #cluster: ProxyCluster;
  readonly #folders: DataFolder[] = [];

  private constructor(bucket: BucketServer, redis: RedisServer, cluster: ProxyCluster) {
    this.bucket = bucket;
    this.#redis = redis;
    this.#cluster = cluster;
  }

  static async start(): Promise<BucketCluster> {
    const [bucket, redis] = await Promise.all([BucketServer.start(), RedisServer.start()]);
    const settings = { ...bucket.settings, REDIS_URL: redis.url, LEASE_S: '2' };
    return new BucketCluster(bucket, redis, await ProxyCluster.start(0, settings));
  }

  /** Starts a proxy, on an empty disk or on that of one that has ended. */
  async add(dataDir?: string): Promise<Machine> {
    const path = dataDir ?? (await this.#folder());
    return { ...(await this.#cluster.add({ DATA_DIR: path })), dataDir: path };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#cluster[Symbol.asyncDispose]();
    await this.bucket[Symbol.asyncDispose]();
    await this.#redis[Symbol.asyncDispose]();
    for (const folder of this.#folders) await folder[Symbol.asyncDispose]();
  }

  async #folder(): Promise<string> {
    const folder = await makeDataFolder();
    this.#folders.push(folder);
    return folder.path;
  }
}
