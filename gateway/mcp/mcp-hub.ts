import type { Cancel } from '#shared/core/clock.js';
import type { SocketlessAgent } from '../agent/login.js';
import { SeatEndpoint } from './seat-endpoint.js';
import { type McpServices, SessionSeat } from './session-seat.js';

/** How long the sessions of a seat without an open request are kept, in milliseconds. */
const IDLE_MS = 3_600_000;

/** Seats with sessions at the same time: each takes memory, and one token may be for any number of agents. */
const MAX_SEATS = 1_000;

interface OpenSeat {
  readonly endpoint: SeatEndpoint;
  cancelEnd: Cancel;
}

/** A request that is being answered. */
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
   * Answers a request of an agent whose token has been checked. `abort` is to be aborted when the answer is sent or its
   * client is gone; the hub aborts it when the token is revoked.
   */
  async fetch(
    agent: SocketlessAgent,
    request: Request,
    body: unknown,
    abort: AbortController,
  ): Promise<Response> {
    const key = `${agent.gameId} ${agent.agentId}`;
    const seat = this.#seats.get(key) ?? this.#add(key, agent);
    if (seat === undefined)
      return Response.json({ error: 'The gateway is at its capacity' }, { status: 503 });
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
    return await seat.endpoint.fetch(request, body);
  }

  /** Ends the requests whose tokens are no longer in force. */
  closeRevoked(): void {
    const { tokens } = this.#services.agents;
    for (const { agent, abort } of [...this.#requests])
      if (!tokens.acceptsAgent(agent.tokenHash, agent.agentId, agent.gameId)) abort.abort();
  }

  /** Ends all streams and sessions; requests after that are refused by the gateway, which drains. */
  async closeAll(): Promise<void> {
    this.#isClosed = true;
    const seats = [...this.#seats.values()];
    this.#seats.clear();
    for (const { cancelEnd } of seats) cancelEnd();
    await Promise.all(seats.map(({ endpoint }) => endpoint.close()));
  }

  /** Undefined when there are too many. */
  #add(key: string, agent: SocketlessAgent): OpenSeat | undefined {
    if (this.#seats.size >= MAX_SEATS) return undefined;
    const { log } = this.#services.agents;
    const endpoint = new SeatEndpoint(new SessionSeat(this.#services, agent), log);
    const seat = { endpoint, cancelEnd: () => {} };
    this.#seats.set(key, seat);
    return seat;
  }

  /** A seat that nobody uses is forgotten at once; one with sessions when they have been idle for long. */
  #endLater(key: string, seat: OpenSeat): void {
    if (this.#isClosed || this.#seats.get(key) !== seat) return;
    const end = () => {
      if (this.#seats.get(key) === seat) this.#seats.delete(key);
      void seat.endpoint.close();
    };
    seat.cancelEnd();
    if (seat.endpoint.isIdle) end();
    else seat.cancelEnd = this.#services.agents.clock.after(IDLE_MS, end);
  }
}
