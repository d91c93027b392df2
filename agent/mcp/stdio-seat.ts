import { systemClock } from '#shared/core/clock.js';
import type { ErrorCode } from '#shared/core/error-codes.js';
import { failure } from '#shared/core/failure.js';
import type { JsonObject } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { GameConfigInput } from '#shared/protocol/game-config.js';
import { scenarioListSchema } from '#shared/protocol/scenario.js';
import { type McpTool, mcpToolsSchema } from '#shared/protocol/tools.js';
import type {
  McpSeat,
  SeatPush,
  SeatRequestOptions,
  SeatRequestType,
} from '../../features/mcp/server/mcp-seat.js';
import { AgentError, AgentSeat } from '../client.js';

/** Whose seat it is, and where. */
export interface StdioSeatOptions {
  /** The gateway's address, for example ws://127.0.0.1:8003. */
  readonly gateway: string;
  readonly agentId: string;
  readonly gameId: string;
  readonly token: string;
}

/** What a status of the gateway means. */
const CODES: ReadonlyMap<number, ErrorCode> = new Map([
  [401, 'E102'],
  [404, 'E140'],
]);

/** The seat that an MCP server on standard input and output plays: over the agent's socket, from the first request on. */
export class StdioSeat implements McpSeat {
  readonly clock = systemClock;
  /** The connection names its requests itself, and sends them again under their names after it was lost. */
  readonly keepsNames = false;
  readonly #options: StdioSeatOptions;
  readonly #listeners = new Set<(push: SeatPush) => void>();
  #seat: AgentSeat | undefined;
  #isPlaying = false;

  constructor(options: StdioSeatOptions) {
    this.#options = options;
  }

  async tools(set: 'small' | 'full'): Promise<Result<readonly McpTool[]>> {
    const answer = await this.#fetch(`/api/tools?set=${set}&format=mcp`);
    return answer.ok ? ok(mcpToolsSchema.parse(await answer.value.json()).tools) : answer;
  }

  async request(
    type: SeatRequestType,
    data: JsonObject,
    { onBegin }: SeatRequestOptions = {},
  ): Promise<Result<JsonObject>> {
    onBegin?.();
    try {
      const answer = await this.#connected().request(type, data);
      this.#isPlaying = true;
      return ok({ ...answer });
    } catch (error) {
      return refused(error);
    }
  }

  /** Tasks end with this process: no request of an earlier one is known. */
  async hasBegun(): Promise<boolean> {
    return false;
  }

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  async isGameMissing(): Promise<boolean> {
    if (this.#seat !== undefined) return false;
    const answer = await this.#fetch(`/api/games/${this.#options.gameId}`);
    return !answer.ok && answer.failure.code === 'E140';
  }

  async scenarios(): Promise<Result<JsonObject>> {
    const answer = await this.#fetch('/api/scenarios');
    return answer.ok ? ok(scenarioListSchema.parse(await answer.value.json())) : answer;
  }

  async mapPicture(): Promise<Result<string>> {
    const { gameId, agentId } = this.#options;
    const entered = await this.enter();
    if (!entered.ok) return entered;
    const answer = await this.#fetch(`/api/games/${gameId}/map.png?agent_id=${encodeURIComponent(agentId)}`);
    return answer.ok ? ok(Buffer.from(await answer.value.arrayBuffer()).toString('base64')) : answer;
  }

  async enter(config?: GameConfigInput): Promise<Result<unknown>> {
    try {
      return ok(await this.#connected(config).seated());
    } catch (error) {
      return refused(error);
    }
  }

  onPush(listener: (push: SeatPush) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Closes the socket. The seat stays the agent's. */
  async close(): Promise<void> {
    await this.#seat?.close();
  }

  #connected(config?: GameConfigInput): AgentSeat {
    const { gateway, agentId, gameId, token } = this.#options;
    this.#seat ??= new AgentSeat(gateway, {
      agentId,
      token,
      game: gameId,
      ...(config !== undefined && { login: { game_config: config } }),
      onStatus: () => {
        this.#isPlaying = false;
      },
      onPush: ({ type, data }) => {
        for (const listener of this.#listeners) listener({ type, data: { ...data } });
      },
    });
    return this.#seat;
  }

  async #fetch(path: string): Promise<Result<Response>> {
    const { gateway, token } = this.#options;
    try {
      const url = new URL(path, gateway.replace(/^ws/, 'http'));
      const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      if (answer.ok) return ok(answer);
      const code = CODES.get(answer.status) ?? 'E123';
      return fail(failure(code, `The gateway answers ${answer.status}`));
    } catch {
      return fail(failure('E123', `No gateway answers at ${gateway}`));
    }
  }
}

function refused(error: unknown): Result<never> {
  if (error instanceof AgentError)
    return fail(failure(error.code, error.sentence, { details: error.details }));
  // What was sent before the connection was lost may have been carried out.
  const details = { outcome: 'unknown' };
  const message = error instanceof Error ? error.message : 'The gateway cannot be reached';
  return fail(failure('E123', message, { details }));
}
