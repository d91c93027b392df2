import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { AgentMessage, PushMessage } from '#shared/protocol/state/messages.js';
import type { Part, TokenLedger } from './token-ledger.js';

type Data = Readonly<Record<string, unknown>>;
type PushOf<T extends PushMessage['type']> = Extract<PushMessage, { readonly type: T }>;

/** An agent's socket whose frames are all counted, those it sends and those it receives, whole with their envelopes. */
export class MeteredAgent implements AsyncDisposable {
  readonly ledger: TokenLedger;
  readonly #agentId: string;
  readonly #socket: WebSocket;
  readonly #pushes: PushMessage[] = [];
  readonly #answers = new Map<string, (answer: AgentMessage) => void>();
  #wake: () => void = () => {};
  #requests = 0;
  #playerId = -1;

  private constructor(socket: WebSocket, agentId: string, ledger: TokenLedger) {
    this.ledger = ledger;
    this.#agentId = agentId;
    this.#socket = socket;
    socket.on('message', (bytes) => this.#take(String(bytes)));
  }

  /** Opens the socket and logs in. Throws when the login is refused. */
  static async loggedIn(
    gateway: string,
    agentId: string,
    ledger: TokenLedger,
    login: Data,
  ): Promise<MeteredAgent> {
    const socket = new WebSocket(`${gateway}/ws/agent/${agentId}`);
    const agent = new MeteredAgent(socket, agentId, ledger);
    await once(socket, 'open');
    const answer = await agent.request('llm_connect', login);
    if (answer.type !== 'llm_connect') throw new Error(`login refused: ${JSON.stringify(answer)}`);
    agent.#playerId = answer.data.player_id;
    return agent;
  }

  /** The number of its player. */
  get playerId(): number {
    return this.#playerId;
  }

  /** Sends a request and answers what came for it, an error as well. */
  request(type: string, data: Data): Promise<AgentMessage> {
    this.#requests += 1;
    const id = `r-${this.#requests}`;
    const timestamp = Date.now() / 1000;
    const text = JSON.stringify({ type, agent_id: this.#agentId, timestamp, correlation_id: id, data });
    const isLogin = type === 'llm_connect';
    this.ledger.add(isLogin ? 'login' : 'requests', text);
    if (!isLogin) this.ledger.countRequest(kindOf(type, data));
    const answered = new Promise<AgentMessage>((resolve) => this.#answers.set(id, resolve));
    this.#socket.send(text);
    return answered;
  }

  /** The first push of that type that fits and is not taken yet; waits for it. */
  async push<T extends PushMessage['type']>(
    type: T,
    isWanted: (push: PushOf<T>) => boolean = () => true,
  ): Promise<PushOf<T>> {
    for (;;) {
      const [found] = this.#ofType(type).filter(isWanted);
      if (found !== undefined) {
        this.#drop(found);
        return found;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** The pushes of a type that came since the last call. */
  drain<T extends PushMessage['type']>(type: T): readonly PushOf<T>[] {
    const found = this.#ofType(type);
    for (const push of found) this.#drop(push);
    return found;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#socket.close();
    await once(this.#socket, 'close');
  }

  #ofType<T extends PushMessage['type']>(type: T): readonly PushOf<T>[] {
    return this.#pushes.filter((push): push is PushOf<T> => push.type === type);
  }

  #drop(push: PushMessage): void {
    this.#pushes.splice(this.#pushes.indexOf(push), 1);
  }

  #take(text: string): void {
    const message: AgentMessage = JSON.parse(text);
    const brief = briefIn(message);
    // The brief in a verdict is counted as a brief, what is around it as the verdict.
    const ofBrief = brief === undefined ? 0 : this.ledger.add('briefs', JSON.stringify(brief));
    const part = partOf(message);
    this.ledger.add(part, text);
    this.ledger.addTokens(part, -ofBrief);
    if (message.seq !== undefined) this.#pushes.push(message);
    const { correlation_id: id = '' } = message;
    this.#answers.get(id)?.(message);
    this.#answers.delete(id);
    this.#wake();
  }
}

/** What a request asks for, as the list of requests names it. */
function kindOf(type: string, { format, action_type: action }: Data): string {
  if (type === 'state_query') return `state ${format}`;
  return action === 'end_turn' ? 'end_turn' : type;
}

function briefIn(message: AgentMessage): unknown {
  if (message.type !== 'compact_result') return undefined;
  const { data } = message;
  return 'results' in data ? data.results.at(-1)?.brief : data.brief;
}

const PART_OF_FORMAT = {
  full: 'states',
  delta: 'states',
  llm_optimized: 'states',
  scene: 'map',
  map: 'map',
  brief: 'briefs',
  digest: 'briefs',
  cities: 'cities',
  options: 'options',
} as const satisfies Readonly<Record<string, Part>>;

function partOf(message: AgentMessage): Part {
  if (message.seq !== undefined) return 'pushes';
  switch (message.type) {
    case 'welcome':
    case 'llm_connect':
      return 'login';
    case 'state_update':
      return PART_OF_FORMAT[message.data.format];
    default:
      return 'verdicts';
  }
}
