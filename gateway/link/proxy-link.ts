import type { Cancel, Clock } from '#shared/core/clock.js';
import type { Logger } from '#shared/core/log.js';
import { fail, ok } from '#shared/core/result.js';
import type { LinkPush, LinkRequest } from '#shared/protocol/link.js';
import type { Metrics } from '../metrics.js';
import type { Timing } from '../timing.js';
import { type LinkChannel, openLinkChannel } from './link-channel.js';
import { type LinkOutcome, type LinkQuestion, parseLinkMessage } from './link-messages.js';
import { PendingRequests } from './pending-requests.js';

/** A proxy that is restarted is there again in a second or two, and should be found at once. */
const QUICK_ATTEMPTS = 6;

/**
 * How long to wait before attempt number `attempt` (0 is the first after a loss): short at first, then exponential, with
 * full jitter so that many gateways do not come back at once. `random` gives [0, 1).
 */
export function backoffDelay(
  attempt: number,
  bounds: { readonly first: number; readonly most: number },
  random: () => number,
): number {
  const doublings = Math.min(Math.max(0, attempt - QUICK_ATTEMPTS + 1), 30);
  const ceiling = Math.min(bounds.most, bounds.first * 2 ** doublings);
  return random() * ceiling;
}

type LinkState =
  | { readonly name: 'idle' }
  | { readonly name: 'connecting'; readonly channel: LinkChannel }
  | { readonly name: 'up'; readonly channel: LinkChannel }
  | { readonly name: 'waiting'; readonly cancel: Cancel; readonly until: number }
  | { readonly name: 'closed' };

export interface ProxyLinkOptions {
  readonly url: string;
  readonly secret: string;
  readonly clock: Clock;
  readonly timing: Timing;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly random: () => number;
}

export interface ProxyLinkEvents {
  onUp(): void;
  onLost(): void;
  onPush(push: LinkPush): void;
}

/** The proxy takes 4 MiB. */
const mostBytes = (4 << 20) - 1024;

/** A proxy that is killed after a hang is there again at the earliest after this. */
const MIN_LOST_PATIENCE_MS = 1_000;

/** The one multiplexed connection to the proxy: reconnects by itself, and matches answers to requests. */
export class ProxyLink {
  readonly #options: ProxyLinkOptions;
  readonly #pending: PendingRequests;
  readonly #waiters = new Set<(isUp: boolean) => void>();
  #events: ProxyLinkEvents = { onUp() {}, onLost() {}, onPush() {} };
  #state: LinkState = { name: 'idle' };
  #epoch = 0;
  #attempt = 0;
  /** How long the last link was silent before it was given up. */
  #silentMs = 0;

  constructor(options: ProxyLinkOptions) {
    this.#options = options;
    this.#pending = new PendingRequests(options.clock);
  }

  /** Counts the connections made: a seat taken in an earlier one must be taken again. */
  get epoch(): number {
    return this.#epoch;
  }

  get isUp(): boolean {
    return this.#state.name === 'up';
  }

  /** Whole seconds until trying again makes sense. */
  get retryAfter(): number {
    const until = this.#state.name === 'waiting' ? this.#state.until - this.#options.clock.monotonic() : 0;
    return Math.max(1, Math.ceil(until / 1000));
  }

  /** Milliseconds that a request which was under way may wait for the next link: a hang has cost it some already. */
  get lostPatience(): number {
    return Math.max(MIN_LOST_PATIENCE_MS, this.#options.timing.linkWait - this.#silentMs);
  }

  start(events: ProxyLinkEvents): void {
    this.#events = events;
    this.#connect();
  }

  /** Whether the link is up, at the latest after `patience` or the wait a lost link is worth. */
  whenUp(patience: number): Promise<boolean> {
    if (this.#state.name === 'up') return Promise.resolve(true);
    const wait = Math.min(patience, this.#options.timing.linkWait);
    if (this.#state.name === 'closed' || wait <= 0) return Promise.resolve(false);
    return new Promise((resolve) => {
      const done = (isUp: boolean) => {
        cancel();
        this.#waiters.delete(done);
        resolve(isUp);
      };
      const cancel = this.#options.clock.after(wait, () => done(false));
      this.#waiters.add(done);
    });
  }

  /** Sends one request, at once or not at all. Resolves exactly once. */
  request(question: LinkQuestion, deadline: number): Promise<LinkOutcome> {
    if (this.#state.name !== 'up') return Promise.resolve(fail('down'));
    const { channel } = this.#state;
    const { id, outcome } = this.#pending.open(deadline);
    const timed = this.#options.metrics.linkSeconds.startTimer({ type: question.type });
    const timestamp = this.#options.clock.now() / 1000;
    // Spread last: see readRequest.
    const request: LinkRequest = { timestamp, correlation_id: id, ...question };
    const text = JSON.stringify(request);
    // `9e20` grows sixfold when written again: past its limit the proxy would cut the link of all agents.
    if (Buffer.byteLength(text) > mostBytes) this.#pending.settle(id, fail('too_big'));
    else channel.send(text);
    void outcome.then(() => timed());
    return outcome;
  }

  close(): void {
    const state = this.#state;
    this.#state = { name: 'closed' };
    if (state.name === 'waiting') state.cancel();
    if (state.name === 'up' || state.name === 'connecting') state.channel.close();
    this.#pending.failAll('lost');
    this.#wakeWaiters(false);
  }

  #connect(): void {
    const { url, secret, clock, timing } = this.#options;
    const channel = openLinkChannel(
      { url, secret, clock, pingMs: timing.linkPing, silenceMs: timing.linkSilence },
      {
        onOpen: () => this.#opened(channel),
        onText: (text) => this.#received(text),
        onDown: (reason, silentMs) => this.#wentDown(reason, silentMs),
      },
    );
    this.#state = { name: 'connecting', channel };
  }

  #opened(channel: LinkChannel): void {
    if (this.#state.name === 'closed') {
      channel.close();
      return;
    }
    this.#state = { name: 'up', channel };
    this.#epoch++;
    this.#attempt = 0;
    this.#options.metrics.linkUp.set(1);
    this.#options.log.info('link to the proxy is up');
    this.#events.onUp();
    this.#wakeWaiters(true);
  }

  #wentDown(reason: string, silentMs: number): void {
    if (this.#state.name === 'closed') return;
    const wasUp = this.#state.name === 'up';
    if (wasUp) this.#silentMs = silentMs;
    const { clock, timing, random, log, metrics } = this.#options;
    const delay = backoffDelay(
      this.#attempt,
      { first: timing.backoffFirst, most: timing.backoffMax },
      random,
    );
    this.#attempt++;
    const cancel = clock.after(delay, () => this.#connect());
    this.#state = { name: 'waiting', cancel, until: clock.monotonic() + delay };
    metrics.linkUp.set(0);
    metrics.linkDowns.inc({ was: wasUp ? 'up' : 'connecting' });
    log.warn({ reason, attempt: this.#attempt, retryMs: Math.round(delay) }, 'no link to the proxy');
    this.#pending.failAll('lost');
    if (wasUp) this.#events.onLost();
  }

  #received(text: string): void {
    // It goes on sending until it has heard that we are gone. Who follows us gets it again.
    if (this.#state.name === 'closed') return;
    const message = parseLinkMessage(text);
    const { log, metrics } = this.#options;
    switch (message.name) {
      case 'answer':
        if (!this.#pending.settle(message.answer.correlation_id, ok(message.answer)))
          metrics.lateAnswers.inc();
        return;
      case 'push':
        this.#events.onPush(message.push);
        return;
      case 'bad':
        log.error({ problem: message.problem }, 'the proxy sent a message that breaks the contract');
        if (message.correlationId !== undefined) this.#pending.settle(message.correlationId, fail('garbled'));
        return;
    }
  }

  #wakeWaiters(isUp: boolean): void {
    for (const wake of [...this.#waiters]) wake(isUp);
  }
}
