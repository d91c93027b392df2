import type { LinkAnswer } from '#shared/protocol/link.js';
import type { Attached, JournalPlace, PushPlace } from '#shared/protocol/link-places.js';

/** A push of a seat as it arrived. */
export interface ArrivedPush {
  readonly place: PushPlace;
  /** The turn that it says has begun. */
  readonly turn?: number | undefined;
  /** The last one of its game, which was deleted: the next game of that id begins anew. */
  readonly isLast?: boolean;
  deliver(): void;
}

/** How far a gateway has come with a seat. The proxy that has the game next is told, so that it finds out what it lacks. */
export interface SeatProgress {
  /** The last push that was delivered. */
  readonly heard?: PushPlace | undefined;
  /** The last place in the game's journal that an answer named. */
  readonly journal?: JournalPlace | undefined;
  /** The turn under way, as far as pushes and the last answer to a login told. */
  readonly turn?: number | undefined;
}

/** As many as the proxy holds for a gateway. */
const MAX_HELD = 1024;

/**
 * The order of a seat's pushes: each is delivered once, over however many connections of the link they come. And the end of
 * the journal, as the answers between them name it.
 */
export class SeatPushes {
  #last: PushPlace | undefined;
  #hasMissed = false;
  #held: ArrivedPush[] | undefined;
  #turn: number | undefined;
  #journal: JournalPlace | undefined;

  /** The place of the last push that was delivered. */
  get last(): PushPlace | undefined {
    return this.#last;
  }

  /** The places of the last delivered push and in the game journal, and the turn. */
  get progress(): SeatProgress {
    return {
      heard: this.#last,
      journal: this.#journal,
      turn: this.#turn,
    };
  }

  /** Continues behind what an earlier gateway process, or another gateway, has delivered. */
  restore({ heard, journal, turn }: SeatProgress): void {
    this.#last = heard;
    this.#journal = journal;
    this.#turn = turn;
  }

  /** Notes where the journal ended when the proxy answered; answers may come in another order. */
  noteAnswer({ journal }: Pick<LinkAnswer, 'journal'>): void {
    const isEarlier =
      journal?.fence === this.#journal?.fence && Number(journal?.entry) < Number(this.#journal?.entry);
    if (journal !== undefined && !isEarlier) this.#journal = journal;
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

  /** Notes the last push that the proxy counts as delivered, and the current turn. */
  attach(attached: Attached | undefined, turn?: number): void {
    this.#turn = turn ?? this.#turn;
    this.#hasMissed ||= attached?.gap ?? true;
    if (attached !== undefined) this.#advance(attached);
  }

  /** Delivers the pushes that arrived before the seat joined; after a join only those that follow, because the proxy sends the rest again. */
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

  #deliver({ place, turn, isLast = false, deliver }: ArrivedPush): void {
    if (!this.#advance(place)) return;
    this.#turn = turn ?? this.#turn;
    deliver();
    if (isLast) this.restore({});
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
