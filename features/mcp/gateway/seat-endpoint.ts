import { randomUUID } from 'node:crypto';
import {
  createMcpHandler,
  isInitializeRequest,
  isLegacyRequest,
  type McpHttpHandler,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { isJsonObject } from '#shared/core/json.js';
import type { Logger } from '#shared/core/log.js';
import { lacksTasks } from '../server/client-capabilities.js';
import type { McpSeat } from '../server/mcp-seat.js';
import { createMcpServer } from '../server/mcp-server.js';
import { changedResources } from '../server/resources.js';
import { SeatTasks } from '../server/seat-tasks.js';
import { tasksMissing } from '../server/serve-tasks.js';
import type { ToolResultForm } from '../server/tool-results.js';
import type { SessionSeat } from './session-seat.js';

/** Streams of changes that the clients of one seat may have open. */
const MAX_SUBSCRIPTIONS = 16;

/** What is known of a request besides what it says. */
export interface McpOrigin {
  /** The token of its client. */
  readonly owner: string;
  /** Whether the transport sends an answer while it is being made. */
  readonly canStream: boolean;
}

/** The MCP endpoint of one seat. Requests are independent since revision 2026-07-28; earlier clients get a session. */
export class SeatEndpoint {
  readonly #seat: SessionSeat;
  readonly #handler: McpHttpHandler;
  readonly #legacy: LegacySessions;
  readonly #tasks: SeatTasks;
  readonly #stopPushes: () => void;
  #open = 0;
  /** Whether the last session has been ended by its client, and nothing has come since. */
  #hasLeft = false;

  /** `onTaskEnd` is called when a task has ended, which was counted as an open request. */
  constructor(seat: SessionSeat, log: Logger, onTaskEnd: () => void) {
    this.#seat = seat;
    this.#tasks = new SeatTasks(seat, () => {
      this.hold();
      return () => {
        this.release();
        onTaskEnd();
      };
    });
    this.#handler = createMcpHandler(
      ({ requestInfo, authInfo }) =>
        createMcpServer(seat, {
          ...{ changes: 'none', results: formOf(requestInfo) },
          ...{ tasks: this.#tasks, owner: authInfo?.clientId },
        }),
      {
        legacy: 'reject',
        maxSubscriptions: MAX_SUBSCRIPTIONS,
        onerror: (error) => log.debug({ reason: error.message }, 'MCP request refused'),
      },
    );
    this.#legacy = new LegacySessions(seat, () => this.#sessionEnded());
    this.#stopPushes = seat.onPush(({ type }) => {
      for (const uri of changedResources(type)) this.#handler.notify.resourceUpdated(uri);
    });
  }

  /** Requests that are being answered, streams of changes and running tasks included. */
  get openRequests(): number {
    return this.#open;
  }

  /** Whether clients may come back to something that would be forgotten: a session, or the result of a task. */
  get isAwaited(): boolean {
    return this.#legacy.size > 0 || this.#tasks.size > 0;
  }

  /** Cancels the tasks that run for tokens to which this applies. */
  async cancelTasksOf(isMeant: (owner: string) => boolean): Promise<void> {
    await this.#tasks.cancelOf(isMeant);
  }

  async fetch(request: Request, parsedBody: unknown, { owner, canStream }: McpOrigin): Promise<Response> {
    if (await isLegacyRequest(request, parsedBody))
      return await this.#legacy.fetch(request, parsedBody, canStream);
    if (isListen(parsedBody)) {
      if (lacksTasks(parsedBody)) return tasksRefusal(parsedBody);
      await this.#seat.enter();
    }
    const authInfo = { token: '', clientId: owner, scopes: [] };
    return await this.#handler.fetch(request, { parsedBody, authInfo });
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

  async close(): Promise<void> {
    this.#stopPushes();
    this.#tasks.close();
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

/** The library does not know of news of tasks, so it does not refuse them to clients without tasks. */
function tasksRefusal(body: unknown): Response {
  const { code, message, data } = tasksMissing();
  const id = isJsonObject(body) ? body.id : null;
  return Response.json({ jsonrpc: '2.0', error: { code, message, data }, id }, { status: 400 });
}

/** The form of results that the URL of a request names; a session keeps that of its first request. */
function formOf(request: Request | undefined): ToolResultForm {
  const named = request === undefined ? null : new URL(request.url).searchParams.get('results');
  return named === 'text' ? 'text' : 'both';
}

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

  /**
   * Answers a request within its session; one that initialises begins a session, which asks its client something only if the
   * transport can stream. 404: no such session, 400: none is named.
   */
  async fetch(request: Request, parsedBody: unknown, canStream = true): Promise<Response> {
    const id = request.headers.get('mcp-session-id');
    if (id === null) return await this.#begin(request, parsedBody, canStream);
    const known = this.#transports.get(id);
    if (known === undefined) return refusal(404, -32001, 'Session not found');
    return await known.handleRequest(request, { parsedBody });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#transports.values()].map((transport) => transport.close()));
  }

  async #begin(request: Request, parsedBody: unknown, canStream: boolean): Promise<Response> {
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
    const results = formOf(request);
    const server = createMcpServer(this.#seat, { changes: 'subscribed', results, canAsk: canStream });
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
