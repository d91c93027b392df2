import type { CountTokens } from '../../../../proxy/views/packing/pack-state.js';

/** What a message, or a part of it, is about. */
const PARTS = [
  'requests',
  'verdicts',
  'pushes',
  'states',
  'briefs',
  'cities',
  'options',
  'map',
  'login',
] as const;

/** What a message, or a part of it, is about. */
export type Part = (typeof PARTS)[number];

/** The turns of each column of the tables: those up to this one, from the one after the column before. */
const LAST_TURNS = [20, 40, 60, 80, 101] as const;

/** A row of a table: what it counts, and the mean of a turn in each column. */
type Row = Readonly<Record<string, string | number>>;

/** Counts the tokens of a game's messages by their part and the turn in which they were sent. */
export class TokenLedger {
  /** The turn that what comes is added to. */
  turn = 1;
  readonly #count: CountTokens;
  readonly #tokens = new Map<string, number>();
  readonly #requests = new Map<string, number>();
  readonly #requestsByTurn = new Map<number, number>();

  constructor(count: CountTokens) {
    this.#count = count;
  }

  /** Adds a text to a part; the tokens that it takes. */
  add(part: Part, text: string): number {
    return this.addTokens(part, this.#count(text));
  }

  /** Adds tokens to a part, a negative number to take some from it. */
  addTokens(part: Part, tokens: number): number {
    const key = `${part} ${this.turn}`;
    this.#tokens.set(key, (this.#tokens.get(key) ?? 0) + tokens);
    return tokens;
  }

  /** Counts a request by what it asks for. */
  countRequest(kind: string): void {
    this.#requests.set(kind, (this.#requests.get(kind) ?? 0) + 1);
    this.#requestsByTurn.set(this.turn, (this.#requestsByTurn.get(this.turn) ?? 0) + 1);
  }

  /** How often each kind of request was sent. */
  get requests(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#requests);
  }

  /** Tokens of all messages of the turns up to one. */
  total(lastTurn: number): number {
    return PARTS.reduce((sum, part) => sum + this.#sum(part, 1, lastTurn), 0);
  }

  /** Tokens of what is sent and read once: the login, or the definitions of tools. */
  get once(): number {
    return this.#sum('login', 1, this.turn);
  }

  /** Tokens a turn of each part that came, and of all, and requests a turn; login apart, which is once. */
  table(lastTurn: number): Readonly<Record<string, Row>> {
    const perTurn = PARTS.filter((part) => part !== 'login');
    const rows = perTurn.filter((part) => this.#sum(part, 1, lastTurn) > 0);
    const means = (sum: (first: number, last: number) => number): Row => meansOf(sum, lastTurn);
    return {
      ...Object.fromEntries(
        rows.map((part) => [part, means((first, last) => this.#sum(part, first, last))] as const),
      ),
      all: means((first, last) => rows.reduce((sum, part) => sum + this.#sum(part, first, last), 0)),
      'requests a turn': means((first, last) => sumOf(this.#requestsByTurn, first, last)),
    };
  }

  /** For each column the tokens of a turn as a share of those of another game. */
  relationTo(other: TokenLedger, lastTurn: number): Row {
    const [own, theirs] = [this.table(lastTurn).all, other.table(lastTurn).all];
    const shares = Object.entries(own ?? {}).map(([column, tokens]) => {
      const share = Number(tokens) / Math.max(1, Number(theirs?.[column]));
      return [column, Math.round(share * 100) / 100] as const;
    });
    return Object.fromEntries(shares);
  }

  #sum(part: Part, first: number, last: number): number {
    let sum = 0;
    for (let turn = first; turn <= last; turn += 1) sum += this.#tokens.get(`${part} ${turn}`) ?? 0;
    return sum;
  }
}

/** The mean of a turn in each column that the game has reached, and in all turns. */
function meansOf(sum: (first: number, last: number) => number, lastTurn: number): Row {
  const row: Record<string, number> = {};
  let first = 1;
  for (const end of LAST_TURNS) {
    const last = Math.min(end, lastTurn);
    if (first > last) break;
    row[`T${first}-${last}`] = rounded(sum(first, last) / (last - first + 1));
    first = last + 1;
  }
  row.mean = rounded(sum(1, lastTurn) / lastTurn);
  return row;
}

function sumOf(byTurn: ReadonlyMap<number, number>, first: number, last: number): number {
  let sum = 0;
  for (const [turn, amount] of byTurn) if (turn >= first && turn <= last) sum += amount;
  return sum;
}

/** Whole tokens, tenths of requests. */
function rounded(mean: number): number {
  return mean >= 10 ? Math.round(mean) : Math.round(mean * 10) / 10;
}
