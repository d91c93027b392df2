import { createMcpHandler, isLegacyRequest, type McpHttpHandler } from '@modelcontextprotocol/server';
import { isJsonObject } from '#shared/core/json.js';
import type { Logger } from '#shared/core/log.js';
import { createMcpServer } from '#shared/mcp/mcp-server.js';
import { changedResources } from '#shared/mcp/resources.js';
import { LegacySessions } from './legacy-sessions.js';
import type { SessionSeat } from './session-seat.js';

/** Streams of changes that the clients of one seat may have open. */
const MAX_SUBSCRIPTIONS = 16;

/**
 * The MCP endpoint of one seat, for all its clients. Since revision 2026-07-28 each request is independent; clients of
 * earlier revisions get a session.
 */
export class SeatEndpoint {
  readonly #seat: SessionSeat;
  readonly #handler: McpHttpHandler;
  readonly #legacy: LegacySessions;
  readonly #stopPushes: () => void;
  #open = 0;
  /** Whether the last session has been ended by its client, and nothing has come since. */
  #hasLeft = false;

  constructor(seat: SessionSeat, log: Logger) {
    this.#seat = seat;
    this.#handler = createMcpHandler(() => createMcpServer(seat, 'none'), {
      legacy: 'reject',
      maxSubscriptions: MAX_SUBSCRIPTIONS,
      onerror: (error) => log.debug({ reason: error.message }, 'MCP request refused'),
    });
    this.#legacy = new LegacySessions(seat, () => this.#sessionEnded());
    this.#stopPushes = seat.onPush(({ type }) => {
      for (const uri of changedResources(type)) this.#handler.notify.resourceUpdated(uri);
    });
  }

  /** Requests that are being answered, streams of changes included. */
  get openRequests(): number {
    return this.#open;
  }

  /** Whether a client of an earlier revision has a session. */
  get hasSessions(): boolean {
    return this.#legacy.size > 0;
  }

  /** Answers a request with this parsed body. */
  async fetch(request: Request, parsedBody: unknown): Promise<Response> {
    if (await isLegacyRequest(request, parsedBody)) return await this.#legacy.fetch(request, parsedBody);
    if (isListen(parsedBody)) await this.#seat.enter();
    return await this.#handler.fetch(request, { parsedBody });
  }

  /** A request came: until `released` is called its agent is connected. */
  hold(): void {
    this.#open++;
    this.#hasLeft = false;
    this.#seat.setHeld(true);
  }

  /** A request is answered, or its client is gone. */
  release(): void {
    this.#open--;
    if (this.#open > 0) return;
    this.#seat.setHeld(false);
    if (this.#hasLeft) this.#seat.leave();
  }

  /** Ends all streams and sessions. */
  async close(): Promise<void> {
    this.#stopPushes();
    await Promise.all([this.#handler.close(), this.#legacy.close()]);
    this.#seat.close();
  }

  #sessionEnded(): void {
    this.#hasLeft = this.#legacy.size === 0;
  }
}

/** Whether a parsed body asks for a stream of changes. */
export function isListen(body: unknown): boolean {
  return isJsonObject(body) && body.method === 'subscriptions/listen';
}
