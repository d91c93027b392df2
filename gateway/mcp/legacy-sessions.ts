import { randomUUID } from 'node:crypto';
import { isInitializeRequest, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import type { McpSeat } from '#shared/mcp/mcp-seat.js';
import { createMcpServer } from '#shared/mcp/mcp-server.js';

/** Sessions of the clients of one seat; the oldest ends when there are more. */
const MAX_SESSIONS = 8;

/** The sessions of MCP clients that speak a revision before 2026-07-28, by the id in their `mcp-session-id` header. */
export class LegacySessions {
  readonly #seat: McpSeat;
  readonly #onEnded: () => void;
  readonly #transports = new Map<string, WebStandardStreamableHTTPServerTransport>();

  /** `onEnded` is called when a client has ended its session. */
  constructor(seat: McpSeat, onEnded: () => void) {
    this.#seat = seat;
    this.#onEnded = onEnded;
  }

  get size(): number {
    return this.#transports.size;
  }

  /** Answers a request within its session; one that initialises begins a session. 404: no such session, 400: none is named. */
  async fetch(request: Request, parsedBody: unknown): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) return await this.#begin(request, parsedBody);
    const known = this.#transports.get(id);
    if (known === undefined) return refusal(404, -32001, 'Session not found');
    return await known.handleRequest(request, { parsedBody });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#transports.values()].map((transport) => transport.close()));
  }

  async #begin(request: Request, parsedBody: unknown): Promise<Response> {
    if (!isInitializeRequest(parsedBody))
      return refusal(400, -32000, 'Initialise first, or name your session in mcp-session-id');
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => this.#add(id, transport),
      onsessionclosed: (id) => {
        this.#transports.delete(id);
        this.#onEnded();
      },
    });
    const server = createMcpServer(this.#seat, 'subscribed');
    const { onclose } = server;
    server.onclose = () => {
      onclose?.();
      this.#transports.delete(transport.sessionId ?? '');
    };
    await server.connect(transport);
    const response = await transport.handleRequest(request, { parsedBody });
    // A refused request began no session, so nothing else would end its server.
    if (transport.sessionId === undefined) await server.close();
    return response;
  }

  #add(id: string, transport: WebStandardStreamableHTTPServerTransport): void {
    this.#transports.set(id, transport);
    const [oldest] = this.#transports.values();
    if (this.#transports.size > MAX_SESSIONS) void oldest?.close();
  }
}

function refusal(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status });
}
