import type { LinkOutcome, LinkQuestion } from './link-messages.js';

/** How one game is reached, whichever proxy has it. */
export interface GameLink {
  /** Whether a request can be sent now. */
  readonly isUp: boolean;
  /** Another number for each connection: a seat that joined over an earlier one, or at another proxy, must rejoin. */
  readonly epoch: number;
  /** Whole seconds, at least 1: the `retry_after` of a refusal. */
  readonly retryAfter: number;
  /** Milliseconds that a request in flight may wait for the next connection. */
  readonly lostWaitMs: number;
  /** Resolves with whether the game can be reached: at once, when it can, or after `maxWaitMs` or `timeouts.linkWait` milliseconds. */
  whenUp(maxWaitMs: number): Promise<boolean>;
  /** Sends one request, now or not at all. Resolves exactly once, within `deadline` milliseconds. */
  request(question: LinkQuestion, deadline: number): Promise<LinkOutcome>;
}

/** How proxies are reached: a request goes to the proxy that has the game it names. */
export interface Link {
  /** Whether any proxy is there. */
  readonly isUp: boolean;
  /** See GameLink. */
  readonly retryAfter: number;
  /** Resolves with whether any proxy is there: at once, when one comes, or after `maxWaitMs` milliseconds. */
  whenUp(maxWaitMs: number): Promise<boolean>;
  /** Sends one request, now or not at all. Resolves exactly once, within `deadline` milliseconds. */
  request(question: LinkQuestion, deadline: number): Promise<LinkOutcome>;
  /** As `request`, after its proxy is there: a page or a script may ask while it is being started. */
  requestWhenUp(question: LinkQuestion, deadline: number): Promise<LinkOutcome>;
}
