import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LinkPush } from '#shared/messages/link.js';
import { PushRing } from '../../../gateway/session/push-ring.js';

const push: LinkPush = { type: 'event', agent_id: 'a', game_id: 'g', timestamp: 1, data: {} };

test('what was missed comes in order without holes, or the gap is told', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.nat(40), fc.nat(50), (capacity, count, last) => {
      const ring = new PushRing(capacity);
      for (let i = 0; i < count; i++) ring.add(push);
      expect(ring.lastSeq).toBe(count);
      const { pushes, gap } = ring.after(last);
      const seqs = pushes.map((numbered) => numbered.seq);
      const first = Math.max(last + 1, count - capacity + 1);
      expect(seqs).toEqual(Array.from({ length: Math.max(0, count - first + 1) }, (_, i) => first + i));
      expect(gap).toBe(last > count || last < count - capacity);
    }),
  );
});
