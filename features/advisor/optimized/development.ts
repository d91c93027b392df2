import type { Opportunity } from '#shared/protocol/state/prospects.js';
import { displayName } from '../../../proxy/rules/lookup/names.js';
import { inputsBesidesPlaces } from '../../../proxy/rules/lookup/position-inputs.js';
import { VersionCache } from '../../../proxy/rules/lookup/version-cache.js';
import { buildTurns } from '../../../proxy/rules/production/build-costs.js';
import { canBuild } from '../../../proxy/rules/production/build-targets.js';
import { targetOf } from '../../../proxy/rules/production/target.js';
import { cityContext } from '../../../proxy/rules/requirements/requirement.js';
import { areMet } from '../../../proxy/rules/requirements/requirements.js';
import type { City } from '../../../proxy/world/city.js';
import { nameText } from '../../../proxy/world/name-text.js';
import type { World } from '../../../proxy/world/world.js';
import { landChanges } from '../rules/known-lands.js';
import { type Situation, situationOf } from '../situation.js';
import { turnsText } from '../text-parts.js';

const MAX_WONDERS = 2;
const MAX_WONDER_TURNS = 40;
/** Number of the output that cities build with. */
const SHIELD = 1;

/** The governments available by a revolution, except the current and the default one. */
export function governmentOpportunities({ world, me, player }: Situation): readonly Opportunity[] {
  const { game, ruleset } = world;
  if (player === undefined || game === undefined) return [];
  if (player.government === game.governmentDuringRevolutionId) return [];
  const unwanted = new Set([player.government, game.governmentDuringRevolutionId, game.defaultGovernmentId]);
  const available = [...ruleset.governments.values()].filter(
    ({ id, reqs }) => !unwanted.has(id) && areMet(world, reqs, { player: me }) === true,
  );
  if (available.length === 0) return [];
  const names = available.map(({ name }) => displayName(name)).join(' or ');
  const starting = player.government === game.defaultGovernmentId;
  return [
    {
      type: 'government',
      description: `A revolution could bring ${names}`,
      priority: starting ? 'high' : 'low',
    },
  ];
}

const wonders = new VersionCache<readonly Opportunity[]>(
  (world) => world,
  findWonders,
  (world) => [...inputsBesidesPlaces(world), landChanges(world)],
);

/** Great wonders the most productive city could finish in reasonable time, quickest first. */
export function wonderOpportunities({ world }: Situation): readonly Opportunity[] {
  return wonders.of(world);
}

function findWonders(world: World): readonly Opportunity[] {
  const city = mostProductive(situationOf(world).cities);
  const surplus = city?.detail?.surplus[SHIELD] ?? 0;
  if (city === undefined || surplus <= 0) return [];
  const { player } = cityContext(city);
  const candidates = [...world.ruleset.improvements.values()]
    .filter(({ genus }) => genus === 'IG_GREAT_WONDER')
    .filter(({ reqs }) => areMet(world, reqs, { player, city, tile: city.tile }) !== false)
    .filter(({ id }) => !isBuilding(city, id))
    .flatMap(({ id }) => targetOf(world, 'VUT_IMPROVEMENT', id) ?? [])
    .filter((target) => canBuild(world, city, target) === true)
    .map((target) => ({ target, turns: buildTurns(world, city, target) ?? Number.POSITIVE_INFINITY }))
    .filter(({ turns }) => turns <= MAX_WONDER_TURNS);
  return candidates
    .sort((a, b) => a.turns - b.turns)
    .slice(0, MAX_WONDERS)
    .map(({ target, turns }) => ({
      type: 'wonder',
      description: `${nameText(city.name)} could build ${displayName(target.thing.name)} in about ${turnsText(turns)}`,
      priority: 'low',
      city_id: city.id,
    }));
}

function isBuilding({ detail }: City, improvement: number): boolean {
  return detail?.productionKind === 'VUT_IMPROVEMENT' && detail.productionValue === improvement;
}

function mostProductive(cities: readonly City[]): City | undefined {
  const shields = (city: City) => city.detail?.surplus[SHIELD] ?? 0;
  return [...cities].sort((a, b) => shields(b) - shields(a))[0];
}
