import { onTestFinished } from 'vitest';
import { makeDataFolder } from '../../../support/services/data-folder.js';
import { unlimited } from '../../../support/services/settings.js';
import { ScriptedProxy, secret } from '../../gateway/support/scripted-proxy.js';
import { startGatewayProcess } from './gateway-process.js';

export interface Apart {
  readonly proxy: ScriptedProxy;
  readonly port: number;
}

/** The gateway as a process of its own, whose memory and event loop are its own, on a proxy of this test. */
export async function startApart(settings: Readonly<Record<string, string>> = {}): Promise<Apart> {
  const data = await makeDataFolder();
  const proxy = await ScriptedProxy.start();
  onTestFinished(async () => {
    await proxy.stop();
    await data[Symbol.asyncDispose]();
  });
  const { port } = await startGatewayProcess({
    ...unlimited,
    DATA_DIR: data.path,
    PROXY_SECRET: secret,
    PROXY_PORT: String(proxy.port),
    LLM_API_TOKENS: 'good-token',
    ...settings,
  });
  await proxy.connections.take();
  return { proxy, port };
}
