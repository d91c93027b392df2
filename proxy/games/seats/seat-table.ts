import { ok, type Result } from '#shared/core/result.js';
import type { SiteChooser } from '../../plans/settle.js';
import type { World } from '../../world/world.js';
import type { SeatRecord } from '../disk/game-record.js';
import { detach } from '../faults/game-bug.js';
import type { OrderFile } from './order-file.js';
import type { PacketQueue, SentPacket } from './packet-queue.js';
import type { PlanFile } from './plan-file.js';
import { Seat } from './seat.js';
import type { SeatEvent } from './seat-events.js';
import { usernameFor } from './usernames.js';

/** What every seat of a game needs. */
export interface SeatTableOptions {
  readonly gameId: string;
  readonly queue: PacketQueue;
  readonly version: number;
  /** What each world of its seats has from the beginning. */
  readonly ofGame: Pick<World, 'isForeign' | 'sharedRuleset'>;
  orderFile(agentId: string): OrderFile;
  planFile(agentId: string): PlanFile;
  readonly chooseSite?: SiteChooser | undefined;
  onEvent(seat: Seat, event: SeatEvent): void;
  onSent(seat: Seat, sent: SentPacket): void;
  onPendingChanged(): void;
}

/** The seats of a game by agent: those taken, and those being taken. */
export class SeatTable {
  readonly #options: SeatTableOptions;
  readonly #asked = new Map<string, Promise<Result<Seat>>>();
  readonly #taken = new Map<string, Seat>();
  readonly #usernames = new Set<string>();
  readonly #making = new Set<Seat>();

  constructor(options: SeatTableOptions, known: readonly SeatRecord[]) {
    this.#options = options;
    for (const { agentId, username, player } of known) {
      const seat = this.create(agentId, username);
      // As it was; of a game that is over no server says so again.
      seat.world.seat = { ...seat.world.seat, player };
      this.add(seat);
      this.#asked.set(agentId, Promise.resolve(ok(seat)));
    }
  }

  get all(): readonly Seat[] {
    return [...this.#taken.values()];
  }

  /** The user names of all seats, those that are being taken included. */
  get usernames(): ReadonlySet<string> {
    return this.#usernames;
  }

  /** True when no agent has a seat, and none is being taken. */
  get isEmpty(): boolean {
    return this.#taken.size === 0 && this.#asked.size === 0;
  }

  /** Checks all pending conditions again, because they may depend on more than the world. */
  recheck(): void {
    for (const seat of [...this.#taken.values(), ...this.#making]) seat.recheck();
  }

  get(agentId: string): Seat | undefined {
    return this.#taken.get(agentId);
  }

  /** The seat of the agent, taken by `take` when it has none. Concurrent calls get the same seat. */
  getOrTake(agentId: string, take: () => Promise<Result<Seat>>): Promise<Result<Seat>> {
    const known = this.#asked.get(agentId);
    if (known !== undefined) return known;
    const taken = take();
    this.#asked.set(agentId, taken);
    const forget = (): void => {
      this.#asked.delete(agentId);
    };
    const kept = taken.then((seat) => {
      if (!seat.ok) forget();
    }, forget);
    detach(this.#options.gameId, kept);
    return taken;
  }

  /** A seat without a connection, not in the table yet, under a free user name. */
  create(agentId: string, username?: string): Seat {
    const { gameId, queue, version, ofGame, orderFile, planFile } = this.#options;
    const { chooseSite, onEvent, onSent, onPendingChanged } = this.#options;
    const names = new Set([...this.#usernames].map((name) => name.toLowerCase()));
    const files = { orderFile: orderFile(agentId), planFile: planFile(agentId) };
    const own = { username: username ?? usernameFor(agentId, names), ...files };
    const seat = new Seat(
      {
        gameId,
        agentId,
        ...own,
        queue,
        ofGame,
        chooseSite,
        onEvent,
        onSent,
        onPendingChanged,
      },
      version,
    );
    this.#usernames.add(own.username);
    this.#making.add(seat);
    return seat;
  }

  /** Closes a seat that could not be taken, and frees its user name. */
  discard(seat: Seat): void {
    this.#usernames.delete(seat.username);
    this.#making.delete(seat);
    seat.close();
  }

  add(seat: Seat): void {
    this.#making.delete(seat);
    this.#taken.set(seat.agentId, seat);
  }

  /** The seat of an agent that is known to have one. */
  require(agentId: string): Seat {
    const seat = this.#taken.get(agentId);
    if (seat === undefined) throw new Error('a seat on record that the game does not have');
    return seat;
  }

  /** The empty world for a seat's next connection. */
  worldFor(agentId: string, phase: 'before_game' | 'attaching'): World {
    return this.require(agentId).newWorld(phase);
  }

  emit(event: SeatEvent): void {
    for (const seat of this.all) seat.emit(event);
  }
}
