import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PushRing } from '../../../gateway/session/push-ring.js';

test('what was missed comes in order without holes, or the gap is told', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.nat(40), fc.nat(50), (capacity, count, last) => {
      const ring = new PushRing(capacity, 1000);
      for (let i = 0; i < count; i++) ring.add('event', String);
      expect(ring.lastSeq).toBe(count);
      const { pushes, gap } = ring.after(last);
      const seqs = pushes.map((numbered) => numbered.seq);
      const first = Math.max(last + 1, count - capacity + 1);
      expect(seqs).toEqual(Array.from({ length: Math.max(0, count - first + 1) }, (_, i) => first + i));
      expect(gap).toBe(last > count || last < count - capacity);
    }),
  );
});

test('pushes that have exactly as many characters as may be kept are all kept', () => {
  const ring = new PushRing(100, 8);
  for (const text of ['aaaa', 'bbbb']) ring.add('event', () => text);
  expect(ring.after(0)).toMatchObject({ pushes: [{ text: 'aaaa' }, { text: 'bbbb' }], gap: false });
});

test('what is kept is bounded by its characters too; a push larger than all is not kept', () => {
  const ring = new PushRing(100, 10);
  for (const text of ['aaaa', 'bbbb', 'cccc']) ring.add('event', () => text);
  expect(ring.after(0)).toMatchObject({ pushes: [{ text: 'bbbb' }, { text: 'cccc' }], gap: true });
  expect(ring.after(1).gap).toBe(false);
  ring.add('event', () => 'x'.repeat(11));
  expect(ring.after(3)).toEqual({ pushes: [], gap: true });
  expect(ring.after(4)).toEqual({ pushes: [], gap: false });
});
