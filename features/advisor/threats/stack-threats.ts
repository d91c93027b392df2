import type { Level } from '#shared/protocol/state/common.js';
import type { Threat } from '#shared/protocol/state/prospects.js';
import { nationOf } from '../../../proxy/orders/descriptions.js';
import { type AttackOdds, attackOdds, hundredths } from '../../../proxy/rules/combat/odds.js';
import { attackPower } from '../../../proxy/rules/combat/strength.js';
import { wireNameOf } from '../../../proxy/rules/lookup/names.js';
import { VersionCache } from '../../../proxy/rules/lookup/version-cache.js';
import { canTypeDo } from '../../../proxy/rules/units/action-enablers.js';
import type { City } from '../../../proxy/world/city.js';
import type { Unit } from '../../../proxy/world/unit.js';
import type { World } from '../../../proxy/world/world.js';
import { StrikeRange } from '../rules/strike-range.js';
import { defendersOf, type Situation, situationOf } from '../situation.js';
import { countsText, nearestCity, relativePlace } from '../text-parts.js';

/** Stacks further than this from every own city are not reported. */
const MAX_DISTANCE_TILES = 8;
/** The nearest stacks, whose odds are computed: in a large war there are dozens, and few are reported. */
const MAX_STACKS = 16;
/** `attackPower` counts in tenths of a point. */
const POWER_FACTOR = 10;
/** Every city that an enemy can strike at so soon is threatened by it. */
const MAX_STRIKE_TURNS = 2;
/** From this chance of losing the best defender, a city needs help. */
const MIN_HIGH_ODDS = 0.4;
/** Below this chance an attack is not a danger. */
const MIN_MEDIUM_ODDS = 0.05;

/** A threat with what it is sorted by. */
interface CityThreat {
  readonly threat: Threat;
  readonly cityId: number;
  readonly defenders: number;
}

/** The threats from enemy stacks near own cities. A stack: units of one owner on one tile. */
interface StackThreats {
  /** For each city that an enemy can reach the worst, the emptiest city first. */
  readonly worst: readonly Threat[];
  /** Further stacks that threaten these cities. */
  readonly others: readonly Threat[];
}

const kept = new VersionCache<StackThreats>(
  (world) => world,
  (world) => threatsFrom(situationOf(world)),
);

/** The threats from enemy stacks. Computed once for each version of a world. */
export function stackThreats({ world }: Situation): StackThreats {
  return kept.of(world);
}

/** The ids of own cities in grave danger. */
export function threatenedCities(world: World): number[] {
  const grave = stackThreats(situationOf(world)).worst.filter(({ severity }) => severity === 'high');
  return grave.flatMap(({ city_id: id }) => (id === undefined ? [] : [id]));
}

function threatsFrom(situation: Situation): StackThreats {
  const stacks = new Map<string, Unit[]>();
  for (const unit of situation.enemies) {
    const key = `${unit.tile} ${unit.owner}`;
    stacks.set(key, [...(stacks.get(key) ?? []), unit]);
  }
  const all = [...stacks.values()]
    .map((stack) => ({ stack, distance: distanceOf(situation, stack) }))
    .filter(({ distance }) => distance <= MAX_DISTANCE_TILES)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_STACKS)
    .flatMap(({ stack }) => threatsOf(situation, stack))
    .sort(worstFirst);
  const seen = new Set<number>();
  const isWorst = ({ cityId }: CityThreat) => !seen.has(cityId) && seen.add(cityId) !== undefined;
  const worst = all.filter(isWorst);
  const others = all.filter((one) => !worst.includes(one));
  return { worst: worst.map(({ threat }) => threat), others: others.map(({ threat }) => threat) };
}

const SEVERITY_RANK: Record<Level, number> = { high: 0, medium: 1, low: 2 };

function worstFirst(a: CityThreat, b: CityThreat): number {
  return (
    SEVERITY_RANK[a.threat.severity] - SEVERITY_RANK[b.threat.severity] ||
    a.defenders - b.defenders ||
    (a.threat.turns_away ?? 0) - (b.threat.turns_away ?? 0)
  );
}

/** What a stack threatens: every city that it can strike at soon, else the one that it is at first. */
function threatsOf(situation: Situation, stack: readonly Unit[]): readonly CityThreat[] {
  const { world, cities } = situation;
  const attackers = stack.filter((unit) => canAttack(world, unit));
  const ranges = distinctTypes(attackers).flatMap((unit) => StrikeRange.of(world, unit) ?? []);
  const targets = cities
    .filter(({ tile }) => world.map.distance(tile, stack[0]?.tile ?? tile) <= MAX_DISTANCE_TILES)
    .flatMap((city) => {
      const turns = ranges.flatMap((range) => range.turnsTo(city) ?? []);
      return turns.length === 0 ? [] : [{ city, turns: Math.min(...turns) }];
    })
    .sort((a, b) => a.turns - b.turns);
  const soon = targets.filter(({ turns }) => turns <= MAX_STRIKE_TURNS);
  return (soon.length > 0 ? soon : targets.slice(0, 1)).flatMap(
    ({ city, turns }) => threatTo(situation, stack, city, turns) ?? [],
  );
}

/** Of each type the first: units of one type go equally far. */
function distinctTypes(units: readonly Unit[]): readonly Unit[] {
  return units.filter((unit, index) => units.findIndex(({ type }) => type === unit.type) === index);
}

function canAttack({ ruleset }: World, { type }: Unit): boolean {
  return (ruleset.unitTypes.get(type)?.attackStrength ?? 0) > 0;
}

function distanceOf({ world, cities }: Situation, [first]: readonly Unit[]): number {
  const nearest = first && nearestCity(world, first.tile, cities);
  return nearest?.distance ?? Number.POSITIVE_INFINITY;
}

/** Undefined where none of the stack can harm the city: a ship cannot take one that is empty. */
function threatTo(
  situation: Situation,
  stack: readonly Unit[],
  city: City,
  turns: number,
): CityThreat | undefined {
  const { world } = situation;
  const { tile, owner } = stack[0] ?? city;
  const player = world.players.get(owner);
  const barbarian = player !== undefined && player.barbarianType !== 'NOT_A_BARBARIAN';
  const types = stack.map((unit) => world.ruleset.unitTypes.get(unit.type));
  const counts = countsText(types.map((type) => wireNameOf(type) ?? 'unit'));
  const { length: defenders } = defendersOf(situation, city);
  const isTaken = types.some((type) => type !== undefined && canTypeDo(world, type, 'ACTION_CONQUER_CITY'));
  const fight = bestFight(world, stack, city);
  const odds = defenders > 0 ? fight?.win : isTaken ? 1 : undefined;
  if (odds === undefined) return undefined;
  const undecided = defenders > 0 ? hundredths(fight?.undecided ?? 0) : 0;
  const threat: Threat = {
    type: barbarian ? 'barbarians' : 'military',
    description: `${counts} (${nationOf(world, owner, 'unknown')}) ${relativePlace(world, tile, city)} (defenders: ${defenders})`,
    severity: severityOf(turns, odds),
    location: world.map.position(tile),
    player_id: owner,
    city_id: city.id,
    strength: attackPoints(world, stack, city),
    odds: hundredths(odds),
    undecided: undecided || undefined,
    turns_away: turns,
  };
  return { threat, cityId: city.id, defenders };
}

/** The best odds of a unit of the stack against the best defender of a city; undefined when there is no such fight. */
function bestFight(world: World, stack: readonly Unit[], city: City): AttackOdds | undefined {
  const [best] = stack
    .flatMap((unit) => attackOdds(world, unit, city.tile) ?? [])
    .sort((a, b) => b.win - a.win);
  return best;
}

function attackPoints(world: World, stack: readonly Unit[], city: City): number {
  return stack.reduce((sum, unit) => sum + (attackPower(world, unit, city.tile) ?? 0), 0) / POWER_FACTOR;
}

function severityOf(turns: number, odds: number): Level {
  if (turns <= 2 && odds >= MIN_HIGH_ODDS) return 'high';
  return turns <= 3 && odds >= MIN_MEDIUM_ODDS ? 'medium' : 'low';
}
