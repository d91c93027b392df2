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
    .flatMap(({ stack }) => stackThreat(situation, stack) ?? [])
    .sort((a, b) => (a.turns_away ?? 0) - (b.turns_away ?? 0));
}

function distanceOf({ world, cities }: Situation, [first]: readonly Unit[]): number {
  const nearest = first && nearestCity(world, first.tile, cities);
  return nearest?.distance ?? Number.POSITIVE_INFINITY;
}

function stackThreat(situation: Situation, stack: readonly Unit[]): Threat | undefined {
  const { world, cities } = situation;
  const [first] = stack;
  const nearest = first && nearestCity(world, first.tile, cities);
  if (first === undefined || nearest === undefined) return undefined;
  const types = stack.map((unit) => world.ruleset.unitTypes.get(unit.type));
  if (types.every((type) => (type?.attackStrength ?? 0) === 0)) return undefined;
  const player = world.players.get(first.owner);
  const barbarian = player !== undefined && player.barbarianType !== 'NOT_A_BARBARIAN';
  const nation = nationOf(world, first.owner, 'unknown');
  const counts = countsText(types.map((type) => wireNameOf(type) ?? 'unit'));
  const fragments = world.ruleset.terrainControl?.moveFragments ?? 1;
  const fastest = Math.max(1, ...types.map((type) => (type?.moveRate ?? 0) / fragments));
  const turns = Math.ceil(nearest.distance / fastest);
  const defenders = defendersOf(situation, nearest.city);
  const odds = bestOdds(world, stack, nearest.city);
  return {
    type: barbarian ? 'barbarians' : 'military',
    description: `${counts} (${nation}) ${relativePlace(world, first.tile, nearest.city)} (defenders: ${defenders.length})`,
    severity: severityOf(turns, defenders.length === 0 ? 1 : (odds ?? 0)),
    location: world.map.position(first.tile),
    player_id: first.owner,
    city_id: nearest.city.id,
    strength: attackPoints(world, stack, nearest.city),
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
