import type { HistoryRow, SpectatorEvent } from '#shared/protocol/spectator/messages.js';
import { KEPT_EVENTS } from '#shared/protocol/spectator/view.js';
import type { ServerPacket } from '../freeciv/brackets.js';
import type { World } from '../world/world.js';
import { type Happening, happeningsOf } from './happenings.js';
import { holdingsOf, standingOf } from './rows.js';

/** What has been told already, by another connection to the same game. */
export interface Past {
  readonly events: readonly SpectatorEvent[];
  readonly history: readonly HistoryRow[];
}

/** What has happened since somebody watched, and what each player had when each turn began. */
export class Chronicle {
  #events: readonly SpectatorEvent[];
  #history: readonly HistoryRow[];
  #lastId: number;
  #lastTurn: number;

  constructor({ events, history }: Past = { events: [], history: [] }) {
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
    return this.#events.filter((event) => event.id > id);
  }

  /** Notes what a packet tells; to be called before the packet is applied, once the game has been sent in full. */
  note(world: World, packet: ServerPacket): void {
    for (const happening of happeningsOf(world, packet)) this.#add(world, happening);
  }

  /** Notes what players have; to be called when changes were committed. */
  look(world: World): void {
    const turn = world.game?.turn ?? 0;
    if (world.turn.phase !== 'movement' || turn === this.#lastTurn) return;
    if (turn < this.#lastTurn) this.#takeBack(turn);
    this.#lastTurn = turn;
    const { cities } = holdingsOf(world);
    const rows: HistoryRow[] = [];
    for (const player of world.players.values()) {
      if (player.barbarianType !== 'NOT_A_BARBARIAN') continue;
      const { playerno } = player;
      const { score, techs, gold } = standingOf(world, player);
      rows.push([turn, playerno, score, cities.get(playerno) ?? 0, techs, gold]);
    }
    this.#history = [...this.#history, ...rows];
  }

  /** The game is in a turn again that it has been in before. */
  #takeBack(turn: number): void {
    this.#events = this.#events.filter((event) => event.turn < turn);
    this.#history = this.#history.filter(([before]) => before < turn);
  }

  #add(world: World, happening: Happening): void {
    this.#lastId += 1;
    const event = { id: this.#lastId, turn: world.game?.turn ?? 0, ...happening };
    this.#events = [...this.#events.slice(-2 * KEPT_EVENTS), event];
  }
}
