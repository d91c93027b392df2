import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StrikeRange } from '../../../features/advisor/rules/strike-range.js';
import { commit, markChanged, type World } from '../../../proxy/world/world.js';
import { must } from '../../support/changed-world.js';
import { runs } from '../../support/property-runs.js';
import { worldAtTurn } from '../../support/recorded-world.js';
import { changes, happen } from '../views/world-changes.js';

const MAX_DISTANCE_TILES = 8;

/** The turns in which each foreign unit near an own city can strike at each of them. */
function turnsOfAll(world: World): readonly string[] {
  const { player } = world.seat;
  const cities = [...world.cities.values()].filter(({ owner }) => owner === player);
  const foreign = [...world.units.values()].filter(
    ({ owner, tile }) =>
      owner !== player && cities.some((city) => world.map.distance(tile, city.tile) <= MAX_DISTANCE_TILES),
  );
  return foreign.map((unit) => {
    const range = StrikeRange.of(world, unit);
    return `${unit.id}: ${cities.map((city) => range?.turnsTo(city) ?? '-').join(' ')}`;
  });
}

describe('strike range', () => {
  it('the turns until enemies can strike are those of a search made anew, whatever comes and goes', () => {
    let compared = 0;
    fc.assert(
      fc.property(fc.array(changes, { minLength: 1, maxLength: 8 }), (steps) => {
        const world = worldAtTurn(60);
        turnsOfAll(world);
        for (const step of steps) {
          happen(world, step);
          const now = turnsOfAll(world);
          // Nothing is kept for another world.
          expect(now).toEqual(turnsOfAll({ ...world }));
          compared += now.length;
        }
      }),
      { numRuns: runs(12) },
    );
    expect(compared).toBeGreaterThan(100);
  });

  it('the turns until a unit can strike are more when it was damaged in this turn', () => {
    const world = worldAtTurn(60);
    const fast = must([...world.ruleset.unitTypes.values()].find(({ name }) => name === 'Horsemen'));
    const foreign = [...world.units.values()].filter(({ owner }) => owner !== world.seat.player);
    const turnsWith = (hp: number) => {
      for (const unit of foreign)
        world.units.set(unit.id, { ...unit, type: fast.id, hp }, markChanged(world));
      commit(world);
      return turnsOfAll(world);
    };
    const before = turnsWith(fast.hp);
    const damaged = turnsWith(1);
    expect(damaged).toEqual(turnsOfAll({ ...world }));
    expect(damaged).not.toEqual(before);
  });
});
