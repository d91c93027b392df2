import { expect, test } from 'vitest';
import { addOffers } from '../../../proxy/actions/diplomacy/treaty-offers.js';
import { VersionedTable } from '../../../proxy/world/versioned-table.js';
import type { World } from '../../../proxy/world/world.js';
import { must, tableWith, worldWith } from '../../support/changed-world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

const classic = worldAtTurn(60);
const RIVAL = 2;
const treaty = {
  ...{ id: RIVAL, counterpart: RIVAL, clauses: [], iAccepted: false, otherAccepted: false },
};
const meeting = worldWith(classic, {
  treaties: tableWith(classic.treaties, ({ counterpart }) => counterpart, treaty),
});

/** The world of a seat that is not told what its rival knows. */
function withoutEmbassy(): World {
  const research = new VersionedTable<Parameters<typeof classic.research.set>[1]>();
  for (const one of classic.research.values()) if (one.id !== RIVAL) research.set(one.id, one, 1);
  return worldWith(meeting, { research });
}

test('technologies are certain clauses only where it is known who knows them', () => {
  const advances = (world: World) => addOffers(world).filter(({ clause }) => clause === 'advance');
  const known = advances(meeting);
  const guessed = advances(withoutEmbassy());
  expect(known.length).toBeGreaterThan(0);
  expect(known.every(({ certain }) => certain)).toBe(true);
  expect(guessed.length).toBeGreaterThan(known.length);
  expect(guessed.some(({ certain }) => certain)).toBe(false);
  const maps = addOffers(withoutEmbassy()).filter(({ clause }) => clause === 'seamap');
  expect(maps.length).toBeGreaterThan(0);
  expect(maps.every(({ certain }) => certain)).toBe(true);
  expect(must(classic.research.get(RIVAL)).id).toBe(RIVAL);
});
