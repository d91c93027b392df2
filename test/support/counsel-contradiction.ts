import { type CounselLine, counselLineSchema } from '#shared/protocol/state/counsel.js';
import { freeTiles, workedTiles } from '../../proxy/rules/cities/citizens.js';
import { cityBasis, cityEconomy } from '../../proxy/rules/cities/city-economy.js';
import { turnsToGrow } from '../../proxy/rules/cities/growth.js';
import { hasBuilding, isGreatWonder } from '../../proxy/rules/lookup/cities.js';
import { wireNameOf } from '../../proxy/rules/lookup/names.js';
import { areAtWar, diplomacyEntry, researchOf } from '../../proxy/rules/lookup/players.js';
import { stepsTo, techState } from '../../proxy/rules/lookup/research.js';
import { knownTile, unitsOn } from '../../proxy/rules/lookup/tiles.js';
import { maxRate } from '../../proxy/rules/players/government.js';
import { switchCost } from '../../proxy/rules/players/research-switch.js';
import { isWonderAvailable } from '../../proxy/rules/requirements/building-questions.js';
import { canTypeDo } from '../../proxy/rules/units/action-enablers.js';
import type { City } from '../../proxy/world/city.js';
import type { Position } from '../../proxy/world/map-geometry.js';
import type { World } from '../../proxy/world/world.js';

type Line<K extends CounselLine['kind']> = Extract<CounselLine, { kind: K }>;

/** What a line of counsel says that the world does not bear out; undefined when it agrees. */
export function counselContradiction(world: World, line: CounselLine): string | undefined {
  const parsed = counselLineSchema.safeParse(line);
  if (!parsed.success) return parsed.error.message;
  const { weight, text } = line;
  if (/undefined|NaN|null|Infinity|\?|\[l /u.test(text)) return text;
  if (!(weight >= 0 && weight <= 100)) return `weight ${weight}: ${text}`;
  return agrees(world, line) ? undefined : `${line.kind} ${text} ${JSON.stringify(line.figures)}`;
}

function agrees(world: World, line: CounselLine): boolean {
  switch (line.kind) {
    case 'government':
      return isOtherGovernment(world, line) && isGain(line);
    case 'rates':
      return areRatesOpen(world, line);
    case 'tile':
      return isFreeSwap(world, line);
    case 'research_switch':
      return (
        line.figures.bulbs_lost <= (ownResearch(world)?.bulbsResearched ?? 0) &&
        isUnknown(world, line.figures.researching)
      );
    case 'standing':
      return isPlace(line);
    case 'treaty':
      return isEnding(world, line);
    case 'famine':
      return line.figures.stock + line.figures.turns * line.figures.food < 0;
    case 'disorder':
      return isCalmed(world, line);
    case 'undefended':
      return isOpenToEnemy(world, line);
    case 'settling':
      return line.figures.city_id === null ? areTooMany(world, line) : canSettle(world, line);
    case 'tech':
      return isWorthResearch(world, line);
    case 'wonder':
      return isFreeWonder(world, line);
    case 'score':
      return areWaysOpen(world, line);
    case 'free_tech':
      return isUnknown(world, line.figures.dearest) && line.figures.gift !== line.figures.dearest;
    case 'space_race':
      return isOfSpaceship(world, line);
    case 'tech_trade':
      return isExchange(world, line);
  }
}

function me({ seat }: World): number {
  return seat.player ?? -1;
}

function ownResearch(world: World) {
  return researchOf(world, me(world));
}

function techNumber(world: World, name: string): number {
  return [...world.ruleset.techs.values()].find((tech) => wireNameOf(tech) === name)?.id ?? -1;
}

function isUnknown(world: World, name: string): boolean {
  const research = ownResearch(world);
  return research !== undefined && techState(research, techNumber(world, name)) !== 'known';
}

function ownCity(world: World, id: number | null): City | undefined {
  const city = world.cities.get(id ?? -1);
  return city?.owner === me(world) ? city : undefined;
}

function tileAt(world: World, place: Position): number {
  return world.map.tileAt(place) ?? -1;
}

function isOtherGovernment(world: World, { figures }: Line<'government'>): boolean {
  const own = world.players.get(me(world))?.government;
  const government = [...world.ruleset.governments.values()].find(
    (one) => wireNameOf(one) === figures.government,
  );
  const isOther = government !== undefined && government.id !== own;
  const needsNothing = figures.tech === null && figures.bulbs === 0 && figures.turns === 0;
  const needsTech = figures.tech !== null && isUnknown(world, figures.tech);
  return isOther && (needsNothing || needsTech);
}

function isGain({ figures }: Line<'government'>): boolean {
  const { food, shields, bulbs_per_turn: bulbs, gold_per_turn: gold } = figures;
  return [food, shields, bulbs, gold].reduce((sum, { now, after }) => sum + after - now, 0) > 0;
}

function areRatesOpen(world: World, { figures }: Line<'rates'>): boolean {
  const { tax, luxury, science, disorder, celebrating } = figures;
  const most = maxRate(world, me(world));
  const isPossible = [tax, luxury, science].every((rate) => rate >= 0 && rate <= most);
  return (
    isPossible &&
    tax + luxury + science === 100 &&
    (disorder.after < disorder.now || celebrating.after > celebrating.now)
  );
}

function isFreeSwap(world: World, { figures }: Line<'tile'>): boolean {
  const city = ownCity(world, figures.city_id);
  const [from, to] = [tileAt(world, figures.from), tileAt(world, figures.to)];
  if (city === undefined || from === city.tile) return false;
  const isPossible = workedTiles(world, city).includes(from) && freeTiles(world, city).includes(to);
  const changes = [figures.food, figures.shields, figures.trade].map(({ now, after }) => after - now);
  const isWorked = (world.tiles.get(to)?.worked ?? 0) !== 0;
  return (
    isPossible && !isWorked && changes.every((change) => change >= 0) && changes.some((change) => change > 0)
  );
}

function isPlace({ figures }: Line<'standing'>): boolean {
  const { rank, players, scores_known: known, techs, techs_anywhere: all } = figures;
  return (rank === null) === known < players && techs <= all;
}

const ENDING = { ceasefire: 'DS_CEASEFIRE', armistice: 'DS_ARMISTICE', contact: undefined } as const;

function isEnding(world: World, { figures }: Line<'treaty'>): boolean {
  const entry = diplomacyEntry(world, me(world), figures.player_id);
  const state = ENDING[figures.agreement];
  const turns = figures.agreement === 'contact' ? entry?.contactTurnsLeft : entry?.turnsLeft;
  return turns === figures.turns && turns > 0 && (state === undefined || entry?.type === state);
}

/** The step is that of the ship as the server tells it, and the turns add up. */
function isOfSpaceship(world: World, { figures }: Line<'space_race'>): boolean {
  const { step, lacking, build_turns: built, flight_turns: flight, arrival_turn: arrival } = figures;
  const ship = world.spaceships.get(me(world));
  const isLaunched = ship?.sshipState === 'SSHIP_LAUNCHED';
  const isDone = step === 'launch' || step === 'flight';
  const canFly = step !== 'launch' || (ship?.successRate ?? 0) > 0;
  return (
    isLaunched === (step === 'flight') &&
    canFly &&
    (isDone ? lacking.length + built === 0 : built > 0) &&
    arrival === (world.game?.turn ?? 0) + built + flight
  );
}

function isCalmed(world: World, { figures }: Line<'disorder'>): boolean {
  const city = ownCity(world, figures.city_id);
  if (city === undefined || !cityEconomy(world, cityBasis(world, city)).disorder) return false;
  const worked = workedTiles(world, city);
  return figures.leave
    .map((place) => tileAt(world, place))
    .every((tile) => worked.includes(tile) && tile !== city.tile);
}

function isOpenToEnemy(world: World, { figures }: Line<'undefended'>): boolean {
  const city = ownCity(world, figures.city_id);
  const enemy = world.units.get(figures.enemy_id);
  if (city === undefined || enemy === undefined) return false;
  const isFighter = (type: number) => {
    const unitType = world.ruleset.unitTypes.get(type);
    return (
      unitType?.flags.has('UTYF_CIVILIAN') === false && unitType.attackStrength + unitType.defenseStrength > 0
    );
  };
  const isHeld = unitsOn(world, city.tile).some(({ owner, type }) => owner === city.owner && isFighter(type));
  const owner = world.players.get(enemy.owner);
  const isEnemy =
    owner?.barbarianType !== 'NOT_A_BARBARIAN' || areAtWar(world, me(world), enemy.owner) === true;
  const gold = world.players.get(me(world))?.gold ?? 0;
  const helper = world.units.get(figures.helper_id ?? -1);
  const canHelp =
    figures.helper_id === null || (helper?.owner === me(world) && (helper.detail?.movesleft ?? 0) > 0);
  return !isHeld && isEnemy && canHelp && (figures.buy === null || figures.buy.gold <= gold);
}

function buildsFounder(world: World, { detail }: City): boolean {
  const type =
    detail?.productionKind === 'VUT_UTYPE' ? world.ruleset.unitTypes.get(detail.productionValue) : undefined;
  return type !== undefined && canTypeDo(world, type, 'ACTION_FOUND_CITY');
}

function areTooMany(world: World, { figures }: Line<'settling'>): boolean {
  const { left, waiting, building, stop } = figures;
  const areBuilding = building.every((id) => {
    const city = ownCity(world, id);
    return city !== undefined && buildsFounder(world, city);
  });
  return areBuilding && stop.every((id) => building.includes(id)) && waiting.length + building.length > left;
}

/** The site is free, and the city has a citizen to spare when it has built the settlers. */
function canSettle(world: World, { figures }: Line<'settling'>): boolean {
  const city = ownCity(world, figures.city_id);
  const { site, turns, waiting, left } = figures;
  if (city === undefined || site === null || turns === null) return false;
  const tile = knownTile(world, tileAt(world, site));
  const isNear = [...world.cities.values()].some(
    (one) => world.map.distance(one.tile, tileAt(world, site)) < (world.game?.citymindist ?? 2),
  );
  const terrain = world.ruleset.terrains.get(tile?.terrain ?? -1);
  const isFree = terrain?.flags.has('TER_NO_CITIES') === false && !isNear;
  const isLarge = city.size > 1 || (turnsToGrow(world, city) ?? Number.POSITIVE_INFINITY) <= turns;
  return isFree && isLarge && left > waiting.length && !buildsFounder(world, city);
}

function isWorthResearch(world: World, { figures }: Line<'tech'>): boolean {
  const research = ownResearch(world);
  const tech = techNumber(world, figures.tech);
  const steps = research && stepsTo(world, research, tech);
  if (research === undefined || steps === undefined || techState(research, tech) === 'known') return false;
  const improvements = [...world.ruleset.improvements.values()];
  const isOpened = figures.gains.every(({ name }) => {
    const found = improvements.find((one) => wireNameOf(one) === name);
    return found?.reqs.some(
      ({ type, value, present }) => type === 'VUT_ADVANCE' && value === tech && present,
    );
  });
  const isNew = research.researching !== tech && research.techGoal !== tech;
  return (
    isOpened && isNew && steps.length === figures.steps && figures.bulbs === switchCost(world, tech)?.bulbs
  );
}

function isFreeWonder(world: World, { figures }: Line<'wonder'>): boolean {
  const city = ownCity(world, figures.city_id);
  const wonder = [...world.ruleset.improvements.values()].find((one) => wireNameOf(one) === figures.wonder);
  if (city === undefined || wonder === undefined || !isGreatWonder(wonder)) return false;
  const builds =
    city.detail?.productionKind === 'VUT_IMPROVEMENT' && city.detail.productionValue === wonder.id;
  const areForeign = figures.rivals.every((id) => world.cities.get(id)?.owner !== me(world));
  const isAsked = builds ? figures.gain === null : figures.gain !== null;
  return isAsked && areForeign && isWonderAvailable(world, wonder) && hasBuilding(city, wonder) === false;
}

/** Each way is there, costs something and brings something. */
function areWaysOpen(world: World, { figures }: Line<'score'>): boolean {
  return figures.ways.every(({ by, name, city_id: id, price, points }) => {
    const isThere =
      by === 'technology' ? isUnknown(world, name) : id === null || ownCity(world, id) !== undefined;
    return isThere && price > 0 && points > 0;
  });
}

function isExchange(world: World, { figures }: Line<'tech_trade'>): boolean {
  const [mine, theirs] = [ownResearch(world), researchOf(world, figures.player_id)];
  if (mine === undefined || theirs === undefined) return false;
  const knows = (research: typeof mine, name: string) =>
    techState(research, techNumber(world, name)) === 'known';
  const areWanted = figures.wanted.every((name) => knows(theirs, name) && !knows(mine, name));
  const areOffered = figures.offered.every((name) => knows(mine, name) && !knows(theirs, name));
  return areWanted && areOffered && areAtWar(world, me(world), figures.player_id) === false;
}
