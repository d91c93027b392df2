import type { HistoryRow, SpectatorEvent } from '#shared/protocol/spectator/messages.js';
import { KEPT_EVENTS } from '#shared/protocol/spectator/view.js';
import type { ServerPacket } from '../../proxy/freeciv/brackets.js';
import { turnOf, type World } from '../../proxy/world/world.js';
import { type GameEvent, gameEventsOf } from './game-events.js';
import { ownedCounts, playerStats } from './spectator-entries.js';

/** Rows of the history: fifty players for two thousand turns. */
const MAX_HISTORY_ROWS = 100_000;

/** Events and history that an earlier observation of the same game has recorded. */
export interface RecordedPast {
  readonly events: readonly SpectatorEvent[];
  readonly history: readonly HistoryRow[];
}

/** The events of an observed game, and each player's score, cities, techs and gold at the start of each turn. */
export class EventLog {
  #events: readonly SpectatorEvent[];
  #history: readonly HistoryRow[];
  #lastId: number;
  #lastTurn: number;

  constructor({ events, history }: RecordedPast = { events: [], history: [] }) {
    this.#events = events;
    this.#history = history;
    this.#lastId = events.at(-1)?.id ?? 0;
    this.#lastTurn = history.at(-1)?.[0] ?? 0;
  }

  get events(): readonly SpectatorEvent[] {
    return this.#events;
  }

  get history(): readonly HistoryRow[] {
    return this.#history;
  }

  get lastEventId(): number {
    return this.#lastId;
  }

  eventsAfter(id: number): readonly SpectatorEvent[] {
    return this.#events.slice(this.#events.findLastIndex((event) => event.id <= id) + 1);
  }

  /** Adds the events that a packet reports. Call it before the packet is applied, and only once the game was sent in full. */
  recordPacket(world: World, packet: ServerPacket): void {
    for (const gameEvent of gameEventsOf(world, packet)) this.#add(world, gameEvent);
  }

  /** Adds a history row for each player when a turn has begun. Call it after each commit of the world. */
  recordTurn(world: World): void {
    const turn = turnOf(world);
    if (world.turn.phase !== 'movement' || turn === this.#lastTurn) return;
    if (turn < this.#lastTurn) this.#rewind(turn);
    this.#lastTurn = turn;
    const { cities } = ownedCounts(world);
    const rows: HistoryRow[] = [];
    for (const player of world.players.values()) {
      if (player.barbarianType !== 'NOT_A_BARBARIAN') continue;
      const { playerno } = player;
      const { score, techs, gold } = playerStats(world, player);
      rows.push([turn, playerno, score, cities.get(playerno) ?? 0, techs, gold]);
    }
    if (this.#history.length < MAX_HISTORY_ROWS) this.#history = [...this.#history, ...rows];
  }

  /** The game was taken back to an earlier turn: what was logged of that turn and later ones is dropped. */
  #rewind(turn: number): void {
    this.#events = this.#events.filter((event) => event.turn < turn);
    this.#history = this.#history.filter(([before]) => before < turn);
  }

  #add(world: World, gameEvent: GameEvent): void {
    this.#lastId += 1;
    const event = { id: this.#lastId, turn: turnOf(world), ...gameEvent };
    this.#events = [...this.#events.slice(-2 * KEPT_EVENTS), event];
  }
}
