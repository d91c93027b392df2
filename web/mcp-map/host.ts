/** What a message of the host may have; anything else in it is ignored. */
interface Message {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/** How long the host may take for an answer, in milliseconds. */
const ANSWER_MS = 30_000;

/** Called with the parameters of a notification of the host. */
export type OnNotice = (method: string, params: Fields) => void;

/** An object, or an empty one in place of anything else. */
export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The host of this page: JSON-RPC 2.0 over messages between the frames, as the extension of MCP Apps says (2026-01-26). */
export class Host {
  readonly #waiting = new Map<number, (answer: Message) => void>();
  #lastId = 0;

  constructor(onNotice: OnNotice) {
    window.addEventListener('message', ({ source, data }) => {
      // Only the frame that holds this page is its host.
      if (source === window.parent) this.#receive(fieldsOf(data), onNotice);
    });
  }

  /** The result of a request; rejects with what the host says, or when it says nothing for 30 s. */
  async request(method: string, params: Fields): Promise<Fields> {
    const id = ++this.#lastId;
    const answer = await new Promise<Message>((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(id);
        resolve({ error: { message: 'The host does not answer' } });
      }, ANSWER_MS);
      this.#waiting.set(id, (message) => {
        clearTimeout(timer);
        resolve(message);
      });
      this.#send({ id, method, params });
    });
    if (answer.error === undefined) return fieldsOf(answer.result);
    throw new Error(String(fieldsOf(answer.error).message));
  }

  notify(method: string, params: Fields): void {
    this.#send({ method, params });
  }

  #receive({ id, method, params, ...answer }: Message, onNotice: OnNotice): void {
    if (typeof method !== 'string') {
      if (typeof id !== 'number') return;
      this.#waiting.get(id)?.(answer);
      this.#waiting.delete(id);
    } else if (id === undefined) onNotice(method, fieldsOf(params));
    // Nothing has to be saved before the page is taken down.
    else if (method === 'ping' || method === 'ui/resource-teardown') this.#send({ id, result: {} });
    else this.#send({ id, error: { code: -32_601, message: 'Method not found' } });
  }

  #send(message: Fields): void {
    // The page has no origin of its own and cannot know that of its host.
    window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  }
}
