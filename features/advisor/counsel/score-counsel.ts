import type { CounselLine } from '#shared/protocol/state/counsel.js';
import { isGreatWonder } from '../../../proxy/rules/lookup/cities.js';
import { turnsLeft } from '../../../proxy/rules/lookup/game-length.js';
import { displayName, wireNameOf } from '../../../proxy/rules/lookup/names.js';
import {
  ownResearch,
  researchableTechs,
  type Tech,
  turnsForBulbs,
} from '../../../proxy/rules/lookup/research.js';
import { outputWorth, SCORE_POINTS } from '../../../proxy/rules/players/output-worth.js';
import { techCost } from '../../../proxy/rules/players/tech-cost.js';
import { buildCost, shieldTurns } from '../../../proxy/rules/production/build-costs.js';
import { canPlayerBuildImprovement } from '../../../proxy/rules/production/buildable.js';
import { isEndless, productionOf, type Target } from '../../../proxy/rules/production/target.js';
import { isObsolete } from '../../../proxy/rules/requirements/requirements.js';
import { canTypeDo } from '../../../proxy/rules/units/action-enablers.js';
import { nameText } from '../../../proxy/world/name-text.js';
import type { World } from '../../../proxy/world/world.js';
import { productionChoices } from '../production/advice.js';
import { purchases } from '../production/purchases.js';
import { isHelperTarget } from '../production/wonder-help.js';
import { type Situation, situationOf } from '../situation.js';

type ScoreLine = Extract<CounselLine, { kind: 'score' }>;
type Way = ScoreLine['figures']['ways'][number];

/** A way with the name of what it makes, as people read it. */
interface NamedWay {
  readonly way: Way;
  readonly displayed: string;
}

/** Ways by shields that are told, and technologies. */
const MAX_SHIELD_WAYS = 3;
const MAX_TECHS = 2;
/** The turns to a technology that are assumed while the nation makes no bulbs: its research may begin. */
const MAX_TECH_TURNS = 10;
/** The most points that one purchase can bring: the points of a wonder. */
const MAX_BOUGHT_POINTS = SCORE_POINTS.wonder;
/** It is told where nothing weightier is. */
const SCORE_WEIGHT = 4;

/** What 100 shields, 100 bulbs and 100 gold bring in points of the score now, the best ways first. */
export function scoreCounsel(world: World): readonly ScoreLine[] {
  const situation = situationOf(world);
  const ways = [...shieldWays(situation), ...techWays(world), ...goldWays(situation)];
  if (ways.length === 0) return [];
  const figures = { ways: ways.map(({ way }) => way) };
  return [{ kind: 'score', text: scoreText(world, ways), weight: SCORE_WEIGHT, figures }];
}

/** Of each kind of things that cities can build the one that brings most for its shields. */
function shieldWays(situation: Situation): readonly NamedWay[] {
  const { world } = situation;
  const built = productionChoices(situation).flatMap(({ city, choice }): NamedWay[] => {
    const kind = choice.isDefence === true ? undefined : kindOf(world, choice.target);
    return kind === undefined
      ? []
      : [shieldWay(world, kind, choice.target, choice.counted ?? choice.points, city.id)];
  });
  const best = new Map<Way['by'], NamedWay>();
  for (const one of [...built, ...cheapestWonder(situation)]) {
    if (one.way.points > (best.get(one.way.by)?.way.points ?? 0)) best.set(one.way.by, one);
  }
  return [...best.values()].sort((a, b) => b.way.points - a.way.points).slice(0, MAX_SHIELD_WAYS);
}

function shieldWay(
  world: World,
  by: Way['by'],
  target: Target,
  points: number,
  city: number | null,
): NamedWay {
  return named(target.thing, { by, city_id: city, price: buildCost(world, target) }, points);
}

function named(thing: Target['thing'] | Tech, way: Omit<Way, 'name' | 'points'>, points: number): NamedWay {
  const each = Math.round((1000 * points) / Math.max(1, way.price)) / 10;
  const name = wireNameOf(thing) ?? thing.name;
  return { way: { ...way, name, points: each }, displayed: displayName(thing.name) };
}

function kindOf(world: World, target: Target): Way['by'] | undefined {
  if (isEndless(target)) return undefined;
  if (target.kind === 'VUT_IMPROVEMENT') return isGreatWonder(target.thing) ? 'wonder' : 'building';
  if (canTypeDo(world, target.thing, 'ACTION_FOUND_CITY')) return 'settlers';
  return isHelperTarget(world, target) ? 'helper' : undefined;
}

/** The wonder with the fewest shields that the nation could build before the end of the game, obsolete ones left out. */
function cheapestWonder(situation: Situation): readonly NamedWay[] {
  const { world } = situation;
  const me = world.seat.player ?? -1;
  const open = [...world.ruleset.improvements.values()].filter(
    (one) =>
      isGreatWonder(one) &&
      canPlayerBuildImprovement(world, me, one) === true &&
      isObsolete(world, one, { player: me }) === false,
  );
  const [first] = open.toSorted((a, b) => a.buildCost - b.buildCost);
  if (first === undefined) return [];
  const target: Target = { kind: 'VUT_IMPROVEMENT', value: first.id, thing: first };
  const isInTime = situation.cities.some((city) => {
    const turns = shieldTurns(world, city, target);
    return turns !== undefined && turns <= turnsLeft(world);
  });
  if (!isInTime) return [];
  return [shieldWay(world, 'wonder', target, SCORE_POINTS.wonder, null)];
}

function techWays(world: World): readonly NamedWay[] {
  const research = ownResearch(world);
  if (research === undefined) return [];
  return researchableTechs(world)
    .map((tech) => ({ tech, price: techCost(world, research, tech.id).bulbs }))
    .filter(({ price }) => (turnsForBulbs(world, research, price) ?? MAX_TECH_TURNS) <= turnsLeft(world))
    .sort((a, b) => a.price - b.price)
    .slice(0, MAX_TECHS)
    .map(({ tech, price }) => named(tech, { by: 'technology', city_id: null, price }, SCORE_POINTS.tech));
}

/** The best purchase of something that the score counts: units that defend a city are none. */
function goldWays(situation: Situation): readonly NamedWay[] {
  const { world } = situation;
  const all = purchases(situation, productionChoices(situation), outputWorth(world), turnsLeft(world));
  const [best] = all.flatMap(({ city, price, gain }) => {
    const target = productionOf(world, city);
    return target !== undefined && kindOf(world, target) !== undefined
      ? [named(target.thing, { by: 'purchase', city_id: city.id, price }, Math.min(gain, MAX_BOUGHT_POINTS))]
      : [];
  });
  return best === undefined ? [] : [best];
}

/** `Score points by estimate: 100 shields bring 5 by Oracle (100), 2.2 by Settlers in Rome; 100 bulbs 7.1 by Horseback Riding (28)`. */
function scoreText(world: World, ways: readonly NamedWay[]): string {
  const part = (what: string, of: readonly NamedWay[]) =>
    of.length === 0 ? [] : [`100 ${what} bring ${of.map((way) => wayWords(world, way)).join(', ')}`];
  const by = (kinds: readonly Way['by'][]) => ways.filter(({ way }) => kinds.includes(way.by));
  return `Score points by estimate: ${[
    ...part('shields', by(['wonder', 'helper', 'settlers', 'building'])),
    ...part('bulbs', by(['technology'])),
    ...part('gold', by(['purchase'])),
  ].join('; ')}`;
}

function wayWords(world: World, { way: { by, city_id: id, price, points }, displayed }: NamedWay): string {
  const city = world.cities.get(id ?? -1);
  const where = city === undefined ? '' : ` in ${nameText(city.name)}`;
  return `${points} by ${by === 'purchase' ? 'buying ' : ''}${displayed}${where} (${price})`;
}
