import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { agentFolderName } from '#shared/core/disk/agent-folder.js';
import { errorCode } from '#shared/core/disk/disk-error.js';
import { quarantine } from '#shared/core/disk/quarantine.js';
import { type FileRead, readKeptFile, readKeptFileSync } from '#shared/core/disk/read-file.js';
import { failure } from '#shared/core/failure.js';
import { parseJson } from '#shared/core/json.js';
import type { Logger } from '#shared/core/log.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { type Lessons, type LessonsChange, lessonsSchema } from '#shared/protocol/lessons.js';
import type { GatewayContext } from '../../gateway/core/context.js';

/** Versions of an agent that are kept; the last one counts. */
const MAX_VERSIONS = 20;
/** Agents with lessons; each takes at most twenty small files. */
const MAX_AGENTS = 10_000;
const FILE_NAME = /^(\d{1,15})\.json$/;

const fileSchema = lessonsSchema.pick({ text: true }).extend({ written_at: z.string() });

/** What a store of lessons is made with. */
export interface LessonStoreOptions {
  /** A folder that gateways share which serve the same agents. */
  readonly folder: string;
  /** Lessons that were not changed for so many milliseconds are removed. */
  readonly maxAge: number;
  /** Milliseconds since 1970. */
  now(): number;
  readonly log: Logger;
}

/** The lessons of all agents of a gateway, in the folder `lessons` of DATA_DIR. */
export function createLessons({ config, clock, log }: GatewayContext): LessonStore {
  return new LessonStore({
    folder: join(config.DATA_DIR, 'lessons'),
    maxAge: config.AGENT_DATA_MAX_DAYS * 86_400_000,
    now: () => clock.now(),
    log,
  });
}

/**
 * What agents have learned, from one game to the next. Each version of an agent is a file of its own that is never changed. The
 * file system lets only one writer make the file of a version, so that gateways that share the folder never overwrite each other.
 */
export class LessonStore {
  readonly #options: LessonStoreOptions;

  constructor(options: LessonStoreOptions) {
    this.#options = options;
  }

  /** The last version. A damaged file of a later one is put aside. E500 when the disk does not give it now. */
  async read(agentId: string): Promise<Result<Lessons>> {
    try {
      for (const version of await this.#versions(agentId)) {
        const read = await readKeptFile(this.#file(agentId, version));
        if (read.kind === 'inaccessible') return this.#diskFailed(read.reason);
        const data = contentOf(read);
        if (data !== undefined) return ok({ agent_id: agentId, version, ...data });
        this.#putAside(agentId, version);
      }
      return ok({ agent_id: agentId, version: 0, written_at: null, text: '' });
    } catch (error) {
      return this.#diskFailed(error);
    }
  }

  /** The text of the last version; undefined when there is none, or the disk does not give it now. */
  async textOf(agentId: string): Promise<string | undefined> {
    const read = await this.read(agentId);
    return read.ok && read.value.text !== '' ? read.value.text : undefined;
  }

  /**
   * Writes the next version. E105 when another version than `replaces` is the last one, which is in the details; E112 when too
   * many agents have lessons; E500 when the disk does not take it.
   */
  async write(agentId: string, { replaces, text }: LessonsChange): Promise<Result<Lessons>> {
    const now = await this.read(agentId);
    if (!now.ok) return now;
    if (now.value.version !== replaces) return conflict(now.value);
    try {
      if (replaces === 0 && (await this.#isFull(agentId)))
        return fail(failure('E112', `At most ${MAX_AGENTS} agents may have lessons here`));
      const written_at = new Date(this.#options.now()).toISOString();
      const version = replaces + 1;
      if (!(await this.#create(agentId, version, JSON.stringify({ written_at, text })))) {
        const other = await this.read(agentId);
        return other.ok ? conflict(other.value) : other;
      }
      await this.#removeOld(agentId);
      return ok({ agent_id: agentId, version, written_at, text });
    } catch (error) {
      return this.#diskFailed(error);
    }
  }

  /** Removes all versions of an agent; how many files. Rejects when the disk does not do it. */
  async forget(agentId: string): Promise<number> {
    const versions = await this.#versions(agentId);
    await rm(this.#folderOf(agentId), { recursive: true, force: true });
    return versions.length;
  }

  /** Removes the lessons that were not changed for too long. */
  async prune(): Promise<void> {
    const { folder, maxAge, now, log } = this.#options;
    try {
      for (const name of (await readdir(folder).catch(ignoreMissing)) ?? []) {
        const path = join(folder, name);
        const { mtimeMs } = (await stat(path).catch(ignoreMissing)) ?? { mtimeMs: now() };
        if (now() - mtimeMs > maxAge) await rm(path, { recursive: true, force: true });
      }
    } catch (error) {
      log.warn({ reason: String(error) }, 'old lessons of agents could not be removed');
    }
  }

  /** Whether the file of that version is new. It is written aside first: a reader never sees a part of it. */
  async #create(agentId: string, version: number, content: string): Promise<boolean> {
    await mkdir(this.#folderOf(agentId), { recursive: true, mode: 0o700 });
    const aside = join(this.#folderOf(agentId), `${randomUUID()}.new`);
    try {
      await writeFile(aside, content, { mode: 0o600, flush: true });
      await link(aside, this.#file(agentId, version));
      return true;
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      throw error;
    } finally {
      await rm(aside, { force: true });
    }
  }

  /** Another gateway may have put it aside and written that version since: it is read once more first. */
  #putAside(agentId: string, version: number): void {
    const file = this.#file(agentId, version);
    const aside = contentOf(readKeptFileSync(file)) === undefined ? quarantine(file) : undefined;
    if (aside !== undefined)
      this.#options.log.error({ agent: agentId, version, aside }, 'a version of lessons is damaged');
  }

  async #removeOld(agentId: string): Promise<void> {
    const old = (await this.#versions(agentId)).slice(MAX_VERSIONS);
    await Promise.all(old.map((version) => rm(this.#file(agentId, version), { force: true })));
  }

  async #isFull(agentId: string): Promise<boolean> {
    const agents = (await readdir(this.#options.folder).catch(ignoreMissing)) ?? [];
    return agents.length >= MAX_AGENTS && !agents.includes(agentFolderName(agentId));
  }

  /** The versions that are there, the last one first. */
  async #versions(agentId: string): Promise<readonly number[]> {
    const names = (await readdir(this.#folderOf(agentId)).catch(ignoreMissing)) ?? [];
    const versions = names.flatMap((name) => FILE_NAME.exec(name)?.[1] ?? []).map(Number);
    return versions.sort((a, b) => b - a);
  }

  #folderOf(agentId: string): string {
    return join(this.#options.folder, agentFolderName(agentId));
  }

  #file(agentId: string, version: number): string {
    return join(this.#folderOf(agentId), `${version}.json`);
  }

  #diskFailed(error: unknown): Result<never> {
    this.#options.log.warn({ reason: String(error) }, 'the disk failed for the lessons of an agent');
    return fail(failure('E500', 'The disk does not do this with the lessons at the moment'));
  }
}

function conflict({ version, text, written_at }: Lessons): Result<never> {
  const message = `The lessons are of version ${version} by now: read them, and replace that version`;
  return fail(failure('E105', message, { path: 'replaces', details: { version, written_at, text } }));
}

/** Undefined for a file that is damaged, or not there. */
function contentOf(read: FileRead): z.infer<typeof fileSchema> | undefined {
  return read.kind === 'read' ? fileSchema.safeParse(parseJson(read.bytes.toString('utf8'))).data : undefined;
}

function ignoreMissing(error: unknown): undefined {
  if (errorCode(error) === 'ENOENT') return undefined;
  throw error;
}
