import { randomUUID } from 'node:crypto';
import { type Message, RawAgentSocket } from '../../gateway/support/raw-agent-socket.js';

type Data = Readonly<Record<string, unknown>>;

/** The terminal answer to a request: its data, or its error code. */
export type Verdict =
  | { readonly name: 'done'; readonly data: Data }
  | { readonly name: 'unknown' }
  | { readonly name: 'refused'; readonly code: string; readonly message: string };

/** A gateway that may be killed and comes back. */
interface GatewayHost {
  readonly gateway: { readonly port: number };
  /** Settles when the gateway is there. */
  readonly gatewayUp: Promise<unknown>;
}

/** Codes that say a request was not carried out, and may be made again. */
const comeAgain: ReadonlySet<string> = new Set(['E110', 'E122', 'E123']);

/** An agent that keeps its session whatever becomes of its sockets, and asks again for every answer it has not had. */
export class ResumingAgent {
  readonly agentId: string;
  /** Everything pushed to its session, in the order it came. */
  readonly pushes: Message[] = [];
  readonly sessions = new Set<unknown>();
  resumes = 0;
  /** Called for each request that has just been sent. */
  onSent: () => void = () => {};
  readonly #host: GatewayHost;
  readonly #login: Data;
  readonly #answers = new Map<string, Message>();
  #client: RawAgentSocket | undefined;

  constructor(host: GatewayHost, agentId: string, login: Data) {
    this.#host = host;
    this.agentId = agentId;
    this.#login = login;
  }

  /** Cuts the socket it has. */
  cut(): void {
    this.#client?.socket.terminate();
  }

  async close(): Promise<void> {
    await this.#client?.close();
  }

  /** An action until it has its verdict; made anew as long as it is told to have not been carried out. */
  async act(actionType: string, fields: Data = {}): Promise<Verdict> {
    for (;;) {
      const { type, data = {} } = await this.#request('action', { action_type: actionType, ...fields });
      const code = String(data.error_code);
      if (type !== 'error') return { name: 'done', data };
      if (code === 'E132' || isUnknown(data)) return { name: 'unknown' };
      if (!comeAgain.has(code)) return { name: 'refused', code, message: String(data.error_message) };
      await this.state({ format: 'llm_optimized' });
    }
  }

  /** The state, as soon as there is one. */
  async state(query: Data): Promise<Data> {
    for (;;) {
      const { type, data = {} } = await this.#request('state_query', query);
      if (type !== 'error') return recordOf(data.data);
      if (!comeAgain.has(String(data.error_code))) throw new Error(JSON.stringify(data));
    }
  }

  /** Resolves when a push like that has come; pushes that came before count. */
  async heard(wanted: (message: Message) => boolean): Promise<Message> {
    for (let seen = 0; ; ) {
      for (; seen < this.pushes.length; seen++) {
        const push = this.pushes[seen];
        if (push !== undefined && wanted(push)) return push;
      }
      await this.#take();
    }
  }

  /** The answer, over as many sockets as it takes. */
  async #request(type: string, data: Data): Promise<Message> {
    const id = randomUUID();
    for (let sentOver: RawAgentSocket | undefined; ; ) {
      const client = await this.#connected();
      if (client !== sentOver) {
        client.sendRequest(type, data, id);
        sentOver = client;
        this.onSent();
      }
      const answer = this.#answers.get(id);
      if (answer !== undefined) return answer;
      await this.#take();
    }
  }

  /** Takes one message, or finds the socket closed. */
  async #take(): Promise<void> {
    const client = await this.#connected();
    const message = await Promise.race([client.next(), client.closed.then(() => undefined)]);
    if (message !== undefined) this.#note(message);
    if (client.socket.readyState !== client.socket.CLOSED) return;
    while (client.inbox.size > 0) this.#note(await client.next());
    this.#client = undefined;
  }

  #note(message: Message): void {
    if (message.seq !== undefined) this.pushes.push(message);
    else if (message.correlation_id !== undefined) this.#answers.set(message.correlation_id, message);
  }

  async #connected(): Promise<RawAgentSocket> {
    while (this.#client === undefined) this.#client = await this.#connect();
    return this.#client;
  }

  /** Undefined when nobody is there yet, or it went wrong on the way. */
  async #connect(): Promise<RawAgentSocket | undefined> {
    await this.#host.gatewayUp;
    const client = new RawAgentSocket(this.#host.gateway.port, this.agentId);
    const [session] = this.sessions;
    const resume =
      session === undefined ? {} : { session_id: session, last_seq: this.pushes.at(-1)?.seq ?? 0 };
    client.socket.once('open', () => client.sendRequest('llm_connect', { ...this.#login, ...resume }));
    const answer = async () => {
      const welcome = await client.next();
      return welcome.type === 'welcome' ? client.next() : welcome;
    };
    const auth = await Promise.race([answer(), client.closed.then(() => undefined)]);
    if (auth === undefined) return undefined;
    if (auth.type !== 'llm_connect') throw new Error(JSON.stringify(auth));
    this.sessions.add(auth.data?.session_id);
    this.resumes += session === undefined ? 0 : 1;
    return client;
  }
}

function isUnknown({ details }: Data): boolean {
  return recordOf(details).outcome === 'unknown';
}

export function recordOf(value: unknown): Data {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
