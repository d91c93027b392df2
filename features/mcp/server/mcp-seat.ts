import type { Clock } from '#shared/core/clock.js';
import type { JsonObject } from '#shared/core/json.js';
import type { Result } from '#shared/core/result.js';
import type { GameConfigInput } from '#shared/protocol/game-config.js';
import type { McpTool } from '#shared/protocol/tools.js';

/** A push to the agent of a seat. */
export interface SeatPush {
  readonly type: string;
  readonly data: JsonObject;
}

/** What an MCP server asks of a seat. */
export type SeatRequestType = 'tool_call' | 'state_query' | 'rules_query' | 'stop';

/** How a request is sent. */
export interface SeatRequestOptions {
  /** The trace that it is part of. */
  readonly traceparent?: string | undefined;
  /** Its name, for seats that keep names. */
  readonly correlationId?: string | undefined;
  /**
   * Its caller's. A request with one may wait for room in the limits of its agent; it is not carried out when the signal aborts
   * before there is some.
   */
  readonly signal?: AbortSignal | undefined;
  /** Called when it waits no longer and is carried out. */
  readonly onBegin?: (() => void) | undefined;
}

/** One agent's seat as an MCP server reaches it: the same requests as on the agent's socket. */
export interface McpSeat {
  readonly clock: Clock;
  /** Whether the seat keeps answers by name: a request that is sent again under its name has the same answer, and is carried out once. */
  readonly keepsNames: boolean;
  /** The tools of a set, in the form of the protocol. */
  tools(set: 'small' | 'full'): Promise<Result<readonly McpTool[]>>;
  /** Sends a request; resolves with `data` of its answer, or with the failure of an `error`. */
  request(type: SeatRequestType, data: JsonObject, options?: SeatRequestOptions): Promise<Result<JsonObject>>;
  /** Whether the seat's session has a request of that name, under way or answered. Takes no seat. */
  hasBegun(correlationId: string): Promise<boolean>;
  /** Whether the seat is taken already, and plays: a question to the game is answered at once. */
  readonly isPlaying: boolean;
  /** Whether there is no game of the seat's id yet, so that the next request would make it. Takes no seat. */
  isGameMissing(): Promise<boolean>;
  /** The scenarios that games can be made for, as `GET /api/scenarios` lists them. */
  scenarios(): Promise<Result<JsonObject>>;
  /** The map as the seat knows it: a PNG in base64. */
  mapPicture(): Promise<Result<string>>;
  /** Takes the seat, so that its pushes come; a game that does not exist is made as `config` says. */
  enter(config?: GameConfigInput): Promise<Result<unknown>>;
  /** Calls `listener` with each push to the agent until the returned function is called. */
  onPush(listener: (push: SeatPush) => void): () => void;
}
