import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { PauseReason } from '../disk/game-record.js';
import type { SeatTable } from '../seats/seat-table.js';
import type { Life } from '../server/server-run.js';
import { endedUnbegun } from './game-end.js';
import type { Lifeline } from './game-lifecycle.js';
import { isOver, obstacle } from './game-state.js';
import type { RecordKeeper } from './record-store.js';

export interface SteeringOptions {
  readonly lifeline: Lifeline;
  readonly keeper: RecordKeeper;
  readonly table: SeatTable;
  /** Brings the game back when it is not there. */
  open(): Promise<Result<void>>;
  /** Gives the server a command in order with what agents do, not waiting for what it prints. */
  order(line: string): Promise<Result<void>>;
  /** The turn under way and the milliseconds left of it. */
  interruptedTurn(): RecordKeeper['current']['timeLeft'];
}

/** What whoever is in charge of a game does with it: start, pause, resume, save, end. Doing it twice does no harm. */
export class Steering {
  readonly #options: SteeringOptions;
  #endedBy: 'admin' | 'defeat' | undefined;

  constructor(options: SteeringOptions) {
    this.#options = options;
  }

  /** Why we end the game ourselves; undefined while we do not. */
  get endedBy(): 'admin' | 'defeat' | undefined {
    return this.#endedBy;
  }

  /** Begins the game with the agents that have a seat, not waiting for more; E122 while there is none. */
  async start(): Promise<Result<void>> {
    const opened = await this.#options.open();
    if (!opened.ok) return opened;
    const { state } = this.#options.lifeline;
    if (state.kind !== 'lobby') return isOver(state) ? fail(this.#unfit()) : ok(undefined);
    if (this.#options.table.all.length > 0) return this.begin(state.life);
    return fail(failure('E122', 'The game cannot start: no agent has a seat in it yet (llm_connect)'));
  }

  /** Lets the lobby of that server process become a game. */
  async begin(life: Life): Promise<Result<void>> {
    const { lifeline, keeper } = this.#options;
    await lifeline.enter({ kind: 'starting', life });
    await keeper.change({ phase: 'running' });
    return life.server.console('start');
  }

  /** Nobody can act until `resume`, and the time of the turn stands still. E122 before the game has begun. */
  async pause(why: PauseReason = 'operator'): Promise<Result<void>> {
    const { lifeline, keeper, table } = this.#options;
    const { state } = lifeline;
    if (state.kind === 'paused' && state.why === why) return ok(undefined);
    if (state.kind !== 'running' && state.kind !== 'paused') return fail(this.#unfit());
    await lifeline.enter({ kind: 'paused', life: state.life, why });
    await keeper.change({ paused: why, timeLeft: this.#options.interruptedTurn() });
    table.tell({ type: 'game_paused', why });
    return ok(undefined);
  }

  /** The turn goes on with the time it had left; with all of it when its time was up. */
  async resume(): Promise<Result<void>> {
    const opened = await this.#options.open();
    if (!opened.ok) return opened;
    const { lifeline, keeper, table } = this.#options;
    const { state } = lifeline;
    if (state.kind === 'running') return ok(undefined);
    if (state.kind !== 'paused') return fail(this.#unfit());
    await lifeline.enter({ kind: 'running', life: state.life }, state.why === 'time_up');
    await keeper.change({ paused: undefined, timeLeft: undefined });
    table.tell({ type: 'game_resumed' });
    return ok(undefined);
  }

  /** Ends the game with the ranking as it stands; resolves when it has ended. */
  async end(why: 'admin' | 'defeat' = 'admin'): Promise<Result<void>> {
    const opened = await this.#options.open();
    if (!opened.ok) return opened;
    const { lifeline, keeper, table } = this.#options;
    const { life, state } = lifeline;
    if (isOver(state)) return ok(undefined);
    if (life === undefined) return fail(this.#unfit());
    this.#endedBy = why;
    if (keeper.current.phase !== 'lobby') {
      // A server that ends a game reads its console no more.
      const ordered = await this.#options.order('endgame');
      if (ordered.ok) await life.server.exited;
      return ordered;
    }
    await keeper.change({ phase: 'ended', ended: endedUnbegun });
    await lifeline.end();
    table.tell({ type: 'game_ended' });
    return ok(undefined);
  }

  /** Has the server write a save of that name now, as the turn stands. */
  async save(name: string): Promise<Result<void>> {
    const opened = await this.#options.open();
    if (!opened.ok) return opened;
    const { life } = this.#options.lifeline;
    if (life === undefined) return fail(this.#unfit());
    const saved = await life.server.run(`save ${name}`, life.signal);
    return saved.ok ? ok(undefined) : saved;
  }

  #unfit(): Failure {
    return obstacle(this.#options.lifeline.state) ?? failure('E143', 'The game is over');
  }
}
