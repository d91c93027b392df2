import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { importBuilt, root } from '../steps/run.mjs';
import { broken, fine, note, reasonOf } from './finding.mjs';

/** @typedef {import('./finding.mjs').Environment} Environment */
/** @typedef {import('./finding.mjs').Finding} Finding */

/** A game of 200 turns takes about 20 MB. */
const fewBytes = 1e9;
const tooFewBytes = 1e8;

/** @param {Environment} environment */
export function dataDir({ DATA_DIR }) {
  return resolve(DATA_DIR || './data');
}

/** Writes a file and takes it away again. @param {Environment} environment @returns {Finding} */
export function dataFolder(environment) {
  const folder = dataDir(environment);
  const probe = join(folder, `.doctor-${process.pid}`);
  try {
    makeFolder(folder);
    writeFileSync(probe, 'x');
    rmSync(probe);
    return fine('data folder', folder);
  } catch (error) {
    const fix = 'set DATA_DIR to a folder you may write in, or change its owner: chown -R "$USER" …';
    return broken('data folder', `nothing can be written in ${folder}: ${reasonOf(error)}`, fix);
  }
}

/** Node's own `recursive` never ends where the system says that a folder it just refused is missing, as in /proc. @param {string} folder */
function makeFolder(folder) {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder);
}

/** @param {Environment} environment @returns {Finding} */
export function diskSpace(environment) {
  const folder = dataDir(environment);
  const free = freeBytes(folder);
  if (free === undefined) return note('disk space', 'cannot be told', 'see to the data folder first');
  const found = `${(free / 1e9).toFixed(1)} GB free at ${folder}`;
  const fix = 'remove old games (npm run games -- delete …), lower ARCHIVE_MAX_GB, or set DATA_DIR elsewhere';
  if (free < tooFewBytes) return broken('disk space', found, fix);
  return free < fewBytes ? note('disk space', found, fix) : fine('disk space', found);
}

/** Of the folder, or of the nearest above that exists. @param {string} folder @returns {number | undefined} */
function freeBytes(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    const above = dirname(folder);
    return above === folder ? undefined : freeBytes(above);
  }
}

/** How many cores play games: a proxy uses one. @param {Environment} environment @returns {Finding} */
export function proxies({ PROXIES }, cores = availableParallelism()) {
  if (PROXIES === 'auto') return fine('proxies', `one for each of the ${cores} cores (PROXIES=auto)`);
  const count = Number(PROXIES || 1);
  if (!(count > 0)) return note('proxies', `${PROXIES} is not a number`, 'see to the settings first');
  const shown = `${count}, which use ${Math.min(count, cores)} of the ${cores} cores`;
  if (count > cores) return note('proxies', shown, `PROXIES=${cores}: more gain nothing`);
  return count < cores
    ? note('proxies', shown, 'for many games at once: PROXIES=auto, one for each core')
    : fine('proxies', shown);
}

/** @param {Environment} environment */
export function gatewayPort(environment) {
  const { host, port } = gatewayAddress(environment);
  return portOf({ name: 'GATEWAY', host, port, isOurs: () => answers(host, port, '/health') });
}

/** @param {Environment} environment */
export function proxyPort({ PROXY_HOST, PROXY_PORT }) {
  const [host, port] = [PROXY_HOST || loopback, PROXY_PORT || '8002'];
  return portOf({ name: 'PROXY', host, port, isOurs: () => answers(host, port, '/metrics') });
}

/**
 * The port for people with the ordinary client, on the address of the gateway. It speaks no HTTP: it counts as ours while a gateway
 * of ours runs.
 * @param {Environment} environment
 * @returns {Promise<Finding>}
 */
export async function playPort(environment) {
  const { PLAY_PORT: port } = environment;
  if (port === undefined || Number(port) === 0)
    return fine('play port', 'off: PLAY_PORT lets people with the ordinary client join');
  const gateway = gatewayAddress(environment);
  const { host } = gateway;
  const isOurs = () => answers(host, gateway.port, '/health');
  const finding = await portOf({ name: 'PLAY', hostName: 'GATEWAY', host, port, isOurs });
  if (finding.state !== 'fine') return finding;
  const reach = isLoopback(host)
    ? 'only from this machine: GATEWAY_HOST=0.0.0.0 lets others connect'
    : 'a firewall must let TCP connections to it through';
  return fine(finding.subject, `${finding.found}; ${reach}`);
}

const loopback = '127.0.0.1';

/** @param {string} host */
function isLoopback(host) {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

/** @param {Environment} environment */
function gatewayAddress({ GATEWAY_HOST, GATEWAY_PORT }) {
  return { host: GATEWAY_HOST || loopback, port: GATEWAY_PORT || '8003' };
}

/**
 * @param {object} of
 * @param {string} of.name the setting is NAME_PORT
 * @param {string} [of.hostName] the setting of its address is HOSTNAME_HOST; as its port without it
 * @param {string} of.host
 * @param {string} of.port
 * @param {() => Promise<boolean>} of.isOurs whether a running service of ours has a taken port
 * @returns {Promise<Finding>}
 */
async function portOf({ name, hostName = name, host, port, isOurs }) {
  const where = `${host}:${port}`;
  const subject = `${name.toLowerCase()} port`;
  const code = await listenError(host, Number(port));
  switch (code) {
    case undefined:
      return fine(subject, `${where} is free`);
    case 'EADDRINUSE':
      if (await isOurs())
        return note(
          subject,
          `${where} is taken by a running one of ours`,
          'stop that one before you start another',
        );
      return broken(subject, `${where} is taken`, `end who has it (ss -ltnp), or set ${name}_PORT`);
    case 'EACCES':
      return broken(subject, `${where} is not for you`, `set ${name}_PORT to 1024 or above`);
    default:
      return broken(
        subject,
        `${where} cannot be listened on (${code})`,
        `set ${hostName}_HOST and ${name}_PORT`,
      );
  }
}

/** @param {string} host @param {number} port @returns {Promise<string | undefined>} */
async function listenError(host, port) {
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  } finally {
    server.close();
  }
}

/** Whether a service of ours answers there. @param {string} host @param {string} port @param {string} path what only ours answers */
async function answers(host, port, path) {
  try {
    const response = await fetch(`http://${host}:${port}${path}`, { signal: AbortSignal.timeout(1000) });
    return /"dependencies"|freeciv_proxy_/.test(await response.text());
  } catch {
    return false;
  }
}

const later = 'npm start builds first; then run npm run doctor again';
const built = 'dist/features/bucket/open-bucket.js';

/**
 * Whether what STORAGE_URL names can be reached, written, listed, read and cleared. Asked once the services were built.
 * @param {Environment} environment
 * @returns {Promise<Finding>}
 */
export async function bucket({ STORAGE_URL, REDIS_URL }) {
  if (!STORAGE_URL) return fine('bucket', 'none: games are in the data folder');
  if (!existsSync(join(root, built))) return note('bucket', 'not checked yet', later);
  try {
    const { openBucket, bucketProblem } = await importBuilt(built);
    const opened = await openBucket(STORAGE_URL);
    if (!opened.ok) return broken('bucket', opened.failure, 'set STORAGE_URL as docs/configuration.md says');
    const { store, shown } = opened.value;
    const problem = await bucketProblem(store);
    store.close();
    if (problem !== undefined) return broken('bucket', `${shown}: ${problem}`, howToFix);
    if (REDIS_URL) return fine('bucket', `${shown} can be written`);
    return note('bucket', `${shown} can be written`, 'proxies on several machines need REDIS_URL as well');
  } catch (error) {
    return note('bucket', `not checked: ${reasonOf(error)}`, later);
  }
}

const howToFix =
  'see that its endpoint answers, and that the account may list the bucket and get, put and delete objects (docs/operations.md)';
