import { httpAddress } from '#shared/core/hosts.js';
import { type GameInfo, gameInfoSchema } from '#shared/protocol/game-summary.js';
import { lessonsSchema } from '#shared/protocol/lessons.js';
import { madeTokenSchema } from '#shared/protocol/rest.js';
import { type ScenarioList, scenarioListSchema } from '#shared/protocol/scenario.js';
import { type GameScore, gameScoreSchema } from '#shared/protocol/score.js';

/** A gateway, and a token with the right to manage games. */
export interface GatewayAccess {
  /** Its address, for example ws://127.0.0.1:8003. */
  readonly gateway: string;
  readonly token: string;
}

/** A request that the gateway refused. */
class RequestRefused extends Error {
  readonly status: number;

  constructor(status: number, path: string, body: string) {
    super(`${path}: ${status} ${body.slice(0, 300)}`);
    this.status = status;
  }
}

/** The REST requests of an arena. Each rejects with RequestRefused. */
export class ArenaGateway {
  readonly access: GatewayAccess;

  constructor(access: GatewayAccess) {
    this.access = access;
  }

  /** Makes a game; the fields are those of game_config. */
  async create(gameId: string, config: object): Promise<GameInfo> {
    const answer = await this.#ask('POST', '/api/games', { game_id: gameId, ...config });
    return gameInfoSchema.parse(await answer.json());
  }

  /** A game; undefined when there is none. */
  async info(gameId: string): Promise<GameInfo | undefined> {
    try {
      const answer = await this.#ask('GET', path(gameId));
      return gameInfoSchema.parse(await answer.json());
    } catch (error) {
      if (error instanceof RequestRefused && error.status === 404) return undefined;
      throw error;
    }
  }

  /** A token for one agent in one game. */
  async token(agentId: string, gameId: string): Promise<string> {
    const answer = await this.#ask('POST', '/api/tokens', { agents: agentId, games: gameId });
    return madeTokenSchema.parse(await answer.json()).token;
  }

  /** Empties the lessons of an agent, by a token of its own. */
  async clearLessons(agentId: string, gameId: string, token: string): Promise<void> {
    const route = `/api/agents/${encodeURIComponent(agentId)}/lessons?game_id=${encodeURIComponent(gameId)}`;
    const own = new ArenaGateway({ ...this.access, token });
    const { version, text } = lessonsSchema.parse(await (await own.#ask('GET', route)).json());
    if (text !== '') await own.#ask('PUT', route, { replaces: version, text: '' });
  }

  /** The scores of all turns. */
  async score(gameId: string): Promise<GameScore> {
    return gameScoreSchema.parse(await (await this.#ask('GET', `${path(gameId)}/score`)).json());
  }

  /** Ends a game as it stands. */
  async end(gameId: string): Promise<void> {
    await this.#ask('POST', `${path(gameId)}/end`, {});
  }

  /** Deletes a game, if there is one. */
  async remove(gameId: string): Promise<void> {
    if ((await this.info(gameId)) !== undefined) await this.#ask('DELETE', path(gameId));
  }

  /** A file of a game: recording.fcr, map.svg. */
  async file(gameId: string, name: string): Promise<Buffer> {
    return Buffer.from(await (await this.#ask('GET', `${path(gameId)}/${name}`)).arrayBuffer());
  }

  /** The scenarios that games can be made for. */
  async scenarios(): Promise<ScenarioList> {
    return scenarioListSchema.parse(await (await this.#ask('GET', '/api/scenarios')).json());
  }

  /** The definitions of the tools that models have, as text. */
  async tools(): Promise<string> {
    return (await this.#ask('GET', '/api/tools?set=small&format=mcp')).text();
  }

  async #ask(method: string, route: string, body?: object): Promise<Response> {
    const answer = await fetch(`${httpAddress(this.access.gateway)}${route}`, {
      method,
      headers: {
        authorization: `Bearer ${this.access.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new RequestRefused(answer.status, `${method} ${route}`, await answer.text());
    return answer;
  }
}

function path(gameId: string): string {
  return `/api/games/${encodeURIComponent(gameId)}`;
}
