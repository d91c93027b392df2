import type { Attached, PushPlace } from '#shared/protocol/link.js';

/** A push of a seat as it arrived. */
export interface ArrivedPush {
  readonly place: PushPlace;
  /** The turn that it says has begun. */
  readonly turn?: number | undefined;
  deliver(): void;
}

/** As many as the proxy holds for a gateway. */
const MAX_HELD = 1024;

/** The order of a seat's pushes: each is delivered once, over however many connections of the link they come. */
export class SeatPushes {
  #last: PushPlace | undefined;
  #hasMissed = false;
  #held: ArrivedPush[] | undefined;
  #turn: number | undefined;

  /** The turn under way, as far as pushes and the last answer to a login told. */
  get turn(): number | undefined {
    return this.#turn;
  }

  /** The place of the last push that was delivered. */
  get last(): PushPlace | undefined {
    return this.#last;
  }

  /** Continues behind what an earlier gateway process, or another gateway, has delivered. */
  restore(last: PushPlace | undefined): void {
    this.#last = last;
  }

  /** Delivers a push that has not been delivered; one that comes while the seat joins waits for `release`. */
  receive(push: ArrivedPush): void {
    if (this.#held === undefined) this.#deliver(push);
    else if (this.#held.length < MAX_HELD) this.#held.push(push);
  }

  /**
   * The seat is about to join. Until the proxy has answered, its pushes may not follow the last one that was delivered: while
   * another gateway had the seat they were dropped here.
   */
  hold(): void {
    this.#held ??= [];
  }

  /** Notes behind which push the proxy goes on, and the turn under way. */
  attach(attached: Attached | undefined, turn?: number): void {
    this.#turn = turn ?? this.#turn;
    this.#hasMissed ||= attached?.gap ?? true;
    if (attached !== undefined) this.#advance(attached);
  }

  /** Delivers what came meanwhile: where the seat has joined, no more than what follows, because the proxy sends the rest again. */
  release(hasJoined: boolean): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const push of held) if (!hasJoined || this.#isNext(push.place)) this.#deliver(push);
  }

  /** Whether pushes were lost since the last call. */
  drainMissed(): boolean {
    const hasMissed = this.#hasMissed;
    this.#hasMissed = false;
    return hasMissed;
  }

  #deliver({ place, turn, deliver }: ArrivedPush): void {
    if (!this.#advance(place)) return;
    this.#turn = turn ?? this.#turn;
    deliver();
  }

  /** False for one that came before. */
  #advance({ outbox, seq }: PushPlace): boolean {
    if (this.#last?.outbox === outbox && seq <= this.#last.seq) return false;
    this.#last = { outbox, seq };
    return true;
  }

  #isNext({ outbox, seq }: PushPlace): boolean {
    return this.#last?.outbox === outbox && seq === this.#last.seq + 1;
  }
}
