import type { Writable } from 'node:stream';
import { terminalText } from '#shared/core/log.js';
import { AgentError, type AgentSeat } from '../client.js';
import type { AssistantMessage, TokenUsage } from './models/messages.js';
import type { ModelEvent } from './models/model-provider.js';
import { type PlayListener, type TurnReport, turnLine } from './play-report.js';

/** Shows on a terminal what the model says and calls, as it comes, and tells those who watch the game. */
export class TerminalListener implements PlayListener {
  readonly #seat: Pick<AgentSeat, 'transcript'>;
  readonly #out: Writable;
  #isInLine = false;

  constructor(seat: Pick<AgentSeat, 'transcript'>, out: Writable) {
    this.#seat = seat;
    this.#out = out;
  }

  /** A piece of an answer. */
  onModelEvent(event: ModelEvent): void {
    if (event.kind === 'text' && event.text !== '') {
      this.#out.write(terminalText(event.text));
      this.#isInLine = true;
    } else if (event.kind === 'tool_call') {
      const { name, arguments: args } = event.call;
      this.onNotice(`  ${name} ${args === undefined ? '(malformed)' : JSON.stringify(args)}`);
    }
  }

  async onAnswer({ thinking, text, calls }: AssistantMessage, usage: TokenUsage): Promise<void> {
    const blocks = [
      ...(thinking === '' ? [] : [{ kind: 'reasoning', text: thinking }]),
      ...(text === '' ? [] : [{ kind: 'text', text }]),
      ...calls.map(({ name, arguments: args }) => ({ kind: 'tool_call', name, arguments: args })),
    ];
    const more = { usage: { input_tokens: usage.input + usage.cached, output_tokens: usage.output } };
    await this.#seat.transcript(blocks, more).catch((error: unknown) => {
      // Who watches misses something; the game goes on.
      if (!(error instanceof AgentError)) throw error;
    });
  }

  async onTurnEnded(report: TurnReport): Promise<void> {
    this.onNotice(turnLine(report));
  }

  onNotice(line: string): void {
    this.#out.write(`${this.#isInLine ? '\n' : ''}${terminalText(line)}\n`);
    this.#isInLine = false;
  }
}
