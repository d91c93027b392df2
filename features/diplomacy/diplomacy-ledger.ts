import { type Pact, pactSchema, type TreatyRecord } from '#shared/protocol/diplomacy.js';
import type { LedgerTurn } from '../../proxy/games/score/ledger-entry.js';
import type { DiplomacyNews } from './diplomacy-entry.js';
import { type OpenRecord, PactHistory, pactOf } from './pact-history.js';

/** How many turns before a treaty are searched for what its parties said, and how many messages it keeps. */
const SAID_TURNS = 5;
const MAX_SAID = 20;

type Said = Extract<DiplomacyNews, { kind: 'said' }>;
type News<K extends DiplomacyNews['kind']> = Extract<DiplomacyNews, { kind: K }>;
type Pair = readonly [number, number];

/** The treaties of a game in order, from what its seats were told and from the relations in its saves. */
export function treatiesOf(
  news: readonly DiplomacyNews[],
  turns: readonly LedgerTurn[],
): readonly TreatyRecord[] {
  const ledger = new LedgerInProgress();
  const rest = [...news];
  for (const turn of turns) {
    while (rest[0] !== undefined && rest[0].turn < turn.turn) ledger.add(rest.shift());
    // Seats learn of a turn's beginning before or after its save: their news of it go before the save.
    while (rest[0] !== undefined && rest[0].turn === turn.turn) ledger.add(rest.shift());
    ledger.compare(turn);
  }
  for (const entry of rest) ledger.add(entry);
  const last = turns.at(-1);
  if (last?.isFinal === true) ledger.finish(last.turn);
  return ledger.treaties;
}

/** The ledger while it is made, in the order of events. */
class LedgerInProgress {
  readonly treaties: OpenRecord[] = [];
  readonly #pairs = new Map<string, PactHistory>();
  readonly #said: Said[] = [];
  readonly #dead = new Set<number>();

  add(entry: DiplomacyNews | undefined): void {
    switch (entry?.kind) {
      case 'said':
        this.#said.push(entry);
        return;
      case 'treaty':
        this.#onTreaty(entry);
        return;
      case 'relation':
        this.#onRelation(entry);
        return;
      case 'cancelled':
        this.#pair(entry.players).cancelledBy(entry.by);
        return;
      case 'incident': {
        const { turn, by, text, players } = entry;
        this.#pair(players).open?.incidents.push({ turn, by, text });
        return;
      }
      default:
    }
  }

  /** Adds what the seats were not told: relations that a save has otherwise, and the dead. */
  compare({ turn, relations, players }: LedgerTurn): void {
    for (const { player, is_alive: isAlive } of players) if (!isAlive) this.#bury(player, turn);
    if (relations === undefined) return;
    const saved = new Map(relations.map((row) => [keyOf([row[0], row[1]]), row]));
    for (const [one, other] of relations) this.#pair([one, other]);
    for (const [key, history] of this.#pairs) {
      const [one = -1, other = -1] = key.split(' ').map(Number);
      const [, , now, left] = saved.get(key) ?? [0, 0, 'war', 0];
      const isTold = history.toldIn === turn || this.#dead.has(one) || this.#dead.has(other);
      if (!isTold && pactOf(now) !== pactOf(history.relation)) {
        const change = { turn, was: history.relation, now, wronged: [], hadTime: history.turnsLeft > 1 };
        this.#imply([one, other], turn, history.change(change));
      }
      if (!isTold) history.relation = now;
      history.turnsLeft = left;
    }
  }

  /** The game is over: what is in force was kept. */
  finish(turn: number): void {
    for (const history of this.#pairs.values()) history.close('kept', turn);
  }

  #onTreaty({ turn, players, proposedBy, clauses }: News<'treaty'>): void {
    const pact = clauses.flatMap(({ clause }) => pactSchema.safeParse(clause).data ?? [])[0] ?? null;
    const treaty: OpenRecord = {
      ...this.#record([...players], turn, pact),
      proposed_by: proposedBy,
      source: 'seen',
      clauses: clauses.map((clause) => ({ ...clause })),
      said_before: this.#saidBefore(players, turn),
    };
    const implied = pact === null ? undefined : this.#pair(players).agree(treaty);
    if (implied !== undefined) treaty.id = implied.id;
    this.treaties[treaty.id - 1] = treaty;
  }

  #onRelation({ turn, players, was, now, wronged }: News<'relation'>): void {
    const history = this.#pair(players);
    history.toldIn = turn;
    this.#imply(players, turn, history.change({ turn, was, now, wronged }));
  }

  /** Adds a treaty that is known only by its state, until one that was seen takes its place. */
  #imply(players: Pair, turn: number, pact: Pact | undefined): void {
    if (pact === undefined) return;
    const treaty = this.#record([players[0], players[1]], turn, pact);
    this.#pair(players).imply(treaty);
    this.treaties.push(treaty);
  }

  #record(players: [number, number], turn: number, pact: Pact | null): OpenRecord {
    return {
      id: this.treaties.length + 1,
      turn,
      players,
      proposed_by: null,
      source: 'state',
      pact,
      clauses: pact === null ? [] : [{ giver: players[0], clause: pact, value: null }],
      said_before: [],
      fate: pact === null ? 'given' : 'in_force',
      ended: null,
      incidents: [],
    };
  }

  #saidBefore(players: Pair, turn: number): TreatyRecord['said_before'] {
    const between = this.#said.filter(
      ({ turn: said, from, to }) =>
        said >= turn - SAID_TURNS && players.includes(from) && (to === null || players.includes(to)),
    );
    return between.slice(-MAX_SAID).map(({ turn: said, from, to, text }) => ({ turn: said, from, to, text }));
  }

  #bury(player: number, turn: number): void {
    if (this.#dead.has(player)) return;
    this.#dead.add(player);
    for (const [key, history] of this.#pairs)
      if (key.split(' ').includes(String(player))) history.close('void', turn);
  }

  #pair(players: Pair): PactHistory {
    const key = keyOf(players);
    const history = this.#pairs.get(key) ?? new PactHistory();
    this.#pairs.set(key, history);
    return history;
  }
}

function keyOf([one, other]: Pair): string {
  return `${one} ${other}`;
}
