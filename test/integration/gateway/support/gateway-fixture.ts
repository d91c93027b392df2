import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#shared/core/config.js';
import { createLogger } from '#shared/core/log.js';
import {
  type GatewayOptions,
  type RunningGateway,
  startGateway,
} from '../../../../services/gateway/gateway.js';
import { ScriptedProxy, secret } from './scripted-proxy.js';

export interface Fixture extends AsyncDisposable {
  readonly gateway: RunningGateway;
  readonly proxy: ScriptedProxy;
  readonly port: number;
  /** Of its own; gone with the fixture. */
  readonly dataDir: string;
}

/**
 * The real gateway on a port of its own, linked to a scripted proxy. With REDIS_URL it finds that proxy only while Redis is
 * there, unless `settingsFor` names it in PROXY_URLS.
 */
export async function startFixture(
  environment: Record<string, string> = {},
  options: Partial<GatewayOptions> = {},
  settingsFor: (proxy: ScriptedProxy) => Record<string, string> = () => ({}),
): Promise<Fixture> {
  const proxy = await ScriptedProxy.start();
  const dataDir = await mkdtemp(join(tmpdir(), 'gateway-test-'));
  const read = readConfig({
    GATEWAY_PORT: '0',
    PROXY_PORT: String(proxy.port),
    PROXY_SECRET: secret,
    LLM_API_TOKENS: 'good-token,agent-only=bot-*',
    RATE_MESSAGES_PER_MINUTE: '100000',
    RATE_BURST: '10000',
    RATE_ACTIONS_PER_MINUTE: '100000',
    DATA_DIR: dataDir,
    LOG_LEVEL: 'error',
    // Any test of the gateway can be run on another transport: TRANSPORT=uws npx vitest run …
    TRANSPORT: process.env.TRANSPORT,
    ...environment,
    ...settingsFor(proxy),
  });
  if (!read.ok) throw new Error(read.failure.join('; '));
  const gateway = await startGateway({
    config: read.value,
    log: createLogger('gateway', read.value.LOG_LEVEL),
    ...options,
    timeouts: { backoff: { first: 20, max: 50 }, ...options.timeouts },
  });
  await proxy.connections.take();
  return {
    gateway,
    proxy,
    port: gateway.port,
    dataDir,
    async [Symbol.asyncDispose]() {
      await gateway.close();
      await proxy.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
