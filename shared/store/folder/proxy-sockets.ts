import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { errorCode } from '../../core/disk/disk-error.js';
import type { ProxyEntry } from '../directory.js';
import { parseProxyEntry } from '../proxy-entry.js';

/** The answer of a process. `silent`: it exists and does not answer, or its state is not known. */
export type ProcessAnswer =
  | { readonly kind: 'alive'; readonly entry: ProxyEntry | undefined }
  | { readonly kind: 'dead' }
  | { readonly kind: 'silent' };

/** Longer names of sockets are cut by the system. */
const MAX_SOCKET_PATH_BYTES = 100;
const ANSWER_MS = 1000;

/** Names the run of the system that a process belongs to: a socket tells nothing of processes of another one. */
export function bootName(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').replaceAll('-', '').slice(0, 12);
  } catch {
    return 'unknown';
  }
}

/** The sockets of the proxies of a data folder. Each tells its entry; the system frees those of ended processes. */
export class ProxySockets {
  readonly #folder: string;

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'proxies');
  }

  /** The ids of the processes that have or had a socket. */
  ids(): readonly string[] {
    try {
      return readdirSync(this.#folder);
    } catch {
      return [];
    }
  }

  /** Serves the entry of this process until the server is closed. Rejects when the folder takes no socket. */
  async serve(processId: string, entry: () => ProxyEntry | undefined): Promise<Server> {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const path = this.path(processId);
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.end(JSON.stringify(entry() ?? null));
    }).unref();
    const { address } = this.#address(processId);
    server.listen(address);
    await once(server, 'listening');
    // Lists a process whose socket has no file.
    if (address !== path) writeFileSync(path, '');
    return server;
  }

  /** Asks a process for its entry. */
  async ask(processId: string): Promise<ProcessAnswer> {
    const { address, isConclusive } = this.#address(processId);
    const socket = connect(address);
    const patience = setTimeout(() => socket.destroy(new Error('no answer')), ANSWER_MS);
    try {
      return answerIn(await text(socket));
    } catch (error) {
      const isDead = isConclusive && errorCode(error) === 'ECONNREFUSED' && this.#isOfThisBoot(processId);
      return { kind: isDead ? 'dead' : 'silent' };
    } finally {
      clearTimeout(patience);
      socket.destroy();
    }
  }

  /** Of the file that lists a process. */
  path(processId: string): string {
    return join(this.#folder, processId);
  }

  #isOfThisBoot(processId: string): boolean {
    return processId.startsWith(`${bootName()}-`) && !processId.startsWith('unknown-');
  }

  /** A path that is too long gives way to an abstract name, which other containers do not see: it proves no death. */
  #address(processId: string): { readonly address: string; readonly isConclusive: boolean } {
    const path = this.path(processId);
    if (Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES) return { address: path, isConclusive: true };
    const { dev, ino } = statSync(this.#folder);
    return { address: `\0freeciv-llm-gateway ${dev} ${ino} ${processId}`, isConclusive: false };
  }
}

/** A process that has not announced itself yet says `null`. */
function answerIn(said: string): ProcessAnswer {
  const entry = parseProxyEntry(said);
  if (entry === undefined && said !== 'null') return { kind: 'silent' };
  return { kind: 'alive', entry };
}
