import type { Failure } from '#shared/core/failure.js';
import type { Result } from '#shared/core/result.js';
import type { MissingPart, Presence } from '#shared/protocol/agent-answers.js';
import type { GameConfig } from '#shared/protocol/game-config.js';
import type { GameRecord } from '../disk/game-record.js';
import { Journal } from '../journal/journal.js';
import { Ledger } from '../score/ledger.js';
import { humansIn } from '../seats/humans.js';
import { OrderFile } from '../seats/order-file.js';
import { PacketGate } from '../seats/packet-queue.js';
import { shownPlayers } from '../seats/player-rows.js';
import { Presences } from '../seats/presence.js';
import type { Seat, SentPacket } from '../seats/seat.js';
import type { AwaitedPlayer, SeatEvent } from '../seats/seat-events.js';
import { SeatTable } from '../seats/seat-table.js';
import type { SeatWish } from '../seats/seating.js';
import { handBack, letTurnBe, turnActs } from '../turns/turn-effects.js';
import { TurnJournal } from '../turns/turn-journal.js';
import { TurnKeeper } from '../turns/turn-keeper.js';
import { TurnResults } from '../turns/turn-results.js';
import { OrderedConsole } from './game-console.js';
import { Steering } from './game-control.js';
import { endOf, isDefeated } from './game-end.js';
import { Lifeline } from './game-lifecycle.js';
import type { GameOptions } from './game-options.js';
import { type GameState, isOver, obstacle } from './game-state.js';
import { RecordKeeper } from './record-store.js';
import { Reception } from './seat-allocator.js';

/** One game. It lives longer than any of its server processes, and its seats longer than their connections. */
export class Game {
  readonly id: string;
  readonly config: GameConfig;
  /** Seconds a turn may take; 0 waits for everyone. */
  readonly turnTimeLimit: number;
  readonly steering: Steering;
  /** How the newest turns ended. */
  readonly turnResults: TurnResults;
  readonly #options: GameOptions;
  readonly #journal: Journal;
  readonly #gate: PacketGate;
  readonly #journaled: TurnJournal;
  readonly #table: SeatTable;
  readonly #keeper: RecordKeeper;
  readonly #ledger: Ledger;
  readonly #lifeline: Lifeline;
  readonly #console: OrderedConsole;
  readonly #reception: Reception;
  readonly #turns: TurnKeeper;
  readonly #presences = new Presences();
  /** Seats that were told of the end; their worlds know of it before. */
  readonly #sawEnd = new Set<Seat>();
  #lastAsked: number;

  constructor(options: GameOptions) {
    const { record, folder, logger, version, clock, disk } = options;
    this.#options = options;
    this.id = record.id;
    this.config = record.config;
    this.turnTimeLimit = record.turnTimeLimit;
    this.#lastAsked = clock.monotonic();
    for (const { agentId } of record.seats) this.#presences.set(agentId, 'away', clock.monotonic());
    this.#journal = new Journal(folder.journal, disk);
    this.#gate = new PacketGate(this.#journal);
    this.#journaled = new TurnJournal(this.#journal);
    this.#keeper = new RecordKeeper(folder.record, record, disk);
    this.#ledger = new Ledger(folder, disk);
    this.turnResults = new TurnResults(this.#ledger);
    const onEvent = (seat: Seat, event: SeatEvent): void => this.#seatEvent(seat, event);
    const onSent = (seat: Seat, sent: SentPacket): void => {
      // What a seat that is only being taken sends is no part of the turn.
      if (this.seat(seat.agentId) === seat) this.#turns.sent(seat, sent);
    };
    const onAwaited = (): void => this.#turns.look();
    const orderFile = (agentId: string): OrderFile => new OrderFile(folder.orders, agentId, disk);
    const seats = { gate: this.#gate, version, onEvent, onSent, onAwaited, orderFile };
    this.#table = new SeatTable(seats, record.seats);
    this.#turns = new TurnKeeper({
      clock,
      timeLimit: record.turnTimeLimit,
      absentWait: record.config.absent_wait ?? options.absentWait,
      presences: this.#presences,
      acts: turnActs(this, logger),
      seats: () => this.seats,
      humans: () => humansIn(this.seats),
      policyOf: ({ agentId }) =>
        this.record.seats.find((seat) => seat.agentId === agentId)?.turnPolicy ?? this.config.turn_policy,
    });
    this.#lifeline = new Lifeline({
      game: options,
      keeper: this.#keeper,
      table: this.#table,
      journal: this.#journal,
      ledger: this.#ledger,
      onState: ({ kind }, isFreshTurn) => {
        if (kind === 'running') this.#turns.release(isFreshTurn);
        else this.#turns.hold();
      },
    });
    const kept = { keeper: this.#keeper, table: this.#table };
    const parts = { ...kept, lifeline: this.#lifeline, open: () => this.open() };
    this.#console = new OrderedConsole({ ...parts, gate: this.#gate, journaled: this.#journaled });
    this.steering = new Steering({
      ...parts,
      order: (line) => this.#console.order(line),
      interruptedTurn: () => this.#turns.interrupted,
    });
    this.#reception = new Reception({
      ...parts,
      protocol: options.protocol,
      logger,
      steering: this.steering,
      turns: this.#turns,
      journal: this.#journal,
      gate: this.#gate,
    });
  }

  get state(): GameState {
    return this.#lifeline.state;
  }

  get record(): GameRecord {
    return this.#keeper.current;
  }

  /** Why nobody can play at the moment; undefined when one can. */
  get obstacle(): Failure | undefined {
    return obstacle(this.state);
  }

  /** When somebody last asked for anything of the game, on the clock that nobody sets. */
  get lastAsked(): number {
    return this.#lastAsked;
  }

  /** True for a lobby in which no agent has a seat, and none is taking one. */
  get isUnused(): boolean {
    return this.state.kind === 'lobby' && this.#table.isEmpty;
  }

  /** True also while a server process is on its way. */
  get hasServer(): boolean {
    return this.#lifeline.hasServer;
  }

  /** 0 while there is no server, as its id is. */
  get serverPort(): number {
    return this.#lifeline.life?.server.port ?? 0;
  }

  /** What a connection to the server must show; undefined when it is not asked. */
  get serverPassword(): string | undefined {
    return this.#lifeline.life?.server.password;
  }

  get serverPid(): number {
    return this.#lifeline.life?.server.pid ?? 0;
  }

  get seats(): readonly Seat[] {
    return this.#table.all;
  }

  /** Milliseconds left of the running turn; undefined without a limit. */
  get timeLeft(): number | undefined {
    return this.#turns.left;
  }

  /** The players for whom the running turn waits. */
  get awaited(): readonly AwaitedPlayer[] {
    return this.#turns.awaited;
  }

  seat(agentId: string): Seat | undefined {
    return this.#table.get(agentId);
  }

  presenceOf(agentId: string): Presence {
    return this.#presences.of(agentId);
  }

  /** Tells all agents. */
  tell(event: SeatEvent): void {
    this.#table.tell(event);
  }

  /** Notes that somebody is interested in the game. */
  touch(): void {
    this.#lastAsked = this.#options.clock.monotonic();
  }

  /** Notes interest, and brings the game back when it is not there; those who ask at once wait for the same attempt. */
  open(): Promise<Result<void>> {
    this.touch();
    return this.#lifeline.open();
  }

  /** The agent's seat: its own again, a new one in the lobby, or an AI's in a running game. */
  async takeSeat(agentId: string, wish: SeatWish): Promise<Result<Seat>> {
    this.setPresence(agentId, 'connected');
    const seat = await this.#reception.seat(agentId, wish);
    this.#welcome(agentId);
    return seat;
  }

  /** What the gateway tells of an agent: who is not there holds nobody up, and a game without agents waits. */
  setPresence(agentId: string, presence: Presence): void {
    this.#presences.set(agentId, presence, this.#options.clock.monotonic());
    this.#welcome(agentId);
    this.#turns.look();
  }

  /** Runs one command on the server's console, with full rights, and answers what it printed. */
  command(line: string): Promise<Result<readonly string[]>> {
    return this.#console.run(line);
  }

  /** The same for a command that is of the moment, and is not repeated when the turn is played again. */
  commandOnce(line: string): Promise<Result<readonly string[]>> {
    return this.#console.runOnce(line);
  }

  /** What the disk has lost of it, as far as this proxy has found out. */
  get missing(): readonly MissingPart[] {
    return this.#lifeline.missing;
  }

  /** Ends the game for good; resolves when nothing writes to its folder any more. Whoever asks from now on gets E140. */
  async delete(): Promise<void> {
    const closed = this.#keeper.close();
    await this.#lifeline.delete();
    this.#journal.close();
    await closed;
    await this.#ledger.written;
  }

  /**
   * Ends the server process; the game stays on disk and comes back with `open`, and without being asked for if only the
   * proxy is closing.
   */
  async unload(isClosing = false): Promise<void> {
    const timeLeft = this.#turns.interrupted;
    await this.#lifeline.unload();
    const isLive = isClosing && this.#keeper.current.isLive;
    if (!isOver(this.state)) await this.#keeper.change({ timeLeft, isLive });
    this.#journal.close();
    await this.#keeper.written;
    await this.#ledger.written;
  }

  #seatEvent(seat: Seat, event: SeatEvent): void {
    this.#journaled.take(seat, event);
    if (event.type === 'turn_start') this.#turnBegan(seat, event.turn);
    else if (event.type === 'turn_end') this.turnResults.add(event.turn, this.#turns.over(event.turn));
    else if (event.type === 'game_ended') this.#ended(seat);
    else if (event.type === 'defeated') this.#defeated();
  }

  #turnBegan(seat: Seat, turn: number): void {
    this.#ledger.began(turn);
    if (this.seat(seat.agentId) !== seat) return;
    const { timeLeft, shown } = this.#keeper.current;
    this.#turns.begin(turn, timeLeft?.turn === turn ? timeLeft.ms : undefined);
    if (shown?.turn !== turn) {
      void this.#keeper.change({ shown: { turn, players: shownPlayers(seat.world) } });
      if (humansIn(this.seats).length > 0) void letTurnBe(this);
    }
    void handBack(this, seat);
    const { state } = this;
    const haveBegun = this.seats.every(({ world }) => world.turn.phase === 'movement');
    if (state.kind === 'starting' && haveBegun)
      void this.#lifeline.enter({ kind: 'running', life: state.life });
  }

  /** When no agent is left there is nobody to play for; else the turn may have waited for who has died. */
  #defeated(): void {
    if (humansIn(this.seats).length > 0 || !this.seats.every(isDefeated)) this.#turns.nudge();
    else void this.steering.end('defeat');
  }

  #ended(seat: Seat): void {
    if (this.#keeper.current.phase !== 'ended')
      void this.#keeper.change({ phase: 'ended', ended: endOf(seat.world, this.steering.endedBy) });
    // A seat that has seen the end keeps its world as it was then; the process ends with the last of them.
    setImmediate(() => seat.close());
    this.#sawEnd.add(seat);
    const isLast = this.seats.every((each) => this.#sawEnd.has(each));
    if (isLast) setImmediate(() => void this.#lifeline.end());
  }

  /** A game that waited for agents goes on when one comes. */
  #welcome(agentId: string): void {
    if (this.state.kind !== 'paused' || this.state.why !== 'absence') return;
    const isThere = this.seat(agentId) !== undefined && this.presenceOf(agentId) === 'connected';
    if (isThere) void this.steering.resume();
  }
}
