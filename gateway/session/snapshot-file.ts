import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Logger } from '#shared/log.js';
import { type GatewaySnapshot, gatewaySnapshotSchema } from './session-snapshot.js';

const nothing: GatewaySnapshot = { version: 1, seats: [], sessions: [] };

/**
 * Where sessions wait while a gateway restarts. Only a gateway that was shut down in order leaves them: after a
 * crash there are none, as nobody could say which actions had been answered.
 */
export class SnapshotFile {
  readonly #path: string;
  readonly #log: Logger;

  constructor(path: string, log: Logger) {
    this.#path = path;
    this.#log = log;
  }

  /** What was left, once: it is taken away, so that a later crash does not bring it back. */
  async take(): Promise<GatewaySnapshot> {
    const text = await readFile(this.#path, 'utf8').catch(() => undefined);
    if (text === undefined) return nothing;
    await rm(this.#path, { force: true });
    const snapshot = parse(text);
    if (snapshot === undefined) this.#log.error({ path: this.#path }, 'kept sessions could not be read');
    return snapshot ?? nothing;
  }

  async leave(snapshot: GatewaySnapshot): Promise<void> {
    if (snapshot.sessions.length === 0) return;
    const part = `${this.#path}.part`;
    try {
      await mkdir(dirname(this.#path), { recursive: true });
      // Session ids are half of what a resume needs: for our own eyes.
      await writeFile(part, JSON.stringify(snapshot), { mode: 0o600 });
      await rename(part, this.#path);
    } catch (error) {
      this.#log.error({ err: error, path: this.#path }, 'sessions could not be kept');
    }
  }
}

function parse(text: string): GatewaySnapshot | undefined {
  try {
    const parsed = gatewaySnapshotSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}
