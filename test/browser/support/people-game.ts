import { expect } from 'vitest';
import type { Stack } from '../../support/stack.js';

/** Makes the small game "people", whose map and players are always the same. */
export async function makePeopleGame(stack: Stack): Promise<void> {
  const made = await fetch(`${stack.httpUrl}/api/games`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stack.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      game_id: 'people',
      players: 3,
      map: { xsize: 48, ysize: 34 },
      seeds: { game: 11, map: 11 },
    }),
  });
  expect(made.status).toBe(201);
}
