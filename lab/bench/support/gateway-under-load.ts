import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { type DataFolder, makeDataFolder } from '../../../test/support/services/data-folder.js';
import { type ServiceProcess, startService } from '../../../test/support/services/service-process.js';
import { plain, proxySecret } from '../../../test/support/services/settings.js';

const portSchema = z.looseObject({ port: z.number() });

/** The built gateway and a proxy that answers at once, each a process of its own. */
export class GatewayUnderLoad implements AsyncDisposable {
  readonly proxyPort: number;
  readonly #gateway: ServiceProcess;
  readonly #proxy: ChildProcess;
  readonly #data: DataFolder;

  private constructor(gateway: ServiceProcess, proxy: ChildProcess, proxyPort: number, data: DataFolder) {
    this.proxyPort = proxyPort;
    this.#gateway = gateway;
    this.#proxy = proxy;
    this.#data = data;
  }

  static async start(settings: Readonly<Record<string, string>>): Promise<GatewayUnderLoad> {
    const echo = fileURLToPath(new URL('./echo-proxy.ts', import.meta.url));
    const proxy = fork(echo, [proxySecret], { execArgv: ['--conditions=source', '--import', 'tsx'] });
    const [message] = await once(proxy, 'message');
    const proxyPort = portSchema.parse(message).port;
    const data = await makeDataFolder();
    const environment = { ...plain, PROXY_PORT: String(proxyPort), DATA_DIR: data.path, ...settings };
    const gateway = await startService({ name: 'gateway', isBuilt: true, environment });
    return new GatewayUnderLoad(gateway, proxy, proxyPort, data);
  }

  get port(): number {
    return this.#gateway.port;
  }

  /** The process id of the gateway. */
  get pid(): number {
    return this.#gateway.pid;
  }

  /** A metric of the gateway's process. */
  async metric(name: string): Promise<number> {
    const text = await (await fetch(`http://127.0.0.1:${this.port}/api/metrics`)).text();
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1] ?? Number.NaN,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#gateway.stop();
    const ended = once(this.#proxy, 'close');
    this.#proxy.kill('SIGTERM');
    await ended;
    await this.#data[Symbol.asyncDispose]();
  }
}
