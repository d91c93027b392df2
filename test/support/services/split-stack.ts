import { AgentConnection } from '../../../agent/agent-connection.js';
import { ContractCheck } from '../contract.js';
import { freePort } from '../free-port.js';
import { gameServersOf } from '../process-usage.js';
import { type DataFolder, makeDataFolder } from './data-folder.js';
import { type ServiceOptions, type ServiceProcess, startService } from './service-process.js';
import { token, unlimited } from './settings.js';

export interface SplitStackOptions {
  /** Of what npm run build has made. */
  readonly isBuilt?: boolean | undefined;
  /** Settings beside those that every test has. */
  readonly environment?: Readonly<Record<string, string>>;
}

/** A gateway and a proxy, each a process that can be killed and started again on its port and data folder. */
export class SplitStack implements AsyncDisposable {
  readonly token = token;
  readonly #data: DataFolder;
  readonly #options: Omit<ServiceOptions, 'name'>;
  readonly #agents: AgentConnection[] = [];
  readonly #contract = new ContractCheck();
  #proxy: ServiceProcess;
  #gateway: ServiceProcess;
  #gatewayUp: Promise<void> = Promise.resolve();

  private constructor(
    data: DataFolder,
    options: Omit<ServiceOptions, 'name'>,
    proxy: ServiceProcess,
    gateway: ServiceProcess,
  ) {
    this.#data = data;
    this.#options = options;
    this.#proxy = proxy;
    this.#gateway = gateway;
  }

  static async start({ isBuilt, environment = {} }: SplitStackOptions = {}): Promise<SplitStack> {
    const data = await makeDataFolder();
    const given = { ...unlimited, DATA_DIR: data.path, ...environment };
    const proxy = await startService({ name: 'proxy', environment: given, isBuilt });
    // The sessions of a gateway wait under the name of its port for the next one.
    const GATEWAY_PORT = String(await freePort());
    const linked = { ...given, PROXY_PORT: String(proxy.port), GATEWAY_PORT };
    const gateway = await startService({ name: 'gateway', environment: linked, isBuilt });
    return new SplitStack(data, { environment: linked, isBuilt }, proxy, gateway);
  }

  get dataDir(): string {
    return this.#data.path;
  }

  get gateway(): Pick<ServiceProcess, 'port' | 'pid'> {
    return this.#gateway;
  }

  /** Settles when the gateway is there. */
  get gatewayUp(): Promise<void> {
    return this.#gatewayUp;
  }

  get proxy(): Pick<ServiceProcess, 'port' | 'pid'> {
    return this.#proxy;
  }

  /** Closed with the stack. */
  async agent(agentId: string): Promise<AgentConnection> {
    const gateway = `ws://127.0.0.1:${this.#gateway.port}`;
    const agent = await AgentConnection.open({ gateway, agentId, onMessage: this.#contract.check });
    this.#agents.push(agent);
    return agent;
  }

  /** A REST request with the token of agents. */
  request(method: string, path: string): Promise<Response> {
    const headers = { authorization: `Bearer ${token}` };
    return fetch(`http://127.0.0.1:${this.#gateway.port}${path}`, { method, headers });
  }

  /** Kills every game server of the proxy. */
  killServers(): void {
    this.signalServers('SIGKILL');
  }

  signalServers(signal: NodeJS.Signals): void {
    for (const pid of gameServersOf(this.#proxy.pid)) process.kill(pid, signal);
  }

  killProxy(): Promise<void> {
    return this.#proxy.kill();
  }

  killGateway(): Promise<void> {
    return this.#gateway.kill();
  }

  async startProxy(): Promise<void> {
    this.#proxy = await startService({ name: 'proxy', ...this.#options });
  }

  async startGateway(): Promise<void> {
    this.#gateway = await startService({ name: 'gateway', ...this.#options });
  }

  /** Kills it, and resolves when the next one is there. */
  restartGateway(): Promise<void> {
    this.#gatewayUp = this.#gateway.kill().then(() => this.startGateway());
    return this.#gatewayUp;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#agents.map((agent) => agent.close()));
    await this.#gateway.kill();
    await this.#proxy.kill();
    await this.#data[Symbol.asyncDispose]();
    this.#contract.end();
  }
}
