import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import { displayName } from '../lookup/names.js';
import type { Tristate } from '../lookup/tristate.js';
import { VersionCache } from '../lookup/version-cache.js';
import { buildCost, buildTurns, popCostOf } from './build-costs.js';
import {
  canCityBuildImprovement,
  canCityBuildUnit,
  canPlayerBuildImprovement,
  canPlayerBuildUnit,
} from './buildable.js';
import { allTargets, isEndless, type Target, targetOf } from './target.js';

/** Something a city can build now. */
export interface BuildTarget {
  readonly kind: Target['kind'];
  /** Unit type or improvement number, as `kind` says. */
  readonly value: number;
  /** As people see it. */
  readonly name: string;
  /** As the ruleset calls it, and as states do. */
  readonly ruleName: string;
  /** Shields in all, whatever is in stock. */
  readonly cost: number;
  /** Coinage: it is never finished, and its cost means nothing. */
  readonly isEndless: boolean;
  /** Turns after changing to it, as `buildTurns`; undefined when it would never be done. */
  readonly turns: number | undefined;
  /** Citizens that leave the city with the unit. */
  readonly popCost: number;
  /** False when it depends on what this seat cannot see. */
  readonly certain: boolean;
}

/** What a city may build now (`can_city_build_now`), units first, its present production included. */
export function buildTargets(world: World, city: City): BuildTarget[] {
  return nationTargets(world, city.owner).flatMap((target) => {
    const possible = canBuild(world, city, target);
    if (possible === false) return [];
    return [
      {
        kind: target.kind,
        value: target.value,
        name: displayName(target.thing.name),
        ruleName: target.thing.ruleName,
        cost: buildCost(world, target),
        isEndless: isEndless(target),
        turns: buildTurns(world, city, target),
        popCost: popCostOf(world, city, target),
        certain: possible === true,
      },
    ];
  });
}

const ofNations = new VersionCache<Map<number, readonly Target[]>>(
  (world) => world,
  () => new Map(),
);

/** The targets that some city of a player may build: most of a ruleset is none, and each city would be asked for all of it. */
function nationTargets(world: World, player: number): readonly Target[] {
  const known = ofNations.of(world);
  const targets =
    known.get(player) ??
    allTargets(world).filter(({ kind, thing }) =>
      kind === 'VUT_UTYPE'
        ? canPlayerBuildUnit(world, player, thing) !== false
        : canPlayerBuildImprovement(world, player, thing) !== false,
    );
  known.set(player, targets);
  return targets;
}

/** What a city can build by number, for one version of a world: advice and three actions ask for the same. */
interface Buildable {
  readonly unitTypes: Tristate[];
  readonly improvements: Tristate[];
}

const buildable = new VersionCache<Map<City, Buildable>>(
  (world) => world,
  () => new Map(),
);

/** Whether a city can build something now, as the server decides when it takes city_change. */
export function canBuild(world: World, city: City, target: Pick<Target, 'kind' | 'value'>): Tristate {
  const ofWorld = buildable.of(world);
  const ofCity = ofWorld.get(city) ?? { unitTypes: [], improvements: [] };
  ofWorld.set(city, ofCity);
  const known = target.kind === 'VUT_UTYPE' ? ofCity.unitTypes : ofCity.improvements;
  const can = known[target.value] ?? findBuildable(world, city, target);
  known[target.value] = can;
  return can;
}

function findBuildable(world: World, city: City, target: Pick<Target, 'kind' | 'value'>): Tristate {
  const found = targetOf(world, target.kind, target.value);
  if (found === undefined) return false;
  return found.kind === 'VUT_UTYPE'
    ? canCityBuildUnit(world, city, found.thing)
    : canCityBuildImprovement(world, city, found.thing);
}

/** Whether a city may change what it builds: not after buying, as long as what was bought is in stock. */
export function canChangeProduction(city: City): Tristate {
  if (city.detail === undefined) return 'unknown';
  return !city.detail.didBuy || city.detail.shieldStock <= 0;
}
