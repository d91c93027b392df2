import { buildTurns } from '../../rules/production/build-costs.js';
import { canBuild, canChangeProduction } from '../../rules/production/build-targets.js';
import { type Target, targetOf } from '../../rules/production/target.js';
import type { City } from '../../world/city.js';
import { wireNameOf } from '../entities/rule-names.js';
import { turnsWords } from './place-words.js';
import type { Situation } from './situation.js';

/** What would defend a city, and how soon it could be built there; undefined when nothing would. */
export function defenderFor({ world }: Situation, city: City): string | undefined {
  if (canChangeProduction(city) !== true) return undefined;
  const best = [...world.ruleset.unitTypes.values()]
    .filter(({ flags, defenseStrength }) => defenseStrength > 0 && !flags.has('UTYF_CIVILIAN'))
    .filter(({ flags }) => !flags.has('UTYF_BADCITYDEFENDER') && !flags.has('UTYF_FIELDUNIT'))
    .sort((a, b) => b.defenseStrength - a.defenseStrength || a.buildCost - b.buildCost)
    .flatMap((type) => targetOf(world, 'VUT_UTYPE', type.id) ?? [])
    .find((target) => canBuild(world, city, target) === true);
  return best === undefined ? undefined : described(world, city, best);
}

function described(world: Situation['world'], city: City, target: Target): string {
  const turns = buildTurns(world, city, target);
  const name = wireNameOf(target.thing) ?? 'unit';
  return turns === undefined ? name : `${name} in ${turnsWords(turns)}`;
}
