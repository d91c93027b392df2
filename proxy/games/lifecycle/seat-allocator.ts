import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { ConnectionOptions } from '../../freeciv/connection.js';
import { turnOf, type World } from '../../world/world.js';
import { isOnOtherServer } from '../disk/game-record.js';
import { detach } from '../faults/game-bug.js';
import type { Journal } from '../journal/journal.js';
import { getReady, openJoinedSeat } from '../seats/joined-seat.js';
import { chosenNation } from '../seats/nation.js';
import type { PacketQueue } from '../seats/packet-queue.js';
import type { Seat } from '../seats/seat.js';
import { connectSeat, type SeatWish } from '../seats/seating.js';
import { humanPlayers } from '../seats/usernames.js';
import type { ServerRun } from '../server/server-run.js';
import type { TurnManager } from '../turns/turn-manager.js';
import type { GameControl, GameControlOptions } from './game-control.js';
import { cannotBegin, unplayableReason } from './game-state.js';
import type { HeapRoom } from './heap-room.js';

/** The parts of a game that giving out seats needs. */
export interface SeatAllocatorOptions
  extends Pick<GameControlOptions, 'table' | 'recordStore' | 'lifecycle' | 'open'> {
  readonly control: GameControl;
  readonly turns: TurnManager;
  readonly journal: Journal;
  readonly queue: PacketQueue;
  /** The room for seats beyond those that the game waits for. */
  readonly memory: HeapRoom | undefined;
}

/** Receives all packets of a seat's connection from its login on; undefined for an agent. */
type OnWire = ConnectionOptions['onWire'];

/** The server makes its map; this only ends what hangs. */
const START_TIMEOUT_MS = 20_000;

/** Gives agents their seats, and starts the game when all expected agents and humans have joined. */
export class SeatAllocator {
  readonly #options: SeatAllocatorOptions;
  /** The players of agents, and those that agents are taking. */
  readonly #claimed = new Set<number>();

  constructor(options: SeatAllocatorOptions) {
    this.#options = options;
  }

  /** The agent's seat: its own again, a new one in the lobby, or an AI's in a running game. E112 without memory for a new one, E140 when the game is deleted, E142 when it cannot begin. */
  async allocate(agentId: string, wish: SeatWish, onWire?: OnWire): Promise<Result<Seat>> {
    const { table, lifecycle } = this.#options;
    const seat = await table.getOrTake(agentId, () => this.#join(agentId, wish, onWire));
    if (seat.ok) await this.#untilMapMade(seat.value);
    const { state } = lifecycle;
    if (seat.ok && cannotBegin(state)) return fail(state.failure);
    return state.kind === 'deleted' ? fail(failure('E140', 'The game was deleted')) : seat;
  }

  /** With a seed that was asked for the server may fail to make a map: the login that begins the game waits for that and is told. */
  async #untilMapMade(seat: Seat): Promise<void> {
    const { table, recordStore, lifecycle } = this.#options;
    const { config, hasOwnMapSeed, shown } = recordStore.current;
    const isBeginning = config.humans === undefined && table.all.length >= config.min_agents;
    if (hasOwnMapSeed !== false || !isBeginning || shown !== undefined) return;
    const isDecided = ({ map }: World): boolean =>
      map.tileCount > 0 || ['lost', 'deleted', 'moved', 'ended'].includes(lifecycle.state.kind);
    await seat.until(isDecided, AbortSignal.timeout(START_TIMEOUT_MS));
  }

  async #join(agentId: string, wish: SeatWish, onWire: OnWire, isSecond = false): Promise<Result<Seat>> {
    const { table, lifecycle, open } = this.#options;
    const opened = await open();
    if (!opened.ok) return opened;
    await this.#untilStarted();
    const { serverRun, state } = lifecycle;
    if (serverRun === undefined || state.kind === 'starting')
      return fail(unplayableReason(state) ?? failure('E143', 'The game is over'));
    const isLobby = state.kind === 'lobby';
    const refusal = this.#refuseForMemory() ?? this.#refuseSecond();
    if (refusal !== undefined) return fail(refusal);
    const seat = table.create(agentId, this.#options.recordStore.current.config.join?.username);
    const opening = await this.#open(seat, wish, serverRun, onWire);
    if (opening.ok) {
      if (isLobby) detach(this.#options.recordStore.current.id, this.beginWhenComplete());
      return ok(seat);
    }
    table.discard(seat);
    // Who came as the lobby closed takes the place of an AI.
    const isLate = isLobby && lifecycle.state.kind !== 'lobby' && lifecycle.serverRun === serverRun;
    // The client of a person cannot log in twice.
    return isLate && !isSecond && onWire === undefined ? this.#join(agentId, wish, onWire, true) : opening;
  }

  /** The seats that the game waits for, and those on record, have their room already. */
  #refuseForMemory(): Failure | undefined {
    const { table, recordStore, memory } = this.#options;
    const { config, seats } = recordStore.current;
    const more = table.usernames.size + 1 - Math.max(config.min_agents, seats.length);
    return memory?.refuseSeats(more, recordStore.current);
  }

  /** The user name on a server of others is for one. */
  #refuseSecond(): Failure | undefined {
    const { table, recordStore } = this.#options;
    if (!isOnOtherServer(recordStore.current) || table.usernames.size === 0) return undefined;
    return failure('E141', 'A game on a server of others has one seat: make another game for another agent');
  }

  /** A game that is just starting has seats to give a moment later. */
  async #untilStarted(): Promise<void> {
    const { table, lifecycle } = this.#options;
    const isStarted = (): boolean => lifecycle.state.kind !== 'starting';
    if (!isStarted()) await table.all[0]?.until(isStarted, AbortSignal.timeout(START_TIMEOUT_MS));
  }

  #open(seat: Seat, wish: SeatWish, serverRun: ServerRun, onWire: OnWire): Promise<Result<void>> {
    const { table, lifecycle, journal, queue, recordStore } = this.#options;
    if (!serverRun.server.isOwn) return this.#joinOther(seat, wish, serverRun);
    const isLobby = (): boolean => lifecycle.state.kind === 'lobby';
    const inLobby = isLobby();
    for (const { world } of table.all)
      if (world.seat.player !== undefined) this.#claimed.add(world.seat.player);
    return connectSeat({
      seat,
      wish,
      serverRun,
      onWire,
      journal,
      queue,
      lineup: recordStore.current.config.lineup,
      isLobby,
      claimed: this.#claimed,
      witness: table.all[0],
      adopt: (connection) => lifecycle.attachSeat(seat, connection, serverRun),
      seated: () => this.#seated(seat, wish, inLobby),
    });
  }

  /** Takes the seat on a server of others; its turns are those of the game from then on. */
  async #joinOther(seat: Seat, wish: SeatWish, serverRun: ServerRun): Promise<Result<void>> {
    const { table, lifecycle, recordStore } = this.#options;
    const { agentId, username } = seat;
    const opened = await openJoinedSeat({
      ...{ serverRun, username, wish, gameId: recordStore.current.id },
      world: seat.newWorld('attaching'),
      player: recordStore.current.config.join?.player,
    });
    if (!opened.ok) return opened;
    const connection = opened.value;
    const request: Seat['request'] = (name, fields) => connection.request(name, fields);
    const ready = await getReady({ agentId, username, world: connection.world, request, wish });
    if (!ready.ok) {
      connection.close();
      return ready;
    }
    // Its first turn may be under way.
    table.add(seat);
    lifecycle.attachSeat(seat, connection, serverRun);
    await this.#seated(seat, wish, turnOf(connection.world) === 0);
    return ok(undefined);
  }

  async #seated(seat: Seat, wish: SeatWish, isLobby: boolean): Promise<void> {
    const { table, recordStore, turns } = this.#options;
    const { agentId, username, world } = seat;
    table.add(seat);
    turns.publishTime(seat);
    turns.update();
    const since = isLobby ? 0 : turnOf(world);
    const own = { agentId, username, since, player: world.seat.player ?? -1, turnPolicy: wish.turnPolicy };
    // A seat of the lobby may have to be made again as it was granted; that of an AI is in every save.
    const chosen = isLobby ? chosenNation(world, wish) : {};
    await recordStore.update({ seats: [...recordStore.current.seats, { ...own, ...chosen }] });
  }

  /** Begins the game once all expected agents and humans have come; also a restored lobby. */
  async beginWhenComplete(): Promise<void> {
    const { table, recordStore, lifecycle, control } = this.#options;
    const { min_agents: minAgents, humans = 0 } = recordStore.current.config;
    const { serverRun } = lifecycle;
    const [witness] = table.all;
    if (serverRun?.server.isOwn === false) {
      // Such a server begins its games itself, also while it was not joined.
      if (witness?.world.turn.phase === 'movement') await control.follow(serverRun);
      return;
    }
    if (serverRun === undefined || witness === undefined || table.all.length < minAgents) return;
    await witness.until(() => humanPlayers(table.all).length >= humans, serverRun.signal);
    if (lifecycle.state.kind === 'lobby' && !serverRun.signal.aborted) await control.begin(serverRun);
  }
}
