import { expect, test } from 'vitest';
import { linkPushSchema } from '#shared/protocol/link.js';
import type { PushPlace } from '#shared/protocol/link-places.js';
import { linkPush } from '../../../proxy/api/link-messages.js';
import { type PushSink, SeatOutbox } from '../../../proxy/api/seats/seat-outbox.js';

const bounds = { pushes: 10, chars: 100_000 };

/** A gateway that takes note of the places it hears. */
class Gateway implements PushSink {
  isOpen = true;
  readonly places: PushPlace[] = [];

  get seqs(): readonly number[] {
    return this.places.map(({ seq }) => seq);
  }

  send(text: string): void {
    const { place } = linkPushSchema.parse(JSON.parse(text));
    if (place !== undefined) this.places.push(place);
  }
}

function filled(count: number): SeatOutbox {
  const outbox = new SeatOutbox(bounds);
  add(outbox, count);
  return outbox;
}

function add(outbox: SeatOutbox, count: number): void {
  for (let number = 0; number < count; number++) {
    outbox.add(linkPush({ agentId: 'a', gameId: 'g' }, 'event', { number }, 0));
  }
}

function attach(outbox: SeatOutbox, gateway: Gateway, heard?: PushPlace): boolean {
  const { attached, start: begin } = outbox.attach(gateway, heard);
  begin();
  return attached.gap;
}

test('a gateway that lost its link gets the missed pushes once and in order, then new ones', () => {
  const outbox = filled(2);
  const before = new Gateway();
  attach(outbox, before);
  before.isOpen = false;
  add(outbox, 3);
  const after = new Gateway();
  expect(attach(outbox, after, before.places.at(-1))).toBe(false);
  add(outbox, 1);
  expect(before.seqs).toEqual([1, 2]);
  expect(after.seqs).toEqual([3, 4, 5, 6]);
});

test('the first gateway gets earlier pushes, another one only new ones', () => {
  const outbox = filled(3);
  const first = new Gateway();
  const second = new Gateway();
  attach(outbox, first);
  attach(outbox, second);
  add(outbox, 1);
  expect([first.seqs, second.seqs]).toEqual([[1, 2, 3, 4], [4]]);
});

test('a gap is reported when missed pushes are no longer held, or the numbers are of another outbox', () => {
  const outbox = filled(0);
  const first = new Gateway();
  attach(outbox, first);
  add(outbox, 1);
  first.isOpen = false;
  add(outbox, 10);
  const late = new Gateway();
  expect(attach(outbox, late, first.places[0])).toBe(false);
  add(outbox, 1);
  const later = new Gateway();
  expect(attach(outbox, later, first.places[0])).toBe(true);
  expect(later.seqs).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  const stranger = new Gateway();
  expect(attach(outbox, stranger, { outbox: 'of another proxy', seq: 2 })).toBe(true);
  add(outbox, 1);
  expect(stranger.seqs).toEqual([13]);
});

test('a gateway that attaches again over its link gets what came after the last push that it has', () => {
  const outbox = filled(2);
  const gateway = new Gateway();
  attach(outbox, gateway);
  const [heard] = gateway.places;
  add(outbox, 1);
  const { attached, start: begin } = outbox.attach(gateway, heard);
  add(outbox, 1);
  expect(gateway.seqs).toEqual([1, 2, 3]);
  begin();
  add(outbox, 1);
  expect(attached).toMatchObject({ seq: 1, gap: false });
  expect(gateway.seqs).toEqual([1, 2, 3, 2, 3, 4, 5]);
});
