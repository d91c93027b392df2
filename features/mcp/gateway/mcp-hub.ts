import { setImmediate } from 'node:timers/promises';
import { isInitializeRequest } from '@modelcontextprotocol/server';
import type { Cancel } from '#shared/core/clock.js';
import { AGENT_BOUNDS } from '../../../gateway/agent/agent-bounds.js';
import type { SocketlessAgent } from '../../../gateway/agent/find-session.js';
import { countRequest } from '../../../gateway/agent/requests-without-socket.js';
import { SeatEndpoint } from './seat-endpoint.js';
import { type McpServices, SessionSeat } from './session-seat.js';

/** How long the sessions of a seat without an open request are kept, in milliseconds. */
const IDLE_MS = 3_600_000;

/** Seats at the same time: each takes memory, and one token may be for any number of agents. */
const MAX_SEATS = 1_000;

interface OpenSeat {
  readonly agent: SocketlessAgent;
  readonly player: SessionSeat;
  readonly endpoint: SeatEndpoint;
  cancelEnd: Cancel;
}

interface OpenRequest {
  readonly agent: SocketlessAgent;
  readonly abort: AbortController;
}

/** All seats that are played over MCP on this gateway, and the requests that are open for them. */
export class McpHub {
  readonly #services: McpServices;
  readonly #seats = new Map<string, OpenSeat>();
  readonly #requests = new Set<OpenRequest>();
  #isClosed = false;

  constructor(services: McpServices) {
    this.#services = services;
  }

  /**
   * Answers a request with a checked token. `abort`: by the caller at its end, by the hub when the token is revoked. `canStream`:
   * whether the transport sends an answer while it is being made.
   */
  async fetch(
    agent: SocketlessAgent,
    request: Request,
    body: unknown,
    { abort, canStream }: { readonly abort: AbortController; readonly canStream: boolean },
  ): Promise<Response> {
    const { agents } = this.#services;
    // Requests within a session are counted when they reach the game. A session that begins takes memory, so it counts, too.
    const hit = isInitializeRequest(body) ? countRequest(agents, agent, { bytes: 0, actions: 0 }) : undefined;
    if (hit !== undefined) return tooManyRequests(hit.message, hit.details?.retry_after);
    const key = `${agent.gameId} ${agent.agentId}`;
    const seat = this.#seats.get(key) ?? this.#add(key, agent);
    if (seat === undefined)
      return Response.json({ error: 'The gateway is at its capacity', code: 'E112' }, { status: 503 });
    if (seat.endpoint.openRequests >= AGENT_BOUNDS.maxRequestsInFlight)
      return tooManyRequests('Too many requests of this agent are open');
    seat.cancelEnd();
    const open = { agent, abort };
    this.#requests.add(open);
    seat.endpoint.hold();
    abort.signal.addEventListener(
      'abort',
      () => {
        this.#requests.delete(open);
        seat.endpoint.release();
        this.#endLater(key, seat);
      },
      { once: true },
    );
    return await seat.endpoint.fetch(request, body, { owner: agent.tokenHash.toString('base64'), canStream });
  }

  /** Ends the requests, and the tasks that were begun, with tokens that are no longer in force. */
  closeRevoked(): void {
    const { tokens, log } = this.#services.agents;
    const isRevoked = ({ tokenHash, agentId, gameId }: SocketlessAgent) =>
      !tokens.inForce.acceptsAgent(tokenHash, agentId, gameId);
    for (const { agent, abort } of [...this.#requests]) if (isRevoked(agent)) abort.abort();
    for (const { agent, endpoint } of [...this.#seats.values()])
      endpoint
        .cancelTasksOf((owner) => isRevoked({ ...agent, tokenHash: Buffer.from(owner, 'base64') }))
        .catch((error: unknown) =>
          log.error({ err: error }, 'the tasks of a revoked token were not stopped'),
        );
  }

  /** Refuses the calls that wait for room in the limits of their agents: the gateway begins to drain. */
  endWaits(): void {
    for (const { player } of this.#seats.values()) player.endWaits();
  }

  /** Ends all streams and sessions; requests after that are refused by the gateway, which drains. */
  async closeAll(): Promise<void> {
    this.#isClosed = true;
    const seats = [...this.#seats.values()];
    this.#seats.clear();
    for (const { cancelEnd } of seats) cancelEnd();
    // What has been answered just now is written before its stream ends.
    await setImmediate();
    await Promise.all(seats.map(({ endpoint }) => endpoint.close()));
  }

  /** Takes the place of the seat that has been idle for longest when there are too many; undefined when none is idle. */
  #add(key: string, agent: SocketlessAgent): OpenSeat | undefined {
    if (this.#seats.size >= MAX_SEATS && !this.#endIdlest()) return undefined;
    const { log } = this.#services.agents;
    const player = new SessionSeat(this.#services, agent);
    const seat: OpenSeat = {
      ...{ agent, player },
      endpoint: new SeatEndpoint(player, log, () => this.#endLater(key, seat)),
      cancelEnd: () => {},
    };
    this.#seats.set(key, seat);
    return seat;
  }

  /** A seat without an open request is forgotten at once; one with sessions or tasks when it has been idle for long. */
  #endLater(key: string, seat: OpenSeat): void {
    if (this.#isClosed || this.#seats.get(key) !== seat || seat.endpoint.openRequests > 0) return;
    if (!seat.endpoint.isAwaited) {
      this.#end(key, seat);
      return;
    }
    seat.cancelEnd();
    // Moved to the end of the map, which is ordered by when seats became idle.
    this.#seats.delete(key);
    this.#seats.set(key, seat);
    seat.cancelEnd = this.#services.agents.clock.after(IDLE_MS, () => this.#end(key, seat));
  }

  /** False when every seat has an open request. */
  #endIdlest(): boolean {
    for (const [key, seat] of this.#seats) {
      if (seat.endpoint.openRequests > 0) continue;
      this.#end(key, seat);
      return true;
    }
    return false;
  }

  #end(key: string, seat: OpenSeat): void {
    seat.cancelEnd();
    this.#seats.delete(key);
    void seat.endpoint.close();
  }
}

function tooManyRequests(error: string, retryAfterS: unknown = 1): Response {
  const body = { error, code: 'E110' };
  return Response.json(body, { status: 429, headers: { 'retry-after': String(retryAfterS) } });
}
