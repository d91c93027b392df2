import { hash } from 'node:crypto';

/** What is known of a correlation id of this session. */
export type Recall =
  | { readonly name: 'new' }
  /** The same request again while the first is under way: its one answer will do for both. */
  | { readonly name: 'under_way' }
  | { readonly name: 'answered'; readonly answer: string }
  /** The id stands for another request: E135. */
  | { readonly name: 'conflict' };

interface Entry {
  readonly digest: string;
  readonly isRead: boolean;
  answer: string | undefined;
}

export interface KeptAnswer {
  readonly id: string;
  readonly digest: string;
  readonly isRead: boolean;
  readonly answer: string;
}

/**
 * The answers a session has had, so that a request sent twice is executed once. Bounded by entries and by
 * bytes, oldest first. Answers to state queries are let go when something has changed since.
 */
export class AnswerStore {
  readonly #maxEntries: number;
  readonly #maxBytes: number;
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor(maxEntries: number, maxBytes: number) {
    this.#maxEntries = maxEntries;
    this.#maxBytes = maxBytes;
  }

  recall(correlationId: string, digest: string): Recall {
    const entry = this.#entries.get(correlationId);
    if (entry === undefined) return { name: 'new' };
    if (entry.digest !== digest) return { name: 'conflict' };
    return entry.answer === undefined ? { name: 'under_way' } : { name: 'answered', answer: entry.answer };
  }

  begin(correlationId: string, digest: string, isRead: boolean): void {
    this.#entries.set(correlationId, { digest, isRead, answer: undefined });
  }

  finish(correlationId: string, answer: string): void {
    const entry = this.#entries.get(correlationId);
    if (entry === undefined) return;
    if (answer.length > this.#maxBytes) {
      this.#forget(correlationId, entry);
      return;
    }
    entry.answer = answer;
    this.#bytes += answer.length;
    if (!entry.isRead) this.forgetReads();
    this.#shrink();
  }

  /** The answers given, oldest first. */
  get answered(): readonly KeptAnswer[] {
    const kept: KeptAnswer[] = [];
    for (const [id, { digest, isRead, answer }] of this.#entries) {
      if (answer !== undefined) kept.push({ id, digest, isRead, answer });
    }
    return kept;
  }

  restore(answers: readonly KeptAnswer[]): void {
    for (const { id, digest, isRead, answer } of answers) {
      if (answer.length > this.#maxBytes) continue;
      this.#entries.set(id, { digest, isRead, answer });
      this.#bytes += answer.length;
    }
    this.#shrink();
  }

  /** The game has moved on: a state query sent again is asked again, or a client that reuses ids sees old states. */
  forgetReads(): void {
    for (const [id, entry] of this.#entries) {
      if (entry.isRead && entry.answer !== undefined) this.#forget(id, entry);
    }
  }

  #shrink(): void {
    for (const [id, entry] of this.#entries) {
      if (this.#entries.size <= this.#maxEntries && this.#bytes <= this.#maxBytes) return;
      if (entry.answer !== undefined) this.#forget(id, entry);
    }
  }

  #forget(id: string, entry: Entry): void {
    this.#entries.delete(id);
    this.#bytes -= entry.answer?.length ?? 0;
  }
}

/** One digest for equal payloads, however their keys are ordered. */
export function payloadDigest(type: string, data: unknown): string {
  return hash('sha256', `${type}\0${canonicalJson(data)}`, 'base64');
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join(',')}}`;
}
