import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keptReach } from '../../../features/advisor/rules/kept-reach.js';
import { citiesOf } from '../../../proxy/rules/cities/realm.js';
import { applyPacket } from '../../../proxy/world/fold.js';
import type { Unit } from '../../../proxy/world/unit.js';
import { commit, markChanged, type World } from '../../../proxy/world/world.js';
import { must } from '../../support/changed-world.js';
import { runs } from '../../support/property-runs.js';
import { worldAtTurn } from '../../support/recorded-world.js';
import { changes, happen } from '../views/world-changes.js';
import { compare, LIMITS, ME, moversOf } from './reach-comparison.js';

function setUnits(world: World, change: (unit: Unit) => Partial<Unit> | undefined): void {
  for (const unit of world.units.values()) {
    const changed = change(unit);
    if (changed !== undefined) world.units.set(unit.id, { ...unit, ...changed }, markChanged(world));
  }
}

function relateAll(world: World, type: 'DS_ALLIANCE' | 'DS_PEACE' | 'DS_WAR'): void {
  for (const state of world.diplomacy.values())
    applyPacket(world, { name: 'player_diplstate', fields: { ...state, type } });
}

/** Changes that open ways or close them. Each is followed by the next. */
const wayChanges: readonly (readonly [string, (world: World) => void])[] = [
  ['all are allied', (world) => relateAll(world, 'DS_ALLIANCE')],
  ['all are at peace', (world) => relateAll(world, 'DS_PEACE')],
  ['all are at war', (world) => relateAll(world, 'DS_WAR')],
  [
    'own units gather',
    (world) =>
      setUnits(world, ({ owner, id }) =>
        owner === ME && id % 3 > 0 ? { tile: must(citiesOf(world, ME)[0]).tile } : undefined,
      ),
  ],
  [
    'all land is mountains',
    (world) => {
      const terrains = [...world.ruleset.terrains.values()];
      const { id: terrain } = must(terrains.find(({ ruleName }) => ruleName === 'Mountains'));
      for (const tile of world.tiles.values())
        if (tile.continent > 0) applyPacket(world, { name: 'tile_info', fields: { ...tile, terrain } });
    },
  ],
  ['units are damaged', (world) => setUnits(world, () => ({ hp: 1 }))],
  [
    'units have moved',
    (world) =>
      setUnits(world, ({ detail }) =>
        detail === undefined ? detail : { detail: { ...detail, movesleft: 1 } },
      ),
  ],
  [
    'cities change their owner',
    (world) => {
      for (const city of world.cities.values())
        world.cities.set(city.id, { ...city, owner: 1 - Math.min(1, city.owner) }, markChanged(world));
    },
  ],
];

describe('kept reach', () => {
  test('what is kept of where units can be is what a search finds anew, whatever comes and goes', () => {
    let compared = 0;
    fc.assert(
      fc.property(fc.array(changes, { minLength: 1, maxLength: 6 }), (steps) => {
        const world = worldAtTurn(60);
        compare(world, 40);
        for (const step of steps) {
          happen(world, step);
          compared += compare(world, 40);
        }
      }),
      { numRuns: runs(8) },
    );
    expect(compared).toBeGreaterThan(100);
  });

  test('where units can be is searched anew when what decides over it changes', () => {
    const world = worldAtTurn(60);
    const all = () => moversOf(world).map((mover) => [mover.unit.id, [...keptReach(world, mover, LIMITS)]]);
    for (const [name, change] of wayChanges) {
      const before = all();
      change(world);
      commit(world);
      expect(all(), name).not.toEqual(before);
      compare(world, 200);
    }
  });
});
