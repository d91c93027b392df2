import type { Writable } from 'node:stream';
import { terminalText } from '#shared/core/log.js';
import type { ModelEvent } from './models/model-provider.js';
import { type PlayListener, type TurnReport, turnLine } from './play-report.js';

/** Shows on a terminal what the model says and calls, as it comes, and how turns end. */
export class TerminalListener implements Pick<PlayListener, 'onNotice' | 'onTurnEnded'> {
  readonly #out: Writable;
  #isInLine = false;

  constructor(out: Writable) {
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

  async onTurnEnded(report: TurnReport): Promise<void> {
    this.onNotice(turnLine(report));
  }

  onNotice(line: string): void {
    this.#out.write(`${this.#isInLine ? '\n' : ''}${terminalText(line)}\n`);
    this.#isInLine = false;
  }
}
