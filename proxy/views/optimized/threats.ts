import { displayName } from '../../rules/names.js';
import type { Position } from '../../world/map-geometry.js';
import type { Unit } from '../../world/unit.js';
import { relations } from '../relations.js';
import { wireNameOf } from '../rule-names.js';
import { spaceshipView } from '../spaceship-view.js';
import { countsInWords, nearestCity, placeFrom } from './place-words.js';
import { defendersOf, type Situation, strengthOf } from './situation.js';
import { goldPerTurn } from './treasury.js';

type Severity = 'high' | 'medium' | 'low';

export interface Threat {
  /** `military`, `barbarians`, `diplomatic`, `economic` or `spaceship`. */
  readonly type: string;
  readonly description: string;
  readonly severity: Severity;
  /** Where it is, or the city it is to. */
  readonly location?: Position;
  readonly player_id?: number;
  readonly city_id?: number;
  /** Turns until it can strike, at the moves of its fastest unit over open ground. */
  readonly turns_away?: number;
}

/** Enemies further from every own city than this are no threat yet. */
const WATCH_DISTANCE = 8;
const MAX_THREATS = 8;
const severityRank: Record<Severity, number> = { high: 0, medium: 1, low: 2 };
/** A truce that ends this soon needs an answer. */
const TRUCE_WARNING_TURNS = 8;

/** What may harm this player, worst first. */
export function threats(situation: Situation): readonly Threat[] {
  const all = [
    ...militaryThreats(situation),
    ...truceThreats(situation),
    ...treasuryThreats(situation),
    ...spaceshipThreats(situation),
  ];
  return all.sort((a, b) => severityRank[a.severity] - severityRank[b.severity]).slice(0, MAX_THREATS);
}

/** The stacks in reach of our cities. */
function militaryThreats(situation: Situation): readonly Threat[] {
  const stacks = new Map<string, Unit[]>();
  for (const unit of situation.enemies) {
    const key = `${unit.tile} ${unit.owner}`;
    stacks.set(key, [...(stacks.get(key) ?? []), unit]);
  }
  return [...stacks.values()]
    .flatMap((stack) => stackThreat(situation, stack) ?? [])
    .sort((a, b) => (a.turns_away ?? 0) - (b.turns_away ?? 0));
}

function stackThreat(situation: Situation, stack: readonly Unit[]): Threat | undefined {
  const { world, cities } = situation;
  const [first] = stack;
  const nearest = first && nearestCity(world, first.tile, cities);
  if (first === undefined || nearest === undefined || nearest.distance > WATCH_DISTANCE) return undefined;
  const types = stack.map((unit) => world.ruleset.unitTypes.get(unit.type));
  if (types.every((type) => (type?.attackStrength ?? 0) === 0)) return undefined;
  const player = world.players.get(first.owner);
  const barbarian = player !== undefined && player.barbarianType !== 'NOT_A_BARBARIAN';
  const nation = displayName(world.ruleset.nations.get(player?.nation ?? -1)?.adjective ?? 'unknown');
  const counts = countsInWords(types.map((type) => wireNameOf(type) ?? 'unit'));
  const fragments = world.ruleset.terrainControl?.moveFragments ?? 1;
  const fastest = Math.max(1, ...types.map((type) => (type?.moveRate ?? 0) / fragments));
  const turns = Math.ceil(nearest.distance / fastest);
  const defenders = defendersOf(situation, nearest.city);
  return {
    type: barbarian ? 'barbarians' : 'military',
    description: `${counts} (${nation}) ${placeFrom(world, first.tile, nearest.city)} (defenders: ${defenders.length})`,
    severity: severityOf(situation, stack, turns, defenders),
    location: world.map.position(first.tile),
    player_id: first.owner,
    city_id: nearest.city.id,
    turns_away: turns,
  };
}

function severityOf(
  { world }: Situation,
  stack: readonly Unit[],
  turns: number,
  defenders: readonly Unit[],
): Severity {
  const power = (units: readonly Unit[]) => units.reduce((sum, unit) => sum + strengthOf(world, unit), 0);
  if (turns <= 2 && power(stack) > power(defenders)) return 'high';
  return turns <= 3 ? 'medium' : 'low';
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
  const change = goldPerTurn(situation);
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
