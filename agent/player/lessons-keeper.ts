import { timeLimit } from '#shared/core/clock.js';
import { httpAddress } from '#shared/core/hosts.js';
import type { JsonObject } from '#shared/core/json.js';
import { lessonsSchema, MAX_LESSONS_CHARS } from '#shared/protocol/lessons.js';
import type { ModelSession } from './model-session.js';
import { lessonsRequest } from './system-prompt.js';

/** Another player of the agent may write at the same time: then the model reads what that one wrote, and writes once more. */
const MAX_ATTEMPTS = 2;
/** A gateway that takes longer does not keep the lessons of this game. */
const TIMEOUT_MS = 30_000;

/** Whose lessons they are, and who writes them. */
export interface LessonsOptions {
  /** The gateway, and a token of the agent. */
  readonly source: { readonly gateway: string; readonly token: string };
  readonly agentId: string;
  readonly gameId: string;
  readonly session: ModelSession;
  onNotice(line: string): void;
}

/** An answer of the gateway. */
interface Answered {
  readonly ok: boolean;
  readonly status: number;
  readonly body: unknown;
}

/** The status of E105. */
const CONFLICT = 400;

/** Has the model write down, when its game is over, what it has learned for its next games. */
export class LessonsKeeper {
  readonly #options: LessonsOptions;

  constructor(options: LessonsOptions) {
    this.#options = options;
  }

  /** Asks the model and keeps what it writes; `score` at the end. What fails is a notice: the game is played. */
  async keep(score: number | null, signal: AbortSignal): Promise<void> {
    const { onNotice } = this.#options;
    try {
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        const answer = await this.#request(signal);
        if (!answer.ok) return onNotice(`the gateway does not give the lessons: ${answer.status}`);
        const { version, text } = lessonsSchema.parse(answer.body);
        const written = await this.#write(lessonsRequest(text, score), signal);
        if (written === '') return onNotice('the model wrote no lessons');
        const kept = await this.#request(signal, { replaces: version, text: written });
        if (kept.ok) return;
        // Only a conflict, which is E105, may end otherwise the next time.
        if (kept.status !== CONFLICT || attempt === MAX_ATTEMPTS)
          return onNotice(`the gateway does not keep the lessons: ${kept.status}`);
      }
    } catch (error) {
      onNotice(`the lessons are not kept: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** What the model writes; empty when it writes nothing. */
  async #write(request: string, signal: AbortSignal): Promise<string> {
    const { session } = this.#options;
    const answer = await session.step(() => {
      session.conversation.tell(request);
      return session.ask(signal);
    });
    if (!answer.ok) return '';
    return session.channel.withoutKey(answer.value.message.text).trim().slice(0, MAX_LESSONS_CHARS);
  }

  async #request(signal: AbortSignal, change?: JsonObject): Promise<Answered> {
    const { source, agentId, gameId } = this.#options;
    const path = `/api/agents/${encodeURIComponent(agentId)}/lessons?game_id=${encodeURIComponent(gameId)}`;
    using limit = timeLimit(signal, TIMEOUT_MS);
    const answer = await fetch(`${httpAddress(source.gateway)}${path}`, {
      headers: { authorization: `Bearer ${source.token}`, 'content-type': 'application/json' },
      ...(change !== undefined && { method: 'PUT', body: JSON.stringify(change) }),
      signal: limit.signal,
    });
    return { ok: answer.ok, status: answer.status, body: await answer.json() };
  }
}
