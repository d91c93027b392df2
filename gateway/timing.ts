import { LINK_PING_MS, LINK_SILENCE_MS } from '#shared/core/heartbeat.js';

/** Every wait of the gateway that is not configuration. Milliseconds; tests shorten what they wait for. */
export interface Timing {
  /** From the TCP connection to the end of the request's headers. */
  readonly headers: number;
  /** From the open socket to a successful llm_connect. */
  readonly login: number;
  readonly stateQuery: number;
  readonly action: number;
  readonly connect: number;
  /** How long a request may wait for a lost link before it gets E123. */
  readonly linkWait: number;
  readonly backoffFirst: number;
  readonly backoffMax: number;
  /** Between two ping frames on the link. */
  readonly linkPing: number;
  /** Without a sign of life from the proxy until the link is cut. */
  readonly linkSilence: number;
  /** After auth_success, pushes wait for the first answer or this long. */
  readonly firstPush: number;
  /** How long news of a game that runs already may take to come by itself. */
  readonly gameReady: number;
  /** How long an agent may be behind with reading until it is closed; longer when it has more to take. */
  readonly slowReader: number;
  /** Requests under way may finish for this long after SIGTERM. */
  readonly drain: number;
  /** Between two looks for expired sessions. */
  readonly sessionSweep: number;
  /** Between two attempts to keep sessions that the disk did not take. */
  readonly journalRetry: number;
  /** Between two looks for audit files that are too old or too much. */
  readonly auditTidy: number;
}

export const DEFAULT_TIMING: Timing = {
  headers: 10_000,
  login: 10_000,
  stateQuery: 30_000,
  action: 60_000,
  connect: 60_000,
  linkWait: 5_000,
  backoffFirst: 500,
  backoffMax: 30_000,
  linkPing: LINK_PING_MS,
  linkSilence: LINK_SILENCE_MS,
  firstPush: 250,
  gameReady: 2_000,
  slowReader: 8_000,
  drain: 8_000,
  sessionSweep: 30_000,
  journalRetry: 2_000,
  auditTidy: 3_600_000,
};
