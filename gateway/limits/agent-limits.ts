import { RateBuckets, SlidingWindows } from './rate-limiters.js';

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

  constructor({ messagesPerMinute, burst, actionsPerMinute }: AgentLimitSettings, maxMessageBytes: number) {
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
    ];
    const hit = longestOf(waits);
    if (hit !== undefined) return { limit: hit.name, retryAfter: Math.ceil(hit.waitMs / 1000) };
    this.#bytes.debit(agentId, now, bytes);
    if (messages > 0) this.#messages.record(agentId, now);
    if (cost > 0) this.#actions.record(agentId, now, cost);
    return undefined;
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
