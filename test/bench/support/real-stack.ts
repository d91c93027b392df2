import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { AgentClient } from '../../../agent/client.js';

const portSchema = z.looseObject({ port: z.number() });

/** How long an event loop was kept from its next turn, in milliseconds. */
interface Lag {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

/** The built gateway and the built proxy, each a process of its own, with real game servers. */
export class RealStack implements AsyncDisposable {
  readonly token = 'a-token-of-the-bench';
  readonly #ports: Readonly<Record<'gateway' | 'proxy', number>>;
  readonly #children: readonly ChildProcess[];
  readonly #dataDir: string;

  private constructor(
    ports: Readonly<Record<'gateway' | 'proxy', number>>,
    children: readonly ChildProcess[],
    dataDir: string,
  ) {
    this.#ports = ports;
    this.#children = children;
    this.#dataDir = dataDir;
  }

  static async start(settings: Readonly<Record<string, string>>): Promise<RealStack> {
    const dataDir = await mkdtemp(join(tmpdir(), 'bench-stack-'));
    const environment = {
      ...process.env,
      GATEWAY_PORT: '0',
      PROXY_PORT: '0',
      PROXY_SECRET: 'a-secret-of-the-bench',
      LLM_API_TOKENS: 'a-token-of-the-bench',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      RATE_MESSAGES_PER_MINUTE: '1000000',
      RATE_BURST: '100000',
      RATE_ACTIONS_PER_MINUTE: '1000000',
      ...settings,
    };
    const proxy = await started('proxy', environment);
    const gateway = await started('gateway', { ...environment, PROXY_PORT: String(proxy.port) });
    const ports = { gateway: gateway.port, proxy: proxy.port };
    return new RealStack(ports, [gateway.child, proxy.child], dataDir);
  }

  agent(agentId: string): Promise<AgentClient> {
    return AgentClient.open({ gateway: `ws://127.0.0.1:${this.#ports.gateway}`, agentId });
  }

  /** Since it was asked last. */
  async lag(): Promise<Readonly<Record<'gateway' | 'proxy', Lag>>> {
    return {
      gateway: await lagAt(`http://127.0.0.1:${this.#ports.gateway}/api/metrics`, ''),
      proxy: await lagAt(`http://127.0.0.1:${this.#ports.proxy}/metrics`, 'freeciv_proxy_'),
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const child of this.#children) {
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      await ended;
    }
    await rm(this.#dataDir, { recursive: true, force: true });
  }
}

async function started(name: 'gateway' | 'proxy', env: NodeJS.ProcessEnv) {
  const main = fileURLToPath(new URL(`../../../dist/${name}/main.js`, import.meta.url));
  const child = fork(main, { execArgv: [], env });
  const [message] = await once(child, 'message');
  return { child, port: portSchema.parse(message).port };
}

/** The monitor looks every 10 ms, and counts them in. */
const LOOK_MS = 10;

async function lagAt(url: string, prefix: string): Promise<Lag> {
  const lines = (await (await fetch(url)).text()).split('\n');
  const ms = (name: string) => {
    const line = lines.find((each) => each.startsWith(`${prefix}nodejs_eventloop_lag_${name}_seconds `));
    return Math.max(0, Number(line?.split(' ')[1] ?? Number.NaN) * 1000 - LOOK_MS);
  };
  return { p50: ms('p50'), p99: ms('p99'), longest: ms('max') };
}
