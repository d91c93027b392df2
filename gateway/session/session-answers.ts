import { hash } from 'node:crypto';
import { isJsonObject } from '#shared/core/json.js';
import { faultFailure } from '../link/link-messages.js';
import { errorMessage, type MessageText, textOf } from './agent-message.js';
import type { BegunRequest, SentRequest } from './persistence/session-records.js';

/**
 * What a session knows of a correlation id. `in_flight`: the same request is being executed, and its one answer
 * serves both. `conflict`: the id was used for another request (E135). `unknown`: its answer says that the outcome is
 * unknown, and the proxy can be asked again.
 */
export type FoundAnswer =
  | { readonly kind: 'new' }
  | { readonly kind: 'in_flight' | 'conflict' }
  | { readonly kind: 'answered'; readonly answer: MessageText }
  | { readonly kind: 'unknown'; readonly sent: SentRequest };

/** The session does not know the id. */
export const NOT_FOUND: FoundAnswer = { kind: 'new' };

interface Entry {
  readonly digest: string;
  readonly isRead: boolean;
  answer: MessageText | undefined;
  sent: SentRequest | undefined;
}

/** An answer with the request it belongs to. A record on disk. */
export interface StoredAnswer {
  readonly id: string;
  readonly digest: string;
  readonly isRead: boolean;
  readonly answer: string;
  /** Where the answer says that the outcome of the request is unknown. */
  readonly sent?: SentRequest | undefined;
}

/** The answers of a session, bounded by entries and characters. A change of the game drops the answers of queries. */
export class AnswerStore {
  readonly #maxEntries: number;
  readonly #maxChars: number;
  readonly #entries = new Map<string, Entry>();
  /** The ids of the answered queries among them. */
  readonly #reads = new Set<string>();
  #chars = 0;

  constructor(maxEntries: number, maxChars: number) {
    this.#maxEntries = maxEntries;
    this.#maxChars = maxChars;
  }

  find(correlationId: string, digest: string): FoundAnswer {
    const entry = this.#entries.get(correlationId);
    if (entry === undefined) return NOT_FOUND;
    if (entry.digest !== digest) return { kind: 'conflict' };
    if (entry.answer !== undefined && entry.sent !== undefined) return { kind: 'unknown', sent: entry.sent };
    return entry.answer === undefined ? { kind: 'in_flight' } : { kind: 'answered', answer: entry.answer };
  }

  has(correlationId: string): boolean {
    return this.#entries.has(correlationId);
  }

  /** Notes that a request is in flight, unless its id is known; one whose outcome is unknown is in flight again. */
  begin(correlationId: string, digest: string, isRead: boolean): FoundAnswer {
    const found = this.find(correlationId, digest);
    const known = found.kind === 'unknown' ? this.#entries.get(correlationId) : undefined;
    if (known !== undefined) this.#drop(correlationId, known);
    if (found.kind === 'new' || known !== undefined)
      this.#entries.set(correlationId, { digest, isRead, answer: undefined, sent: undefined });
    return found;
  }

  /** The answer to a request in flight; with `sent` the proxy can be asked again what became of it. */
  finish(correlationId: string, answer: MessageText, sent?: SentRequest): void {
    const entry = this.#entries.get(correlationId);
    if (entry === undefined) return;
    if (answer.length > this.#maxChars) {
      this.#drop(correlationId, entry);
      return;
    }
    entry.answer = answer;
    entry.sent = sent;
    this.#chars += answer.length;
    if (entry.isRead) this.#reads.add(correlationId);
    else this.dropReads();
    this.#shrink();
  }

  get answered(): readonly StoredAnswer[] {
    return [...this.#entries].flatMap(([id, { digest, isRead, answer, sent }]) =>
      answer === undefined ? [] : [{ id, digest, isRead, answer: textOf(answer), sent }],
    );
  }

  restore(answers: readonly StoredAnswer[]): void {
    for (const { id, digest, isRead, answer, sent } of answers) {
      if (answer.length > this.#maxChars) continue;
      const earlier = this.#entries.get(id);
      if (earlier !== undefined) this.#drop(id, earlier);
      this.#entries.set(id, { digest, isRead, answer, sent });
      if (isRead) this.#reads.add(id);
      this.#chars += answer.length;
    }
    this.#shrink();
  }

  /** Drops the answers of state queries: the game has changed, and a client that reuses ids would see old states. */
  dropReads(): void {
    for (const id of this.#reads) {
      const entry = this.#entries.get(id);
      if (entry !== undefined) this.#drop(id, entry);
    }
  }

  #shrink(): void {
    for (const [id, entry] of this.#entries) {
      if (this.#entries.size <= this.#maxEntries && this.#chars <= this.#maxChars) return;
      if (entry.answer !== undefined) this.#drop(id, entry);
    }
  }

  #drop(id: string, entry: Entry): void {
    this.#entries.delete(id);
    this.#reads.delete(id);
    this.#chars -= entry.answer?.length ?? 0;
  }
}

/** The same base64 SHA-256 for equal payloads, however their keys are ordered. */
export function payloadDigest(type: string, data: unknown): string {
  return hash('sha256', `${type}\0${canonicalJson(data)}`, 'base64');
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value) ?? 'null';
  let members = '';
  for (const key of Object.keys(value).sort())
    members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(value[key])}`;
  return `{${members}}`;
}

const MAX_UNDELIVERED = 128;
const MAX_UNDELIVERED_CHARS = 2 << 20;

/** Answers that came while a session had no socket: the latest, bounded by number and characters. */
export class UndeliveredAnswers {
  #answers: string[] = [];
  #chars = 0;

  get held(): readonly string[] {
    return this.#answers;
  }

  /** Adds an answer. Most of those dropped had a correlation_id or were queries: the agent can ask for them again. */
  add(answer: string): void {
    this.#answers.push(answer);
    this.#chars += answer.length;
    while (
      this.#answers.length > 1 &&
      (this.#answers.length > MAX_UNDELIVERED || this.#chars > MAX_UNDELIVERED_CHARS)
    )
      this.#chars -= this.#answers.shift()?.length ?? 0;
  }

  drain(): readonly string[] {
    this.#chars = 0;
    return this.#answers.splice(0);
  }
}

/** The answer to a request that may have changed the game and was in flight when its gateway died; `now` in milliseconds. */
export function unknownAnswer(
  agentId: string,
  { id, digest, outbox, turn }: Pick<BegunRequest, 'id' | 'digest' | 'outbox' | 'turn'>,
  now: number,
): StoredAnswer {
  const lost = faultFailure('lost', 'action', 1);
  const known = turn === undefined ? {} : { turn };
  const told = { ...lost, details: { ...known, ...lost.details } };
  const message = errorMessage(told, { agentId, correlationId: id }, now);
  const sent = outbox === undefined ? {} : { sent: { outbox, ...known } };
  return { id, digest, isRead: false, answer: JSON.stringify(message), ...sent };
}
