import { SUMMARY_OPENING } from '#shared/protocol/conversation.js';
import type { AssistantMessage, ModelMessage, ToolMessage, UserMessage } from './models/messages.js';

/** Characters of a summary that is made without the model. */
const MAX_PLAIN_SUMMARY_CHARS = 900;

/**
 * What the model and the player have said to each other. It only grows at its end, so that the provider's cache holds the
 * beginning; once in a while all of it is replaced by a summary.
 */
export class Conversation {
  #messages: ModelMessage[] = [];
  /** How many messages at the beginning are a summary. */
  #kept = 0;
  readonly #remarks: string[] = [];
  #generation = 0;

  /** All messages, oldest first. Calls of tools have their results right behind them. */
  get messages(): readonly ModelMessage[] {
    return this.#messages;
  }

  /** How often a summary has replaced everything. */
  get generation(): number {
    return this.#generation;
  }

  /** Says something to the model, after the remarks that were made for it. */
  tell(text: string): UserMessage {
    return this.#push({ role: 'user', text: [...this.#remarks.splice(0), text].join('\n') });
  }

  /** Says what a person says; the session gives it to the model by the operator's channel. */
  tellForPerson(text: string): UserMessage {
    return this.#push({ role: 'user', text, isChat: true });
  }

  #push(message: UserMessage): UserMessage {
    this.#messages.push(message);
    return message;
  }

  /** Keeps something to be said with the next words. */
  remark(text: string): void {
    this.#remarks.push(text);
  }

  /** Adds what the model answered, or the result of one of its calls. */
  add(message: AssistantMessage | ToolMessage): void {
    this.#messages.push(message);
  }

  /** The calls of the last answer that have no result yet get one: providers refuse a prompt with open calls. */
  closeCalls(reason: string): void {
    const at = this.#messages.findLastIndex(({ role }) => role === 'assistant');
    const last = this.#messages[at];
    if (last?.role !== 'assistant') return;
    const answered = new Set(
      this.#messages.slice(at + 1).flatMap((message) => (message.role === 'tool' ? [message.callId] : [])),
    );
    for (const { id: callId, name } of last.calls)
      if (!answered.has(callId)) this.add({ role: 'tool', callId, name, text: reason, isError: true });
  }

  /** Takes back what was said to the model and never answered. */
  untell(): void {
    while (this.#messages.length > this.#kept && this.#messages.at(-1)?.role === 'user') this.#messages.pop();
  }

  /** Takes back a message and all after it, where it is still there. */
  cutAt(message: UserMessage): void {
    const at = this.#messages.indexOf(message);
    if (at >= 0) this.#messages.length = at;
  }

  replaceBy(summary: string): void {
    this.#messages = [{ role: 'user', text: `${SUMMARY_OPENING}\n${summary}` }];
    this.#kept = 1;
    this.#generation += 1;
  }

  /** Replaces everything before the last words of the player by a summary; what was said since stays. */
  replaceOlderBy(summary: string): void {
    const at = this.#messages.findLastIndex(({ role }) => role === 'user');
    const latest = at < 0 ? [] : this.#messages.slice(at);
    this.replaceBy(summary);
    this.#messages.push(...latest);
  }

  /** The model's latest words, where it cannot be asked for a summary. */
  plainSummary(): string {
    const texts = this.#messages.flatMap((message) => (message.role === 'assistant' ? [message.text] : []));
    const joined = texts.filter((text) => text !== '').join('\n');
    return joined.slice(-MAX_PLAIN_SUMMARY_CHARS);
  }
}
