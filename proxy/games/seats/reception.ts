import { failure } from '#shared/failure.js';
import type { Logger } from '#shared/log.js';
import { fail, ok, type Result } from '#shared/result.js';
import type { Protocol } from '../../freeciv/protocol.js';
import { obstacle } from '../game-state.js';
import type { Journal } from '../journal/journal.js';
import type { Lifeline } from '../lifeline.js';
import type { RecordKeeper } from '../record-keeper.js';
import type { PacketGate } from '../server/packet-gate.js';
import type { Steering } from '../steering.js';
import type { TurnKeeper } from '../turns/turn-keeper.js';
import { humansIn } from './humans.js';
import { openSeat, type SeatWish } from './open-seat.js';
import type { Seat } from './seat.js';
import type { SeatTable } from './seat-table.js';

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

/** Gives agents their seats, and begins the game when all that are waited for have come. */
export class Reception {
  readonly #options: ReceptionOptions;

  constructor(options: ReceptionOptions) {
    this.#options = options;
  }

  /** The agent's seat: its own again, a new one in the lobby, or an AI's in a running game. E140 when the game is deleted. */
  async seat(agentId: string, wish: SeatWish): Promise<Result<Seat>> {
    const { table, lifeline } = this.#options;
    const seat = await table.ask(agentId, () => this.#join(agentId, wish));
    return lifeline.state.kind === 'deleted' ? fail(failure('E140', 'The game was deleted')) : seat;
  }

  async #join(agentId: string, wish: SeatWish): Promise<Result<Seat>> {
    const { table, lifeline, protocol, journal, gate, open } = this.#options;
    const opened = await open();
    if (!opened.ok) return opened;
    const { life, state } = lifeline;
    if (life === undefined || state.kind === 'starting')
      return fail(obstacle(state) ?? failure('E143', 'The game is over'));
    const seat = table.make(agentId);
    const opening = await openSeat({
      ...{ seat, wish, life, protocol, journal, gate },
      isLobby: state.kind === 'lobby',
      witness: table.all[0],
      adopt: (line) => lifeline.adopt(seat, line, life),
    });
    if (opening.ok) await this.#seated(seat, wish);
    else table.giveUp(seat);
    return opening.ok ? ok(seat) : opening;
  }

  async #seated(seat: Seat, { nation, leaderName, turnPolicy }: SeatWish): Promise<void> {
    const { table, keeper, lifeline, turns } = this.#options;
    const { agentId, username, world } = seat;
    table.add(seat);
    turns.show(seat);
    const isLobby = lifeline.state.kind === 'lobby';
    const since = isLobby ? 0 : (world.game?.turn ?? 0);
    const own = { agentId, username, since, player: world.seat.player ?? -1 };
    const wishes = { nation, leaderName, turnPolicy };
    await keeper.change({ seats: [...keeper.current.seats, { ...own, ...wishes }] });
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
