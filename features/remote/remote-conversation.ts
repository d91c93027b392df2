import { type Failure, failure } from '#shared/core/failure.js';
import type { Result } from '#shared/core/result.js';
import type {
  RemoteAgentData,
  RemoteAgentMessage,
  RemoteGatewayData,
  RemoteGatewayMessageType,
} from '#shared/protocol/remote-agent.js';
import { callBatch } from './batch-calls.js';
import { type CallContext, callFunction, isActing, sendRequest, waitsForTurn } from './remote-calls.js';
import { readRemoteMessage } from './remote-message.js';
import type { RemoteTurns } from './remote-turns.js';

/** Calls of one agent that may be under way at the same time. */
export const MAX_CALLS = 16;

/** A connection is closed after this many invalid messages. */
const MAX_BAD_MESSAGES = 20;

/** What a conversation works with. */
export interface ConversationOptions {
  readonly caller: CallContext;
  readonly turns: RemoteTurns;
  send<T extends RemoteGatewayMessageType>(type: T, data: RemoteGatewayData<T>): void;
  /** The model's answer to a person who has sent an operator_message. */
  answerPerson(requestId: string, text: string): void;
  /** The agent has answered hello; `lastSeq` is the last push it has, if it says so. */
  onReady(lastSeq: number | undefined): void;
  onStatus(status: 'ready' | 'processing'): void;
}

/** Reads what the agent of a remote seat says, carries out its calls and answers them. */
export class RemoteConversation {
  readonly #options: ConversationOptions;
  /** Ids of the requests that are under way. A repetition of one waits for the same answer. */
  readonly #underWay = new Set<string>();
  #isReady = false;
  #badMessages = 0;
  #calls = 0;
  #ends = 0;

  constructor(options: ConversationOptions) {
    this.#options = options;
  }

  get calls(): number {
    return this.#calls;
  }

  /** Whether the connection must be closed, because too many messages were invalid. */
  get isRefused(): boolean {
    return this.#badMessages >= MAX_BAD_MESSAGES;
  }

  /** A connection is open: the agent has to say that it is ready. Calls of the connection before continue. */
  begin(): void {
    this.#isReady = false;
    this.#badMessages = 0;
  }

  onMessage(bytes: Uint8Array): void {
    const read = readRemoteMessage(bytes, this.#options.caller.services.settings.maxMessageBytes);
    if (!read.ok) this.#refuse(read.failure);
    else if (this.#isReady) this.#handle(read.value);
    else this.#readHello(read.value);
  }

  #readHello(message: RemoteAgentMessage): void {
    if (message.type !== 'status' || message.data.status !== 'ready') {
      this.#refuse(failure('E120', 'Answer hello with status ready first'));
      return;
    }
    this.#isReady = true;
    this.#options.onReady(message.data.last_seq);
  }

  #handle({ type, data }: RemoteAgentMessage): void {
    const { caller, onStatus } = this.#options;
    switch (type) {
      case 'status':
        onStatus(data.status);
        return;
      case 'function_call':
        void this.#call(data);
        return;
      case 'function_call_batch':
        void this.#callBatch(data);
        return;
      case 'chat_response':
        this.#say(data);
        return;
      case 'stop':
        void this.#tellIfRefused(sendRequest(caller, 'stop', {}));
        return;
      case 'end':
        void this.#endTurn(data.failed);
        return;
    }
  }

  /** What the model says to a person who asked it, or to all who watch. */
  #say({ message, request_id: asked }: RemoteAgentData<'chat_response'>): void {
    const { caller, answerPerson } = this.#options;
    const blocks = [{ kind: 'text', text: message }];
    if (asked === undefined) void this.#tellIfRefused(sendRequest(caller, 'transcript', { blocks }));
    else answerPerson(asked, message);
  }

  async #call({ request_id: id, function: name, arguments: args }: RemoteAgentData<'function_call'>) {
    const { caller, turns } = this.#options;
    const call = { function: name, arguments: args };
    const isWaiting = name === 'end_turn' && waitsForTurn(args);
    const run = () => callFunction(caller, id, call);
    await this.#answer(id, isActing(name), 1, () => (isWaiting ? turns.waiting(run) : run()));
  }

  async #callBatch(batch: RemoteAgentData<'function_call_batch'>) {
    const { caller, turns } = this.#options;
    const { functions, request_id: id } = batch;
    const names = functions.map(({ function: name }) => name);
    const isWaiting = names.includes('end_turn');
    const run = () => callBatch(caller, batch);
    const acts = names.some(isActing);
    await this.#answer(id, acts, functions.length, () => (isWaiting ? turns.waiting(run) : run()));
  }

  /** Carries out a call, once for each id at a time, and sends its result, then what has changed. */
  async #answer(
    id: string,
    acts: boolean,
    count: number,
    run: () => Promise<Omit<RemoteGatewayData<'function_result'>, 'request_id'>>,
  ): Promise<void> {
    const { send, turns } = this.#options;
    if (this.#underWay.has(id)) return;
    if (this.#underWay.size >= MAX_CALLS) {
      const error = `More than ${MAX_CALLS} calls are under way`;
      send('function_result', { request_id: id, success: false, result: {}, error, code: 'E110' });
      return;
    }
    this.#underWay.add(id);
    this.#calls += count;
    try {
      send('function_result', { request_id: id, ...(await run()) });
    } finally {
      this.#underWay.delete(id);
    }
    if (acts && this.#underWay.size === 0) await turns.tellChanges();
  }

  async #endTurn(failed: string | undefined): Promise<void> {
    const { caller, send } = this.#options;
    const id = `end-${caller.services.clock.now()}-${this.#ends++}`;
    const args = failed === undefined ? {} : { failed };
    const ended = await callFunction(caller, id, { function: 'end_turn', arguments: args });
    if (!ended.success) send('error', { code: ended.code ?? 'E131', message: ended.error });
  }

  async #tellIfRefused(request: Promise<Result<undefined>>): Promise<void> {
    const sent = await request;
    if (!sent.ok) this.#options.send('error', { code: sent.failure.code, message: sent.failure.message });
  }

  #refuse({ code, message }: Failure): void {
    this.#badMessages += 1;
    this.#options.send('error', { code, message });
  }
}
