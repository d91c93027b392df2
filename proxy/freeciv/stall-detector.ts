/** Between two looks at a connection. */
export const STALL_POLL_MS = 1_000;

/** How long a game server may take. Each counts the looks at the connection, so that a machine that stands still adds nothing. */
export interface StallLimits {
  /** From the first byte sent to the end of the answer that lets the client in. */
  readonly joinMs: number;
  /** While requests wait: from one answer to the next. */
  readonly answerMs: number;
  /** While a frame is incomplete: from its first byte to its last. */
  readonly frameMs: number;
}

/** Our own servers are killed before that: games/server/watchdog.ts gives a turn change 180 s. */
const DEFAULT_STALL_LIMITS: StallLimits = { joinMs: 120_000, answerMs: 300_000, frameMs: 60_000 };

/** What a connection has come to. The counts only grow. */
export interface ConnectionProgress {
  readonly hasJoined: boolean;
  /** Requests that were answered. */
  readonly answered: number;
  /** Requests that wait. */
  readonly waiting: number;
  /** Frames that were decoded. */
  readonly frames: number;
  /** Whether a frame or block has begun whose end has not come. */
  readonly isFrameBegun: boolean;
}

/** Decides from samples of a connection whether the game server stalls: it lets no client in, answers no request, or never ends a frame. */
export class StallDetector {
  readonly #limits: StallLimits;
  #joinMs = 0;
  #answerMs = 0;
  #frameMs = 0;
  #answered = 0;
  #frames = 0;

  constructor(limits: StallLimits = DEFAULT_STALL_LIMITS) {
    this.#limits = limits;
  }

  /** Looks at the connection once more, STALL_POLL_MS after the last look. A sentence when it stalls. */
  sample({ hasJoined, answered, waiting, frames, isFrameBegun }: ConnectionProgress): string | undefined {
    const { joinMs, answerMs, frameMs } = this.#limits;
    this.#joinMs = hasJoined ? 0 : this.#joinMs + STALL_POLL_MS;
    this.#answerMs = waiting > 0 && answered === this.#answered ? this.#answerMs + STALL_POLL_MS : 0;
    this.#frameMs = isFrameBegun && frames === this.#frames ? this.#frameMs + STALL_POLL_MS : 0;
    this.#answered = answered;
    this.#frames = frames;
    if (this.#joinMs > joinMs) return `the game server let nobody in within ${inSeconds(joinMs)}`;
    if (this.#answerMs > answerMs) return `the game server answered no request within ${inSeconds(answerMs)}`;
    if (this.#frameMs > frameMs) return `the game server ended no packet within ${inSeconds(frameMs)}`;
    return undefined;
  }
}

function inSeconds(ms: number): string {
  return `${ms / 1000} seconds`;
}
