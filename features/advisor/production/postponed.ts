import { displayName } from '../../../proxy/rules/lookup/names.js';
import { canBuild } from '../../../proxy/rules/production/build-targets.js';
import { allTargets, type Target } from '../../../proxy/rules/production/target.js';
import type { City } from '../../../proxy/world/city.js';
import { plainText } from '../../../proxy/world/messages.js';
import type { World } from '../../../proxy/world/world.js';

/** A city, and what it postponed on its worklist and can build now. */
export interface Overdue {
  readonly city: City;
  readonly target: Target;
}

/**
 * What a message of the server calls postponed, where the city can build it by now: at a turn change a city chooses what it
 * builds before technologies are learned (`worklist_change_build_target`). Undefined for any other text.
 */
export function overdueBy(world: World, text: string): Overdue | undefined {
  const [, name, thing] =
    /^(.{1,100}) can't build (.{1,100}?) from the worklist.*Postponing/u.exec(plainText(text)) ?? [];
  if (name === undefined) return undefined;
  const city = [...world.cities.values()].find((one) => one.owner === world.seat.player && one.name === name);
  const target = allTargets(world).find((one) => displayName(one.thing.name) === thing);
  if (city === undefined || target === undefined) return undefined;
  return canBuild(world, city, target) === true ? { city, target } : undefined;
}
