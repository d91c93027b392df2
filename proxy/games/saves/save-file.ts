import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/**
 * Console commands that make every server process save the game at the beginning of each turn. Beside these, the server
 * saves when a game is over, when a request asks for it (features/operations/operations.ts), and after a restore, so that the random numbers
 * that it drew are known (restore/loadable-save.ts).
 */
export const SAVE_SCHEDULE_COMMANDS: readonly string[] = [
  'set saveturns 1',
  // What we can read and change ourselves, see restore/loadable-save.ts.
  'set compresstype LIBZ',
];

const unzip = promisify(gunzip);

/** Ten times a save of the largest map; a larger one is refused to protect memory. */
const MAX_SAVE_TEXT_BYTES = 64 << 20;

/** Bytes of text that zlib gives at a time: most saves in one or two parts, where its own 16 KB make a hundred. */
const INFLATED_AT_ONCE = 1 << 20;

/** The text of a save byte for byte, one character each: names may be in any encoding. Undefined when it is damaged. */
export async function readSave(file: string): Promise<string | undefined> {
  try {
    // Reading a device would never end.
    if (!(await stat(file)).isFile()) return undefined;
    return await inflateSave(await readFile(file));
  } catch {
    return undefined;
  }
}

/** The same for the bytes of a save. */
export async function inflateSave(bytes: Buffer): Promise<string | undefined> {
  return (await inflated(bytes))?.toString('latin1');
}

/** Whether a save can be inflated to its end. */
export async function isWholeSave(bytes: Buffer): Promise<boolean> {
  return (await inflated(bytes)) !== undefined;
}

/** The bytes of the text of a save; undefined when it cannot be inflated to its end. */
export async function inflated(bytes: Buffer): Promise<Buffer | undefined> {
  try {
    return await unzip(bytes, { maxOutputLength: MAX_SAVE_TEXT_BYTES, chunkSize: INFLATED_AT_ONCE });
  } catch {
    return undefined;
  }
}

/** The sections of a save of freeciv-server 3.0, each a text of `key=value` lines; read where they are needed only. */
export class SaveSections {
  readonly #sections = new Map<string, string>();

  /** `text` with one character for each byte. */
  constructor(text: string) {
    const heads = [...text.matchAll(/^\[([a-z0-9_]+)\]$/gm)];
    for (const [i, head] of heads.entries()) {
      const from = head.index + head[0].length;
      this.#sections.set(head[1] ?? '', text.slice(from, heads[i + 1]?.index));
    }
  }

  /** The numbers N of the sections `nameN`, in their order. */
  numbered(name: string): number[] {
    const pattern = new RegExp(`^${name}(\\d+)$`);
    return [...this.#sections.keys()].flatMap((section) => {
      const number = pattern.exec(section)?.[1];
      return number === undefined ? [] : [Number(number)];
    });
  }

  /** A number; 0 when the key is missing: the server omits zeros. */
  number(section: string, key: string): number {
    return Number(this.#value(section, key) ?? 0);
  }

  isTrue(section: string, key: string): boolean {
    return this.#value(section, key) === 'TRUE';
  }

  text(section: string, key: string): string {
    const quoted = this.#value(section, key) ?? '""';
    const bytes = quoted.slice(1, -1).replace(/\\(["\\])/g, '$1');
    return Buffer.from(bytes, 'latin1').toString('utf8');
  }

  /** The rows of a table of numbers and quoted words, by column; none when the key is missing. */
  table(section: string, key: string): ReadonlyMap<string, string>[] {
    const text = this.#sections.get(section) ?? '';
    const at = text.indexOf(`\n${key}={`);
    if (at < 0) return [];
    const from = at + key.length + 3;
    const [head = '', ...rows] = text.slice(from, text.indexOf('\n}', from)).split('\n');
    const columns = head.split(',').map(unquoted);
    return rows.map((row) => new Map(row.split(',').map((cell, i) => [columns[i] ?? '', unquoted(cell)])));
  }

  /** The raw text after `key=`. */
  #value(section: string, key: string): string | undefined {
    const text = this.#sections.get(section) ?? '';
    const at = text.indexOf(`\n${key}=`);
    if (at < 0) return undefined;
    const from = at + key.length + 2;
    return text.slice(from, text.indexOf('\n', from));
  }
}

function unquoted(cell: string): string {
  return cell.replace(/^"(.*)"$/, '$1');
}

/** What does not decide how a game continues: messages, durations, idle turns, the proxy's time limit. */
const notTheGame: readonly RegExp[] = [
  /^\[event_cache\]\n(?:[^[\n].*\n|\n)*/m,
  /^last_turn_change_time=.*\n/m,
  /^idle_turns=.*\n/gm,
  /^phase_seconds=.*\n/m,
  /^"timeout",.*\n/m,
];

/** A range of characters: first, and the one after the last. */
type Span = readonly [from: number, to: number];

/**
 * The hash of a whole game, from its save: map, players, units, cities, research, AI data, settings and random state.
 * Games with the same hash continue alike under the same actions. `text` has one character for each byte; the result is
 * 32 hexadecimal digits.
 */
export function stateHash(text: string): string {
  const hash = createHash('sha256');
  let from = 0;
  // Hashed in pieces: a save has a megabyte of text and more, and each removal would copy it.
  for (const [left, right] of leftOut(text)) {
    if (left > from) hash.update(text.slice(from, left), 'latin1');
    from = Math.max(from, right);
  }
  return hash.update(text.slice(from), 'latin1').digest('hex').slice(0, 32);
}

function leftOut(text: string): readonly Span[] {
  const spans = notTheGame.flatMap((pattern) =>
    pattern.global ? [...text.matchAll(pattern)] : firstOf(text, pattern),
  );
  return spans.map((found): Span => [found.index, found.index + found[0].length]).sort(([a], [b]) => a - b);
}

function firstOf(text: string, pattern: RegExp): readonly RegExpExecArray[] {
  const found = pattern.exec(text);
  return found === null ? [] : [found];
}
