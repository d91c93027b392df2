import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { opensCommitment, seedCommitment } from '#shared/core/seed-commitment.js';

test('a commitment is opened by its seed and salt, and by no other', () => {
  const opened = { seed: 7, salt: 'a1' };
  const commitment = seedCommitment(opened);
  expect(commitment).toBe(createHash('sha256').update('7 a1').digest('hex'));
  expect(opensCommitment(opened, commitment)).toBe(true);
  expect(opensCommitment({ ...opened, seed: 8 }, commitment)).toBe(false);
  expect(opensCommitment({ ...opened, salt: 'a2' }, commitment)).toBe(false);
});
