import { RateBuckets, SlidingWindows, type WindowLimit } from './rate-limiters.js';
import type { SharedRate } from './shared-rate.js';

/** Who sends a message: all that a limit may count it by. A session is one. */
export interface Sender {
  readonly agentId: string;
  readonly gameId: string;
  /** Of the token that the agent has logged in with. */
  readonly tokenHash: Buffer;
}

/** The configured limits of each agent. */
export interface AgentLimitSettings {
  readonly messagesPerMinute: number;
  /** RATE_BURST: messages in any second. */
  readonly burst: number;
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

/** Of pings and pongs. */
const FREE_LOAD = { messages: 0, actions: 0 };

const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;
/** The number of agents whose messages are counted at a time. */
const MAX_KEYS = 20_000;

/** A rate within which messages or actions are admitted. */
interface Rate {
  readonly keyOf: (sender: Sender) => string;
  readonly counts: 'messages' | 'actions';
  readonly windows: SlidingWindows<LimitName>;
  /** A message with a higher cost would never be admitted: its cost counts as this number. */
  readonly maxCost: () => number;
  /** Where there are several gateways, with the name of the limit that it is. */
  readonly shared: { readonly name: LimitName; readonly rate: SharedRate } | undefined;
}

/** The limits, one row for each thing that is counted: a limit for each token or each game is another row. */
function ratesOf(settings: () => AgentLimitSettings, shared: SharedAgentRates | undefined): readonly Rate[] {
  const byAgent = ({ agentId }: Sender) => agentId;
  return [
    {
      keyOf: byAgent,
      counts: 'messages',
      ...windowsOf([
        { name: 'messages', max: () => settings().messagesPerMinute, periodMs: MINUTE_MS },
        { name: 'burst', max: () => settings().burst, periodMs: SECOND_MS },
      ]),
      shared: shared && { name: 'messages', rate: shared.messages },
    },
    {
      keyOf: byAgent,
      counts: 'actions',
      ...windowsOf([{ name: 'actions', max: () => settings().actionsPerMinute, periodMs: MINUTE_MS }]),
      shared: shared && { name: 'actions', rate: shared.actions },
    },
  ];
}

function windowsOf(limits: readonly WindowLimit<LimitName>[]): Pick<Rate, 'windows' | 'maxCost'> {
  return {
    windows: new SlidingWindows(limits, MAX_KEYS),
    maxCost: () => Math.min(...limits.map(({ max }) => max())),
  };
}

/** Limits what each agent sends over all its sockets, exactly in any minute and any second. */
export class AgentLimits {
  readonly #rates: readonly Rate[];
  readonly #bytes: RateBuckets;

  /** `settings` may change. `shared`: where there are several gateways. */
  constructor(settings: () => AgentLimitSettings, maxMessageBytes: number, shared?: SharedAgentRates) {
    this.#rates = ratesOf(settings, shared);
    const bytes = { capacity: maxMessageBytes * 8, perPeriod: maxMessageBytes * 32, periodMs: MINUTE_MS };
    this.#bytes = new RateBuckets(bytes, MAX_KEYS);
  }

  /** Counts a message, or returns the limit it exceeds and does not count it. `now`: milliseconds of the monotonic clock. */
  admit(sender: Sender, { bytes, free, actions }: MessageLoad, now: number): LimitHit | undefined {
    const load = free ? FREE_LOAD : { messages: 1, actions };
    let hit = longer(undefined, 'bytes', this.#bytes.waitMs(sender.agentId, now, bytes));
    for (const rate of this.#rates) {
      const [key, cost] = [rate.keyOf(sender), costOf(rate, load)];
      if (cost === 0) continue;
      const wait = rate.windows.findWait(key, now, cost);
      if (wait !== undefined) hit = longer(hit, wait.name, wait.waitMs);
      if (rate.shared !== undefined) hit = longer(hit, rate.shared.name, rate.shared.rate.waitMs(key));
    }
    if (hit !== undefined) return { limit: hit.name, retryAfter: Math.ceil(hit.waitMs / 1000) };
    this.#bytes.debit(sender.agentId, now, bytes);
    for (const rate of this.#rates) this.#count(rate, sender, costOf(rate, load), now);
    return undefined;
  }

  #count({ keyOf, windows, shared }: Rate, sender: Sender, cost: number, now: number): void {
    if (cost === 0) return;
    const key = keyOf(sender);
    windows.record(key, now, cost);
    shared?.rate.count(key, cost);
  }
}

function costOf({ counts, maxCost }: Rate, load: Readonly<Record<Rate['counts'], number>>): number {
  return Math.min(load[counts], maxCost());
}

interface LimitWait {
  readonly name: LimitName;
  readonly waitMs: number;
}

function longer(wait: LimitWait | undefined, name: LimitName, waitMs: number): LimitWait | undefined {
  return waitMs > (wait?.waitMs ?? 0) ? { name, waitMs } : wait;
}
