import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '#shared/core/config.js';
import { createLogger } from '#shared/core/log.js';
import { type RunningGateway, startGateway } from '../../../services/gateway/gateway.js';
import type { Stack } from '../../support/stack.js';

/** Another gateway of the same proxy, for a test to stop and start. */
export async function secondGateway(stack: Stack, port: string): Promise<RunningGateway> {
  const read = readConfig({
    GATEWAY_PORT: port,
    PROXY_PORT: new URL(stack.proxyHttpUrl).port,
    PROXY_SECRET: stack.proxySecret,
    LLM_API_TOKENS: stack.token,
    DATA_DIR: await mkdtemp(join(tmpdir(), 'freeciv-gateway-')),
  });
  if (!read.ok) throw new Error(read.failure.join('; '));
  return startGateway({ config: read.value, log: createLogger('test', 'error') });
}
