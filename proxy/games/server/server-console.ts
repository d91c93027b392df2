import type { Logger } from '#shared/core/log.js';
import { ok, type Result } from '#shared/core/result.js';
import { ConsoleCommands, type ConsoleLine, ConsoleLines, checkedCommand } from './console-commands.js';
import type { ServerChild } from './server-child.js';

/** The operator's console of a game server: its standard input and output, with full rights. */
export class ServerConsole {
  readonly #child: ServerChild;
  readonly #log: Logger;
  readonly #lines = new ConsoleLines();
  readonly #commands: ConsoleCommands;
  readonly #listeners = new Set<(text: string) => void>();

  constructor(child: ServerChild, log: Logger) {
    this.#child = child;
    this.#log = log;
    this.#commands = new ConsoleCommands((text) => child.stdin.write(text));
    const errors = new ConsoleLines();
    child.stdout.on('data', (chunk: string) => this.#handleLines(this.#lines.push(chunk)));
    // A second splitter: the two streams may cut each other's lines anywhere.
    child.stderr.on('data', (chunk: string) => this.#handleLines(this.#lines.remember(errors.push(chunk))));
  }

  write(line: string): Result<void> {
    const command = checkedCommand(line);
    if (!command.ok) return command;
    this.#child.stdin.write(`${command.value}\n`);
    return ok(undefined);
  }

  /** Runs one command and answers the lines it printed. */
  run(line: string, signal?: AbortSignal): Promise<Result<readonly string[]>> {
    return this.#commands.run(line, signal);
  }

  /** Calls `listener` with every line from now on. Call the result to stop. */
  onLine(listener: (text: string) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  lastLines(): readonly string[] {
    return this.#lines.last();
  }

  /** The process is gone: commands that still wait fail. */
  close(): void {
    this.#commands.close();
  }

  #handleLines(lines: readonly ConsoleLine[]): void {
    for (const line of lines) {
      if (this.#commands.handleLine(line)) continue;
      // The server marks what goes wrong with 0 (fatal) and 1 (error).
      if (/^[01]: /.test(line.text)) this.#log.warn({ line: line.text }, 'game server');
      else this.#log.debug({ line: line.text }, 'game server');
      for (const listener of this.#listeners) listener(line.text);
    }
  }
}
