import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linkPushSchema } from '#shared/protocol/link.js';
import type { Attached, PushPlace } from '#shared/protocol/link-places.js';
import { SeatPushes } from '../../../gateway/link/seat-pushes.js';
import { linkPush } from '../../../proxy/api/link-messages.js';
import { type PushSink, SeatOutbox } from '../../../proxy/api/seats/seat-outbox.js';

type LinkMessage = { readonly kind: 'push'; readonly place: PushPlace } | Answer;

/** The answer to a join, which only the session that asked for it reads. */
interface Answer {
  readonly kind: 'answer';
  readonly attached: Attached;
  readonly asker: SeatPushes;
}

/** A gateway with its link to the proxy: what the proxy sends arrives in its order, whenever `hear` is called. */
class Gateway implements PushSink {
  readonly isOpen = true;
  readonly link: LinkMessage[] = [];
  #pushes: SeatPushes | undefined;
  #answer: Answer | undefined;

  send(text: string): void {
    const { place } = linkPushSchema.parse(JSON.parse(text));
    if (place !== undefined) this.link.push({ kind: 'push', place });
  }

  get last(): PushPlace | undefined {
    return this.#pushes?.last;
  }

  /** Takes the seat's session over; the proxy hears of it at once, its answer comes over the link. */
  take(outbox: SeatOutbox, heard: PushPlace | undefined): void {
    const asker = new SeatPushes();
    this.#pushes = asker;
    asker.restore({ heard });
    asker.hold();
    const { attached, start } = outbox.attach(this, heard);
    this.link.push({ kind: 'answer', attached, asker });
    start();
  }

  /** Another gateway has the session. */
  giveAway(): void {
    this.#pushes = undefined;
    this.#answer = undefined;
  }

  /** Reads the next message. What follows an answer may be read before the answer is dealt with, which is `settle`. */
  hear(deliver: (seq: number) => void): void {
    const message = this.link.shift();
    if (message?.kind === 'answer' && message.asker === this.#pushes) this.#answer = message;
    if (message?.kind !== 'push') return;
    const { place } = message;
    this.#pushes?.receive({ place, deliver: () => deliver(place.seq) });
  }

  settle(): void {
    if (this.#answer === undefined) return;
    const { attached, asker } = this.#answer;
    asker.attach(attached);
    asker.release(true);
    this.#answer = undefined;
  }
}

/** A session that two gateways have in turn, and the pushes that its agent was told. */
class WanderingSession {
  readonly told: number[] = [];
  readonly #deliver = (seq: number): void => void this.told.push(seq);
  readonly #outbox = new SeatOutbox();
  readonly #gateways = [new Gateway(), new Gateway()] as const;
  #owner: Gateway = this.#gateways[0];
  #count = 0;

  constructor() {
    this.#owner.take(this.#outbox, undefined);
    // Others can take it once it has logged in.
    this.#owner.hear(this.#deliver);
    this.#owner.settle();
  }

  get pushed(): readonly number[] {
    return Array.from({ length: this.#count }, (_, index) => index + 1);
  }

  push(): void {
    this.#outbox.add(linkPush({ agentId: 'a', gameId: 'g' }, 'event', {}, 0));
    this.#count += 1;
  }

  move(): void {
    const heard = this.#owner.last;
    this.#owner.giveAway();
    this.#owner = this.#owner === this.#gateways[0] ? this.#gateways[1] : this.#gateways[0];
    this.#owner.take(this.#outbox, heard);
  }

  hear(at: number): void {
    this.#gateways[at]?.hear(this.#deliver);
  }

  settle(at: number): void {
    this.#gateways[at]?.settle();
  }

  finish(): void {
    while (this.#owner.link.length > 0) this.#owner.hear(this.#deliver);
    this.#owner.settle();
  }
}

const steps = fc.array(
  fc.record({ kind: fc.constantFrom('push', 'move', 'hear', 'settle'), at: fc.nat(1) }),
  { maxLength: 60 },
);

test('a session that goes from gateway to gateway and back gets each push once and in order', () => {
  fc.assert(
    fc.property(steps, (all) => {
      const session = new WanderingSession();
      for (const { kind, at } of all) session[kind](at);
      session.finish();
      expect(session.told).toEqual(session.pushed);
    }),
  );
});

test('a seat that could not join again delivers what came meanwhile', () => {
  const pushes = new SeatPushes();
  const told: number[] = [];
  const receive = (seq: number) =>
    pushes.receive({ place: { outbox: 'o', seq }, deliver: () => told.push(seq) });
  receive(1);
  pushes.hold();
  receive(2);
  expect(told).toEqual([1]);
  pushes.release(false);
  receive(2);
  expect(told).toEqual([1, 2]);
});

test('pushes are missed when the proxy says so, or cannot say', () => {
  const pushes = new SeatPushes();
  pushes.attach({ outbox: 'o', seq: 4, gap: false });
  expect([pushes.drainMissed(), pushes.last]).toEqual([false, { outbox: 'o', seq: 4 }]);
  pushes.attach({ outbox: 'o', seq: 9, gap: true });
  expect([pushes.drainMissed(), pushes.drainMissed()]).toEqual([true, false]);
  pushes.attach(undefined);
  expect(pushes.drainMissed()).toBe(true);
});
