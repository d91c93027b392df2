import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProxyProcess, startProxyProcess } from '../../../support/proxy-process.js';
import { freePort, GatewayProcess } from '../../promises/support/gateway-process.js';
import type { GatewayHost } from './resuming-agent.js';

/** Gateway and proxy in processes of their own, each killed and started again at will. */
export class KillableStack implements GatewayHost, AsyncDisposable {
  readonly port: number;
  up: Promise<unknown> = Promise.resolve();
  readonly #environment: Readonly<Record<string, string>>;
  readonly #dataDir: string;
  #gateway: GatewayProcess;
  #proxy: ProxyProcess;

  private constructor(
    dataDir: string,
    environment: Readonly<Record<string, string>>,
    gateway: GatewayProcess,
    proxy: ProxyProcess,
  ) {
    this.#dataDir = dataDir;
    this.#environment = environment;
    this.#gateway = gateway;
    this.#proxy = proxy;
    this.port = gateway.port;
  }

  static async start(token: string): Promise<KillableStack> {
    const dataDir = await mkdtemp(join(tmpdir(), 'freeciv-cycles-'));
    const environment: Record<string, string> = {
      GATEWAY_PORT: String(await freePort()),
      PROXY_PORT: '0',
      PROXY_SECRET: 'a-secret-for-tests-only',
      LLM_API_TOKENS: token,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      TURN_TIME_LIMIT_S: '0',
      RATE_MESSAGES_PER_MINUTE: '1000000',
      RATE_BURST: '100000',
      RATE_ACTIONS_PER_MINUTE: '1000000',
    };
    const proxy = await startProxyProcess(environment);
    environment.PROXY_PORT = String(proxy.port);
    return new KillableStack(dataDir, environment, await GatewayProcess.start(environment), proxy);
  }

  get gatewayPid(): number {
    return this.#gateway.child.pid ?? 0;
  }

  get proxyPid(): number {
    return this.#proxy.pid;
  }

  killGateway(): void {
    this.#gateway.child.kill('SIGKILL');
    this.up = GatewayProcess.start(this.#environment).then((gateway) => {
      this.#gateway = gateway;
    });
  }

  async killProxy(): Promise<void> {
    await this.#proxy.kill();
    this.#proxy = await startProxyProcess(this.#environment);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.up;
    await this.#gateway.stop();
    await this.#proxy.kill();
    await rm(this.#dataDir, { recursive: true, force: true });
  }
}

/** What a process holds: open descriptors, and resident memory in MB. */
export function held(pid: number): { readonly descriptors: number; readonly megabytes: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1]);
  return { descriptors: readdirSync(`/proc/${pid}/fd`).length, megabytes: kilobytes / 1024 };
}
