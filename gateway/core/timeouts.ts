import type { Backoff } from '#shared/core/backoff.js';
import { LINK_PING_MS, LINK_SILENCE_MS } from '#shared/core/link-heartbeat.js';

/** Every wait of the gateway that is not configuration, in milliseconds. Tests shorten what they wait for. */
export interface Timeouts {
  /** From the TCP connection to the end of the request's headers. */
  readonly headers: number;
  /** From the open socket to a successful llm_connect. */
  readonly login: number;
  /** Until a request that only reads gets E132. */
  readonly stateQuery: number;
  /** Until a request that may change the game gets E132. */
  readonly action: number;
  /** Until an llm_connect gets E132: it may have to create a game. */
  readonly connect: number;
  /** How long a request may wait for a lost link before it gets E123. */
  readonly linkWait: number;
  /** Between the attempts to connect again to a proxy or a remote agent. */
  readonly backoff: Backoff;
  /** Between two ping frames on the link. */
  readonly linkPing: number;
  /** Without a sign of life from the proxy until the link is cut. */
  readonly linkSilence: number;
  /** After auth_success, pushes wait for the first answer or this long. */
  readonly firstPush: number;
  /** After a login to a game that has begun: how long the proxy's `game_ready` may take before the gateway makes its own. */
  readonly gameReady: number;
  /** How long an agent may be behind with reading until it is closed; longer when more is unread. */
  readonly slowReader: number;
  /** How long requests in flight may take to finish after SIGTERM. */
  readonly drain: number;
  /** Between two searches for expired sessions. */
  readonly sessionSweep: number;
  /** Between two attempts to write the session journal after the disk has refused it. */
  readonly journalRetry: number;
  /** From the TCP connection of a person's client to its first packet. */
  readonly personRequest: number;
  /** How long a person may take to paste a token into the client's password dialog. */
  readonly personToken: number;
  /** From the order to end a person's connection until it is cut. */
  readonly personEnd: number;
  /** Between two pings on the WebSocket that carries a person's client to the proxy. */
  readonly personPing: number;
  /** Until a remote agent must have accepted the connection, and again until it must have answered hello. */
  readonly remoteHandshake: number;
  /** Between two removals of audit files that are too old or too large. */
  readonly auditTidy: number;
}

/** The waits of a gateway in use. */
export const DEFAULT_TIMEOUTS: Timeouts = {
  headers: 10_000,
  login: 10_000,
  stateQuery: 30_000,
  action: 60_000,
  connect: 60_000,
  linkWait: 5_000,
  // The first attempts come quickly: a proxy that is restarted is back in a second or two.
  backoff: { first: 500, max: 30_000, quick: 5, jitter: 1 },
  linkPing: LINK_PING_MS,
  linkSilence: LINK_SILENCE_MS,
  firstPush: 250,
  gameReady: 2_000,
  slowReader: 8_000,
  drain: 8_000,
  sessionSweep: 30_000,
  journalRetry: 2_000,
  personRequest: 10_000,
  personToken: 120_000,
  personEnd: 1_000,
  personPing: 10_000,
  remoteHandshake: 10_000,
  auditTidy: 3_600_000,
};
