import type { Clock } from '../core/clock.js';
import type { JsonObject } from '../core/json.js';
import type { Result } from '../core/result.js';
import type { McpTool } from '../protocol/tools.js';

/** A push to the agent of a seat. */
export interface SeatPush {
  readonly type: string;
  readonly data: JsonObject;
}

/** What an MCP server asks of a seat. */
export type SeatRequestType = 'tool_call' | 'state_query' | 'rules_query' | 'stop';

/** One agent's seat as an MCP server reaches it: the same requests as on the agent's socket. */
export interface McpSeat {
  readonly clock: Clock;
  /** The tools of a set, in the form of the protocol. */
  tools(set: 'small' | 'full'): Promise<Result<readonly McpTool[]>>;
  /** Sends a request, of that trace; resolves with `data` of its answer, or with the failure of an `error`. */
  request(type: SeatRequestType, data: JsonObject, traceparent?: string): Promise<Result<JsonObject>>;
  /** The scenarios that games can be made for, as `GET /api/scenarios` lists them. */
  scenarios(): Promise<Result<JsonObject>>;
  /** The map as the seat knows it: a PNG in base64. */
  mapPicture(): Promise<Result<string>>;
  /** Takes the seat, so that its pushes come. */
  enter(): Promise<Result<unknown>>;
  /** Calls `listener` with each push to the agent until the returned function is called. */
  onPush(listener: (push: SeatPush) => void): () => void;
}
