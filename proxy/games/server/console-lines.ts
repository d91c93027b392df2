/** One line of the server's console. */
export interface ConsoleLine {
  /** Without prompts. */
  readonly text: string;
  /** It came after a prompt: what we typed, echoed, unless something was logged at that moment. */
  readonly prompted: boolean;
}

const MAX_KEPT_LINES = 40;
/** A line no server writes; without a bound a broken one would fill our memory. */
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
