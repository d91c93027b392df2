import type { PushByType, PushMessage } from '#shared/protocol/state/messages.js';
import { Waiters } from './waiters.js';

/** A turn in which the agent may act. */
export interface OpenTurn {
  readonly turn: number;
  /** What the agent should know at its beginning; undefined when it had begun before the agent was there. */
  readonly digest: PushByType['turn_start']['digest'] | undefined;
}

/** What a seat knows of the turn under way, from pushes and states. */
export class Turns {
  readonly #changes = new Waiters();
  #current: OpenTurn | undefined;
  #isOver = false;
  #resyncs = 0;
  /** True from the news that something was lost to the next state. */
  #mayGoBack = false;

  /** The turn under way; undefined before the first is known. */
  get current(): OpenTurn | undefined {
    return this.#current;
  }

  /** Whether the game is over, or the agent's nation is destroyed. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** How often pushes were lost, so that what they told is not known. */
  get resyncs(): number {
    return this.#resyncs;
  }

  onPush(push: PushMessage): void {
    if (push.type === 'turn_start' && push.data.turn >= (this.#current?.turn ?? 0))
      this.#set({ turn: push.data.turn, digest: push.data.digest });
    if (push.type === 'game_ended' || (push.type === 'event' && push.data.event === 'defeated')) this.end();
    if (push.type === 'status' && (isSet(push.data, 'resync') || isSet(push.data, 'incomplete'))) {
      this.#resyncs += 1;
      this.#mayGoBack = true;
      this.#changes.wake();
    }
  }

  /** Notes the turn of a state. It is an earlier one only when the game was restored from an older save. */
  onTurn(turn: number): void {
    const now = this.#current?.turn ?? 0;
    if (turn > now || (turn < now && this.#mayGoBack)) this.#set({ turn, digest: undefined });
    this.#mayGoBack = false;
  }

  /** The game is over for this agent. */
  end(): void {
    this.#isOver = true;
    this.#changes.wake();
  }

  /** Settles when something of this has changed. Rejects with the signal's reason when it aborts first. */
  change(signal?: AbortSignal): Promise<void> {
    return this.#changes.wait(signal);
  }

  /** Wakes who waits for a change, so that they see that the seat is over. */
  wake(): void {
    this.#changes.wake();
  }

  #set(turn: OpenTurn): void {
    this.#current = turn;
    this.#changes.wake();
  }
}

function isSet(data: object, field: string): boolean {
  return Reflect.get(data, field) === true;
}
