import type { Failure } from '#shared/core/failure.js';
import type { Result } from '#shared/core/result.js';
import type { Presence, TurnMark } from '#shared/protocol/agent-answers.js';
import type { GameConfig } from '#shared/protocol/game-config.js';
import type { TurnProcess } from '#shared/protocol/process-metrics.js';
import { Protocol } from '../../freeciv/protocol.js';
import { SharedRuleset } from '../../world/ruleset.js';
import { type GameRecord, isOnOtherServer } from '../disk/game-record.js';
import { RecordStore } from '../disk/record-file.js';
import { detach } from '../faults/game-bug.js';
import { Journal } from '../journal/journal.js';
import { MissingParts } from '../restore/missing-parts.js';
import { Ledger } from '../score/ledger.js';
import { OrderFile } from '../seats/order-file.js';
import { PacketQueue, type SentPacket } from '../seats/packet-queue.js';
import { PlanFile } from '../seats/plan-file.js';
import { type PresenceReporter, Presences } from '../seats/presence.js';
import type { Seat } from '../seats/seat.js';
import type { PendingPlayer, SeatEvent } from '../seats/seat-events.js';
import { SeatTable } from '../seats/seat-table.js';
import type { SeatWish } from '../seats/seating.js';
import { humanPlayers } from '../seats/usernames.js';
import { turnEffects } from '../turns/turn-effects.js';
import { TurnJournal } from '../turns/turn-journal.js';
import { TurnManager } from '../turns/turn-manager.js';
import { TurnResults } from '../turns/turn-results.js';
import { GameConsole } from './game-console.js';
import { GameControl } from './game-control.js';
import { GameLifecycle } from './game-lifecycle.js';
import type { GameOptions } from './game-options.js';
import { GameProgress } from './game-progress.js';
import type { GameScenario } from './game-scenario.js';
import { cannotBegin, type GameState, isOver, unplayableReason } from './game-state.js';
import { GameUsage } from './game-usage.js';
import { SeatAllocator } from './seat-allocator.js';

/** One game. It lives longer than any of its server processes, and its seats longer than their connections. */
export class Game {
  readonly id: string;
  /** Seconds a turn may take; 0 waits for everyone. */
  readonly turnTimeLimit: number;
  /** Whether it is on a server of others, see joined-server.ts. */
  readonly isOnOtherServer: boolean;
  readonly control: GameControl;
  readonly scenario: GameScenario;
  /** What the disk has lost of it, as far as this proxy has found out. */
  readonly missing: MissingParts;
  readonly sharedRuleset = new SharedRuleset();
  readonly presences = new Presences();
  readonly usage: GameUsage;
  readonly turnResults: TurnResults;
  readonly #options: GameOptions;
  readonly #journal: Journal;
  readonly #queue: PacketQueue;
  readonly #turnJournal: TurnJournal;
  readonly #table: SeatTable;
  readonly #recordStore: RecordStore;
  readonly #ledger: Ledger;
  readonly #lifecycle: GameLifecycle;
  readonly #console: GameConsole;
  readonly #seatAllocator: SeatAllocator;
  readonly #turns: TurnManager;
  readonly #progress: GameProgress;

  constructor(options: GameOptions) {
    const { record, folder, log, version, clock, disk, chooseSite } = options;
    this.#options = options;
    this.id = record.id;
    this.turnTimeLimit = record.turnTimeLimit;
    this.isOnOtherServer = isOnOtherServer(record);
    this.usage = new GameUsage(clock);
    for (const { agentId } of record.seats) this.presences.set(agentId, 'away', clock.monotonic());
    this.#journal = new Journal(folder.journal, disk, record.fence);
    this.#queue = new PacketQueue(this.#journal);
    this.#turnJournal = new TurnJournal(this.#journal);
    this.#recordStore = new RecordStore(folder.record, record, disk);
    this.#ledger = new Ledger(folder, disk, options.saves);
    this.turnResults = new TurnResults(this.#ledger);
    const onEvent = (seat: Seat, event: SeatEvent): void => this.#progress.onSeatEvent(seat, event);
    const onSent = (seat: Seat, sent: SentPacket): void => {
      // Packets of a seat that is still connecting do not belong to the turn.
      if (this.seat(seat.agentId) !== seat) return;
      this.#turns.onPacketSent(seat, sent);
      this.scenario.check(seat);
    };
    const seats = {
      ...{ gameId: this.id, queue: this.#queue, version, chooseSite, onEvent, onSent },
      ofGame: { isForeign: this.isOnOtherServer, sharedRuleset: this.sharedRuleset },
      onPendingChanged: () => this.#turns.update(),
      orderFile: (agentId: string) => new OrderFile(folder.orders, agentId, disk),
      planFile: (agentId: string) => new PlanFile(folder.plans, agentId, disk),
    };
    this.#table = new SeatTable(seats, record.seats);
    this.#turns = new TurnManager({
      clock,
      ...{ timeLimit: record.turnTimeLimit, endsTurns: !this.isOnOtherServer },
      absentWait: record.config.absent_wait ?? options.absentWait,
      ...{ presences: this.presences, effects: turnEffects(this, log) },
      seats: () => this.seats,
      humans: () => humanPlayers(this.seats),
      policyOf: ({ agentId }) =>
        this.record.seats.find((seat) => seat.agentId === agentId)?.turnPolicy ?? this.config.turn_policy,
    });
    const kept = { recordStore: this.#recordStore, table: this.#table, queue: this.#queue };
    const isBack = (): boolean => this.#lifecycle.serverRun !== undefined;
    this.missing = new MissingParts({ ...kept, journal: this.#journal, log, isBack });
    this.#lifecycle = new GameLifecycle({
      ...{ ...kept, game: options, journal: this.#journal, ledger: this.#ledger },
      missing: this.missing,
      prepare: (serverRun, ended) => {
        this.#turns.recall(ended);
        return this.scenario.stage(serverRun);
      },
      onState: ({ kind }, again) => {
        if (kind === 'lobby') detach(this.id, this.#seatAllocator.beginWhenComplete());
        return kind === 'running' ? this.#turns.resume(again) : this.#turns.pause();
      },
    });
    const parts = { ...kept, lifecycle: this.#lifecycle, open: () => this.open() };
    this.#console = new GameConsole({ ...parts, journal: this.#turnJournal });
    const onDone = (): void => detach(this.id, this.control.end('scenario'));
    this.scenario = options.scenarios.open({ ...kept, console: this.#console, onDone });
    this.control = new GameControl({
      ...parts,
      writeCommand: (line) => this.#console.write(line),
      interruptedTurn: () => this.#turns.remaining,
    });
    const playing = { ...parts, control: this.control, turns: this.#turns, memory: options.memory };
    this.#progress = new GameProgress({
      ...{ ...playing, clock, game: this, ledger: this.#ledger, scenario: this.scenario },
      turnJournal: this.#turnJournal,
      turnResults: this.turnResults,
    });
    this.#seatAllocator = new SeatAllocator({ ...playing, journal: this.#journal });
    options.onMade?.({
      ...{ ...kept, game: this, lifecycle: this.#lifecycle },
      allocate: (agentId, onWire) => this.#seatAllocator.allocate(agentId, {}, onWire),
      onPresence: (agentId) => this.#onPresence(agentId),
    });
  }

  get state(): GameState {
    return this.#lifecycle.state;
  }

  get record(): GameRecord {
    return this.#recordStore.current;
  }

  get config(): GameConfig {
    return this.record.config;
  }

  /** Why agents cannot play at the moment; undefined when they can. */
  get unplayableReason(): Failure | undefined {
    return unplayableReason(this.state);
  }

  /** Whether this proxy owns the game now; when it does not, its news must not be published. */
  get isOwned(): boolean {
    return this.#options.mayAct();
  }

  /** True for a lobby without seats of agents, connecting ones included, and for a game that cannot begin. */
  get isUnused(): boolean {
    return cannotBegin(this.state) || (this.state.kind === 'lobby' && this.#table.isEmpty);
  }

  /** True also while a server process is on its way. */
  get hasServer(): boolean {
    return this.#lifecycle.hasServer;
  }

  /** 0 while there is no server, like its process id. */
  get serverPort(): number {
    return this.#lifecycle.serverRun?.server.port ?? 0;
  }

  /** What a connection to the server must show; undefined when it is not asked. */
  get serverPassword(): string | undefined {
    return this.#lifecycle.serverRun?.server.password;
  }

  /** The network protocol of the server; that of the oldest version while there is none. */
  get serverProtocol(): Protocol {
    return Protocol.ofServer(this.#lifecycle.serverRun?.server.version ?? '');
  }

  get serverPid(): number {
    return this.#lifecycle.serverRun?.server.pid ?? 0;
  }

  get seats(): readonly Seat[] {
    return this.#table.all;
  }

  /** Milliseconds left of the running turn; undefined without a limit. */
  get timeLeft(): number | undefined {
    return this.#turns.left ?? this.seats[0]?.world.turnTimer.remainingMs();
  }

  get pendingPlayers(): readonly PendingPlayer[] {
    return this.#turns.pendingPlayers;
  }

  seat(agentId: string): Seat | undefined {
    return this.#table.get(agentId);
  }

  presenceOf(agentId: string): Presence {
    return this.presences.get(agentId);
  }

  emit(event: SeatEvent): void {
    this.#table.emit(event);
  }

  /** Restores the game when it has no server, and counts as used meanwhile. Concurrent calls wait for the same attempt. */
  async open(): Promise<Result<void>> {
    using _used = this.usage.begin();
    return await this.#lifecycle.open();
  }

  /** The agent's seat: its own again, a new one in the lobby, or an AI's in a running game. The agent counts as `connected` where `presence` is not given. */
  async takeSeat(agentId: string, wish: SeatWish, presence?: Presence): Promise<Result<Seat>> {
    this.setPresence(agentId, presence ?? 'connected');
    const seat = await this.#seatAllocator.allocate(agentId, wish);
    this.#onPresence(agentId);
    return seat;
  }

  /** Sets the presence of an agent, as a gateway reports it. Turns do not wait for absent agents, and a game without agents is paused. */
  setPresence(agentId: string, presence: Presence, by?: PresenceReporter): void {
    this.presences.set(agentId, presence, this.#options.clock.monotonic(), by);
    this.#onPresence(agentId);
  }

  /** Runs one command on the server's console, with full rights, and answers what it printed. */
  command(line: string): Promise<Result<readonly string[]>> {
    return this.#console.run(line);
  }

  /** The same for a command that is of the moment, and is not repeated when the turn is played again. */
  commandOnce(line: string): Promise<Result<readonly string[]>> {
    return this.#console.runOnce(line);
  }

  /** How the turns of a player ended, by turn. Rejects when the disk does not give the ledger now. */
  turnMarksOf(player: number): Promise<ReadonlyMap<number, TurnMark>> {
    return this.#ledger.marksOf(player);
  }

  /** Records how the agent of a seat played a turn that has ended. */
  recordProcess(turn: number, row: TurnProcess): void {
    this.#ledger.recordProcess(turn, row);
  }

  /** Resolves once an ended game is complete on disk; at once for a running game. */
  whenSettled(): Promise<void> {
    return this.#lifecycle.whenSettled();
  }

  /** Ends the game for good; resolves when nothing writes to its folder. Later calls fail with E140. */
  async delete(): Promise<void> {
    const closed = this.#recordStore.close();
    await this.#lifecycle.delete();
    this.#journal.close();
    await closed;
    await this.#ledger.written;
  }

  /** Ends the server. The game comes back with `open`; unasked for when only the proxy `isClosing`. */
  async unload(isClosing = false): Promise<void> {
    const timeLeft = this.#turns.remaining;
    await this.#lifecycle.unload();
    const isLive = isClosing && this.#recordStore.current.isLive;
    if (!isOver(this.state)) await this.#recordStore.update({ timeLeft, isLive });
    this.#journal.close();
    await this.#recordStore.written;
    await this.#ledger.written;
  }

  /** Another proxy owns the game: its server is killed, and this proxy writes nothing of it. */
  async abandon(): Promise<void> {
    const closed = this.#recordStore.close();
    this.#turns.pause();
    await this.#lifecycle.abandon();
    this.#journal.close();
    await closed;
  }

  /** Resumes a game that was paused because no agent was there, and has its turn wait for who is. */
  #onPresence(agentId: string): void {
    const isThere = this.seat(agentId) !== undefined && this.presenceOf(agentId) === 'connected';
    const isWithoutAgents = this.state.kind === 'paused' && this.state.why === 'absence';
    if (isWithoutAgents && isThere) detach(this.id, this.control.resume());
    this.#turns.update();
  }
}
