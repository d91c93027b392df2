import { lockFolder } from '#shared/core/disk/folder-lock.js';
import { createLogger } from '#shared/core/log.js';
import { waitForPort } from '#shared/core/ports.js';
import { collectProcessMetrics } from '#shared/core/process-metrics.js';
import { catchRejections } from '#shared/core/rejection-net.js';
import { createMetrics } from './core/metrics.js';
import { type RunningGateway, startGateway } from './gateway.js';
import { readSettings } from './settings.js';

/** After SIGTERM the process ends after this time at the latest. */
const EXIT_TIMEOUT_MS = 9_500;

async function main(): Promise<void> {
  // Only this user may read sessions and audit files, also in a folder that others can read.
  process.umask(0o077);
  const settings = readSettings(process.env);
  if (!settings.ok) return exitWithProblems(settings.failure.map((problem) => `configuration: ${problem}`));
  const config = settings.value;
  const log = createLogger('gateway', config.LOG_LEVEL);
  const taken = await waitForPort(config.GATEWAY_HOST, config.GATEWAY_PORT);
  if (taken !== undefined) return exitWithProblems([`${taken}: end it, or set GATEWAY_PORT to another one`]);
  // The sessions on disk belong to the port; port 0 is another port each time.
  const { DATA_DIR: folder, GATEWAY_PORT: own } = config;
  if (own !== 0 && !(await lockFolder(folder, `gateway-${own}`)))
    return exitWithProblems([
      `another gateway has the sessions of port ${own} in ${folder}: end it, or set DATA_DIR or GATEWAY_PORT`,
    ]);
  const metrics = createMetrics();
  catchRejections({ log, count: () => metrics.rejections.inc(), giveUp: () => undefined });
  collectProcessMetrics(metrics.registry);
  let gateway: RunningGateway;
  try {
    gateway = await startGateway({ config, log, metrics });
  } catch (error) {
    return exitWithProblems([startProblem(error, config.GATEWAY_HOST, config.GATEWAY_PORT)]);
  }
  const { host, port, transport } = gateway;
  log.info({ host, port, transport }, 'listening');
  const stop = (signal: string) => {
    log.info({ signal }, 'draining');
    setTimeout(() => process.exit(0), EXIT_TIMEOUT_MS).unref();
    void gateway.close().then(() => process.exit(0));
  };
  process.on('SIGHUP', () => gateway.reloadTokens());
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  // A launcher says that all is ready, which is not so before the first link to the proxy.
  await gateway.whenLinked();
  // Last, because a parent process may send signals as soon as it gets this message.
  process.send?.({ type: 'ready', host, port });
}

function startProblem(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE') return `port ${port} of ${host} is taken: set GATEWAY_PORT to another one`;
  if (code === 'EACCES') return `port ${port} may not be opened: set GATEWAY_PORT to one above 1023`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `${host} is not an address of this machine: set GATEWAY_HOST`;
  }
  return `the gateway could not start: ${error instanceof Error ? error.message : String(error)}`;
}

function exitWithProblems(lines: readonly string[]): void {
  process.exitCode = 1;
  process.stderr.write(`${lines.join('\n')}\n`);
}

await main();
