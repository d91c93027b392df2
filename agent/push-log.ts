import type { AuthSuccess, PushByType, PushMessage } from '#shared/protocol/state/messages.js';
import type { AgentPushType } from '#shared/protocol/state/pushes.js';
import { Waiters } from './waiters.js';

/** How many pushes are held for one reader; the oldest go first. */
const MAX_HELD = 1024;

/** The pushes of one session that somebody has yet to read: bounded, the oldest go first. */
class PushQueue {
  #held: PushMessage[] = [];
  /** The first and last push that were dropped since the last read. */
  #dropped: { readonly from: number; readonly to: PushMessage } | undefined;

  add(push: PushMessage): void {
    this.#held.push(push);
    if (this.#held.length <= MAX_HELD) return;
    const [oldest] = this.#held.splice(0, 1);
    if (oldest !== undefined) this.#dropped = { from: this.#dropped?.from ?? oldest.seq, to: oldest };
  }

  /** The next push; after lost ones, first a push that reports the loss. */
  next(): PushMessage | undefined {
    const dropped = this.#dropped;
    this.#dropped = undefined;
    return dropped === undefined ? this.#held.shift() : gapPush(dropped.to, dropped.from, dropped.to.seq);
  }

  take(isWanted: (push: PushMessage) => boolean): PushMessage | undefined {
    const found = this.#held.find(isWanted);
    if (found !== undefined) this.#held.splice(this.#held.indexOf(found), 1);
    return found;
  }
}

/** The pushes of a session, over as many connections as it has: each once, in order, for all who read them. */
export class PushLog {
  readonly #untaken = new PushQueue();
  readonly #readers = new Set<PushQueue>();
  readonly #changes = new Waiters();
  readonly #onPush: (push: PushMessage) => void;
  #lastSeq: number;
  #end: Error | undefined;
  #hasLoggedIn = false;

  /** `lastSeq`: of the last push that was read in the session that is resumed. */
  constructor(lastSeq = 0, onPush: (push: PushMessage) => void = () => {}) {
    this.#lastSeq = lastSeq;
    this.#onPush = onPush;
  }

  /** The number of the last push that came, 0 before the first. */
  get lastSeq(): number {
    return this.#lastSeq;
  }

  /** Notes the answer to a login. A status push `gap` stands for pushes that are lost. */
  logIn({ resumed, resync, seq, missed = 0, game_id }: AuthSuccess, agentId: string): void {
    const wasLoggedIn = this.#hasLoggedIn || this.#lastSeq > 0;
    const from = this.#lastSeq + 1;
    this.#hasLoggedIn = true;
    if (resumed !== true) this.#lastSeq = 0;
    // A gateway that lost its last records continues with lower numbers.
    else this.#lastSeq = Math.min(this.#lastSeq, seq);
    if (!wasLoggedIn || (resumed === true && resync !== true)) return;
    const to = Math.max(from, seq - missed);
    this.#tell(gapPush({ agent_id: agentId, data: { game_id } }, from, to));
  }

  /** Adds a push, unless it came before. */
  add(push: PushMessage): void {
    if (push.seq <= this.#lastSeq) return;
    this.#lastSeq = push.seq;
    this.#tell(push);
  }

  /** Ends all reading; who still waits gets the error. */
  end(error: Error): void {
    this.#end ??= error;
    this.#changes.wake();
  }

  /** Takes the next push of that type that fits and is not taken yet; waits for it. Rejects when none can come. */
  async take<T extends AgentPushType>(
    type: T,
    wanted: (data: PushByType[T]) => boolean,
    signal?: AbortSignal,
  ): Promise<PushByType[T]> {
    for (;;) {
      const push = this.#untaken.take((one) => isOfType(one, type) && wanted(one.data));
      if (push !== undefined && isOfType(push, type)) return push.data;
      if (this.#end !== undefined) throw this.#end;
      await this.#changes.wait(signal);
    }
  }

  /** All pushes from now on. The end of the seat ends it. */
  read(signal?: AbortSignal): AsyncIterableIterator<PushMessage> {
    const queue = new PushQueue();
    this.#readers.add(queue);
    return this.#drain(queue, signal);
  }

  async *#drain(queue: PushQueue, signal: AbortSignal | undefined): AsyncGenerator<PushMessage, void> {
    try {
      for (;;) {
        const push = queue.next();
        if (push !== undefined) yield push;
        else if (this.#end !== undefined) return;
        else await this.#changes.wait(signal);
      }
    } finally {
      this.#readers.delete(queue);
    }
  }

  #tell(push: PushMessage): void {
    this.#untaken.add(push);
    for (const reader of this.#readers) reader.add(push);
    this.#onPush(push);
    this.#changes.wake();
  }
}

/** Takes the place of lost pushes, like the gateway's own status `gap`. */
function gapPush(
  { agent_id, data }: { readonly agent_id: string; readonly data: object },
  from: number,
  to: number,
): PushMessage {
  const game_id = 'game_id' in data && typeof data.game_id === 'string' ? data.game_id : '';
  return {
    type: 'status',
    agent_id,
    timestamp: Date.now() / 1000,
    seq: to,
    data: { game_id, status: 'gap', from_seq: from, to_seq: to, resync: true },
  };
}

function isOfType<T extends AgentPushType>(
  push: PushMessage,
  type: T,
): push is PushMessage & { readonly type: T; readonly data: PushByType[T] } {
  return push.type === type;
}
