import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AgentClient } from '../../agent/client.js';
import { processTree } from './process-tree.js';
import { type ServiceProcess, startService } from './service-process.js';

/** A gateway and a proxy, each a process that can be killed and started again. */
export interface SplitStack extends AsyncDisposable {
  readonly token: string;
  readonly dataDir: string;
  agent(agentId: string): Promise<AgentClient>;
  /** A REST request with the token of agents. */
  request(method: string, path: string): Promise<Response>;
  /** Kills every game server of the proxy. */
  killServers(): void;
  killProxy(): Promise<void>;
  killGateway(): Promise<void>;
  /** On the same port, with the same data folder. */
  startProxy(): Promise<void>;
  /** The same for the gateway. */
  startGateway(): Promise<void>;
}

const TOKEN = 'a-token-for-tests';

export interface SplitStackOptions {
  /** Of what npm run build has made. */
  readonly isBuilt?: boolean;
  /** Settings beside those that every test has. */
  readonly environment?: Readonly<Record<string, string>>;
}

export async function startSplitStack(options: SplitStackOptions = {}): Promise<SplitStack> {
  const { isBuilt = false } = options;
  const dataDir = await mkdtemp(join(tmpdir(), 'freeciv-split-'));
  const environment: Record<string, string> = {
    GATEWAY_PORT: '0',
    PROXY_PORT: '0',
    PROXY_SECRET: 'a-secret-for-tests-only',
    LLM_API_TOKENS: TOKEN,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    TURN_TIME_LIMIT_S: '0',
    RATE_MESSAGES_PER_MINUTE: '1000000',
    RATE_BURST: '100000',
    RATE_ACTIONS_PER_MINUTE: '1000000',
    ...options.environment,
  };
  let proxy: ServiceProcess = await startService({ name: 'proxy', environment, isBuilt });
  environment.PROXY_PORT = String(proxy.port);
  let gateway: ServiceProcess = await startService({ name: 'gateway', environment, isBuilt });
  environment.GATEWAY_PORT = String(gateway.port);
  const agents: AgentClient[] = [];
  return {
    token: TOKEN,
    dataDir,
    async agent(agentId) {
      const agent = await AgentClient.open({ gateway: `ws://127.0.0.1:${gateway.port}`, agentId });
      agents.push(agent);
      return agent;
    },
    request: (method, path) =>
      fetch(`http://127.0.0.1:${gateway.port}${path}`, {
        method,
        headers: { authorization: `Bearer ${TOKEN}` },
      }),
    killServers() {
      for (const pid of processTree(proxy.pid)) if (isGameServer(pid)) process.kill(pid, 'SIGKILL');
    },
    killProxy: () => proxy.kill(),
    killGateway: () => gateway.kill(),
    async startProxy() {
      proxy = await startService({ name: 'proxy', environment, isBuilt });
    },
    async startGateway() {
      gateway = await startService({ name: 'gateway', environment, isBuilt });
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(agents.map((agent) => agent.close()));
      await gateway.kill();
      await proxy.kill();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

function isGameServer(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').startsWith('freeciv-server');
  } catch {
    return false; // gone meanwhile
  }
}
