import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#shared/config.js';
import { createLogger } from '#shared/log.js';
import { AgentClient } from '../../agent/client.js';
import { startGateway } from '../../gateway/gateway.js';
import { processTree } from './process-tree.js';
import { type ProxyProcess, startProxyProcess } from './proxy-process.js';

/** A gateway here and a proxy in another process, which can be killed and started again. */
export interface SplitStack extends AsyncDisposable {
  readonly token: string;
  readonly dataDir: string;
  agent(agentId: string): Promise<AgentClient>;
  /** Kills every game server of the proxy. */
  killServers(): void;
  killProxy(): Promise<void>;
  /** On the same port, with the same data folder. */
  startProxy(): Promise<void>;
}

const TOKEN = 'a-token-for-tests';

export async function startSplitStack(): Promise<SplitStack> {
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
  };
  let proxy: ProxyProcess = await startProxyProcess(environment);
  environment.PROXY_PORT = String(proxy.port);
  const read = readConfig(environment);
  if (!read.ok) throw new Error(read.problems.join('; '));
  const gateway = await startGateway({ config: read.config, log: createLogger('test', 'error') });
  const agents: AgentClient[] = [];
  return {
    token: TOKEN,
    dataDir,
    async agent(agentId) {
      const agent = await AgentClient.open({ gateway: `ws://127.0.0.1:${gateway.port}`, agentId });
      agents.push(agent);
      return agent;
    },
    killServers() {
      for (const pid of processTree(proxy.pid)) if (isGameServer(pid)) process.kill(pid, 'SIGKILL');
    },
    killProxy: () => proxy.kill(),
    async startProxy() {
      proxy = await startProxyProcess(environment);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(agents.map((agent) => agent.close()));
      await gateway.close();
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
