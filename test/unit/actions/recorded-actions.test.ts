import { expect, test } from 'vitest';
import { TapePlayer } from '../../recordings/replay-tape.js';
import { readTapes } from '../../recordings/seat-tape.js';

const tapes = readTapes().map((tape, index) => ({ ...tape, number: index + 1 }));

/**
 * The seats of the integration tests of actions, each with all that a real server told it. Given the same again, a seat
 * sends the same packets, finds the same offers, reads the same verdicts out of the answers and tells the same of its
 * standing orders. When one of these is changed on purpose, the recording is made anew:
 * `npx vitest run --config test/recordings/vitest.config.ts`.
 */
test.each(tapes)(
  'a seat does again what it did on a real server: $test, $username (seat $number)',
  async (tape) => {
    const kinds = new Set(tape.entries.map(({ kind }) => kind));
    expect(kinds).toContain('verdict');
    for await (const { recorded, now } of new TapePlayer().play(tape)) expect(now).toEqual(recorded);
  },
);
