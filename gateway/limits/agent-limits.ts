import { RateBuckets, SlidingWindows } from './rate-limiters.js';
import type { SharedRate } from './shared-rate.js';

/** The configured limits of each agent. */
export interface AgentLimitSettings {
  /** RATE_MESSAGES_PER_MINUTE. */
  readonly messagesPerMinute: number;
  /** RATE_BURST: messages in any second. */
  readonly burst: number;
  /** RATE_ACTIONS_PER_MINUTE. */
  readonly actionsPerMinute: number;
}

type LimitName = 'messages' | 'burst' | 'actions' | 'bytes';

/** Rates that all gateways count together. */
export interface SharedAgentRates {
  readonly messages: SharedRate;
  readonly actions: SharedRate;
}

/** The limit that a message exceeds. */
export interface LimitHit {
  readonly limit: LimitName;
  /** Whole seconds after which the same message is admitted if no other is sent. */
  readonly retryAfter: number;
}

/** What a message counts towards the limits. */
export interface MessageLoad {
  readonly bytes: number;
  /** True for pings and pongs: they count only towards the limit of bytes. */
  readonly free: boolean;
  /** The number of actions that the message asks for. */
  readonly actions: number;
}

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
/** The number of agents whose messages are counted at a time. */
const MAX_KEYS = 20_000;

/**
 * Limits how much each agent sends, over all its sockets and however often it reconnects. The limits of messages and
 * actions hold exactly in any minute and any second.
 */
export class AgentLimits {
  readonly #messages: SlidingWindows<'messages' | 'burst'>;
  readonly #actions: SlidingWindows<'actions'>;
  readonly #bytes: RateBuckets;
  readonly #maxActions: number;
  readonly #shared: SharedAgentRates | undefined;

  /** `shared`: where there are several gateways. */
  constructor(
    { messagesPerMinute, burst, actionsPerMinute }: AgentLimitSettings,
    maxMessageBytes: number,
    shared?: SharedAgentRates,
  ) {
    this.#shared = shared;
    this.#messages = new SlidingWindows(
      [
        { name: 'messages', max: messagesPerMinute, periodMs: MINUTE_MS },
        { name: 'burst', max: burst, periodMs: SECOND_MS },
      ],
      MAX_KEYS,
    );
    this.#actions = new SlidingWindows(
      [{ name: 'actions', max: actionsPerMinute, periodMs: MINUTE_MS }],
      MAX_KEYS,
    );
    this.#maxActions = actionsPerMinute;
    const bytes = { capacity: maxMessageBytes * 8, perPeriod: maxMessageBytes * 32, periodMs: MINUTE_MS };
    this.#bytes = new RateBuckets(bytes, MAX_KEYS);
  }

  /**
   * Counts a message, or returns the limit it exceeds; a refused message is not counted. `now` is in milliseconds of the
   * monotonic clock.
   */
  admit(agentId: string, { bytes, free, actions }: MessageLoad, now: number): LimitHit | undefined {
    const messages = free ? 0 : 1;
    // A batch with more actions than the limit of a minute would never be admitted: it counts as that limit.
    const cost = free ? 0 : Math.min(actions, this.#maxActions);
    const waits = [
      { name: 'bytes' as const, waitMs: this.#bytes.waitMs(agentId, now, bytes) },
      messages === 0 ? undefined : this.#messages.findWait(agentId, now),
      cost === 0 ? undefined : this.#actions.findWait(agentId, now, cost),
      ...this.#sharedWaits(agentId, messages, cost),
    ];
    const hit = longestOf(waits);
    if (hit !== undefined) return { limit: hit.name, retryAfter: Math.ceil(hit.waitMs / 1000) };
    this.#bytes.debit(agentId, now, bytes);
    if (messages > 0) this.#messages.record(agentId, now);
    if (cost > 0) this.#actions.record(agentId, now, cost);
    if (messages > 0) this.#shared?.messages.count(agentId, messages);
    if (cost > 0) this.#shared?.actions.count(agentId, cost);
    return undefined;
  }

  #sharedWaits(agentId: string, messages: number, cost: number): readonly LimitWait[] {
    if (this.#shared === undefined || messages === 0) return [];
    const waits = [{ name: 'messages' as const, waitMs: this.#shared.messages.waitMs(agentId) }];
    if (cost === 0) return waits;
    return [...waits, { name: 'actions', waitMs: this.#shared.actions.waitMs(agentId) }];
  }
}

interface LimitWait {
  readonly name: LimitName;
  readonly waitMs: number;
}

function longestOf(waits: readonly (LimitWait | undefined)[]): LimitWait | undefined {
  let longest: LimitWait | undefined;
  for (const each of waits) if (each !== undefined && each.waitMs > (longest?.waitMs ?? 0)) longest = each;
  return longest;
}
