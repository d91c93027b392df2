import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { isOnOtherServer, type PauseReason } from '../disk/game-record.js';
import type { RecordStore } from '../disk/record-file.js';
import { setSkills } from '../seats/lineup.js';
import type { PacketQueue } from '../seats/packet-queue.js';
import type { SeatTable } from '../seats/seat-table.js';
import { onOtherServer } from '../server/joined-server.js';
import type { ServerRun } from '../server/server-run.js';
import { ENDED_IN_LOBBY, gameEndOf, type OwnEnding } from './game-end.js';
import type { GameLifecycle } from './game-lifecycle.js';
import { isOver, unplayableReason } from './game-state.js';

/** The parts of a game that GameControl needs. */
export interface GameControlOptions {
  readonly lifecycle: GameLifecycle;
  readonly recordStore: RecordStore;
  readonly table: SeatTable;
  open(): Promise<Result<void>>;
  readonly queue: Pick<PacketQueue, 'run'>;
  /** Gives the server a command in order with what agents do, not waiting for what it prints. */
  writeCommand(line: string): Promise<Result<void>>;
  /** The turn under way and the milliseconds left of it. */
  interruptedTurn(): RecordStore['current']['timeLeft'];
}

/** Starts, pauses, resumes, saves and ends a game. Each operation is idempotent. */
export class GameControl {
  readonly #options: GameControlOptions;
  #ending: OwnEnding | undefined;

  constructor(options: GameControlOptions) {
    this.#options = options;
  }

  /** Why we end the game ourselves; undefined while we do not. */
  get ending(): OwnEnding | undefined {
    return this.#ending;
  }

  /** Begins the game with the agents that have a seat, not waiting for more; E122 while there is none. */
  async start(): Promise<Result<void>> {
    const opened = await this.#options.open();
    if (!opened.ok) return opened;
    if (this.#isOnOther)
      return fail(onOtherServer('The game is on a server of others, which begins it itself'));
    const { state } = this.#options.lifecycle;
    if (state.kind !== 'lobby') return isOver(state) ? fail(this.#unfit()) : ok(undefined);
    if (this.#options.table.all.length > 0) return this.begin(state.serverRun);
    return fail(failure('E122', 'The game cannot start: no agent has a seat in it yet (llm_connect)'));
  }

  /** Lets the lobby of that server process become a game. */
  begin(serverRun: ServerRun): Promise<Result<void>> {
    // Not while the connection of a seat is being replaced.
    return this.#options.queue.run(() => this.#begin(serverRun));
  }

  async #begin(serverRun: ServerRun): Promise<Result<void>> {
    const { lifecycle, recordStore } = this.#options;
    if (lifecycle.state.kind !== 'lobby') return ok(undefined);
    await lifecycle.enter({ kind: 'starting', serverRun });
    await recordStore.update({ phase: 'running' });
    const skilled = await setSkills(serverRun, recordStore.current.config);
    if (!skilled.ok) return skilled;
    return serverRun.server.writeCommand('start');
  }

  /** Notes that a server of others has begun its turns. */
  async follow(serverRun: ServerRun): Promise<void> {
    const { lifecycle, recordStore } = this.#options;
    await recordStore.update({ phase: 'running' });
    const { state } = lifecycle;
    if (state.kind === 'lobby' && state.serverRun === serverRun)
      await lifecycle.enter({ kind: 'running', serverRun });
  }

  /** Pauses the game: until `resume` no agent can act, and the turn timer stops. E122 before the game has begun. */
  async pause(why: PauseReason = 'operator'): Promise<Result<void>> {
    if (this.#isOnOther)
      return fail(onOtherServer('The game is on a server of others, which does not pause'));
    const { lifecycle, recordStore, table } = this.#options;
    const { state } = lifecycle;
    if (state.kind === 'paused' && state.why === why) return ok(undefined);
    if (state.kind !== 'running' && state.kind !== 'paused') return fail(this.#unfit());
    await lifecycle.enter({ kind: 'paused', serverRun: state.serverRun, why });
    await recordStore.update({ paused: why, timeLeft: this.#options.interruptedTurn() });
    table.emit({ kind: 'game_paused', why });
    return ok(undefined);
  }

  /** Resumes the game. The turn continues with its remaining time, or with all of it when its time was up. */
  async resume(): Promise<Result<void>> {
    const opened = await this.#options.open();
    if (!opened.ok) return opened;
    const { lifecycle, recordStore, table } = this.#options;
    const { state } = lifecycle;
    if (state.kind === 'running') return ok(undefined);
    if (state.kind !== 'paused') return fail(this.#unfit());
    await lifecycle.enter({ kind: 'running', serverRun: state.serverRun }, state.why === 'time_up');
    await recordStore.update({ paused: undefined, timeLeft: undefined });
    table.emit({ kind: 'game_resumed' });
    return ok(undefined);
  }

  /** Ends the game with the ranking as it stands; resolves when it has ended. `note`: a sentence for its report. */
  async end(reason: OwnEnding['reason'] = 'admin', note?: string): Promise<Result<void>> {
    const opened = await this.#options.open();
    if (!opened.ok) return opened;
    const { lifecycle, recordStore, table } = this.#options;
    const { serverRun, state } = lifecycle;
    if (isOver(state)) return ok(undefined);
    if (serverRun === undefined) return fail(this.#unfit());
    this.#ending = { reason, note };
    if (this.#isOnOther) return this.#leave();
    if (recordStore.current.phase !== 'lobby') {
      // A server that ends a game does not read its console.
      const ordered = await this.#options.writeCommand('endgame');
      if (ordered.ok) await serverRun.server.exited;
      return ordered;
    }
    await recordStore.update({ phase: 'ended', ended: ENDED_IN_LOBBY });
    await lifecycle.end();
    table.emit({ kind: 'game_ended' });
    return ok(undefined);
  }

  /** Has the server write a save of that name now, as the turn stands. */
  async save(name: string): Promise<Result<void>> {
    const opened = await this.#options.open();
    if (!opened.ok) return opened;
    const { serverRun } = this.#options.lifecycle;
    if (serverRun === undefined) return fail(this.#unfit());
    const saved = await serverRun.server.run(`save ${name}`, serverRun.signal);
    return saved.ok ? ok(undefined) : saved;
  }

  /** Ends the game here; on the server of others it goes on without the agent. */
  async #leave(): Promise<Result<void>> {
    const { lifecycle, recordStore, table } = this.#options;
    const [seat] = table.all;
    const hasBegun = recordStore.current.phase !== 'lobby' && seat !== undefined;
    const ended = hasBegun ? gameEndOf(seat.world, this.#ending, undefined) : ENDED_IN_LOBBY;
    await recordStore.update({ phase: 'ended', ended });
    await lifecycle.end();
    table.emit({ kind: 'game_ended' });
    return ok(undefined);
  }

  get #isOnOther(): boolean {
    return isOnOtherServer(this.#options.recordStore.current);
  }

  #unfit(): Failure {
    return unplayableReason(this.#options.lifecycle.state) ?? failure('E143', 'The game is over');
  }
}
