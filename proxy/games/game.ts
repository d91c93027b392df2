import type { Failure } from '#shared/failure.js';
import { failure } from '#shared/failure.js';
import type { Logger } from '#shared/log.js';
import type { GameConfig } from '#shared/messages/llm-connect.js';
import { fail, ok, type Result } from '#shared/result.js';
import type { Protocol } from '../freeciv/protocol.js';
import { quotedName } from './console-commands.js';
import { settingCommands } from './game-settings.js';
import { chooseNation, type NationWish } from './nation.js';
import { Seat } from './seat.js';
import type { SeatEvent } from './seat-events.js';
import type { ServerProcess } from './server-process.js';
import { usernameFor } from './username.js';

export type GameState =
  /** Agents take their seats. */
  | { readonly kind: 'lobby' }
  | { readonly kind: 'running' }
  | { readonly kind: 'over' }
  /** The server process is gone although the game was not over. */
  | { readonly kind: 'lost'; readonly failure: Failure };

export interface GameOptions {
  readonly id: string;
  readonly config: GameConfig;
  readonly server: ServerProcess;
  readonly protocol: Protocol;
  /** Seconds for a turn when the config does not say; 0 waits for everyone. */
  readonly turnTimeLimit: number;
  readonly logger: Logger;
}

/** Joining and starting take well under a second; this only ends what hangs. */
const JOIN_TIMEOUT_MS = 20_000;

/** One game: its server process and the seats in it. The process ends with the game. */
export class Game {
  readonly id: string;
  readonly config: GameConfig;
  /** Seconds a turn may take; 0 waits for everyone. */
  readonly turnTimeLimit: number;
  readonly #options: GameOptions;
  readonly #seats = new Map<string, Promise<Result<Seat>>>();
  readonly #joined = new Map<string, Seat>();
  readonly #ended = new AbortController();
  #state: GameState = { kind: 'lobby' };

  private constructor(options: GameOptions) {
    this.#options = options;
    this.id = options.id;
    this.config = options.config;
    this.turnTimeLimit = options.config.turn_time_limit ?? options.turnTimeLimit;
    void options.server.exited.then(() => this.#serverExited());
  }

  /** Sets a fresh server up for the game; seats may be taken from then on. */
  static async create(options: GameOptions): Promise<Result<Game>> {
    const game = new Game(options);
    for (const command of settingCommands(options.config, options.turnTimeLimit)) {
      const printed = await options.server.run(command);
      if (!printed.ok) return printed;
      options.logger.debug({ command, printed: printed.value }, 'game setting');
    }
    return ok(game);
  }

  get state(): GameState {
    return this.#state;
  }

  get serverPort(): number {
    return this.#options.server.port;
  }

  get serverPid(): number {
    return this.#options.server.pid;
  }

  get seats(): readonly Seat[] {
    return [...this.#joined.values()];
  }

  seat(agentId: string): Seat | undefined {
    return this.#joined.get(agentId);
  }

  /** The agent's seat: its own again, a new one in the lobby, or an AI's in a running game. */
  takeSeat(agentId: string, wish: NationWish): Promise<Result<Seat>> {
    const known = this.#seats.get(agentId);
    if (known !== undefined) return known;
    const taken = this.#join(agentId, wish);
    this.#seats.set(agentId, taken);
    void taken.then((seat) => {
      if (!seat.ok) this.#seats.delete(agentId);
    });
    return taken;
  }

  /** Runs one command on the server's console, with full rights, and answers what it printed. */
  command(line: string): Promise<Result<readonly string[]>> {
    return this.#options.server.run(line);
  }

  /** Ends the server process and everything that hangs on it. */
  async close(): Promise<void> {
    if (this.#state.kind !== 'over') this.#state = { kind: 'over' };
    this.#ended.abort();
    await this.#options.server.close();
  }

  async #join(agentId: string, wish: NationWish): Promise<Result<Seat>> {
    if (this.#state.kind === 'over') return fail(failure('E143', `The game ${this.id} is over`));
    if (this.#state.kind === 'lost') return fail(this.#state.failure);
    const signal = AbortSignal.any([this.#ended.signal, AbortSignal.timeout(JOIN_TIMEOUT_MS)]);
    const taken = new Set(this.seats.map((seat) => seat.username.toLowerCase()));
    const running = this.#state.kind === 'running';
    const joined = await Seat.join({
      agentId,
      username: usernameFor(agentId, taken),
      protocol: this.#options.protocol,
      port: this.serverPort,
      phase: running ? 'attaching' : 'before_game',
      signal: this.#ended.signal,
      onEvent: (seat, event) => this.#seatEvent(seat, event),
    });
    if (!joined.ok) return joined;
    const seat = joined.value;
    const prepared = running
      ? await this.#takeAiPlayer(seat, signal)
      : await this.#enterLobby(seat, wish, signal);
    if (!prepared.ok) {
      seat.close();
      return prepared;
    }
    this.#joined.set(agentId, seat);
    if (this.#state.kind === 'lobby' && this.#joined.size >= this.config.min_agents) this.#start();
    return ok(seat);
  }

  async #enterLobby(seat: Seat, wish: NationWish, signal: AbortSignal): Promise<Result<void>> {
    const seated = await seat.until((world) => world.seat.player !== undefined, signal);
    if (!seated) return fail(failure('E141', `The game ${this.id} has no free seat`));
    return chooseNation(seat, wish);
  }

  /** In a running game every player exists already: the agent takes over one that an AI plays. */
  async #takeAiPlayer(seat: Seat, signal: AbortSignal): Promise<Result<void>> {
    const witness = this.seats[0];
    const players = witness === undefined ? [] : [...witness.world.players.values()];
    const free = players.find(
      (player) =>
        player.isAlive &&
        player.flags.has('PLRF_AI') &&
        player.barbarianType === 'NOT_A_BARBARIAN' &&
        !player.isConnected &&
        quotedName(player.name).ok,
    );
    if (free === undefined) return fail(failure('E141', `The game ${this.id} has no seat that an AI plays`));
    const { server } = this.#options;
    const took = await server.run(`take "${seat.username}" "${free.name}"`, signal);
    if (!took.ok) return took;
    const seated = await seat.until((world) => world.turn.phase === 'movement', signal);
    if (!seated) return fail(failure('E141', `The game server did not give up the seat of ${free.name}`));
    const toggled = await server.run(`aitoggle "${free.name}"`, signal);
    return toggled.ok ? ok(undefined) : toggled;
  }

  #start(): void {
    this.#state = { kind: 'running' };
    const started = this.#options.server.console('start');
    if (!started.ok) this.#options.logger.error({ failure: started.failure }, 'the game did not start');
  }

  /** A seat that has seen the end keeps its world as it was then; the process ends with the last of them. */
  #seatEvent(seat: Seat, event: SeatEvent): void {
    if (event.type !== 'game_ended') return;
    this.#state = { kind: 'over' };
    setImmediate(() => seat.close());
    if (this.seats.every(({ world }) => world.turn.phase === 'game_over')) void this.#options.server.close();
  }

  #serverExited(): void {
    if (this.#state.kind === 'over') return;
    const reason = 'The game server has ended before the game was over';
    this.#options.logger.error({ lastLines: this.#options.server.lastLines() }, reason);
    this.#state = { kind: 'lost', failure: failure('E123', reason) };
    this.#ended.abort();
    for (const seat of this.seats) seat.tell({ type: 'game_lost', reason });
  }
}
