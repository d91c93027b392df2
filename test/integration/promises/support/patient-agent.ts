import { once } from 'node:events';
import { WebSocket } from 'ws';
import { type Message, RawAgentSocket } from '../../gateway/support/raw-agent-socket.js';

/** An agent that acts one by one, and comes back with its session whenever its gateway goes. */
export class PatientAgent {
  readonly answers = new Map<string, Message>();
  readonly seqs: number[] = [];
  readonly sessions = new Set<unknown>();
  isDone = false;
  readonly #port: number;
  readonly #agentId: string;
  readonly #gameId: string;

  constructor(port: number, agentId: string, gameId = 'g1') {
    this.#gameId = gameId;
    this.#port = port;
    this.#agentId = agentId;
  }

  async play(): Promise<void> {
    let client = await this.#connect();
    for (let number = 1; !this.isDone || number === 1; ) {
      const id = `${this.#agentId}-${number}`;
      const answer = await this.#act(client, id);
      if (answer === undefined) client = await this.#connect();
      else {
        this.answers.set(id, answer);
        number++;
      }
    }
    await client.close();
  }

  /** The answer; undefined when the socket went first, or the gateway is about to go. */
  async #act(client: RawAgentSocket, id: string): Promise<Message | undefined> {
    client.sendRequest('action', { action_type: 'unit_move', actor_id: 1, parameters: { id } }, id);
    for (;;) {
      const message = await Promise.race([client.next(), client.closed.then(() => undefined)]);
      if (message === undefined) return undefined;
      if (message.seq !== undefined) this.seqs.push(message.seq);
      if (message.correlation_id !== id) continue;
      if (message.type === 'action_result') return message;
      await client.closed;
      while (client.inbox.size > 0) this.#note(await client.next());
      return undefined;
    }
  }

  #note({ seq }: Message): void {
    if (seq !== undefined) this.seqs.push(seq);
  }

  async #connect(): Promise<RawAgentSocket> {
    await this.#untilServed();
    const client = await RawAgentSocket.open(this.#port, this.#agentId);
    const [session] = this.sessions;
    const resume = session === undefined ? {} : { session_id: session, last_seq: this.seqs.at(-1) ?? 0 };
    const auth = await client.logIn({ game_id: this.#gameId, ...resume });
    if (auth.type !== 'llm_connect') throw new Error(JSON.stringify(auth));
    this.sessions.add(auth.data?.session_id);
    return client;
  }

  /** Knocks until the gateway is there. */
  async #untilServed(): Promise<void> {
    for (let isThere = false; !isThere; ) {
      const socket = new WebSocket(`ws://127.0.0.1:${this.#port}/ws/agent/${this.#agentId}`);
      isThere = await Promise.race([
        once(socket, 'open').then(() => true),
        once(socket, 'close').then(() => false),
      ]).catch(() => false);
      socket.on('error', () => {});
      socket.terminate();
    }
  }
}
