import type { JsonObject } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { gameInfoSchema } from '#shared/protocol/game-summary.js';
import { mcpToolsSchema } from '#shared/protocol/tools.js';
import type { Link } from '../link/game-link.js';
import { answerFailure, faultFailure } from '../link/link-messages.js';

/** For what only the proxy answers, in milliseconds. */
const DEADLINE_MS = 10_000;

/** What remote seats ask the proxy. */
export class SeatQuestions {
  readonly #link: Link;
  #functions: Promise<readonly JsonObject[] | undefined> | undefined;

  constructor(link: Link) {
    this.#link = link;
  }

  /** The agents that have a seat in a game. E140: there is no such game. */
  async seatedIn(gameId: string): Promise<Result<ReadonlySet<string>>> {
    const question = { agent_id: 'operator', game_id: gameId, unrestricted: true, data: {} };
    const outcome = await this.#link.requestWhenUp({ type: 'game_info', ...question }, DEADLINE_MS);
    if (!outcome.ok) return fail(faultFailure(outcome.failure, 'game_info', this.#link.retryAfter));
    if (outcome.value.type === 'error') return fail(answerFailure(outcome.value));
    const { seats } = gameInfoSchema.pick({ seats: true }).parse(outcome.value.data);
    return ok(new Set(seats.map(({ agent_id }) => agent_id)));
  }

  /** The functions of remote agents as MCP defines tools, asked for once; undefined while the proxy is away. */
  functions(): Promise<readonly JsonObject[] | undefined> {
    this.#functions ??= this.#askFunctions().then((functions) => {
      if (functions === undefined) this.#functions = undefined;
      return functions;
    });
    return this.#functions;
  }

  async #askFunctions(): Promise<readonly JsonObject[] | undefined> {
    const question = { agent_id: 'tools', game_id: 'all', data: { set: 'small', format: 'mcp' } };
    const outcome = await this.#link.requestWhenUp({ type: 'tools', ...question }, DEADLINE_MS);
    return outcome.ok ? mcpToolsSchema.safeParse(outcome.value.data).data?.tools : undefined;
  }
}
