import { randomBytes } from 'node:crypto';
import { type Clock, every } from '#shared/core/clock.js';
import type { Config } from '#shared/core/config.js';
import type { Logger } from '#shared/core/log.js';
import { ok, type Result } from '#shared/core/result.js';
import { SerialQueue } from '#shared/core/serial-queue.js';
import type { ObjectStore } from '#shared/store/object-store.js';
import { openBucket } from '../bucket/open-bucket.js';
import { pseudonymised } from './audit-files.js';

/** Where lines of the audit go beside the files in DATA_DIR, so that they outlive this machine or pod (AUDIT_TO). */
export interface AuditCopy {
  /** Takes a line; never throws. */
  write(line: string): void;
  /** Puts a pseudonym in the place of an agent's id. Fails with a sentence. */
  pseudonymise(agentId: string, pseudonym: string): Promise<Result<void, string>>;
  /** Resolves when all lines are written, or could not be. */
  close(): Promise<void>;
}

/** The copy of AUDIT_TO; undefined where there is none. The failure is a sentence. */
export async function openAuditCopy(
  { AUDIT_TO: to }: Config,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
): Promise<Result<AuditCopy | undefined, string>> {
  if (to === 'files') return ok(undefined);
  if (to === 'stdout') return ok(STANDARD_OUTPUT);
  const bucket = await openBucket(to);
  return bucket.ok ? ok(new BucketAudit(bucket.value.store, { clock, log })) : bucket;
}

/** No line of it is changed afterwards: the program that collects the output keeps it. */
const STANDARD_OUTPUT: AuditCopy = {
  write: (line) => void process.stdout.write(line),
  pseudonymise: async () => ok(undefined),
  close: async () => undefined,
};

/** Lines are collected for this long, in milliseconds. */
const FLUSH_MS = 5_000;
/** Characters that wait while the bucket is away. The oldest lines beyond them are dropped. */
const MAX_CHARS = 16 << 20;
const PREFIX = 'audit/';

/** The audit in a bucket: an object for the lines of a few seconds. */
export class BucketAudit implements AuditCopy {
  readonly #store: ObjectStore;
  readonly #clock: Clock;
  readonly #log: Logger;
  readonly #order = new SerialQueue();
  readonly #stop: () => void;
  /** Names this process: gateways with one bucket write objects of their own. */
  readonly #run = randomBytes(4).toString('hex');
  #objects = 0;
  #text = '';
  #isBehind = false;

  constructor(store: ObjectStore, { clock, log }: { readonly clock: Clock; readonly log: Logger }) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
    this.#stop = every(clock, FLUSH_MS, () => void this.#order.run(() => this.#flush()));
  }

  write(line: string): void {
    this.#text += line;
    if (this.#text.length <= MAX_CHARS) return;
    this.#log.error('lines of the audit were dropped: the bucket has refused them for too long');
    this.#text = this.#text.slice(this.#text.indexOf('\n', MAX_CHARS / 2) + 1);
  }

  pseudonymise(agentId: string, pseudonym: string): Promise<Result<void, string>> {
    return this.#order.run(async () => {
      await this.#flush();
      const listed = await this.#store.list(PREFIX);
      if (!listed.ok) return listed;
      for (const { key } of listed.value) {
        const read = await this.#store.get(key);
        if (!read.ok) return read;
        const before = read.value?.toString('utf8') ?? '';
        const after = pseudonymised(before, agentId, pseudonym);
        if (after === before) continue;
        const put = await this.#store.put(key, Buffer.from(after));
        if (!put.ok) return put;
      }
      return ok(undefined);
    });
  }

  async close(): Promise<void> {
    this.#stop();
    await this.#order.run(() => this.#flush());
    this.#store.close();
  }

  async #flush(): Promise<void> {
    const text = this.#text;
    if (text === '') return;
    this.#text = '';
    const time = new Date(this.#clock.now()).toISOString();
    this.#objects += 1;
    const name = `${time.replaceAll(/[-:]/g, '')}-${this.#run}-${String(this.#objects).padStart(9, '0')}`;
    const put = await this.#store.put(`${PREFIX}${time.slice(0, 10)}/${name}.jsonl`, Buffer.from(text));
    if (!put.ok) this.#text = text + this.#text;
    if (!put.ok && !this.#isBehind)
      this.#log.error({ reason: put.failure }, 'the audit is not in the bucket yet');
    this.#isBehind = !put.ok;
  }
}
