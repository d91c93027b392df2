import type { Clock } from '#shared/core/clock.js';
import { type Failure, failure } from '#shared/core/failure.js';
import type { GameRecord } from '../disk/game-record.js';

const MB = 2 ** 20;

/** The heap of a proxy with its code and one empty game: 24 to 30 MB were measured. */
const BASE_BYTES = 32 * MB;
/**
 * A seat of a game that is played, its part of the observer included. Measured on maps of 4,000 tiles: 5.2 MB (15 seats) to 7.0 MB
 * (5 seats), of 20,000 tiles: 18 MB. In a lobby it takes 1.7 MB, so what is in use says little before games begin.
 */
const SEAT_BYTES = 3 * MB;
const TILE_BYTES = 750;
/** The map of a game that asks for no other (freeciv's setting `size`). */
const DEFAULT_TILES = 4000;
/** Above that share no seat is given: games grow by a third until they end, and garbage needs room. At 0.82 a proxy with 75 seats spent 2 % of its time on full collections. */
const FULL_SHARE = 0.8;
/** Above that share of what is in use a game is given back: V8 ends the process when all is in use. */
const OVERFULL_SHARE = 0.92;
/** Games come and go within minutes. A refusal is forgotten after that time: who still wants the room asks again. */
const RETRY_S = 30;
/** The memory of a removed game is freed late: a full heap is collected several times before that. */
const LEAVING_MS = 10_000;

/** What memory is reckoned from of a game. */
export type PlannedGame = Pick<GameRecord, 'config' | 'seats'>;

/** The room in the heap of this process for games and seats. */
export interface HeapRoomOptions {
  /** What the heap can hold, in bytes. */
  readonly limit: number;
  readonly clock: Pick<Clock, 'monotonic'>;
  /** The games that have a server, are getting one, or have worlds still. */
  games(): readonly PlannedGame[];
  /** Unloads a game that is not used: `games` is without it then. False where there is none. */
  forgetGame(): boolean;
  /** Takes why a game or seat was refused, when there was room before. */
  onFull(problem: string): void;
}

/**
 * Says whether the heap has room for one more game or seat, and makes some where games lie idle. It reckons with what the running games will take once they are
 * played, with all agents they wait for, and with what was in use after the last full collection, if that is more.
 */
export class HeapRoom {
  readonly #options: HeapRoomOptions;
  /** What was in use after the last full collection, and what the games of that time were reckoned to take. */
  #measured = { live: 0, planned: 0 };
  /** The most that games were reckoned to take within LEAVING_MS before the last collection, or since, and when. */
  #most = { planned: 0, at: 0 };
  /** The least that was refused since there was room for that, and when. */
  #refused: { readonly bytes: number; readonly at: number } | undefined;

  constructor(options: HeapRoomOptions) {
    this.#options = options;
  }

  /** Takes what is in use after a full collection, in bytes. */
  noteLive(live: number): void {
    const planned = this.#planned;
    const now = this.#options.clock.monotonic();
    if (now - this.#most.at > LEAVING_MS) this.#most = { planned, at: now };
    this.#measured = { live, planned: this.#most.planned };
  }

  get limit(): number {
    return this.#options.limit;
  }

  /** What games take or will take, and the proxy itself, in bytes. */
  get taken(): number {
    return Math.max(BASE_BYTES + this.#planned, this.#inUse);
  }

  /** Whether something was refused that has no room yet. Is asked for every second, see cluster-member.ts. */
  get isFull(): boolean {
    return this.problem !== undefined;
  }

  /** Why there is no room, as a sentence for operators. */
  get problem(): string | undefined {
    const { bytes = 0, at = 0 } = this.#refused ?? {};
    const isOld = this.#options.clock.monotonic() - at > RETRY_S * 1000;
    if (isOld || this.#fits(bytes)) this.#refused = undefined;
    if (this.#refused === undefined) return undefined;
    return `The memory of this proxy has no room for more: ${this.#words}. Give it more (NODE_OPTIONS=--max-old-space-size=MEGABYTES), or start another proxy`;
  }

  /** Whether what is in use nears the limit although nothing more is let in. */
  get isOverfull(): boolean {
    return this.#inUse > OVERFULL_SHARE * this.#options.limit;
  }

  /** Why a game gets no server: E112. Undefined when it may, and for one that has its room already. */
  refuseGame(game: PlannedGame): Failure | undefined {
    return this.#refuse(this.#options.games().includes(game) ? 0 : gameBytes(game), 'game');
  }

  /** Why `seats` more seats, beyond those that a game waits for, cannot be given in it: E112. Undefined when they can. */
  refuseSeats(seats: number, { config }: PlannedGame): Failure | undefined {
    return this.#refuse(seats * seatBytes(config.map), 'seat');
  }

  /** What was measured, without the plans of games that have left since, and with those of games that have come. */
  get #inUse(): number {
    return this.#measured.live + this.#planned - this.#measured.planned;
  }

  get #planned(): number {
    const planned = this.#options.games().reduce((sum, game) => sum + gameBytes(game), 0);
    if (planned >= this.#most.planned) this.#most = { planned, at: this.#options.clock.monotonic() };
    return planned;
  }

  get #words(): string {
    return `its games take or will take ${inMb(this.taken)} of ${inMb(this.#options.limit)} MB`;
  }

  #fits(bytes: number): boolean {
    return this.taken + bytes <= FULL_SHARE * this.#options.limit;
  }

  #refuse(bytes: number, what: 'game' | 'seat'): Failure | undefined {
    if (bytes <= 0 || this.#fits(bytes)) return undefined;
    const most = FULL_SHARE * this.#options.limit - BASE_BYTES;
    // Nothing that leaves makes room for this, so the proxy is not full because of it.
    if (bytes > most) return failure('E112', tooLarge(bytes, most), { details: { full: 'memory' } });
    while (this.#options.forgetGame()) if (this.#fits(bytes)) return undefined;
    const wasFull = this.isFull;
    this.#refused = {
      bytes: Math.min(bytes, this.#refused?.bytes ?? bytes),
      at: this.#options.clock.monotonic(),
    };
    if (!wasFull) this.#options.onFull(this.problem ?? '');
    const sentence = `The proxy has no memory for another ${what} now: ${this.#words}. Try again later; its operator can give it more (--max-old-space-size) or start another proxy`;
    return failure('E112', sentence, { details: { retry_after: RETRY_S, full: 'memory' } });
  }
}

function tooLarge(bytes: number, most: number): string {
  return `So many seats on a map of that size need ${inMb(bytes)} MB, and this proxy has ${inMb(most)} MB for games: ask for fewer seats or a smaller map, or for more memory (--max-old-space-size)`;
}

function inMb(bytes: number): number {
  return Math.round(bytes / MB);
}

/** What a game takes when all agents that it waits for are there, in bytes. */
function gameBytes({ config, seats }: PlannedGame): number {
  return Math.max(config.min_agents, seats.length) * seatBytes(config.map);
}

function seatBytes({ xsize, ysize, size }: GameRecord['config']['map']): number {
  const asked = size === undefined ? DEFAULT_TILES : size * 1000;
  const tiles = xsize !== undefined && ysize !== undefined ? xsize * ysize : asked;
  return SEAT_BYTES + tiles * TILE_BYTES;
}
