import { describe, expect, test } from 'vitest';
import { counselOf } from '../../../features/advisor/counsel/counsel.js';
import type { World } from '../../../proxy/world/world.js';
import { worldOfTape } from '../../recordings/replay-tape.js';
import { counselContradiction } from '../../support/counsel-contradiction.js';
import { worldAtTurn } from '../../support/recorded-world.js';
import { variedWorld } from '../../support/varied-world.js';

/** Worlds with everything in them that rules tell apart; no game has all of it. */
const drawn: readonly (readonly [string, (seed: number) => World])[] = [
  ['classic', (seed) => variedWorld(worldAtTurn(60), seed)],
  ['civ2civ3', (seed) => variedWorld(worldAtTurn(85, 'civ2civ3-4-ai-90-turns'), seed)],
  ['sandbox', (seed) => variedWorld(worldOfTape('war', 'alice'), seed)],
  ['civ2', (seed) => variedWorld(worldOfTape('spies', 'bob', 'Civ2 ruleset'), seed)],
];

describe.each(drawn)('worlds drawn from %s', (_ruleset, draw) => {
  test('counsel in drawn worlds contradicts nothing that its player knows', () => {
    const kinds: string[] = [];
    for (const seed of [1, 2]) {
      const world = draw(seed);
      const lines = counselOf(world);
      kinds.push(...lines.map(({ kind }) => kind));
      expect(lines.flatMap((line) => counselContradiction(world, line) ?? [])).toEqual([]);
    }
    expect(kinds.length).toBeGreaterThan(1);
  });
});
