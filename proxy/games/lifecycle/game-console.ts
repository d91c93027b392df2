import { failure } from '#shared/core/failure.js';
import { fail, type Result } from '#shared/core/result.js';
import type { PacketQueue } from '../seats/packet-queue.js';
import type { SeatTable } from '../seats/seat-table.js';
import type { ServerRun } from '../server/server-run.js';
import type { TurnJournal } from '../turns/turn-journal.js';
import type { GameLifecycle } from './game-lifecycle.js';
import { unplayableReason } from './game-state.js';

/** The parts of a game that its console needs. */
export interface GameConsoleOptions {
  readonly lifecycle: GameLifecycle;
  readonly table: SeatTable;
  readonly queue: PacketQueue;
  readonly journal: TurnJournal;
}

/** The game server's console. Commands run in order with the packets of agents, and fail while there is no server. */
export class GameConsole {
  readonly #options: GameConsoleOptions;

  constructor(options: GameConsoleOptions) {
    this.#options = options;
  }

  /** Runs a command, with full rights, and answers what it printed; it is repeated when the turn is played again. */
  run(line: string): Promise<Result<readonly string[]>> {
    return this.#run(line, () => this.#journal(line));
  }

  /** The same for a command that is not written to the journal, and so not repeated after a restore. */
  runOnce(line: string): Promise<Result<readonly string[]>> {
    return this.#run(line, () => undefined);
  }

  /** The same as `run` on a server that the game is not in yet: it has just been started or restored. */
  runOn(serverRun: ServerRun, line: string): Promise<Result<readonly string[]>> {
    return this.#runOn(serverRun, line, () => this.#journal(line));
  }

  /** Gives a command, not waiting for what it prints. */
  async write(line: string): Promise<Result<void>> {
    const { serverRun, state } = this.#options.lifecycle;
    if (serverRun === undefined) return fail(unplayableReason(state) ?? over);
    return this.#options.queue.run(async () => {
      this.#journal(line);
      return serverRun.server.writeCommand(line);
    });
  }

  async #run(line: string, ran: () => void): Promise<Result<readonly string[]>> {
    const { serverRun, state } = this.#options.lifecycle;
    if (serverRun === undefined) return fail(unplayableReason(state) ?? over);
    return this.#runOn(serverRun, line, ran);
  }

  #runOn(serverRun: ServerRun, line: string, ran: () => void): Promise<Result<readonly string[]>> {
    return this.#options.queue.run(async () => {
      const printed = await serverRun.server.run(line, serverRun.signal);
      if (printed.ok) ran();
      return printed;
    });
  }

  #journal(line: string): void {
    this.#options.journal.recordCommand(this.#options.table.all[0], line);
  }
}

const over = failure('E143', 'The game is over');
