import { accessSync, constants } from 'node:fs';
import { systemClock } from '#shared/core/clock.js';
import { type Config, readConfig } from '#shared/core/config.js';
import { lockFolder } from '#shared/core/disk/folder-lock.js';
import { createLogger, type Logger, LogLevel } from '#shared/core/log.js';
import { waitForPort } from '#shared/core/ports.js';
import { catchRejections, collectProcessMetrics } from '#shared/core/process.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { watchSettings, withSettingsFile } from '#shared/core/settings-file.js';
import { warnOfUnread } from '#shared/core/unread-settings.js';
import { openAuditCopy } from '../../features/audit/audit-copy.js';
import { readJwtSettings } from '../../features/issued-tokens/jwt-settings.js';
import { readRedisUrl } from '../../features/redis/store/redis-url.js';
import { remoteProblems } from '../../features/remote/compose-remote.js';
import { openTracing } from '../../features/tracing/open-tracing.js';
import { readHash } from '../../gateway/auth/token-rule.js';
import { readTokens } from '../../gateway/auth/token-store.js';
import { createMetrics } from '../../gateway/core/metrics.js';
import { readQuotas } from '../../gateway/limits/token-quotas.js';
import { TrustedProxies } from '../../gateway/transport/trusted-proxies.js';
import { type RunningGateway, startGateway } from './gateway.js';

/** Reads a gateway's configuration from the environment. Fails with `NAME: problem` for each bad variable. */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
): Result<Config, readonly string[]> {
  const merged = withSettingsFile(environment);
  if (!merged.ok) return fail([merged.failure]);
  const read = readConfig(merged.value);
  if (!read.ok) return fail(read.failure);
  const problems = [];
  if (read.value.PROXY_SECRET === undefined) {
    problems.push('PROXY_SECRET: required (16 characters or more, the same for the proxy)');
  }
  const { ADMIN_TOKEN: admin } = read.value;
  const adminHash = admin === undefined ? undefined : readHash(admin);
  if (adminHash?.ok === false) problems.push(`ADMIN_TOKEN: ${adminHash.failure}`);
  const redis = read.value.REDIS_URL === undefined ? undefined : readRedisUrl(read.value.REDIS_URL);
  if (redis?.ok === false) problems.push(`REDIS_URL: ${redis.failure}`);
  problems.push(...tokenProblems(read.value), ...tlsProblems(read.value));
  problems.push(...trustProblems(read.value), ...remoteProblems(read.value));
  return problems.length === 0 ? ok(read.value) : fail(problems);
}

/** What is wrong with the tokens and with who issues some. */
function tokenProblems(config: Config): readonly string[] {
  const jwt = readJwtSettings(config);
  if (!jwt.ok) return [jwt.failure];
  const { LLM_API_TOKENS: items, LLM_API_TOKENS_FILE: file } = config;
  const tokens = readTokens({ items: () => items, file }, jwt.value !== undefined);
  if (!tokens.ok) return [tokens.failure];
  const quotas = readQuotas(config.TOKEN_QUOTAS);
  return quotas.ok ? [] : [`TOKEN_QUOTAS: ${quotas.failure}`];
}

/** What is wrong with certificate and key. */
function tlsProblems({ TLS_CERT_FILE: cert, TLS_KEY_FILE: key }: Config): readonly string[] {
  if ((cert === undefined) !== (key === undefined))
    return [`${cert === undefined ? 'TLS_CERT_FILE' : 'TLS_KEY_FILE'}: required with the other of the two`];
  return Object.entries({ TLS_CERT_FILE: cert, TLS_KEY_FILE: key })
    .filter(([, path]) => path !== undefined && !isReadable(path))
    .map(([name]) => `${name}: cannot be read`);
}

/** What is wrong with TRUSTED_PROXIES and PROXY_PROTOCOL. */
function trustProblems({ TRUSTED_PROXIES: entries, PROXY_PROTOCOL, TRANSPORT }: Config): readonly string[] {
  const proxies = TrustedProxies.parse(entries);
  if (!proxies.ok) return [`TRUSTED_PROXIES: ${proxies.failure}`];
  if (!PROXY_PROTOCOL) return [];
  if (TRANSPORT !== 'ws') return ['PROXY_PROTOCOL: needs TRANSPORT=ws'];
  return entries.length > 0 ? [] : ['PROXY_PROTOCOL: needs TRUSTED_PROXIES, who may send its header'];
}

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/** After SIGTERM the process ends after this time at the latest. */
const EXIT_TIMEOUT_MS = 9_500;

async function main(): Promise<void> {
  // Only this user may read sessions and audit files, also in a folder that others can read.
  process.umask(0o077);
  const settings = readSettings(process.env);
  if (!settings.ok) return exitWithProblems(settings.failure.map((problem) => `configuration: ${problem}`));
  const config = settings.value;
  const level = new LogLevel(config.LOG_LEVEL);
  const log = createLogger('gateway', level);
  warnOfUnread(process.env, log);
  const taken = await takenByOthers(config);
  if (taken !== undefined) return exitWithProblems([taken]);
  const gateway = await start(config, log);
  const { host, port, transport } = gateway;
  log.info({ host, port, transport }, 'listening');
  watchSettings(process.env, () => {
    const next = readSettings(process.env);
    if (!next.ok)
      return log.error({ problems: next.failure }, 'settings could not be read again; the old ones stay');
    warnOfUnread(process.env, log);
    level.value = next.value.LOG_LEVEL;
    gateway.reload(next.value);
  });
  drainOnSignals(gateway, log);
  // A launcher says that all is ready, which is not so before the first link to the proxy.
  await gateway.whenLinked();
  // Last, because a parent process may send signals as soon as it gets this message.
  process.send?.({ type: 'ready', host, port });
}

/** Waits for the ports and locks the folder of the sessions. Returns what another process has taken, as a sentence; undefined for nothing. */
async function takenByOthers(config: Config): Promise<string | undefined> {
  for (const name of ['GATEWAY_PORT', 'PLAY_PORT'] as const) {
    const taken = await waitForPort(config.GATEWAY_HOST, config[name]);
    if (taken !== undefined) return `${taken}: end it, or set ${name} to another one`;
  }
  // The sessions on disk belong to the port; port 0 is another port each time.
  const { DATA_DIR: folder, GATEWAY_PORT: own } = config;
  if (own === 0 || (await lockFolder(folder, `gateway-${own}`))) return undefined;
  return `another gateway has the sessions of port ${own} in ${folder}: end it, or set DATA_DIR or GATEWAY_PORT`;
}

/** Starts the gateway with its metrics, traces and audit copy. When it cannot start, it prints the problem and ends the process. */
async function start(config: Config, log: Logger): Promise<RunningGateway> {
  const tracing = await openTracing('freeciv-gateway', config, log);
  if (!tracing.ok) return exitWithProblems([`configuration: ${tracing.failure}`]);
  const auditCopy = await openAuditCopy(config, { clock: systemClock, log });
  if (!auditCopy.ok) return exitWithProblems([`configuration: AUDIT_TO: ${auditCopy.failure}`]);
  const metrics = createMetrics();
  catchRejections({ log, count: () => metrics.rejections.inc(), giveUp: () => undefined });
  collectProcessMetrics(metrics.registry);
  try {
    const reports = { metrics, tracing: tracing.value, auditCopy: auditCopy.value };
    return await startGateway({ config, log, ...reports });
  } catch (error) {
    return exitWithProblems([startProblem(error, config)]);
  }
}

function drainOnSignals(gateway: RunningGateway, log: Logger): void {
  const stop = (signal: string) => {
    log.info({ signal }, 'draining');
    setTimeout(() => process.exit(0), EXIT_TIMEOUT_MS).unref();
    void gateway.close().then(() => process.exit(0));
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

function startProblem(error: unknown, config: Config): string {
  const { GATEWAY_HOST: host } = config;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const failed = error instanceof Error && 'port' in error ? error.port : undefined;
  const name = config.PLAY_PORT !== 0 && failed === config.PLAY_PORT ? 'PLAY_PORT' : 'GATEWAY_PORT';
  if (code === 'EADDRINUSE') return `port ${config[name]} of ${host} is taken: set ${name} to another one`;
  if (code === 'EACCES') return `port ${config[name]} may not be opened: set ${name} to one above 1023`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `${host} is not an address of this machine: set GATEWAY_HOST`;
  }
  return `the gateway could not start: ${error instanceof Error ? error.message : String(error)}`;
}

/** Ends the process at once: what a failed start has opened, such as the connections to Redis, would keep it alive. */
function exitWithProblems(lines: readonly string[]): never {
  process.stderr.write(`${lines.join('\n')}\n`);
  process.exit(1);
}

await main();
