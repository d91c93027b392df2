import { failure } from '#shared/core/failure.js';
import type { Logger } from '#shared/core/log.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { Protocol } from '../../freeciv/protocol.js';
import type { Journal } from '../journal/journal.js';
import { humansIn } from '../seats/humans.js';
import { chosenNation } from '../seats/nation.js';
import type { PacketGate } from '../seats/packet-queue.js';
import type { Seat } from '../seats/seat.js';
import type { SeatTable } from '../seats/seat-table.js';
import { openSeat, type SeatWish } from '../seats/seating.js';
import type { Life } from '../server/server-run.js';
import type { TurnKeeper } from '../turns/turn-keeper.js';
import type { Steering } from './game-control.js';
import type { Lifeline } from './game-lifecycle.js';
import { obstacle } from './game-state.js';
import type { RecordKeeper } from './record-store.js';

export interface ReceptionOptions {
  readonly protocol: Protocol;
  readonly logger: Logger;
  readonly table: SeatTable;
  readonly keeper: RecordKeeper;
  readonly lifeline: Lifeline;
  readonly steering: Steering;
  readonly turns: TurnKeeper;
  readonly journal: Journal;
  readonly gate: PacketGate;
  /** Brings the game back when it is not there. */
  open(): Promise<Result<void>>;
}

/** The server makes its map; this only ends what hangs. */
const START_TIMEOUT_MS = 20_000;

/** Gives agents their seats, and begins the game when all that are waited for have come. */
export class Reception {
  readonly #options: ReceptionOptions;
  /** The players of agents, and those that agents are taking. */
  readonly #claimed = new Set<number>();

  constructor(options: ReceptionOptions) {
    this.#options = options;
  }

  /** The agent's seat: its own again, a new one in the lobby, or an AI's in a running game. E140 when the game is deleted. */
  async seat(agentId: string, wish: SeatWish): Promise<Result<Seat>> {
    const { table, lifeline } = this.#options;
    const seat = await table.ask(agentId, () => this.#join(agentId, wish));
    return lifeline.state.kind === 'deleted' ? fail(failure('E140', 'The game was deleted')) : seat;
  }

  async #join(agentId: string, wish: SeatWish, isSecond = false): Promise<Result<Seat>> {
    const { table, lifeline, open } = this.#options;
    const opened = await open();
    if (!opened.ok) return opened;
    await this.#untilStarted();
    const { life, state } = lifeline;
    if (life === undefined || state.kind === 'starting')
      return fail(obstacle(state) ?? failure('E143', 'The game is over'));
    const isLobby = state.kind === 'lobby';
    const seat = table.make(agentId);
    const opening = await this.#open(seat, wish, life);
    if (opening.ok) {
      await this.#seated(seat, wish, isLobby);
      return ok(seat);
    }
    table.giveUp(seat);
    // Who came as the lobby closed takes the place of an AI.
    const isLate = isLobby && lifeline.state.kind !== 'lobby' && lifeline.life === life;
    return isLate && !isSecond ? this.#join(agentId, wish, true) : opening;
  }

  /** A game that is just starting has seats to give a moment later. */
  async #untilStarted(): Promise<void> {
    const { table, lifeline } = this.#options;
    const isStarted = (): boolean => lifeline.state.kind !== 'starting';
    if (!isStarted()) await table.all[0]?.until(isStarted, AbortSignal.timeout(START_TIMEOUT_MS));
  }

  #open(seat: Seat, wish: SeatWish, life: Life): Promise<Result<void>> {
    const { table, lifeline, protocol, journal, gate } = this.#options;
    for (const { world } of table.all)
      if (world.seat.player !== undefined) this.#claimed.add(world.seat.player);
    return openSeat({
      ...{ seat, wish, life, protocol, journal, gate },
      isLobby: () => lifeline.state.kind === 'lobby',
      claimed: this.#claimed,
      witness: table.all[0],
      adopt: (line) => lifeline.adopt(seat, line, life),
    });
  }

  async #seated(seat: Seat, wish: SeatWish, isLobby: boolean): Promise<void> {
    const { table, keeper, turns } = this.#options;
    const { agentId, username, world } = seat;
    table.add(seat);
    turns.show(seat);
    turns.look();
    const since = isLobby ? 0 : (world.game?.turn ?? 0);
    const own = { agentId, username, since, player: world.seat.player ?? -1, turnPolicy: wish.turnPolicy };
    // A seat of the lobby is made once more as it was granted; one of an AI is there in every save.
    const chosen = isLobby ? chosenNation(world, wish) : {};
    await keeper.change({ seats: [...keeper.current.seats, { ...own, ...chosen }] });
    if (isLobby) void this.#beginWhenComplete(seat);
  }

  /** Begins once all agents and humans that are waited for have come. */
  async #beginWhenComplete(witness: Seat): Promise<void> {
    const { table, keeper, lifeline, steering } = this.#options;
    const { min_agents: minAgents, humans = 0 } = keeper.current.config;
    const { life } = lifeline;
    if (life === undefined || table.all.length < minAgents) return;
    await witness.until(() => humansIn(table.all).length >= humans, life.signal);
    if (lifeline.state.kind === 'lobby' && !life.signal.aborted) await steering.begin(life);
  }
}
