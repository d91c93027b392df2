import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

export const token = 'a-token-of-the-bench';
export const secret = 'a-secret-of-the-bench';

const portSchema = z.looseObject({ port: z.number() });

/** The built gateway and a proxy that answers at once, each a process of its own. */
export class GatewayUnderLoad implements AsyncDisposable {
  readonly port: number;
  readonly proxyPort: number;
  readonly #children: readonly ChildProcess[];
  readonly #dataDir: string;

  private constructor(port: number, proxyPort: number, children: readonly ChildProcess[], dataDir: string) {
    this.port = port;
    this.proxyPort = proxyPort;
    this.#children = children;
    this.#dataDir = dataDir;
  }

  static async start(environment: Readonly<Record<string, string>>): Promise<GatewayUnderLoad> {
    const echo = fileURLToPath(new URL('./echo-proxy.ts', import.meta.url));
    const proxy = fork(echo, [secret], { execArgv: ['--conditions=source', '--import', 'tsx'] });
    const proxyPort = await portOf(proxy);
    const dataDir = await mkdtemp(join(tmpdir(), 'gateway-bench-'));
    const main = fileURLToPath(new URL('../../../dist/gateway/main.js', import.meta.url));
    const gateway = fork(main, {
      execArgv: [],
      env: {
        PATH: process.env.PATH,
        GATEWAY_PORT: '0',
        PROXY_PORT: String(proxyPort),
        PROXY_SECRET: secret,
        LLM_API_TOKENS: token,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'error',
        ...environment,
      },
    });
    return new GatewayUnderLoad(await portOf(gateway), proxyPort, [gateway, proxy], dataDir);
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
    for (const child of this.#children) {
      const ended = once(child, 'close');
      child.kill('SIGTERM');
      await ended;
    }
    await rm(this.#dataDir, { recursive: true, force: true });
  }
}

async function portOf(child: ChildProcess): Promise<number> {
  const [message] = await once(child, 'message');
  return portSchema.parse(message).port;
}
