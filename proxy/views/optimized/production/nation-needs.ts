import type { Threat } from '#shared/protocol/state/prospects.js';
import { isGreatWonder } from '../../../rules/lookup/cities.js';
import type { Target } from '../../../rules/production/target.js';
import { canTypeDo } from '../../../rules/units/action-enablers.js';
import { turnOf } from '../../../world/world.js';
import { lastTurn } from '../../entities/header.js';
import type { Site } from '../settling.js';
import type { Situation } from '../situation.js';

/** What the nation as a whole still wants; what one city is advised to build another need not. */
export interface NationNeeds {
  /** Places to settle that nobody is on the way to. */
  sites: readonly Site[];
  workers: number;
  /** Cities that may yet begin a wonder. */
  wonders: number;
  /** City that builds it, by the number of the wonder. */
  readonly wondersUnderWay: Map<number, number>;
  /** Cities that enemies may reach. */
  readonly endangered: ReadonlySet<number>;
  /** Of the game, as far as that is told. */
  readonly turnsLeft: number;
}

/** What a city could build, and why. */
export interface ProductionChoice {
  readonly target: Target;
  readonly why: string;
}

/** Nothing is advised that takes more turns. */
export const MAX_BUILD_TURNS = 40;

/** What the nation lacks as things stand: free city sites, workers and wonders, and which cities are in danger. */
export function nationNeeds(
  situation: Situation,
  sites: readonly Site[],
  threats: readonly Threat[],
): NationNeeds {
  const { world, units, cities } = situation;
  const last = lastTurn(world);
  const workers = units.filter((unit) => isWorker(situation, unit.type));
  return {
    sites: sites.filter(({ founder }) => founder === undefined),
    workers: Math.ceil(cities.length / 2) - workers.length,
    wonders: Math.floor(cities.length / 3),
    wondersUnderWay: wondersUnderWay(situation),
    endangered: new Set(
      threats.flatMap(({ city_id: id, severity }) => (id === undefined || severity === 'low' ? [] : [id])),
    ),
    turnsLeft: last === null ? Number.POSITIVE_INFINITY : last - turnOf(world),
  };
}

function wondersUnderWay({ world, cities }: Situation): Map<number, number> {
  const underWay = new Map<number, number>();
  for (const { id, detail } of cities) {
    const building =
      detail?.productionKind === 'VUT_IMPROVEMENT' && world.ruleset.improvements.get(detail.productionValue);
    if (building && isGreatWonder(building)) underWay.set(building.id, id);
  }
  return underWay;
}

/** Who works the land and takes no citizens away: migrants can, and are not made for it. */
export function isWorker({ world }: Situation, unitType: number): boolean {
  const type = world.ruleset.unitTypes.get(unitType);
  if (type?.flags.has('UTYF_SETTLERS') !== true || type.popCost > 0) return false;
  return !canTypeDo(world, type, 'ACTION_FOUND_CITY');
}
