import { describe, expect, test } from 'vitest';
import { counselOf } from '../../../features/advisor/counsel/counsel.js';
import type { World } from '../../../proxy/world/world.js';
import { counselContradiction } from '../../support/counsel-contradiction.js';
import { type Recording, replay } from '../../support/recorded-world.js';

/** Turns between two looks at a recorded game. */
const STEP = 20;

const recordings: readonly Recording[] = [
  'classic-6-ai-100-turns',
  'classic-8-ai-150-turns',
  'civ2civ3-4-ai-90-turns',
  'civ2civ3-4-ai-60-turns',
];

/** The lines of all players, with what each says that is not so. */
function linesOf(world: World): { readonly kinds: string[]; readonly wrong: string[] } {
  const kinds: string[] = [];
  const wrong: string[] = [];
  for (const { playerno } of world.players.values()) {
    const seen = { ...world, seat: { ...world.seat, player: playerno, observer: false } };
    for (const line of counselOf(seen)) {
      const contradicted = counselContradiction(seen, line);
      kinds.push(line.kind);
      if (contradicted !== undefined)
        wrong.push(`turn ${world.game?.turn} player ${playerno}: ${contradicted}`);
    }
  }
  return { kinds, wrong };
}

describe.each(recordings)('the game %s', (recording) => {
  test('counsel of a recorded game contradicts nothing that its player knows', () => {
    const kinds = new Set<string>();
    const wrong: string[] = [];
    let last = 0;
    replay(
      0,
      (world) => {
        const turn = world.game?.turn ?? 0;
        if (world.turn.phase !== 'movement' || turn === last || turn % STEP !== 5) return true;
        last = turn;
        const found = linesOf(world);
        for (const kind of found.kinds) kinds.add(kind);
        wrong.push(...found.wrong);
        return true;
      },
      recording,
    );
    expect(wrong).toEqual([]);
    expect([...kinds]).toEqual(expect.arrayContaining(['settling', 'standing']));
  });
});
