import { failure } from '#shared/core/failure.js';
import { fail, type Result } from '#shared/core/result.js';
import type { PacketGate } from '../seats/packet-queue.js';
import type { SeatTable } from '../seats/seat-table.js';
import type { TurnJournal } from '../turns/turn-journal.js';
import type { Lifeline } from './game-lifecycle.js';
import { obstacle } from './game-state.js';

export interface OrderedConsoleOptions {
  readonly lifeline: Lifeline;
  readonly table: SeatTable;
  readonly gate: PacketGate;
  readonly journaled: TurnJournal;
}

/** The server's console in order with what agents do. Without a server everything fails. */
export class OrderedConsole {
  readonly #options: OrderedConsoleOptions;

  constructor(options: OrderedConsoleOptions) {
    this.#options = options;
  }

  /** Runs a command, with full rights, and answers what it printed; it is repeated when the turn is played again. */
  run(line: string): Promise<Result<readonly string[]>> {
    return this.#run(line, () => this.#journal(line));
  }

  /** The same for a command that is of the moment, and is not repeated. */
  runOnce(line: string): Promise<Result<readonly string[]>> {
    return this.#run(line, () => undefined);
  }

  /** Gives a command, not waiting for what it prints. */
  async order(line: string): Promise<Result<void>> {
    const { life, state } = this.#options.lifeline;
    if (life === undefined) return fail(obstacle(state) ?? over);
    return this.#options.gate.inOrder(async () => {
      this.#journal(line);
      return life.server.console(line);
    });
  }

  async #run(line: string, ran: () => void): Promise<Result<readonly string[]>> {
    const { life, state } = this.#options.lifeline;
    if (life === undefined) return fail(obstacle(state) ?? over);
    return this.#options.gate.inOrder(async () => {
      const printed = await life.server.run(line, life.signal);
      if (printed.ok) ran();
      return printed;
    });
  }

  #journal(line: string): void {
    this.#options.journaled.ranCommand(this.#options.table.all[0], line);
  }
}

const over = failure('E143', 'The game is over');
