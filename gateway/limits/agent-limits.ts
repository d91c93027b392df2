import { Buckets } from './buckets.js';
import { SlidingWindows } from './sliding-windows.js';

export interface AgentLimitSettings {
  readonly messagesPerMinute: number;
  readonly burst: number;
  readonly actionsPerMinute: number;
}

type LimitName = 'messages' | 'burst' | 'actions' | 'bytes';

export interface LimitHit {
  readonly limit: LimitName;
  /** Whole seconds. */
  readonly retryAfter: number;
}

/** What a message costs. */
export interface MessageLoad {
  readonly bytes: number;
  /** Pings and pongs cost only their bytes. */
  readonly free: boolean;
  /** How many actions it asks for. */
  readonly actions: number;
}

const minute = 60_000;
const second = 1_000;
const maxKeys = 20_000;

/** How much each agent may send, over all its sockets and however often it reconnects: exact in any minute and second. */
export class AgentLimits {
  readonly #messages: SlidingWindows<'messages' | 'burst'>;
  readonly #actions: SlidingWindows<'actions'>;
  readonly #bytes: Buckets;
  readonly #maxActions: number;

  constructor({ messagesPerMinute, burst, actionsPerMinute }: AgentLimitSettings, maxMessageBytes: number) {
    this.#messages = new SlidingWindows(
      [
        { name: 'messages', max: messagesPerMinute, period: minute },
        { name: 'burst', max: burst, period: second },
      ],
      maxKeys,
    );
    this.#actions = new SlidingWindows([{ name: 'actions', max: actionsPerMinute, period: minute }], maxKeys);
    this.#maxActions = actionsPerMinute;
    const bytes = { capacity: maxMessageBytes * 8, perPeriod: maxMessageBytes * 32, period: minute };
    this.#bytes = new Buckets(bytes, maxKeys);
  }

  /**
   * Counts a message, or tells which limit it is over; then it counts nowhere. After `retryAfter` seconds without another
   * message it passes. `now` in milliseconds of the monotonic clock.
   */
  admit(agentId: string, { bytes, free, actions }: MessageLoad, now: number): LimitHit | undefined {
    const messages = free ? 0 : 1;
    // A batch larger than the whole minute's worth would never get in: it takes all of it.
    const cost = free ? 0 : Math.min(actions, this.#maxActions);
    const waits = [
      { name: 'bytes' as const, wait: this.#bytes.wait(agentId, now, bytes) },
      messages === 0 ? undefined : this.#messages.wait(agentId, now),
      cost === 0 ? undefined : this.#actions.wait(agentId, now, cost),
    ];
    const hit = longestOf(waits);
    if (hit !== undefined) return { limit: hit.name, retryAfter: Math.ceil(hit.wait / 1000) };
    this.#bytes.take(agentId, now, bytes);
    if (messages > 0) this.#messages.add(agentId, now);
    if (cost > 0) this.#actions.add(agentId, now, cost);
    return undefined;
  }
}

interface LimitWait {
  readonly name: LimitName;
  readonly wait: number;
}

function longestOf(waits: readonly (LimitWait | undefined)[]): LimitWait | undefined {
  let longest: LimitWait | undefined;
  for (const each of waits) if (each !== undefined && each.wait > (longest?.wait ?? 0)) longest = each;
  return longest;
}
