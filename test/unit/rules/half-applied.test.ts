import { describe, expect, it } from 'vitest';
import { StrikeRange } from '../../../features/advisor/rules/strike-range.js';
import { settlingOutlook } from '../../../features/advisor/settling/settling.js';
import { situationOf } from '../../../features/advisor/situation.js';
import { hasMoreToExplore } from '../../../proxy/rules/movement/exploration.js';
import { unexploredContinents } from '../../../proxy/rules/movement/unexplored-continents.js';
import { realmBasis, realmTotals } from '../../../proxy/rules/players/realm-forecast.js';
import { showsAllUnits } from '../../../proxy/rules/units/visibility.js';
import { applyPacket } from '../../../proxy/world/fold.js';
import { commit, type World } from '../../../proxy/world/world.js';
import { worldAtTurn } from '../../support/recorded-world.js';

/** What is kept from one question to the next. */
const kept: readonly (readonly [string, (world: World) => unknown])[] = [
  [
    'how far units strike',
    (world) =>
      [...world.units.values()].map((unit) => {
        const range = StrikeRange.of(world, unit);
        return [...world.cities.values()].map((city) => range?.turnsTo(city));
      }),
  ],
  [
    'which units have more to explore',
    (world) => [...world.units.values()].map((unit) => hasMoreToExplore(world, unit)),
  ],
  ['continents that are not all known', (world) => [...unexploredContinents(world)].sort()],
  [
    'tiles that show all units',
    (world) => [...world.tiles.values()].map(({ tile }) => showsAllUnits(world, tile)),
  ],
  ['what a realm makes', (world) => realmTotals(realmBasis(world, world.seat.player ?? -1))],
  ['sites for cities', (world) => settlingOutlook(situationOf(world)).sites],
];

describe('half-applied bracket', () => {
  // Each test leaves it as it was.
  const world = worldAtTurn(60);

  it.each(kept)(
    'a question asked while a bracket is half applied leaves nothing behind: %s',
    (_what, ask) => {
      const tiles = [...world.tiles.values()].filter(({ tile }) => tile % 2 === 0);
      const before = ask(world);
      for (const tile of tiles) {
        const fields = {
          ...tile,
          known: 'TILE_UNKNOWN',
          worked: 0,
          continent: 0,
          extras: new Uint8Array(tile.extras.length),
        } as const;
        applyPacket(world, { name: 'tile_info', fields });
      }
      expect(ask(world)).not.toEqual(before);
      for (const tile of tiles) applyPacket(world, { name: 'tile_info', fields: tile });
      commit(world);
      expect(ask(world)).toEqual(before);
    },
  );
});
