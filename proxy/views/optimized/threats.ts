import type { Level } from '#shared/protocol/state/common.js';
import type { Threat } from '#shared/protocol/state/prospects.js';
import { nationOf } from '../../orders/descriptions.js';
import { expectedIncome } from '../../rules/cities/income.js';
import { attackOdds } from '../../rules/combat/attack-odds.js';
import { attackPower } from '../../rules/combat/strength.js';
import type { City } from '../../world/city.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { spaceshipView } from '../entities/player-view.js';
import { relations } from '../entities/relations.js';
import { wireNameOf } from '../entities/wire-values.js';
import { countsInWords, nearestCity, placeFrom } from './place-words.js';
import { defendersOf, type Situation } from './situation.js';

const MAX_THREATS = 8;
/** Enemies far away or too weak fill a page without a need for an answer. */
const MAX_SLIGHT = 3;
const severityRank: Record<Level, number> = { high: 0, medium: 1, low: 2 };
/** A truce that ends this soon needs an answer. */
const TRUCE_WARNING_TURNS = 8;

/** What may harm this player, worst first. */
export function threats(situation: Situation): readonly Threat[] {
  const all = [
    ...stackThreats(situation),
    ...truceThreats(situation),
    ...treasuryThreats(situation),
    ...spaceshipThreats(situation),
  ];
  const grave = all.filter(({ severity }) => severity !== 'low');
  const slight = all.filter(({ severity }) => severity === 'low').slice(0, MAX_SLIGHT);
  grave.sort((a, b) => severityRank[a.severity] - severityRank[b.severity]);
  return [...grave, ...slight].slice(0, MAX_THREATS);
}

function truceThreats({ world, me }: Situation): readonly Threat[] {
  return relations(world, me)
    .filter(({ status, turns_left }) => status === 'ceasefire' && (turns_left ?? 99) <= TRUCE_WARNING_TURNS)
    .map(({ player_id, turns_left }) => ({
      type: 'diplomatic',
      description: `The ceasefire with ${world.players.get(player_id)?.name ?? 'them'} ends in war in ${turns_left} turns unless peace is agreed`,
      severity: (turns_left ?? 99) <= 3 ? 'high' : 'medium',
      player_id,
    }));
}

function treasuryThreats(situation: Situation): readonly Threat[] {
  const gold = situation.player?.gold ?? 0;
  const change = expectedIncome(situation.world, situation.me);
  if (change >= 0 || gold + change * 5 >= 0) return [];
  const turns = Math.floor(gold / -change) + 1;
  return [
    {
      type: 'economic',
      description: `The treasury (${gold} gold, ${change} a turn) is empty in ${turns} turns; then buildings are sold or units disbanded`,
      severity: turns <= 2 ? 'high' : 'medium',
    },
  ];
}

function spaceshipThreats({ world, me }: Situation): readonly Threat[] {
  return [...world.spaceships.values()].flatMap((ship) => {
    const view = ship.playerNum === me ? undefined : spaceshipView(ship);
    if (view === undefined) return [];
    const name = world.players.get(ship.playerNum)?.name ?? 'A rival';
    const arrival = view.arrival_year === undefined ? '' : `, arriving in ${view.arrival_year}`;
    return [
      {
        type: 'spaceship',
        description: `${name} has a spaceship (${view.state}${arrival}); taking their capital stops it`,
        severity: view.state === 'launched' ? ('high' as const) : ('medium' as const),
        player_id: ship.playerNum,
      },
    ];
  });
}

/** Enemies further from every own city than this are no threat yet. */
const WATCH_DISTANCE = 8;
/** The nearest whose odds are reckoned: in a great war there are dozens, and no more than some are told. */
const MAX_STACKS = 16;

/** The stacks in reach of our cities. */
function stackThreats(situation: Situation): readonly Threat[] {
  const stacks = new Map<string, Unit[]>();
  for (const unit of situation.enemies) {
    const key = `${unit.tile} ${unit.owner}`;
    stacks.set(key, [...(stacks.get(key) ?? []), unit]);
  }
  return [...stacks.values()]
    .map((stack) => ({ stack, distance: distanceOf(situation, stack) }))
    .filter(({ distance }) => distance <= WATCH_DISTANCE)
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
  const counts = countsInWords(types.map((type) => wireNameOf(type) ?? 'unit'));
  const fragments = world.ruleset.terrainControl?.moveFragments ?? 1;
  const fastest = Math.max(1, ...types.map((type) => (type?.moveRate ?? 0) / fragments));
  const turns = Math.ceil(nearest.distance / fastest);
  const defenders = defendersOf(situation, nearest.city);
  const odds = bestOdds(world, stack, nearest.city);
  return {
    type: barbarian ? 'barbarians' : 'military',
    description: `${counts} (${nation}) ${placeFrom(world, first.tile, nearest.city)} (defenders: ${defenders.length})`,
    severity: severityOf(turns, defenders.length === 0 ? 1 : (odds ?? 0)),
    location: world.map.position(first.tile),
    player_id: first.owner,
    city_id: nearest.city.id,
    strength: attackPoints(world, stack, nearest.city),
    ...(odds !== undefined && { odds: Math.round(odds * 100) / 100 }),
    turns_away: turns,
  };
}

/** Against the city's best defender each; undefined where nobody stands or nothing of it could attack there. */
function bestOdds(world: World, stack: readonly Unit[], city: City): number | undefined {
  const chances = stack.flatMap((unit) => attackOdds(world, unit, city.tile)?.win ?? []);
  return chances.length === 0 ? undefined : Math.max(...chances);
}

function attackPoints(world: World, stack: readonly Unit[], city: City): number {
  return stack.reduce((sum, unit) => sum + (attackPower(world, unit, city.tile) ?? 0), 0) / TENTHS;
}

/** Strengths are counted in tenths of a point. */
const TENTHS = 10;

function severityOf(turns: number, odds: number): Level {
  if (turns <= 2 && odds >= DANGEROUS) return 'high';
  return turns <= 3 && odds >= NOTEWORTHY ? 'medium' : 'low';
}

/** From this chance to lose the best defender on, a city needs help. */
const DANGEROUS = 0.4;
/** Below it an enemy only wears itself out. */
const NOTEWORTHY = 0.05;
