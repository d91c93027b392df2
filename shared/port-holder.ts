import { readdir, readFile, readlink } from 'node:fs/promises';

const LISTENING = '0A';

/**
 * The process that listens on a TCP port of this machine, as `process 123 (node)`; undefined where the system does not
 * tell, as for processes of other users. Reads Linux's /proc.
 */
export async function portHolder(port: number): Promise<string | undefined> {
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
