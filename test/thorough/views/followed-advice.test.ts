import { afterAll, expect, test, vi } from 'vitest';
import { followAdvice } from '../../../lab/accuracy/advice/followed-advice.js';
import { ensureUnpackedServer } from '../../../tools/steps/unpacked-servers.mjs';

afterAll(() => vi.unstubAllEnvs());

/** Two of a hundred. */
const MAX_REFUSED = 0.02;
const MIN_AS_TOLD = 0.85;

// The seeds are not those of which the advice was made better.
test.each([
  ['3.0', 31],
  ['3.1', 32],
  ['3.2', 33],
])(
  'a server of version %s takes what is advised, and founders found as told',
  async (version, seed) => {
    if (version !== '3.0') vi.stubEnv('FREECIV_SERVER', await ensureUnpackedServer(version));
    const game = { seed, turns: 60, players: 5, xsize: 36, ysize: 28 };
    const { advised, refused, refusedAgain, settled } = await followAdvice(game);
    expect(advised).toBeGreaterThan(50);
    expect(refusedAgain).toEqual([]);
    expect(refused.length / advised, refused.join('\n')).toBeLessThanOrEqual(MAX_REFUSED);
    const { asTold, otherwise } = settled;
    expect(asTold / (asTold + otherwise.length), otherwise.join('\n')).toBeGreaterThanOrEqual(MIN_AS_TOLD);
  },
  240_000,
);
