/** The last turn of each column; a column begins after the one before. */
const LAST_TURNS = [25, 50, 75, 100] as const;
const BYTES_PER_TOKEN = 4;

/** The tokens of a text, estimated as one for four bytes. */
export function tokensOf(text: string): number {
  return Buffer.byteLength(text) / BYTES_PER_TOKEN;
}

/** Counts the tokens that a model reads in a game, by row and turn, and its calls. */
export class ReadingLedger {
  /** The turn that tokens and calls are added to. */
  turn = 1;
  readonly #tokens = new Map<string, number[]>();
  readonly #calls: number[] = [];
  /** The tokens of each brief that began a turn, and whether the turn was quiet. */
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

  /** Tokens a turn of the rows with a prefix, and of all of these rows, in each quarter of the game. */
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

  /** Tokens a turn of all rows with a prefix in the whole game. */
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
