/** The turns of each column: those after the one before, up to this one. */
const LAST_TURNS = [25, 50, 75, 100] as const;
const BYTES_PER_TOKEN = 4;

/** What a result of a tool costs its reader: a token for four bytes of text. */
export function tokensOf(text: string): number {
  return Buffer.byteLength(text) / BYTES_PER_TOKEN;
}

/** Counts what a model reads in a game, by what it reads and by turn, and how often it calls. */
export class ReadingLedger {
  /** The turn that what comes is added to. */
  turn = 1;
  readonly #tokens = new Map<string, number[]>();
  readonly #calls: number[] = [];
  /** What each brief took that began a turn, and whether nothing in it needed a decision. */
  readonly briefs: { readonly tokens: number; readonly isQuiet: boolean }[] = [];

  /** Adds tokens to a row of the table. */
  add(row: string, tokens: number): void {
    const byTurn = this.#tokens.get(row) ?? [];
    byTurn[this.turn] = (byTurn[this.turn] ?? 0) + tokens;
    this.#tokens.set(row, byTurn);
  }

  countCall(): void {
    this.#calls[this.turn] = (this.#calls[this.turn] ?? 0) + 1;
  }

  /** Tokens a turn of rows with that prefix, and of all of them, in each quarter of the game. */
  table(prefix: string, lastTurn: number): Readonly<Record<string, Readonly<Record<string, number>>>> {
    const rows = [...this.#tokens].filter(([row]) => row.startsWith(prefix));
    rows.sort(([, a], [, b]) => sumOf(b, 1, lastTurn) - sumOf(a, 1, lastTurn));
    const all: number[] = [];
    for (const [, byTurn] of rows)
      for (const [turn, tokens] of byTurn.entries()) all[turn] = (all[turn] ?? 0) + (tokens ?? 0);
    return Object.fromEntries(
      [
        ...rows.map(([row, byTurn]) => [row.slice(prefix.length), byTurn] as const),
        ['all', all] as const,
      ].map(([row, byTurn]) => [row, meansOf(byTurn, lastTurn)]),
    );
  }

  /** Calls a turn in each quarter of the game. */
  calls(lastTurn: number): Readonly<Record<string, number>> {
    return meansOf(this.#calls, lastTurn, 10);
  }

  /** Tokens a turn of rows with that prefix in the whole game. */
  mean(prefix: string, lastTurn: number): number {
    return this.table(prefix, lastTurn).all?.all ?? 0;
  }
}

function meansOf(byTurn: readonly number[], lastTurn: number, parts = 1): Readonly<Record<string, number>> {
  const rounded = (value: number) => Math.round(value * parts) / parts;
  const columns: Record<string, number> = {};
  let first = 1;
  for (const end of LAST_TURNS) {
    const last = Math.min(end, lastTurn);
    if (first > last) break;
    columns[`T${first}-${last}`] = rounded(sumOf(byTurn, first, last) / (last - first + 1));
    first = last + 1;
  }
  columns.all = rounded(sumOf(byTurn, 1, lastTurn) / lastTurn);
  return columns;
}

function sumOf(byTurn: readonly (number | undefined)[], first: number, last: number): number {
  return byTurn.slice(first, last + 1).reduce<number>((sum, one) => sum + (one ?? 0), 0);
}
