import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ServerPacket } from '../../../proxy/freeciv/brackets.js';
import { citiesOf } from '../../../proxy/rules/cities/realm.js';
import { applyPacket } from '../../../proxy/world/fold.js';
import { commit, type World } from '../../../proxy/world/world.js';
import { must } from '../../support/changed-world.js';
import { runs } from '../../support/property-runs.js';
import { type Recording, replayTurns, worldAtTurn } from '../../support/recorded-world.js';
import { changes, happen } from '../views/world-changes.js';
import { compareAll, compareSupposed, ME, own } from './support/kept-bases.js';

/** Changes of the nation as a whole. */
const acts: readonly ((world: World, index: number) => ServerPacket)[] = [
  (world) => ({ name: 'player_info', fields: { ...own(world), tax: 10, luxury: 60, science: 30 } }),
  (world, index) => ({ name: 'player_info', fields: { ...own(world), government: index } }),
  (world) => {
    const [first] = citiesOf(world, ME);
    return {
      name: 'player_info',
      fields: { ...own(world), wonders: own(world).wonders.map(() => first?.id ?? 0) },
    };
  },
  (world) => {
    const research = world.research.get(ME);
    // The seat may have lost sight of it in a step before.
    if (research === undefined) return { name: 'unknown_research', fields: { id: ME } };
    const inventions = research.inventions.replaceAll(/[01]/g, '2');
    return { name: 'research_info', fields: { ...research, inventions } };
  },
  (world) => ({ name: 'game_info', fields: { ...must(world.game), foodCost: 3 } }),
  // The capital loses its palace.
  (world) => {
    const city = must(citiesOf(world, ME)[0] ?? [...world.cities.values()][0]);
    const improvements = new Uint8Array(city.improvements.length);
    return { name: 'city_info', fields: { ...must(city.detail), improvements } };
  },
];

describe('kept bases of cities', () => {
  test('kept bases are those made anew, whatever happens in between', () => {
    let compared = 0;
    const steps = fc.oneof(
      changes,
      fc.record({ act: fc.constantFrom(...acts), index: fc.nat(4) }),
      fc.record({ building: fc.nat(20), city: fc.nat(4) }),
    );
    fc.assert(
      fc.property(fc.array(steps, { minLength: 1, maxLength: 8 }), (all) => {
        const world = worldAtTurn(60);
        compareAll(world);
        for (const step of all) {
          if ('change' in step) happen(world, step);
          else if ('act' in step) applyPacket(world, step.act(world, step.index));
          else applyPacket(world, built(world, step));
          commit(world);
          compared += compareAll(world);
        }
      }),
      { numRuns: runs(20) },
    );
    expect(compared).toBeGreaterThan(100);
  });

  test.each<[Recording, number]>([
    ['classic-6-ai-100-turns', 40],
    ['civ2civ3-4-ai-60-turns', 20],
    ['civ2civ3-4-ai-40-turns-3.1', 20],
    ['civ2civ3-4-ai-40-turns-3.2', 20],
  ])('in %s kept bases are those made anew, under every government', (recording, turns) => {
    let compared = 0;
    replayTurns(ME, recording, turns, (world, version) => {
      if (version % 89 === 0) compared += compareAll(world);
      if (version % 1009 === 0) compared += compareSupposed(world);
    });
    expect(compared).toBeGreaterThan(200);
  });
});

function built(
  world: World,
  { building, city }: { readonly building: number; readonly city: number },
): ServerPacket {
  const one = must(
    citiesOf(world, ME).at(city % Math.max(1, citiesOf(world, ME).length)) ?? [...world.cities.values()][0],
  );
  const improvements = Uint8Array.from(one.improvements);
  improvements[building >> 3] = (improvements[building >> 3] ?? 0) ^ (1 << (building & 7));
  return { name: 'city_info', fields: { ...must(one.detail), improvements, surplus: [1, 1, 1, 1, 1, 1] } };
}
