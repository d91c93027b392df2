import { Buckets } from './buckets.js';

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
const maxKeys = 20_000;

/** How much each agent may send, over all its sockets and however often it reconnects. */
export class AgentLimits {
  readonly #messages: Buckets;
  readonly #burst: Buckets;
  readonly #actions: Buckets;
  readonly #bytes: Buckets;
  readonly #mostActions: number;

  constructor({ messagesPerMinute, burst, actionsPerMinute }: AgentLimitSettings, maxMessageBytes: number) {
    const perMinute = (count: number) => ({ capacity: count, perPeriod: count, period: minute });
    this.#messages = new Buckets(perMinute(messagesPerMinute), maxKeys);
    this.#burst = new Buckets({ capacity: burst, perPeriod: burst, period: 1000 }, maxKeys);
    this.#actions = new Buckets(perMinute(actionsPerMinute), maxKeys);
    this.#mostActions = actionsPerMinute;
    const bytes = { capacity: maxMessageBytes * 8, perPeriod: maxMessageBytes * 32, period: minute };
    this.#bytes = new Buckets(bytes, maxKeys);
  }

  /** Counts a message, or tells which limit it is over; then it counts nowhere. */
  admit(agentId: string, load: MessageLoad, now: number): LimitHit | undefined {
    const costs = this.#costs(load);
    for (const { limit, buckets, cost } of costs) {
      const wait = buckets.wait(agentId, now, cost);
      if (wait > 0) return { limit, retryAfter: Math.ceil(wait / 1000) };
    }
    for (const { buckets, cost } of costs) buckets.take(agentId, now, cost);
    return undefined;
  }

  #costs({ bytes, free, actions }: MessageLoad) {
    const size = { limit: 'bytes', buckets: this.#bytes, cost: bytes } as const;
    if (free) return [size];
    const message = [
      size,
      { limit: 'messages', buckets: this.#messages, cost: 1 },
      { limit: 'burst', buckets: this.#burst, cost: 1 },
    ] as const;
    if (actions === 0) return message;
    // A batch larger than the whole minute's worth would never get in: it takes all of it.
    const cost = Math.min(actions, this.#mostActions);
    return [...message, { limit: 'actions', buckets: this.#actions, cost } as const];
  }
}
