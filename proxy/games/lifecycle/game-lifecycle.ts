import type { Cancel } from '#shared/core/clock.js';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { MissingPart } from '#shared/protocol/agent-answers.js';
import { archiveGame, isArchived } from '../archive/archive.js';
import type { Journal } from '../journal/journal.js';
import { restoreWithPatience } from '../restore/recovery.js';
import type { LoadingHabit } from '../restore/rejoin.js';
import type { TakenUp } from '../restore/restore.js';
import type { Ledger } from '../score/ledger.js';
import { guardDoor } from '../seats/join-guard.js';
import type { Seat } from '../seats/seat.js';
import type { SeatLine } from '../seats/seat-connection.js';
import type { SeatTable } from '../seats/seat-table.js';
import type { Life } from '../server/server-run.js';
import type { GameOptions } from './game-options.js';
import { type GameState, isOver, lifeOf, mayFollow } from './game-state.js';
import type { RecordKeeper } from './record-store.js';

export interface LifelineOptions {
  readonly game: GameOptions;
  readonly keeper: RecordKeeper;
  readonly table: SeatTable;
  readonly journal: Journal;
  readonly ledger: Ledger;
  /** The game is in another state; `isFreshTurn` when the running turn begins anew. */
  onState(next: GameState, isFreshTurn: boolean): void;
}

const deleted = failure('E140', 'The game was deleted');
/** Between two attempts to bring back a game that the disk holds up; the wait doubles each time. */
const RETRY_FIRST_MS = 1000;
const RETRY_MAX_MS = 30_000;

/** The state of a game, and its server processes: one after the other, each taking up where the last one ended. */
export class Lifeline {
  readonly #options: LifelineOptions;
  readonly #habit: LoadingHabit;
  #state: GameState;
  #opening: Promise<Result<void>> | undefined;
  #archiving: Promise<void> | undefined;
  #isDeleting = false;
  /** What was found missing and the agents were not told of yet. */
  #untold: readonly MissingPart[] = [];
  #missing: readonly MissingPart[] = [];
  #retryMs = RETRY_FIRST_MS;
  #cancelRetry: Cancel = () => undefined;

  constructor(options: LifelineOptions) {
    const { phase, loadingDraws } = options.keeper.current;
    this.#options = options;
    this.#habit = { draws: loadingDraws };
    this.#state = { kind: phase === 'ended' ? 'ended' : 'created' };
    if (phase !== 'ended') return;
    if (isArchived(options.game.folder)) this.#state = { kind: 'archived' };
    // The proxy ended with the game.
    else this.#archiving = this.#archive();
  }

  get state(): GameState {
    return this.#state;
  }

  get life(): Life | undefined {
    return lifeOf(this.#state);
  }

  /** All that was found missing since this proxy has the game: agents whose link was not there then have not heard of it. */
  get missing(): readonly MissingPart[] {
    return this.#missing;
  }

  /** True also while a server process is on its way. */
  get hasServer(): boolean {
    return this.life !== undefined || this.#opening !== undefined;
  }

  /** Brings the game back when it has no server; those who ask at once wait for the same attempt. */
  async open(): Promise<Result<void>> {
    if (this.#isDeleting) return fail(deleted);
    return this.life !== undefined || isOver(this.#state) ? ok(undefined) : this.#bringBack();
  }

  /** The one place where the state changes: what the new one does not keep of the old is released. */
  async enter(next: GameState, isFreshTurn = false): Promise<void> {
    const before = this.#state;
    if (!mayFollow(before.kind, next.kind))
      throw new Error(`a game that is ${before.kind} cannot become ${next.kind}`);
    this.#state = next;
    this.#options.onState(next, isFreshTurn);
    this.#options.table.lookAgain();
    const life = lifeOf(before);
    const isLeft = life !== undefined && life !== lifeOf(next);
    const released = isLeft ? life[Symbol.asyncDispose]() : Promise.resolve();
    if (next.kind === 'ended') this.#archiving = released.then(() => this.#archive());
    await released;
  }

  /** The game is over: its server ends, and its folder becomes an archive. Does nothing when it has ended already. */
  async end(): Promise<void> {
    if (mayFollow(this.#state.kind, 'ended')) await this.enter({ kind: 'ended' });
  }

  /** Ends the server process; `open` brings the game back. */
  async unload(): Promise<void> {
    this.#cancelRetry();
    await this.#opening;
    this.#cancelRetry();
    const isEnded = this.#options.keeper.current.phase === 'ended';
    if (isEnded) await this.end();
    else if (!isOver(this.#state)) await this.enter({ kind: 'idle' });
    await this.#archiving;
  }

  /** Ends the server process for good: who asks from now on gets E140. Resolves when nothing of it is under way any more. */
  async delete(): Promise<void> {
    this.#isDeleting = true;
    this.#cancelRetry();
    await this.#opening;
    this.#cancelRetry();
    await this.#archiving;
    if (this.#state.kind !== 'deleted') await this.enter({ kind: 'deleted' });
  }

  /** Gives a seat a connection; when that is lost while the server lives, the server is given up. */
  adopt(seat: Seat, line: SeatLine, life: Life): void {
    seat.adopt(line);
    const { keeper, table, game } = this.#options;
    const isOpen = keeper.current.config.humans !== undefined;
    if (!isOpen && life.server.password === undefined)
      void guardDoor({ life, witness: seat, logger: game.logger, usernames: () => table.usernames });
    void line.closed.then((cause) => {
      if (life.signal.aborted || this.life !== life || keeper.current.phase === 'ended') return;
      if (table.get(seat.agentId) !== seat) return;
      // What was under way on this connection cannot be known: the game is taken up again where it is known.
      game.logger.warn({ agent: seat.agentId, reason: cause.message }, 'a seat lost its connection');
      life.server.kill();
    });
  }

  #bringBack(): Promise<Result<void>> {
    this.#cancelRetry();
    this.#opening ??= this.#restore()
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#opening = undefined;
      });
    return this.#opening;
  }

  /** A bug in bringing a game back costs that game, until somebody asks for it again. */
  async #failed(error: unknown): Promise<Result<void>> {
    this.#options.game.logger.error({ err: error }, 'bringing the game back failed');
    const lost = failure('E500', 'The game cannot be brought back: see the log of the proxy');
    if (mayFollow(this.#state.kind, 'lost')) await this.enter({ kind: 'lost', failure: lost });
    return fail(lost);
  }

  async #restore(): Promise<Result<void>> {
    const { keeper, table, journal, game } = this.#options;
    const isNew = this.#state.kind === 'created' && keeper.current.phase === 'lobby';
    // Seats just read from disk have told nobody anything that could be interrupted.
    const isKnown = this.#state.kind !== 'created';
    if (!isNew && this.#state.kind !== 'recovering') await this.enter({ kind: 'recovering' });
    if (isKnown) table.tell({ type: 'game_recovering' });
    await keeper.change({});
    const { folder, protocol, logger, launch, disk } = game;
    const worldFor = table.worldFor.bind(table);
    const missing: MissingPart[] = [];
    const own = { record: keeper.current, journal, habit: this.#habit, worldFor, disk, missing };
    const parts = { folder, protocol, logger, launch, ...own };
    const restored = await restoreWithPatience(parts, isNew ? 1 : undefined);
    await this.#noteMissing(missing);
    if (!restored.ok) {
      await this.enter({ kind: 'lost', failure: restored.failure });
      table.tell({ type: 'game_lost', reason: restored.failure.message });
      // A game that never came to be is removed.
      if (!isNew && restored.failure.details?.disk !== undefined) this.#retryLater();
      return restored;
    }
    this.#retryMs = RETRY_FIRST_MS;
    await this.#goOn(restored.value);
    if (isKnown || this.#untold.length > 0) table.tell({ type: 'game_recovered', missing: this.#untold });
    this.#untold = [];
    for (const action of restored.value.notRestored)
      table.get(action.agentId)?.tell({ type: 'not_restored', ...action });
    return ok(undefined);
  }

  /** What is missing stays on record, and the agents are told when the game can be played. */
  async #noteMissing(missing: readonly MissingPart[]): Promise<void> {
    if (missing.length === 0) return;
    const { game, keeper } = this.#options;
    this.#untold = [...this.#untold, ...missing];
    this.#missing = [...this.#missing, ...missing];
    game.logger.error({ missing }, 'the game is brought back without requests that the disk has lost');
    await keeper.change({ missing: [...keeper.current.missing, ...missing] });
  }

  /** The disk did not take or give what bringing the game back needs: there may be room again soon. */
  #retryLater(): void {
    const { game } = this.#options;
    const ms = this.#retryMs;
    this.#retryMs = Math.min(2 * ms, RETRY_MAX_MS);
    this.#cancelRetry = game.clock.after(ms, () => {
      if (this.#state.kind === 'lost') void this.#bringBack();
    });
  }

  async #goOn({ life, lines, from }: TakenUp): Promise<void> {
    void this.#options.ledger.beganLife(from);
    void life.server.exited.then(() => this.#serverExited(life));
    const { keeper, table } = this.#options;
    const { phase, paused: why } = keeper.current;
    for (const [agentId, line] of lines) this.adopt(table.must(agentId), line, life);
    if (phase === 'lobby') await this.enter({ kind: 'lobby', life });
    else if (why === undefined) await this.enter({ kind: 'running', life });
    else await this.enter({ kind: 'paused', life, why });
    // The next process that takes the game up then needs no trial.
    const { draws: loadingDraws } = this.#habit;
    if (!keeper.current.isLive || keeper.current.loadingDraws !== loadingDraws)
      await keeper.change({ isLive: true, loadingDraws });
  }

  async #archive(): Promise<void> {
    const { game, keeper, ledger } = this.#options;
    try {
      const { folder, clock } = game;
      await archiveGame({ folder, record: keeper.current, ledger }, new Date(clock.now()));
      await this.enter({ kind: 'archived' });
    } catch (error) {
      game.logger.error({ err: error }, 'the ended game cannot be archived; the next start tries again');
    }
  }

  #serverExited(life: Life): void {
    if (this.life !== life) return;
    if (this.#options.keeper.current.phase === 'ended') return void this.end();
    const lastLines = life.server.lastLines();
    this.#options.game.logger.warn(
      { lastLines },
      'the game server has ended before the game was over; another takes it up',
    );
    void this.enter({ kind: 'recovering' });
    if (this.#isDeleting) return;
    // It may have died while it was still being taken into use.
    void Promise.resolve(this.#opening).then(() => {
      if (this.#state.kind === 'recovering') void this.#bringBack();
    });
  }
}
