import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { ScriptedProxy, secret } from '../../gateway/support/scripted-proxy.js';
import { GatewayProcess } from './gateway-process.js';

export interface Apart {
  readonly proxy: ScriptedProxy;
  readonly port: number;
}

/** The gateway as a process of its own, whose memory and event loop are its own, on a proxy of this test. */
export async function startApart(settings: Readonly<Record<string, string>> = {}): Promise<Apart> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-apart-'));
  const proxy = await ScriptedProxy.start();
  onTestFinished(async () => {
    await proxy.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const { port } = await GatewayProcess.start({
    GATEWAY_PORT: '0',
    DATA_DIR: dataDir,
    PROXY_SECRET: secret,
    PROXY_PORT: String(proxy.port),
    LLM_API_TOKENS: 'good-token',
    RATE_MESSAGES_PER_MINUTE: '1000000',
    RATE_BURST: '100000',
    LOG_LEVEL: 'error',
    ...settings,
  });
  await proxy.connections.take();
  return { proxy, port };
}
