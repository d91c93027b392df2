import type { Result } from '#shared/core/result.js';
import type { ChatAnswerData, ChatErrorCode, ChatReply, ToolEvent } from '#shared/protocol/chat.js';

/** Why there is no reply: a code of the chat, and a sentence. */
export interface ChatFailure {
  readonly code: ChatErrorCode;
  readonly message: string;
  /** The field at fault, where there is one. */
  readonly path?: string | undefined;
}

/** A message of a person to the model that holds a seat. */
export interface ChatQuestion {
  readonly requestId: string;
  readonly message: string;
  readonly timeoutS: number;
}

/** What came of a message. */
export type ChatOutcome = Result<ChatReply, ChatFailure>;

/** What the agent has answered, before the state is asked for. */
interface AgentReply {
  readonly text: string;
  readonly toolEvents: readonly ToolEvent[];
  readonly usage: ChatAnswerData['usage'] | null;
}

/** How the wait for an agent's answer ended. */
export type AgentOutcome =
  | { readonly kind: 'reply'; readonly reply: AgentReply }
  | { readonly kind: 'failed'; readonly failure: ChatFailure };

/** A piece of a reply that is still being made. */
export type ChatProgress =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool_event'; readonly event: ToolEvent };

/** Tool events that are kept of one message; further ones are dropped. */
const MAX_HELD_EVENTS = 64;

/** A message to a model that waits for its answer. Pure: who waits is told by calls. */
export class PendingChat {
  readonly answered: Promise<AgentOutcome>;
  #settle: (outcome: AgentOutcome) => void = () => {};
  #isAnswered = false;
  #events: readonly ToolEvent[] = [];
  readonly #listeners = new Set<(progress: ChatProgress) => void>();

  constructor() {
    this.answered = new Promise((resolve) => {
      this.#settle = resolve;
    });
  }

  /** Whether all requests have stopped waiting for an answer. */
  get isAnswered(): boolean {
    return this.#isAnswered;
  }

  /** Calls `listener` with each piece from now on, until the returned function is called. */
  onProgress(listener: (progress: ChatProgress) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Takes what the agent sends; returns whether that ends the wait. */
  receive(data: ChatAnswerData): boolean {
    if (data.kind === 'progress') {
      this.#progress(data);
      return false;
    }
    this.#isAnswered = true;
    this.#settle(data.kind === 'final' ? this.#reply(data) : failed(data));
    return true;
  }

  /** Ends the wait without an answer of the agent. */
  fail(failure: ChatFailure): void {
    this.#isAnswered = true;
    this.#settle({ kind: 'failed', failure });
  }

  #progress({ text, tool_event: event }: ChatAnswerData): void {
    if (text !== undefined && text !== '') this.#tell({ kind: 'text', text });
    if (event === undefined || this.#events.length >= MAX_HELD_EVENTS) return;
    this.#events = [...this.#events, event];
    this.#tell({ kind: 'tool_event', event });
  }

  #reply({ text = '', tool_events: toolEvents = [...this.#events], usage }: ChatAnswerData): AgentOutcome {
    return { kind: 'reply', reply: { text, toolEvents, usage: usage ?? null } };
  }

  #tell(progress: ChatProgress): void {
    for (const listener of this.#listeners) listener(progress);
  }
}

function failed({ error_code: code = 'INTERNAL_ERROR', text }: ChatAnswerData): AgentOutcome {
  return { kind: 'failed', failure: { code, message: text ?? 'The agent could not answer' } };
}
