import type { JsonObject } from '#shared/core/json.js';
import { ok, type Result } from '#shared/core/result.js';
import { gameInfoSchema } from '#shared/protocol/game-summary.js';
import { mcpToolsSchema } from '#shared/protocol/tools.js';
import { askProxy } from '../link/ask-proxy.js';
import type { Link } from '../link/game-link.js';

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
    const info = await askProxy(this.#link, { type: 'game_info', ...question }, DEADLINE_MS);
    if (!info.ok) return info;
    const { seats } = gameInfoSchema.pick({ seats: true }).parse(info.value);
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
    const tools = await askProxy(this.#link, { type: 'tools', ...question }, DEADLINE_MS);
    return tools.ok ? mcpToolsSchema.safeParse(tools.value).data?.tools : undefined;
  }
}
