import { backoffDelay } from '#shared/core/backoff.js';
import type { Cancel, Clock } from '#shared/core/clock.js';
import type { Logger } from '#shared/core/log.js';
import { fail, ok } from '#shared/core/result.js';
import type { LinkPush, LinkRequest } from '#shared/protocol/link.js';
import type { Metrics } from '../core/metrics.js';
import type { Timeouts } from '../core/timeouts.js';
import { type LinkChannel, openLinkChannel, PendingLinkRequests } from './link-channel.js';
import type { LinkOutcome, LinkQuestion } from './link-messages.js';
import { readLinkMessage } from './read-link-message.js';

/** `waiting` for the next attempt, `until` on the monotonic clock. */
type LinkState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'connecting'; readonly channel: LinkChannel }
  | { readonly kind: 'up'; readonly channel: LinkChannel }
  | { readonly kind: 'waiting'; readonly cancel: Cancel; readonly until: number }
  | { readonly kind: 'closed' };

/** Where the proxy is, and what the link works with. */
export interface ProxyLinkOptions {
  /** WebSocket URL. */
  readonly url: string;
  /** PROXY_SECRET. */
  readonly secret: () => string;
  readonly clock: Clock;
  readonly timeouts: Timeouts;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Gives [0, 1). */
  readonly random: () => number;
  /** The epoch before the first connection; 0 without. */
  readonly firstEpoch?: number;
}

/** What the link reports. */
export interface ProxyLinkEvents {
  /** A connection is open; the requests that waited for it are sent right after. */
  onUp(): void;
  /** An open connection was lost. */
  onLost(): void;
  /** The proxy has sent a message that answers no request. */
  onPush(push: LinkPush): void;
}

/** The proxy accepts 4 MiB. */
const MAX_REQUEST_BYTES = (4 << 20) - 1024;

/** A proxy that is killed after a hang needs at least this long to come back. */
const MIN_LOST_WAIT_MS = 1_000;

/** Between two attempts while a request waits for the link. */
const MAX_AWAITED_MS = 1_000;

/** The one multiplexed connection to the proxy: it reconnects by itself and pairs answers with requests. */
export class ProxyLink {
  readonly #options: ProxyLinkOptions;
  readonly #pending: PendingLinkRequests;
  readonly #waiters = new Set<(isUp: boolean) => void>();
  #events: ProxyLinkEvents = { onUp() {}, onLost() {}, onPush() {} };
  #state: LinkState = { kind: 'idle' };
  #epoch: number;
  #attempt = 0;
  /** Milliseconds for which the last connection was silent before it was cut. */
  #silentMs = 0;

  constructor(options: ProxyLinkOptions) {
    this.#options = options;
    this.#epoch = options.firstEpoch ?? 0;
    this.#pending = new PendingLinkRequests(options.clock);
  }

  /** Where the proxy is: a WebSocket URL. */
  get url(): string {
    return this.#options.url;
  }

  /** Grows with each connection: a seat that joined over an earlier one must rejoin. */
  get epoch(): number {
    return this.#epoch;
  }

  get isUp(): boolean {
    return this.#state.kind === 'up';
  }

  /** Whether `close` was called: it never comes up again. */
  get isClosed(): boolean {
    return this.#state.kind === 'closed';
  }

  /** Whole seconds until the next attempt, at least 1: the `retry_after` of a refusal. */
  get retryAfter(): number {
    const until = this.#state.kind === 'waiting' ? this.#state.until - this.#options.clock.monotonic() : 0;
    return Math.max(1, Math.ceil(until / 1000));
  }

  /** Milliseconds that a request in flight may wait for the next connection. A hang has cost it some time already. */
  get lostWaitMs(): number {
    return Math.max(MIN_LOST_WAIT_MS, this.#options.timeouts.linkWait - this.#silentMs);
  }

  /** Opens the first connection. */
  start(events: ProxyLinkEvents): void {
    this.#events = events;
    this.#connect();
  }

  /** Resolves with whether the link is up: at once, when it comes up, or after `maxWaitMs` or `timeouts.linkWait` milliseconds. */
  whenUp(maxWaitMs: number): Promise<boolean> {
    if (this.#state.kind === 'up') return Promise.resolve(true);
    const wait = Math.min(maxWaitMs, this.#options.timeouts.linkWait);
    if (this.#state.kind === 'closed' || wait <= 0) return Promise.resolve(false);
    this.#hasten();
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

  /** Sends one request, now or not at all. Resolves exactly once, within `deadline` milliseconds. */
  request(question: LinkQuestion, deadline: number): Promise<LinkOutcome> {
    if (this.#state.kind !== 'up') return Promise.resolve(fail('down'));
    const { channel } = this.#state;
    const { clock, metrics } = this.#options;
    const { type } = question;
    const began = clock.monotonic();
    const { id, outcome } = this.#pending.open(deadline, () =>
      metrics.linkSeconds.observe({ type }, (clock.monotonic() - began) / 1000),
    );
    const timestamp = clock.now() / 1000;
    // Spread last: see `readRequest`.
    const request: LinkRequest = { timestamp, correlation_id: id, ...question };
    const text = JSON.stringify(request);
    // `9e20` grows sixfold when it is written again; beyond its limit the proxy cuts the link of all agents.
    if (Buffer.byteLength(text) > MAX_REQUEST_BYTES) this.#pending.settle(id, fail('too_big'));
    else channel.send(text);
    return outcome;
  }

  /** As `request`, after the link has come up: a page or a script may ask while the proxy is being started. */
  async requestWhenUp(question: LinkQuestion, deadline: number): Promise<LinkOutcome> {
    await this.whenUp(deadline);
    return this.request(question, deadline);
  }

  /** Closes the link for good; requests in flight end as lost. */
  close(): void {
    const state = this.#state;
    this.#state = { kind: 'closed' };
    if (state.kind === 'waiting') state.cancel();
    if (state.kind === 'up' || state.kind === 'connecting') state.channel.close();
    this.#pending.failAll('lost');
    this.#wakeWaiters(false);
  }

  #connect(): void {
    const { url, secret, clock, timeouts } = this.#options;
    const channel = openLinkChannel(
      { url, secret, clock, pingMs: timeouts.linkPing, silenceMs: timeouts.linkSilence },
      {
        onOpen: () => this.#opened(channel),
        onText: (bytes) => this.#received(bytes),
        onDown: (reason, silentMs) => this.#wentDown(reason, silentMs),
      },
    );
    this.#state = { kind: 'connecting', channel };
  }

  #opened(channel: LinkChannel): void {
    if (this.#state.kind === 'closed') {
      channel.close();
      return;
    }
    this.#state = { kind: 'up', channel };
    this.#epoch++;
    this.#attempt = 0;
    this.#options.log.info('link to the proxy is up');
    this.#events.onUp();
    this.#wakeWaiters(true);
  }

  #wentDown(reason: string, silentMs: number): void {
    if (this.#state.kind === 'closed') return;
    const wasUp = this.#state.kind === 'up';
    if (wasUp) this.#silentMs = silentMs;
    const { timeouts, random, log, metrics } = this.#options;
    const most = this.#waiters.size > 0 ? MAX_AWAITED_MS : Number.POSITIVE_INFINITY;
    const delay = Math.min(most, backoffDelay(this.#attempt, timeouts.backoff, random));
    this.#attempt++;
    this.#connectAfter(delay);
    metrics.linkDowns.inc({ was: wasUp ? 'up' : 'connecting' });
    log.warn({ reason, attempt: this.#attempt, retryMs: Math.round(delay) }, 'no link to the proxy');
    this.#pending.failAll('lost');
    if (wasUp) this.#events.onLost();
  }

  /** Brings the next attempt forward: a request waits for it. */
  #hasten(): void {
    const state = this.#state;
    if (state.kind !== 'waiting') return;
    if (state.until - this.#options.clock.monotonic() <= MAX_AWAITED_MS) return;
    state.cancel();
    this.#connectAfter(MAX_AWAITED_MS * this.#options.random());
  }

  #connectAfter(delay: number): void {
    const { clock } = this.#options;
    const cancel = clock.after(delay, () => this.#connect());
    this.#state = { kind: 'waiting', cancel, until: clock.monotonic() + delay };
  }

  #received(bytes: Buffer): void {
    // The proxy sends until it knows of the close, and sends the same pushes again to the next gateway process.
    if (this.#state.kind === 'closed') return;
    const message = readLinkMessage(bytes);
    const { log, metrics } = this.#options;
    switch (message.kind) {
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
