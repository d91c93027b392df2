import { RateBuckets, SlidingWindows, type WindowLimit } from './rate-limiters.js';
import type { SharedRate } from './shared-limits.js';

/** The sender of a message: all that a limit may count the message by. A session is one. */
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

type LimitName = 'messages' | 'burst' | 'actions' | 'messages_of_token' | 'bytes';

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
  /** Whether the message asks for more actions than the whole limit: only an agent that has done nothing for a minute may send it. */
  readonly isBeyond: boolean;
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
  readonly keyOf: (sender: Pick<Sender, 'tokenHash'> & Partial<Sender>) => string;
  readonly counts: 'messages' | 'actions';
  readonly windows: SlidingWindows<LimitName>;
  /** A message with a higher cost would never be admitted: its cost counts as this number. */
  readonly maxCost: (key: string) => number;
  /** Where there are several gateways, with the name of the limit that it is. */
  readonly shared: { readonly name: LimitName; readonly rate: SharedRate } | undefined;
}

/** The limits of an agent, one row for each thing that is counted. */
function ratesOf(settings: () => AgentLimitSettings, shared: SharedAgentRates | undefined): readonly Rate[] {
  const byAgent = ({ agentId = '' }: Partial<Sender>) => agentId;
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
    maxCost(key) {
      let least = Number.POSITIVE_INFINITY;
      for (const { max } of limits) least = Math.min(least, max(key));
      return least;
    },
  };
}

/** The limit of a token: of what all agents send with it, over sockets and HTTP. */
function tokenRate(max: (tokenHash: string) => number): Rate {
  return {
    keyOf: ({ tokenHash }) => tokenHash.toString('hex'),
    counts: 'messages',
    ...windowsOf([{ name: 'messages_of_token', max, periodMs: MINUTE_MS }]),
    shared: undefined,
  };
}

/** What the limits are made with. */
export interface AgentLimitsOptions {
  /** They may change. */
  readonly settings: () => AgentLimitSettings;
  readonly maxMessageBytes: number;
  /** The quota of a token in messages a minute, by its hexadecimal hash; Infinity without one. */
  readonly maxOfToken: (tokenHash: string) => number;
  /** Where there are several gateways. */
  readonly shared?: SharedAgentRates | undefined;
}

/** The state of one limit. */
export interface RatePolicy {
  readonly name: LimitName;
  readonly max: number;
  readonly periodS: number;
  /** How many more are admitted now. */
  readonly left: number;
  /** Seconds until all of `max` is admitted again, if nothing more is sent. */
  readonly resetS: number;
}

/** Limits what each agent sends over all its sockets, and what is sent with each token, exactly in any minute and any second. */
export class AgentLimits {
  readonly #rates: readonly Rate[];
  readonly #ofToken: Rate;
  readonly #bytes: RateBuckets;

  constructor({ settings, maxMessageBytes, maxOfToken, shared }: AgentLimitsOptions) {
    this.#ofToken = tokenRate(maxOfToken);
    this.#rates = [...ratesOf(settings, shared), this.#ofToken];
    const bytes = { capacity: maxMessageBytes * 8, perPeriod: maxMessageBytes * 32, periodMs: MINUTE_MS };
    this.#bytes = new RateBuckets(bytes, MAX_KEYS);
  }

  /** Counts a message, or returns the limit it exceeds and does not count it. `now`: milliseconds of the monotonic clock. */
  admit(sender: Sender, load: MessageLoad, now: number): LimitHit | undefined {
    const charges = this.#charges(sender, load);
    const hit = this.#hit(sender, load, charges, now);
    if (hit !== undefined) return hit;
    this.#bytes.debit(sender.agentId, now, load.bytes);
    for (const charge of charges) count(charge, now);
    return undefined;
  }

  /** The limit that a load, perhaps of several messages, exceeds now; undefined for none. Counts nothing. */
  exceeded(
    sender: Sender,
    load: Omit<MessageLoad, 'free'> & { readonly messages: number },
    now: number,
  ): LimitHit | undefined {
    return this.#hit(sender, load, chargesOf(this.#rates, sender, load), now);
  }

  /** Counts a request of REST towards the quota of its token, or returns that limit if it is exceeded. */
  admitRequest(sender: Pick<Sender, 'tokenHash'>, now: number): LimitHit | undefined {
    const charges = chargesOf([this.#ofToken], sender, { messages: 1, actions: 0 });
    const hit = longest(charges, now);
    if (hit !== undefined) return hitOf(hit, charges);
    for (const charge of charges) count(charge, now);
    return undefined;
  }

  /** The state of the limits of an agent or, without an agent, of its token. */
  policiesOf(sender: Pick<Sender, 'tokenHash'> & Partial<Sender>, now: number): readonly RatePolicy[] {
    const rates = sender.agentId === undefined ? [this.#ofToken] : this.#rates;
    return rates
      .flatMap(({ keyOf, windows }) => windows.statusOf(keyOf(sender), now))
      .filter(({ max }) => max !== Number.POSITIVE_INFINITY)
      .map(({ periodMs, resetMs, ...rest }) => ({
        ...rest,
        periodS: periodMs / 1000,
        resetS: Math.ceil(resetMs / 1000),
      }));
  }

  #charges(sender: Sender, { free, actions }: MessageLoad): readonly Charge[] {
    return chargesOf(this.#rates, sender, free ? FREE_LOAD : { messages: 1, actions });
  }

  #hit(
    sender: Sender,
    { bytes }: Pick<MessageLoad, 'bytes'>,
    charges: readonly Charge[],
    now: number,
  ): LimitHit | undefined {
    const bytesMs = this.#bytes.waitMs(sender.agentId, now, bytes);
    const hit = longest(charges, now, longer(undefined, 'bytes', bytesMs));
    return hit && hitOf(hit, charges);
  }
}

type Load = Readonly<Record<Rate['counts'], number>>;
type Counted = Parameters<Rate['keyOf']>[0];

/** The cost of a message for one rate. */
interface Charge {
  readonly rate: Rate;
  readonly key: string;
  readonly cost: number;
  /** Whether it is for more actions than the whole limit. */
  readonly isBeyond: boolean;
}

/** What a message costs of each rate that counts it. Rates without a limit have no charge. */
function chargesOf(rates: readonly Rate[], sender: Counted, load: Load): readonly Charge[] {
  const charges: Charge[] = [];
  for (const rate of rates) {
    if (load[rate.counts] === 0) continue;
    const key = rate.keyOf(sender);
    const most = rate.maxCost(key);
    const cost = load[rate.counts];
    if (most !== Number.POSITIVE_INFINITY)
      charges.push({ rate, key, cost, isBeyond: rate.counts === 'actions' && cost > most });
  }
  return charges;
}

/** The limit that makes the sender wait longest, or `before` where that is longer still. */
function longest(charges: readonly Charge[], now: number, before?: LimitWait): LimitWait | undefined {
  let hit = before;
  for (const { rate, key, cost } of charges) {
    const wait = rate.windows.findWait(key, now, cost);
    if (wait !== undefined) hit = longer(hit, wait.name, wait.waitMs);
    if (rate.shared !== undefined) hit = longer(hit, rate.shared.name, rate.shared.rate.waitMs(key));
  }
  return hit;
}

function hitOf({ name, waitMs }: LimitWait, charges: readonly Charge[]): LimitHit {
  const isBeyond = charges.some((charge) => charge.isBeyond);
  return { limit: name, retryAfter: Math.ceil(waitMs / 1000), isBeyond };
}

function count({ rate, key, cost }: Charge, now: number): void {
  const counted = Math.min(cost, rate.maxCost(key));
  rate.windows.record(key, now, counted);
  rate.shared?.rate.count(key, counted);
}

interface LimitWait {
  readonly name: LimitName;
  readonly waitMs: number;
}

function longer(wait: LimitWait | undefined, name: LimitName, waitMs: number): LimitWait | undefined {
  return waitMs > (wait?.waitMs ?? 0) ? { name, waitMs } : wait;
}
