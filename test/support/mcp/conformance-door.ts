import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';

/** The games behind the door: in one a turn ends at once, in another it waits for somebody who never comes. */
interface Behind {
  readonly origin: string;
  readonly token: string;
  readonly quickGame: string;
  readonly waitingGame: string;
}

/** A request of the tool as it goes on to the gateway. */
interface Led {
  readonly params: JsonObject;
  readonly gameId: string;
}

/** Seconds of `slow_compute` from which a scenario does not wait for the result. */
const LONG_S = 10;

/** What of ours stands for a fixture of the reference server: the same kind of thing, with another text in it. */
const RESOURCES: Readonly<Record<string, string>> = {
  'test://static-text': 'freeciv://map',
  'test://static-binary': 'freeciv://map.png',
  'test://template/123/data': 'freeciv://rules/Temple',
};
const TOOLS: Readonly<Record<string, JsonObject>> = {
  test_simple_text: { name: 'brief', arguments: {} },
  greet: { name: 'brief', arguments: {} },
  test_error_handling: { name: 'options', arguments: { actor_id: 999_999 } },
};

/**
 * The door between the conformance tool and a gateway. It shows the gateway the token, which the tool cannot, and it
 * says our names where the tool says those of the reference server's fixtures. Answers pass as they are.
 */
export class ConformanceDoor implements AsyncDisposable {
  readonly port: number;
  readonly #server;
  readonly #gamesOfTasks = new Map<string, string>();
  #behind: Behind | undefined;
  #newGames = 0;

  private constructor(server: ReturnType<typeof createServer>, port: number) {
    this.#server = server;
    this.port = port;
    server.on('request', (request, response) => {
      this.#lead(request, response).catch(() => response.destroy());
    });
  }

  static async open(): Promise<ConformanceDoor> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    return new ConformanceDoor(server, address.port);
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}/mcp`;
  }

  /** For ALLOWED_ORIGINS: the door has another port than the gateway. */
  get origins(): string {
    return ['127.0.0.1', 'localhost'].map((host) => `http://${host}:${this.port}`).join(',');
  }

  leadTo(behind: Behind): void {
    this.#behind = behind;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #lead(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { origin, token, quickGame } = this.#behind ?? { origin: '', token: '', quickGame: '' };
    const text = (await buffer(request)).toString();
    const message = parsed(text);
    const led = message === undefined ? undefined : this.#translated(message);
    const body = led === undefined ? text : JSON.stringify({ ...message, params: led.params });
    const gone = new AbortController();
    response.on('close', () => gone.abort());
    const answer = await fetch(`${origin}/mcp?agent_id=red&game_id=${led?.gameId ?? quickGame}`, {
      method: request.method ?? 'GET',
      headers: {
        ...headersOf(request, isJsonObject(message?.params) ? message.params : undefined, led?.params),
        authorization: `Bearer ${token}`,
      },
      ...(request.method === 'POST' && { body }),
      signal: gone.signal,
    });
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    for await (const part of answer.body ?? []) {
      const taskId = /"taskId":"([^"]+)"/.exec(Buffer.from(part).toString())?.[1];
      if (taskId !== undefined && led !== undefined) this.#gamesOfTasks.set(taskId, led.gameId);
      response.write(part);
    }
    response.end();
  }

  #translated({ params }: JsonObject): Led | undefined {
    if (!isJsonObject(params) || this.#behind === undefined) return undefined;
    const { quickGame, waitingGame } = this.#behind;
    const { name, uri, taskId, ref } = params;
    if (typeof taskId === 'string') return { params, gameId: this.#gamesOfTasks.get(taskId) ?? quickGame };
    if (typeof uri === 'string')
      return { params: { ...params, uri: RESOURCES[uri] ?? uri }, gameId: quickGame };
    if (isJsonObject(ref)) return { params: completionOf(params, ref), gameId: quickGame };
    const args = isJsonObject(params.arguments) ? params.arguments : {};
    switch (name) {
      case 'slow_compute': {
        const gameId = Number(args.seconds) >= LONG_S ? waitingGame : quickGame;
        return { params: { ...params, name: 'end_turn', arguments: {} }, gameId };
      }
      case 'test_simple_prompt':
        return { params: { ...params, name: 'review_turn' }, gameId: quickGame };
      case 'test_prompt_with_arguments': {
        const given = { style: args.arg1, turns: args.arg2 };
        return { params: { ...params, name: 'start_game', arguments: given }, gameId: quickGame };
      }
      case 'test_input_required_result_elicitation':
        // Without an answer it is asked again, in a game that does not exist yet.
        if (params.inputResponses === undefined) this.#newGames++;
        return {
          params: { ...params, name: 'brief', arguments: {} },
          gameId: `conformance-new-${this.#newGames}`,
        };
      default:
        return { params: { ...params, ...(typeof name === 'string' && TOOLS[name]) }, gameId: quickGame };
    }
  }
}

function completionOf(params: JsonObject, ref: JsonObject): JsonObject {
  if (ref.name !== 'test_prompt_with_arguments') return params;
  return { ...params, ref: { ...ref, name: 'start_game' }, argument: { name: 'style', value: 'p' } };
}

function parsed(text: string): JsonObject | undefined {
  try {
    const message: unknown = JSON.parse(text);
    return isJsonObject(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

/** The headers of the request; where one names what the body named, it names what the body names now. */
function headersOf(
  { headers }: IncomingMessage,
  asked: JsonObject | undefined,
  led: JsonObject | undefined,
): Record<string, string> {
  const kept = Object.entries(headers).filter(
    ([name]) => !/^(?:connection|content-length|transfer-encoding)$/.test(name),
  );
  const was = asked?.name ?? asked?.uri;
  const is = led?.name ?? led?.uri;
  const isNamed = typeof is === 'string' && headers['mcp-name'] === was;
  return Object.fromEntries([
    ...kept.map(([name, value]) => [name, String(value)]),
    ...(isNamed ? [['mcp-name', is]] : []),
  ]);
}
