import type { SpaceRace } from '../../rules/players/space-race.js';
import { buildCost, shieldsATurn } from '../../rules/production/build-costs.js';
import type { City } from '../../world/city.js';
import type { Situation } from '../situation.js';
import type { BuildOption } from './build-options.js';
import type { NationNeeds, ProductionChoice } from './nation-needs.js';

/** The points of a victory by spaceship. Each part has a share of them by its shields. */
const VICTORY_POINTS = 100;
/** The building that parts need is worth this share of the parts that its city can build afterwards. */
const PREPARATION_SHARE = 0.5;

/** What a city can build for the spaceship: the wonder that comes first, the building that parts need, or a part. */
export function spaceChoices(
  { world }: Situation,
  city: City,
  { space, wondersUnderWay }: NationNeeds,
  options: readonly BuildOption[],
): readonly ProductionChoice[] {
  if (space === undefined) return [];
  const { race, parts } = space;
  const shareOf = (shields: number) => (VICTORY_POINTS * Math.min(shields, race.shields)) / race.shields;
  const before = race.candidates.get(city);
  return options.flatMap(({ target, turns }) => {
    if (target.kind !== 'VUT_IMPROVEMENT') return [];
    const choice = { target, turns, soonest: 1 };
    const part = shareOf(buildCost(world, target));
    if ((parts.get(target.value) ?? 0) > 0)
      return [{ ...choice, why: 'a part of the spaceship', points: part }];
    if (target.thing === race.wonder && (wondersUnderWay.get(target.value) ?? city.id) === city.id)
      return [{ ...choice, why: 'a spaceship needs it first', points: part }];
    if (target.thing !== before) return [];
    const points = PREPARATION_SHARE * shareOf(shieldsAfter(race, city, turns));
    return points > 0 ? [{ ...choice, why: 'parts of the spaceship need it', points }] : [];
  });
}

/** Shields that a city can still put into the ship after its building is finished in `turns`. */
function shieldsAfter({ buildTurns }: SpaceRace, city: City, turns: number): number {
  return shieldsATurn(city) * Math.max(0, buildTurns - turns);
}
