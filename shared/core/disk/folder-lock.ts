import { once } from 'node:events';
import { mkdirSync, statSync, unlinkSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { errorCode } from './disk-error.js';

/** Longer names of sockets are cut by the system. */
const MAX_SOCKET_PATH_BYTES = 100;
/** A process that is just ending holds its lock for a moment longer than its port. */
const MAX_WAIT_MS = 2000;
const RETRY_MS = 100;

/**
 * Takes the lock `name` of a folder until this process ends, however it ends. False when another process has it. The lock
 * is a listening socket: of an abstract name, which the system frees at once and which cannot be left behind, and of a
 * file in the folder, for those that see the folder from another container. A file system that knows no sockets, or is
 * full or read-only, has only the first.
 */
export async function lockFolder(folder: string, name: string): Promise<boolean> {
  for (let waited = 0; ; waited += RETRY_MS) {
    if (await tryLock(folder, name)) return true;
    if (waited >= MAX_WAIT_MS) return false;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

async function tryLock(folder: string, name: string): Promise<boolean> {
  const abstract = process.platform === 'linux' ? abstractName(folder, name) : undefined;
  const first = abstract === undefined ? undefined : await listen(abstract);
  if (first === 'taken') return false;
  const path = join(folder, `${name}.lock`);
  if (Buffer.byteLength(path) > MAX_SOCKET_PATH_BYTES) return true;
  let second = await listen(path);
  // Its process was killed.
  if (second === 'taken' && !(await answers(path))) second = unlink(path) ? await listen(path) : undefined;
  if (second !== 'taken') return true;
  if (first instanceof Object) first.close();
  return false;
}

/** The folder by its place on the disk: one folder has many paths. Undefined when there is none and none can be made. */
function abstractName(folder: string, name: string): string | undefined {
  try {
    mkdirSync(folder, { recursive: true });
    const { dev, ino } = statSync(folder);
    return `\0freeciv-llm-gateway ${dev} ${ino} ${name}`;
  } catch {
    return undefined;
  }
}

/** Undefined when there can be no such socket. */
async function listen(path: string): Promise<Server | 'taken' | undefined> {
  const server = createServer((socket) => socket.destroy()).unref();
  try {
    server.listen(path);
    await once(server, 'listening');
    server.on('error', () => undefined);
    return server;
  } catch (error) {
    return errorCode(error) === 'EADDRINUSE' ? 'taken' : undefined;
  }
}

/** False where the folder may not be changed now. */
function unlink(path: string): boolean {
  try {
    unlinkSync(path);
    return true;
  } catch (error) {
    return errorCode(error) === 'ENOENT';
  }
}

async function answers(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
