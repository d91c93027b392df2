import { randomBytes } from 'node:crypto';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';

/** One line of the server's console. */
export interface ConsoleLine {
  /** Without prompts. */
  readonly text: string;
  /** It came after a prompt: what we typed, echoed, unless something was logged at that moment. */
  readonly prompted: boolean;
}

const MAX_KEPT_LINES = 40;
/** Longer than any line of a server; the bound protects our memory from a broken one. */
const MAX_LINE_CHARS = 64 * 1024;

/** Cuts the console's output into lines, whatever its chunks are, and keeps the last ones for error sentences. */
export class ConsoleLines {
  readonly #last: string[] = [];
  #rest = '';

  /** The complete lines that this piece of output brought. */
  push(chunk: string): readonly ConsoleLine[] {
    const pieces = (this.#rest + chunk).split('\n');
    this.#rest = (pieces.pop() ?? '').slice(-MAX_LINE_CHARS);
    return this.remember(pieces.map(consoleLine).filter((line) => line.text !== ''));
  }

  /** Remembers lines that came another way, and answers them. */
  remember(lines: readonly ConsoleLine[]): readonly ConsoleLine[] {
    this.#last.push(...lines.map((line) => line.text));
    this.#last.splice(0, this.#last.length - MAX_KEPT_LINES);
    return lines;
  }

  /** The last lines written, oldest first. */
  last(): readonly string[] {
    return [...this.#last];
  }
}

function consoleLine(raw: string): ConsoleLine {
  const text = raw.replace(/^(?:> )+/, '');
  return { text: text.trimEnd(), prompted: text.length !== raw.length };
}

/** The line that says best why the server ended: its last fatal or error line, else its last line. */
export function exitReasonLine(lines: readonly string[]): string {
  const line = lines.findLast((candidate) => /^[01]: /.test(candidate)) ?? lines.at(-1) ?? 'it said nothing';
  return line.replace(/^\d: /, '');
}

const MAX_COMMAND_CHARS = 1000;

/** A command the console reads as one line: a line break or a key of its line editor would make it something else. */
export function checkedCommand(line: string): Result<string> {
  if (/\p{Cc}|\u2028|\u2029/u.test(line)) {
    return fail(failure('E130', 'A console command has no control characters'));
  }
  if (line.length > MAX_COMMAND_CHARS) {
    return fail(failure('E130', `A console command has at most ${MAX_COMMAND_CHARS} characters`));
  }
  return ok(line);
}

/** A name as one word of a console command. The console knows no escapes: a name with a quote cannot be written. */
export function quotedName(name: string): Result<string> {
  if (name.includes('"')) return fail(failure('E130', 'A name on the console has no double quotes'));
  return checkedCommand(`"${name}"`);
}

interface PendingCommand {
  readonly begin: string;
  readonly end: string;
  readonly command: string;
  readonly lines: string[];
  readonly settle: (result: Result<readonly string[]>) => void;
}

/**
 * Runs console commands and collects their output. The console does not mark the end of an answer, so each command is
 * written between two others that print random words; the lines between these words are its output. The console works in
 * order, so commands can be written without a wait for those before.
 */
export class ConsoleCommands {
  readonly #write: (text: string) => void;
  readonly #word = randomBytes(8).toString('hex');
  readonly #pending: PendingCommand[] = [];
  #count = 0;
  #begun = false;
  #closed = false;

  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** Runs a command and returns the lines it printed. The signal ends the wait, not the command. */
  run(line: string, signal?: AbortSignal): Promise<Result<readonly string[]>> {
    const command = checkedCommand(line);
    if (!command.ok) return Promise.resolve(command);
    if (this.#closed) return Promise.resolve(fail(serverGone()));
    if (signal?.aborted) return Promise.resolve(fail(failure('E134', 'Stopped before it began')));
    this.#count += 1;
    const begin = `${this.#word} ${this.#count} begin`;
    const end = `${this.#word} ${this.#count} end`;
    return new Promise((resolve) => {
      const onAbort = () => settle(fail(failure('E134', 'The wait for the console was stopped')));
      const settle = (result: Result<readonly string[]>) => {
        signal?.removeEventListener('abort', onAbort);
        resolve(result);
      };
      this.#pending.push({ begin, end, command: line, lines: [], settle });
      this.#write(`lua cmd print("${begin}")\n${line}\nlua cmd print("${end}")\n`);
      signal?.addEventListener('abort', onAbort, { once: true });
    });
  }

  /** Handles a line of the console; returns whether it was a marker of a command, which the log omits. */
  handleLine(line: ConsoleLine): boolean {
    const [current] = this.#pending;
    if (current === undefined) return false;
    if (line.text === current.end) {
      this.#pending.shift();
      this.#begun = false;
      current.settle(ok(current.lines));
      return true;
    }
    if (line.text === current.begin) {
      this.#begun = true;
      return true;
    }
    if (line.text.includes(this.#word)) return true;
    if (this.#begun && !isEcho(line, current.command)) current.lines.push(line.text);
    return false;
  }

  /** The server has ended: pending commands fail with E123. */
  close(): void {
    this.#closed = true;
    for (const { settle } of this.#pending.splice(0)) settle(fail(serverGone()));
  }
}

/** The line editor shows a command longer than the terminal by its end only, after a carriage return. */
function isEcho(line: ConsoleLine, command: string): boolean {
  return line.prompted && (line.text === command.trimEnd() || line.text.includes('\r'));
}

function serverGone() {
  return failure('E123', 'The game server has ended');
}
