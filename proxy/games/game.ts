import { type Failure, failure } from '#shared/failure.js';
import type { GameConfig } from '#shared/messages/llm-connect.js';
import { fail, ok, type Result } from '#shared/result.js';
import type { GameOptions } from './game-options.js';
import { type GameState, isShown, lifeOf, obstacle } from './game-state.js';
import { Journal } from './journal/journal.js';
import { TurnJournal } from './journal/turn-journal.js';
import type { Life } from './life.js';
import { RecordKeeper } from './record-keeper.js';
import { restoreWithPatience } from './restore/recovery.js';
import type { LoadingHabit, Restored } from './restore/rejoin.js';
import type { NationWish } from './seats/nation.js';
import { OrderFile } from './seats/order-file.js';
import type { Seat } from './seats/seat.js';
import type { SeatEvent } from './seats/seat-events.js';
import { SeatLine } from './seats/seat-line.js';
import { SeatTable } from './seats/seat-table.js';
import { enterLobby, takeFreeAi } from './seats/seating.js';
import { PacketGate } from './server/packet-gate.js';

/** One game. It lives longer than any of its server processes, and its seats longer than their connections. */
export class Game {
  readonly id: string;
  readonly config: GameConfig;
  /** Seconds a turn may take; 0 waits for everyone. */
  readonly turnTimeLimit: number;
  readonly #options: GameOptions;
  readonly #journal: Journal;
  readonly #gate: PacketGate;
  readonly #turns: TurnJournal;
  readonly #table: SeatTable;
  readonly #keeper: RecordKeeper;
  readonly #habit: LoadingHabit = { draws: 0 };
  #state: GameState;
  #opening: Promise<Result<void>> | undefined;
  #lastAsked = Date.now();

  constructor(options: GameOptions) {
    const { record, folder, logger, version } = options;
    this.#options = options;
    this.id = record.id;
    this.config = record.config;
    this.turnTimeLimit = record.turnTimeLimit;
    this.#journal = new Journal(folder.journal, logger);
    this.#gate = new PacketGate(this.#journal);
    this.#turns = new TurnJournal(this.#journal);
    this.#keeper = new RecordKeeper(folder.record, record, logger);
    const onEvent = (seat: Seat, event: SeatEvent): void => this.#seatEvent(seat, event);
    const orderFile = (agentId: string): OrderFile => new OrderFile(folder.orders, agentId, logger);
    this.#table = new SeatTable({ gate: this.#gate, version, onEvent, orderFile }, record.seats);
    this.#state = { kind: record.phase === 'ended' ? 'over' : 'created' };
  }

  get state(): GameState {
    return this.#state;
  }

  /** Why nobody can play at the moment; undefined when one can. */
  get obstacle(): Failure | undefined {
    return obstacle(this.#state);
  }

  /** True while what the seats know is the game as it is. */
  get isShown(): boolean {
    return isShown(this.#state);
  }

  /** When somebody last asked for anything of the game, as Date.now tells. */
  get lastAsked(): number {
    return this.#lastAsked;
  }

  /** True also while a server process is on its way. */
  get hasServer(): boolean {
    return lifeOf(this.#state) !== undefined || this.#opening !== undefined;
  }

  /** 0 while there is no server. */
  get serverPort(): number {
    return lifeOf(this.#state)?.server.port ?? 0;
  }

  /** 0 while there is no server. */
  get serverPid(): number {
    return lifeOf(this.#state)?.server.pid ?? 0;
  }

  get seats(): readonly Seat[] {
    return this.#table.all;
  }

  seat(agentId: string): Seat | undefined {
    return this.#table.get(agentId);
  }

  /** Notes that somebody is interested in the game. */
  touch(): void {
    this.#lastAsked = Date.now();
  }

  /** Notes interest, and brings the game back when it is not there; those who ask at once wait for the same attempt. */
  async open(): Promise<Result<void>> {
    this.touch();
    if (lifeOf(this.#state) !== undefined || this.#state.kind === 'over') return ok(undefined);
    return this.#bringBack();
  }

  /** The agent's seat: its own again, a new one in the lobby, or an AI's in a running game. */
  takeSeat(agentId: string, wish: NationWish): Promise<Result<Seat>> {
    return this.#table.ask(agentId, () => this.#join(agentId, wish));
  }

  /** Runs one command on the server's console, with full rights, and answers what it printed. */
  async command(line: string): Promise<Result<readonly string[]>> {
    const life = lifeOf(this.#state);
    if (life === undefined) return fail(this.#noServer());
    return this.#gate.inOrder(async () => {
      const printed = await life.server.run(line, life.signal);
      if (printed.ok) this.#turns.ranCommand(this.seats[0], line);
      return printed;
    });
  }

  /** Nobody can act until `resume`; a turn with a time limit has none meanwhile. */
  pause(): Promise<Result<void>> {
    return this.#setPaused(true);
  }

  /** The turn goes on, with its whole time. */
  resume(): Promise<Result<void>> {
    return this.#setPaused(false);
  }

  /** Ends the server process; the game stays on disk and comes back with `open`. */
  async unload(): Promise<void> {
    await this.#opening;
    if (this.#state.kind !== 'over') await this.#enter({ kind: 'idle' });
    this.#journal.close();
    await this.#keeper.written;
  }

  /** The one place where the state changes: what the new one does not keep of the old is released. */
  async #enter(next: GameState): Promise<void> {
    const before = lifeOf(this.#state);
    this.#state = next;
    for (const seat of this.seats) seat.lookAgain();
    if (before !== undefined && before !== lifeOf(next)) await before[Symbol.asyncDispose]();
  }

  #bringBack(): Promise<Result<void>> {
    this.#opening ??= this.#restore().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  async #restore(): Promise<Result<void>> {
    const isNew = this.#state.kind === 'created' && this.#keeper.current.phase === 'lobby';
    // Seats just read from disk have told nobody anything that could be interrupted.
    const isKnown = this.#state.kind !== 'created';
    if (!isNew) await this.#enter({ kind: 'recovering' });
    if (isKnown) this.#table.tell({ type: 'game_recovering' });
    await this.#keeper.change({});
    const { folder, protocol, logger, launch } = this.#options;
    const record = this.#keeper.current;
    const worldFor = this.#table.worldFor.bind(this.#table);
    const own = { journal: this.#journal, habit: this.#habit, worldFor };
    const parts = { record, folder, protocol, logger, launch, ...own };
    const restored = await restoreWithPatience(parts, isNew ? 1 : undefined);
    if (restored.ok) {
      await this.#goOn(restored.value);
      if (isKnown) this.#table.tell({ type: 'game_recovered' });
      this.#tellNotRestored(restored.value);
      return ok(undefined);
    }
    await this.#enter({ kind: 'lost', failure: restored.failure });
    this.#table.tell({ type: 'game_lost', reason: restored.failure.message });
    return restored;
  }

  async #goOn({ life, lines }: Restored): Promise<void> {
    void life.server.exited.then(() => this.#serverExited(life));
    const { phase, isPaused } = this.#keeper.current;
    const kind = phase === 'lobby' ? phase : isPaused ? 'paused' : 'running';
    for (const [agentId, line] of lines) this.#adopt(this.#table.must(agentId), line, life);
    await this.#enter({ kind, life });
  }

  #tellNotRestored({ notRestored }: Restored): void {
    for (const action of notRestored)
      this.#table.get(action.agentId)?.tell({ type: 'not_restored', ...action });
  }

  async #join(agentId: string, wish: NationWish): Promise<Result<Seat>> {
    const opened = await this.open();
    if (!opened.ok) return opened;
    const life = lifeOf(this.#state);
    if (life === undefined) return fail(this.#noServer());
    const isLobby = this.#state.kind === 'lobby';
    const seat = this.#table.make(agentId);
    const line = await SeatLine.open({
      protocol: this.#options.protocol,
      port: life.server.port,
      username: seat.username,
      world: seat.nextWorld(isLobby ? 'before_game' : 'attaching'),
      signal: life.signal,
    });
    if (!line.ok) return line;
    this.#adopt(seat, line.value, life);
    const takeover = { seat, line: line.value, life, witness: this.seats[0], journal: this.#journal };
    const prepared = isLobby
      ? await enterLobby(seat, wish, life)
      : await this.#gate.inOrder(() => takeFreeAi(takeover));
    if (!prepared.ok) {
      seat.close();
      return prepared;
    }
    await this.#seated(seat, wish, life);
    return ok(seat);
  }

  async #seated(seat: Seat, { nation, leaderName }: NationWish, life: Life): Promise<void> {
    const { agentId, username, world } = seat;
    this.#table.add(seat);
    const since = this.#state.kind === 'lobby' ? 0 : (world.game?.turn ?? 0);
    const player = world.seat.player ?? -1;
    const seatRecord = { agentId, username, since, player, nation, leaderName };
    await this.#keeper.change({ seats: [...this.#keeper.current.seats, seatRecord] });
    if (this.#state.kind !== 'lobby' || this.seats.length < this.config.min_agents) return;
    await this.#enter({ kind: 'running', life });
    await this.#keeper.change({ phase: 'running' });
    const started = life.server.console('start');
    if (!started.ok) this.#options.logger.error({ failure: started.failure }, 'the game did not start');
  }

  #adopt(seat: Seat, line: SeatLine, life: Life): void {
    seat.adopt(line);
    void line.closed.then((cause) => {
      if (life.signal.aborted || lifeOf(this.#state) !== life || this.#keeper.current.phase === 'ended')
        return;
      if (this.seat(seat.agentId) !== seat) return;
      // What was under way on this connection cannot be known: the game is taken up again where it is known.
      this.#options.logger.error({ err: cause, agent: seat.agentId }, 'a seat lost its connection');
      life.server.kill();
    });
  }

  #seatEvent(seat: Seat, event: SeatEvent): void {
    this.#turns.take(seat, event);
    if (event.type !== 'game_ended') return;
    void this.#keeper.change({ phase: 'ended' });
    // A seat that has seen the end keeps its world as it was then; the process ends with the last of them.
    setImmediate(() => seat.close());
    if (this.seats.every(({ world }) => world.turn.phase === 'game_over'))
      setImmediate(() => void this.#enter({ kind: 'over' }));
  }

  #serverExited(life: Life): void {
    if (lifeOf(this.#state) !== life) return;
    if (this.#keeper.current.phase === 'ended') return void this.#enter({ kind: 'over' });
    const lastLines = life.server.lastLines();
    this.#options.logger.error({ lastLines }, 'the game server has ended before the game was over');
    this.#state = { kind: 'recovering' };
    // It may have died while it was still being taken into use.
    void Promise.resolve(this.#opening).then(() => {
      if (this.#state.kind === 'recovering') void this.#bringBack();
    });
  }

  async #setPaused(isPaused: boolean): Promise<Result<void>> {
    const { kind } = this.#state;
    const life = lifeOf(this.#state);
    if (life === undefined || kind === 'lobby') return fail(this.#noServer());
    const set = await life.server.run(`set timeout ${isPaused ? 0 : this.turnTimeLimit}`, life.signal);
    if (!set.ok) return set;
    await this.#keeper.change({ isPaused });
    await this.#enter({ kind: isPaused ? 'paused' : 'running', life });
    this.#table.tell({ type: isPaused ? 'game_paused' : 'game_resumed' });
    return ok(undefined);
  }

  #noServer(): Failure {
    return this.obstacle ?? failure('E143', `The game ${this.id} is over`);
  }
}
