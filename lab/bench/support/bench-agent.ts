import { once } from 'node:events';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { proxySecret, token } from '../../../test/support/services/settings.js';

const answerSchema = z.compile(
  z.looseObject({
    type: z.string(),
    correlation_id: z.string().optional(),
    data: z.looseObject({ error_code: z.string().optional() }).optional(),
  }),
);

/** Names the game of an agent, and how it is made. */
export interface BenchLogin {
  readonly game_id: string;
  readonly game_config?: Readonly<Record<string, unknown>>;
}

/** The game of a proxy that answers at once. */
const NO_GAME: BenchLogin = { game_id: 'bench' };

/** An agent that measures its own round trips. */
export class BenchAgent {
  readonly socket: WebSocket;
  /** Milliseconds of each answered request. */
  times: number[] = [];
  /** How often each error code came. */
  readonly errors = new Map<string, number>();
  /** Called after each answer. */
  onAnswer: () => void = () => {};
  /** Settles when its game has begun. */
  readonly playing: Promise<void>;
  readonly #agentId: string;
  readonly #gameId: string;
  readonly #sent = new Map<string, number>();
  #count = 0;
  #onLogin: (refused: string | undefined) => void = () => {};
  #onPlaying: () => void = () => {};

  private constructor(socket: WebSocket, agentId: string, gameId: string) {
    this.socket = socket;
    this.#agentId = agentId;
    this.#gameId = gameId;
    this.playing = new Promise((resolve) => {
      this.#onPlaying = resolve;
    });
    socket.on('message', (bytes) => this.#take(String(bytes)));
    socket.on('error', () => {});
  }

  static async loggedIn(port: number, agentId: string, login = NO_GAME): Promise<BenchAgent> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/agent/${agentId}`, { perMessageDeflate: false });
    const agent = new BenchAgent(socket, agentId, login.game_id);
    await once(socket, 'open');
    await agent.#logIn({ type: 'llm_connect', data: { api_token: token, ...login } });
    return agent;
  }

  /** On a socket of its own to the proxy, or to a plain relay before it. */
  static async straight(port: number, agentId: string, { game_id } = NO_GAME): Promise<BenchAgent> {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/llmsocket/8002`, {
      headers: { authorization: `Bearer ${proxySecret}` },
      perMessageDeflate: false,
    });
    const agent = new BenchAgent(socket, agentId, game_id);
    await once(socket, 'open');
    return agent;
  }

  /** The same, with a seat in a real game. */
  static async seated(port: number, agentId: string, login: BenchLogin): Promise<BenchAgent> {
    const agent = await BenchAgent.straight(port, agentId, login);
    const { game_id, ...data } = login;
    const envelope = { type: 'llm_connect', agent_id: agentId, game_id, timestamp: Date.now() / 1000 };
    await agent.#logIn({ ...envelope, correlation_id: `${agentId}-login`, data });
    return agent;
  }

  get unanswered(): number {
    return this.#sent.size;
  }

  /** Asks for the state, without waiting for the answer. */
  ask(query: Readonly<Record<string, unknown>> = { format: 'full' }): void {
    this.#count++;
    const id = `${this.#agentId}-${this.#count}`;
    this.#sent.set(id, performance.now());
    const envelope = {
      ...{ type: 'state_query', agent_id: this.#agentId, game_id: this.#gameId, timestamp: 1 },
      ...{ correlation_id: id, data: query },
    };
    this.socket.send(JSON.stringify(envelope));
  }

  act(data: Readonly<Record<string, unknown>>): void {
    this.socket.send(JSON.stringify({ type: 'action', data }));
  }

  async #logIn(login: object): Promise<void> {
    const answered = new Promise<string | undefined>((resolve) => {
      this.#onLogin = resolve;
    });
    this.socket.send(JSON.stringify(login));
    const refused = await answered;
    if (refused !== undefined) throw new Error(`login refused: ${refused}`);
  }

  #take(text: string): void {
    const now = performance.now();
    const { type, correlation_id: id, data } = answerSchema.parse(JSON.parse(text));
    if (type === 'llm_connect') this.#onLogin(undefined);
    if (type === 'game_ready') this.#onPlaying();
    if (type === 'error') {
      const code = data?.error_code ?? '?';
      this.#onLogin(code);
      this.errors.set(code, (this.errors.get(code) ?? 0) + 1);
    }
    const began = id === undefined ? undefined : this.#sent.get(id);
    if (id === undefined || began === undefined) return;
    this.#sent.delete(id);
    this.times.push(now - began);
    this.onAnswer();
  }
}

/** Opens many, some at a time. */
export async function logInAll(
  port: number,
  count: number,
  name: string,
  open: (port: number, agentId: string) => Promise<BenchAgent> = BenchAgent.loggedIn,
): Promise<readonly BenchAgent[]> {
  const agents: BenchAgent[] = [];
  while (agents.length < count) {
    const more = Array.from({ length: Math.min(50, count - agents.length) }, (_, index) =>
      open(port, `${name}-${agents.length + index}`),
    );
    agents.push(...(await Promise.all(more)));
  }
  return agents;
}

/** Calls `act` `perSecond` times a second for that many seconds, spread evenly. */
export async function steadily(
  perSecond: number,
  seconds: number,
  act: (count: number) => void,
): Promise<void> {
  const began = performance.now();
  const total = perSecond * seconds;
  for (let done = 0; done < total; ) {
    const due = Math.min(total, ((performance.now() - began) / 1000) * perSecond);
    for (; done < due; done++) act(done);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** The error codes that came, and how often. */
export function codesOf(agents: readonly BenchAgent[]): string {
  const counts = new Map<string, number>();
  for (const { errors } of agents) {
    for (const [code, count] of errors) counts.set(code, (counts.get(code) ?? 0) + count);
  }
  return [...counts].map(([code, count]) => `${code} ${count}`).join(', ') || 'none';
}
