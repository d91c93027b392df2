import { type Message, RawAgentSocket } from '../../gateway/support/raw-agent-socket.js';

/** An agent that loses its socket again and again, resumes, and asks once more for what it was not answered. */
export class RestlessAgent {
  readonly agentId: string;
  /** The first answer to each action. */
  readonly answers = new Map<string, Message>();
  /** The seq of every push, in the order they came. */
  readonly seqs: number[] = [];
  /** Answers that differed from the first one to the same action. */
  readonly contradictions: Message[] = [];
  cuts = 0;
  readonly #port: number;
  readonly #random: () => number;
  readonly #gameId: string;
  readonly #open = new Set<string>();
  #session: unknown;

  constructor(port: number, agentId: string, random: () => number, gameId = 'g1') {
    this.#port = port;
    this.agentId = agentId;
    this.#random = random;
    this.#gameId = gameId;
  }

  /** Has `count` actions answered, each of them at least once. */
  async play(count: number): Promise<void> {
    let client = await this.#connect();
    for (let number = 1; number <= count || this.#open.size > 0; ) {
      for (; number <= count && this.#open.size < 3; number++) this.#act(client, `${this.agentId}-${number}`);
      if (this.#random() < 0.3) {
        client.socket.terminate();
        this.cuts++;
        client = await this.#connect();
        for (const id of this.#open) this.#act(client, id);
      }
      this.#take(await client.next());
    }
    await client.close();
  }

  #act(client: RawAgentSocket, id: string): void {
    this.#open.add(id);
    client.sendRequest('action', { action_type: 'unit_move', actor_id: 1, parameters: { id } }, id);
  }

  #take(message: Message): void {
    if (message.seq !== undefined) this.seqs.push(message.seq);
    const id = message.correlation_id;
    if (id === undefined) return;
    const first = this.answers.get(id);
    if (first !== undefined && JSON.stringify(first) !== JSON.stringify(message))
      this.contradictions.push(message);
    if (first === undefined) this.answers.set(id, message);
    this.#open.delete(id);
  }

  async #connect(): Promise<RawAgentSocket> {
    const client = await RawAgentSocket.open(this.#port, this.agentId);
    const resume =
      this.#session === undefined ? {} : { session_id: this.#session, last_seq: this.seqs.at(-1) ?? 0 };
    const auth = await client.logIn({ game_id: this.#gameId, ...resume });
    if (auth.type !== 'llm_connect') throw new Error(JSON.stringify(auth));
    this.#session = auth.data?.session_id;
    return client;
  }
}
