import { type DataFolder, makeDataFolder } from './data-folder.js';
import { LinkClient } from './link-client.js';
import { type ServiceProcess, startService } from './service-process.js';
import { unlimited } from './settings.js';

/** One proxy of a cluster, with a link to it. */
export interface ClusterProxy {
  readonly process: ServiceProcess;
  readonly link: LinkClient;
  readonly url: string;
}

/** Several proxies on one data folder, each a process. */
export class ProxyCluster implements AsyncDisposable {
  readonly proxies: ClusterProxy[] = [];
  readonly #data: DataFolder;
  readonly #environment: Readonly<Record<string, string>>;

  private constructor(data: DataFolder, environment: Readonly<Record<string, string>>) {
    this.#data = data;
    this.#environment = environment;
  }

  static async start(
    count: number,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<ProxyCluster> {
    const data = await makeDataFolder();
    const cluster = new ProxyCluster(data, { ...unlimited, DATA_DIR: data.path, ...environment });
    for (let i = 0; i < count; i += 1) await cluster.add();
    return cluster;
  }

  get dataDir(): string {
    return this.#data.path;
  }

  async add(environment: Readonly<Record<string, string>> = {}): Promise<ClusterProxy> {
    const process = await startService({
      name: 'proxy',
      environment: { ...this.#environment, ...environment },
    });
    const link = await LinkClient.open(process.port);
    const proxy = { process, link, url: `ws://127.0.0.1:${process.port}/llmsocket/8002` };
    this.proxies.push(proxy);
    return proxy;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { link } of this.proxies) link.close();
    // One that is stopped ends only when it is continued, or killed.
    await Promise.all(this.proxies.map(({ process }) => process.kill()));
    await this.#data[Symbol.asyncDispose]();
  }
}
