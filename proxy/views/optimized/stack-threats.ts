import type { Level } from '#shared/protocol/state/common.js';
import type { Threat } from '#shared/protocol/state/prospects.js';
import { nationOf } from '../../orders/descriptions.js';
import { attackOdds } from '../../rules/combat/odds.js';
import { attackPower } from '../../rules/combat/strength.js';
import type { City } from '../../world/city.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { wireNameOf } from '../entities/wire-values.js';
import { defendersOf, type Situation } from './situation.js';
import { countsText, nearestCity, relativePlace } from './text-parts.js';

/** Stacks further than this from every own city are not reported. */
const MAX_DISTANCE_TILES = 8;
/** The nearest stacks, whose odds are computed: in a large war there are dozens, and few are reported. */
const MAX_STACKS = 16;
/** `attackPower` counts in tenths of a point. */
const POWER_FACTOR = 10;
/** An enemy that is this near may strike at another city than the nearest. */
const MAX_STRIKE_TURNS = 2;
/** From this chance of losing the best defender, a city needs help. */
const MIN_HIGH_ODDS = 0.4;
/** Below this chance an attack is no danger. */
const MIN_MEDIUM_ODDS = 0.05;

/** The threats from enemy stacks near own cities, soonest first. A stack: units of one owner on one tile. */
export function stackThreats(situation: Situation): readonly Threat[] {
  const stacks = new Map<string, Unit[]>();
  for (const unit of situation.enemies) {
    const key = `${unit.tile} ${unit.owner}`;
    stacks.set(key, [...(stacks.get(key) ?? []), unit]);
  }
  return [...stacks.values()]
    .map((stack) => ({ stack, distance: distanceOf(situation, stack) }))
    .filter(({ distance }) => distance <= MAX_DISTANCE_TILES)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_STACKS)
    .flatMap(({ stack }) => stackTargets(situation, stack).map((city) => stackThreat(situation, stack, city)))
    .sort((a, b) => (a.turns_away ?? 0) - (b.turns_away ?? 0));
}

/** The cities that a stack threatens: the nearest, and the one with the fewest defenders that it can strike at soon, which comes first. */
function stackTargets(situation: Situation, stack: readonly Unit[]): readonly City[] {
  const { world, cities } = situation;
  const [first] = stack;
  const nearest = first && nearestCity(world, first.tile, cities)?.city;
  if (first === undefined || nearest === undefined || !stack.some((unit) => canAttack(world, unit)))
    return [];
  const held = (city: City) => defendersOf(situation, city).length;
  const [emptiest] = cities
    .filter((city) => turnsAway(world, stack, city) <= MAX_STRIKE_TURNS && held(city) < held(nearest))
    .sort((a, b) => held(a) - held(b) || turnsAway(world, stack, a) - turnsAway(world, stack, b));
  return emptiest === undefined ? [nearest] : [emptiest, nearest];
}

function canAttack({ ruleset }: World, { type }: Unit): boolean {
  return (ruleset.unitTypes.get(type)?.attackStrength ?? 0) > 0;
}

/** Turns at the moves of the fastest unit over open ground. */
function turnsAway(world: World, stack: readonly Unit[], city: City): number {
  const fragments = world.ruleset.terrainControl?.moveFragments ?? 1;
  const rates = stack.map(({ type }) => (world.ruleset.unitTypes.get(type)?.moveRate ?? 0) / fragments);
  return Math.ceil(world.map.distance(stack[0]?.tile ?? city.tile, city.tile) / Math.max(1, ...rates));
}

function distanceOf({ world, cities }: Situation, [first]: readonly Unit[]): number {
  const nearest = first && nearestCity(world, first.tile, cities);
  return nearest?.distance ?? Number.POSITIVE_INFINITY;
}

function stackThreat(situation: Situation, stack: readonly Unit[], city: City): Threat {
  const { world } = situation;
  const [{ owner, tile } = { owner: -1, tile: city.tile }] = stack;
  const player = world.players.get(owner);
  const barbarian = player !== undefined && player.barbarianType !== 'NOT_A_BARBARIAN';
  const types = stack.map((unit) => world.ruleset.unitTypes.get(unit.type));
  const counts = countsText(types.map((type) => wireNameOf(type) ?? 'unit'));
  const turns = turnsAway(world, stack, city);
  const defenders = defendersOf(situation, city);
  const odds = defenders.length === 0 ? 1 : bestOdds(world, stack, city);
  return {
    type: barbarian ? 'barbarians' : 'military',
    description: `${counts} (${nationOf(world, owner, 'unknown')}) ${relativePlace(world, tile, city)} (defenders: ${defenders.length})`,
    severity: severityOf(turns, odds ?? 0),
    location: world.map.position(tile),
    player_id: owner,
    city_id: city.id,
    strength: attackPoints(world, stack, city),
    ...(odds !== undefined && { odds: Math.round(odds * 100) / 100 }),
    turns_away: turns,
  };
}

/** Best chance of a unit of the stack against the best defender of a city; undefined without a defender or an attacker. */
function bestOdds(world: World, stack: readonly Unit[], city: City): number | undefined {
  const chances = stack.flatMap((unit) => attackOdds(world, unit, city.tile)?.win ?? []);
  return chances.length === 0 ? undefined : Math.max(...chances);
}

function attackPoints(world: World, stack: readonly Unit[], city: City): number {
  return stack.reduce((sum, unit) => sum + (attackPower(world, unit, city.tile) ?? 0), 0) / POWER_FACTOR;
}

function severityOf(turns: number, odds: number): Level {
  if (turns <= 2 && odds >= MIN_HIGH_ODDS) return 'high';
  return turns <= 3 && odds >= MIN_MEDIUM_ODDS ? 'medium' : 'low';
}
