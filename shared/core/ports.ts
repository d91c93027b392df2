import { once } from 'node:events';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout } from 'node:timers/promises';

const LISTENING = '0A';

/** The TCP port of a server's `address()`; 0 when it does not listen on one. */
export function listeningPort(address: AddressInfo | string | null): number {
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The process on a TCP port, as `process 123 (node)`; undefined for those of other users. Reads Linux's /proc. */
async function portHolder(port: number): Promise<string | undefined> {
  const sockets = await listeningSockets(port);
  if (sockets.size === 0) return undefined;
  for (const pid of await readdir('/proc').catch(() => [])) {
    if (/^\d+$/.test(pid) && (await holdsOne(pid, sockets))) {
      const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => '');
      return `process ${pid} (${name.trim()})`;
    }
  }
  return undefined;
}

/** The sockets that listen on the port, named as /proc/<pid>/fd links to them. */
async function listeningSockets(port: number): Promise<ReadonlySet<string>> {
  const tables = await Promise.all(
    ['/proc/net/tcp', '/proc/net/tcp6'].map((path) => readFile(path, 'utf8').catch(() => '')),
  );
  const rows = tables.flatMap((table) => table.split('\n').map((line) => line.trim().split(/\s+/)));
  const ours = rows.filter(([, local = '', , state]) => state === LISTENING && portOf(local) === port);
  return new Set(ours.map((row) => `socket:[${row[9]}]`));
}

/** Of an address like `0100007F:1F43`. */
function portOf(address: string): number {
  return Number.parseInt(address.split(':')[1] ?? '', 16);
}

async function holdsOne(pid: string, sockets: ReadonlySet<string>): Promise<boolean> {
  const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const targets = await Promise.all(files.map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')));
  return targets.some((target) => sockets.has(target));
}

/** A service that was asked to end needs some seconds for it. */
const MAX_WAIT_MS = 5_000;
const RETRY_MS = 100;

/** Waits until a port is free that its holder gives up; a sentence that names the holder when it stays taken. */
export async function waitForPort(
  host: string,
  port: number,
  patienceMs = MAX_WAIT_MS,
): Promise<string | undefined> {
  for (let waited = 0; port !== 0 && (await isTaken(host, port)); waited += RETRY_MS) {
    if (waited >= patienceMs) {
      return `port ${port} of ${host} is taken by ${(await portHolder(port)) ?? 'another process'}`;
    }
    await setTimeout(RETRY_MS);
  }
  return undefined;
}

async function isTaken(host: string, port: number): Promise<boolean> {
  const probe = createServer();
  try {
    probe.listen({ host, port });
    await once(probe, 'listening');
    probe.close();
    await once(probe, 'close');
    return false;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  }
}
