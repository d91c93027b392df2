import { appendFile, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type MatchResult, matchResultSchema } from './match-result.js';

/** The results of an arena, a line for each match. A kill tears at most the last line; that match is played again. */
export class MatchLog {
  readonly #path: string;
  readonly #results: MatchResult[];

  private constructor(path: string, results: MatchResult[]) {
    this.#path = path;
    this.#results = results;
  }

  /** Opens the file, or begins it; only results that `isKept` stay. */
  static async open(path: string, isKept: (result: MatchResult) => boolean): Promise<MatchLog> {
    await mkdir(dirname(path), { recursive: true });
    const results = (await readResults(path)).filter(isKept);
    // A kill leaves either the old file or the new one.
    await writeFile(`${path}.new`, results.map(lineOf).join(''));
    await rename(`${path}.new`, path);
    return new MatchLog(path, results);
  }

  /** In the order in which matches ended. */
  get results(): readonly MatchResult[] {
    return this.#results;
  }

  async add(result: MatchResult): Promise<void> {
    await appendFile(this.#path, lineOf(result));
    this.#results.push(result);
  }
}

/** The results in the file of a log, in the order in which matches ended; none without a file. What a kill tore is left out. */
export async function readResults(path: string): Promise<MatchResult[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => parseLine(line) ?? []);
}

function lineOf(result: MatchResult): string {
  return `${JSON.stringify(result)}\n`;
}

function parseLine(line: string): MatchResult | undefined {
  try {
    return matchResultSchema.safeParse(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}
