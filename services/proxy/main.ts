import '#shared/core/less-inlining.js';
import { type Config, readConfig } from '#shared/core/config.js';
import { createLogger, LogLevel } from '#shared/core/log.js';
import { waitForPort } from '#shared/core/ports.js';
import { catchRejections } from '#shared/core/process.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { watchSettings, withSettingsFile } from '#shared/core/settings-file.js';
import { warnOfUnread } from '#shared/core/unread-settings.js';
import { FolderDirectory } from '#shared/store/folder/folder-directory.js';
import { openBucket } from '../../features/bucket/open-bucket.js';
import { readRedisUrl } from '../../features/redis/store/redis-url.js';
import { openTracing } from '../../features/tracing/open-tracing.js';
import { killServerOf } from '../../proxy/games/faults/game-bug.js';
import { ForeignServers } from '../../proxy/games/server/foreign-servers.js';
import { startProxy } from './proxy.js';
import { strangerIn } from './proxy-directory.js';

function giveUp(lines: readonly string[]): never {
  for (const line of lines) process.stderr.write(`${line}\n`);
  process.exit(1);
}

// Files of games are private to this user, also in a folder that others may enter.
process.umask(0o077);

/** The settings of the environment and of SETTINGS_FILE. Fails with `NAME: problem` for each bad one. */
function readSettings(): Result<Config & { readonly PROXY_SECRET: string }, readonly string[]> {
  const environment = withSettingsFile(process.env);
  if (!environment.ok) return fail([environment.failure]);
  const read = readConfig(environment.value);
  if (!read.ok) return read;
  const { PROXY_SECRET } = read.value;
  if (PROXY_SECRET === undefined) return fail(['PROXY_SECRET: needed, the same as the gateway has']);
  return ok({ ...read.value, PROXY_SECRET });
}

const configuration = readSettings();
if (!configuration.ok) giveUp(configuration.failure.map((problem) => `configuration: ${problem}`));
const { value: config } = configuration;
const redis = config.REDIS_URL === undefined ? undefined : readRedisUrl(config.REDIS_URL);
if (redis?.ok === false) giveUp([`configuration: REDIS_URL: ${redis.failure}`]);
const bucket = config.STORAGE_URL === undefined ? undefined : await openBucket(config.STORAGE_URL);
if (bucket?.ok === false) giveUp([`configuration: STORAGE_URL: ${bucket.failure}`]);
const foreign = ForeignServers.parse(config.FOREIGN_SERVERS);
if (!foreign.ok) giveUp([`configuration: FOREIGN_SERVERS: ${foreign.failure}`]);
const level = new LogLevel(config.LOG_LEVEL);
const log = createLogger('proxy', level);
warnOfUnread(process.env, log);

const taken = await waitForPort(config.PROXY_HOST, config.PROXY_PORT);
if (taken !== undefined) giveUp([`proxy: ${taken}: end it, or set PROXY_PORT to another one`]);
const known = new FolderDirectory(config.DATA_DIR);
const stranger = await strangerIn(known, config.PROXY_SECRET);
await known.close();
if (stranger !== undefined)
  giveUp([
    `proxy: the proxy ${stranger} has games of ${config.DATA_DIR} and another PROXY_SECRET: end it, or set DATA_DIR to another folder`,
  ]);
const store = bucket?.value.store;
const tracing = await openTracing('freeciv-proxy', config, log);
if (!tracing.ok) giveUp([`configuration: ${tracing.failure}`]);
const proxy = await startProxy({ config, log, store, tracing: tracing.value }).catch((error: Error) => {
  giveUp([
    `proxy: cannot listen on ${config.PROXY_HOST}:${config.PROXY_PORT} (PROXY_PORT): ${error.message}`,
  ]);
});
catchRejections({ log, count: proxy.countRejection, giveUp: (reason) => killServerOf(reason, proxy.games) });
log.info({ host: config.PROXY_HOST, port: proxy.port }, 'proxy listens');
process.send?.({ type: 'ready', host: config.PROXY_HOST, port: proxy.port });

/** Game servers get five seconds to end by themselves. The process exits after this time even if a disk hangs. */
const EXIT_TIMEOUT_MS = 20_000;

watchSettings(process.env, () => {
  const next = readSettings();
  if (!next.ok)
    return log.error({ problems: next.failure }, 'settings could not be read again; the old ones stay');
  warnOfUnread(process.env, log);
  level.value = next.value.LOG_LEVEL;
  proxy.reload(next.value);
});
let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'shutting down');
    setTimeout(() => process.exit(0), EXIT_TIMEOUT_MS).unref();
    void proxy.close().then(() => process.exit(0));
  });
}
