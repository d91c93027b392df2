import { describe, expect, test } from 'vitest';
import { buildTurns, popCostOf } from '../../../proxy/rules/production/build-costs.js';
import { type Target, targetOf } from '../../../proxy/rules/production/target.js';
import type { City } from '../../../proxy/world/city.js';
import { turnOf, type World } from '../../../proxy/world/world.js';
import { type Recording, replay } from '../../support/recorded-world.js';

/** A unit that citizens leave with, as a city was about to build it when a turn ended. */
interface Forecast {
  readonly city: City;
  readonly target: Target;
  readonly turns: number | undefined;
  readonly turn: number;
  /** Those of this type that the city supported. */
  readonly units: readonly number[];
}

function forecasts(world: World): readonly Forecast[] {
  return [...world.cities.values()].flatMap((city) => {
    const { detail } = city;
    const target = targetOf(world, detail?.productionKind ?? '', detail?.productionValue ?? -1);
    if (target === undefined || popCostOf(world, city, target) === 0) return [];
    return [
      {
        city,
        target,
        turns: buildTurns(world, city, target),
        turn: turnOf(world),
        units: unitsOf(world, city, target),
      },
    ];
  });
}

/** Whether the city has built anything in the change from that turn; settlers may be used up at once. */
function hasBuilt(world: World, { city, turn }: Forecast): boolean {
  return world.cities.get(city.id)?.detail?.turnLastBuilt === turn;
}

/** Whether the city has one more unit of that type than it had. */
function hasNewUnit(world: World, { city, target, units }: Forecast): boolean {
  return unitsOf(world, city, target).some((id) => !units.includes(id));
}

function isTooSmall(world: World, { city, target }: Forecast): boolean {
  return city.size <= popCostOf(world, city, target);
}

function unitsOf({ units }: World, { id: home }: City, { value }: Target): readonly number[] {
  const own = [...units.values()].filter(({ type, detail }) => type === value && detail?.homecity === home);
  return own.map(({ id }) => id);
}

describe.each<Recording>(['classic-8-ai-150-turns', 'civ2civ3-4-ai-90-turns'])('the game %s', (recording) => {
  test('settlers that are told for the next turn come with it, and none while a city is too small', () => {
    let known: readonly Forecast[] = [];
    const soon: boolean[] = [];
    const waiting: boolean[] = [];
    const compare = (world: World) => {
      for (const forecast of known) {
        if (forecast.turns === 1) soon.push(hasBuilt(world, forecast));
        else if (isTooSmall(world, forecast)) waiting.push(hasNewUnit(world, forecast));
      }
    };
    replay(
      0,
      () => true,
      recording,
      (world, { name }) => {
        // The cities are changed in between.
        if (name === 'freeze_client') known = forecasts(world);
        if (name === 'begin_turn') compare(world);
      },
    );
    const came = soon.filter(Boolean).length;
    const early = waiting.filter(Boolean).length;
    console.info(
      `${recording}: ${came} of ${soon.length} came, ${early} of ${waiting.length} that wait for growth`,
    );
    expect(soon.length).toBeGreaterThan(20);
    expect(waiting.length).toBeGreaterThan(50);
    expect(came / soon.length).toBeGreaterThan(0.95);
    expect(early).toBe(0);
  });
});
