import type { Player } from '../../proxy/rules/lookup/players.js';
import { unitsOn } from '../../proxy/rules/lookup/tiles.js';
import { VersionCache } from '../../proxy/rules/lookup/version-cache.js';
import { isFighter } from '../../proxy/rules/units/unit-type.js';
import { relationBetween } from '../../proxy/views/entities/relations.js';
import type { City } from '../../proxy/world/city.js';
import type { Unit } from '../../proxy/world/unit.js';
import type { World } from '../../proxy/world/world.js';

/** What every part of the llm_optimized state needs, collected once. */
export interface Situation {
  readonly world: World;
  /** The seat's player number; -1 for an observer, who owns nothing. */
  readonly me: number;
  readonly player: Player | undefined;
  /** Own units. */
  readonly units: readonly Unit[];
  /** Own cities. */
  readonly cities: readonly City[];
  /** Fighting units in sight of players we are at war with, barbarians included. */
  readonly enemies: readonly Unit[];
}

const kept = new VersionCache<Situation>((world) => world, findSituation);

/** What advice is made of: the seat's own units and cities, and its enemies. */
export function situationOf(world: World): Situation {
  return kept.of(world);
}

function findSituation(world: World): Situation {
  const me = world.seat.player ?? -1;
  const units = [...world.units.values()];
  const hostile = hostilePlayers(world, me);
  return {
    world,
    me,
    player: world.players.get(me),
    units: units.filter((unit) => unit.owner === me),
    cities: [...world.cities.values()].filter((city) => city.owner === me).sort((a, b) => a.id - b.id),
    enemies: units.filter((unit) => hostile.has(unit.owner) && isFighter(world, unit)),
  };
}

function hostilePlayers(world: World, me: number): ReadonlySet<number> {
  const hostile = [...world.players.values()].filter(
    (player) =>
      player.playerno !== me &&
      (player.barbarianType !== 'NOT_A_BARBARIAN' || relationBetween(world, me, player.playerno) === 'war'),
  );
  return new Set(me < 0 ? [] : hostile.map((player) => player.playerno));
}

/** How much a unit counts in a fight, either way: its better value, by its remaining hit points. */
export function strengthOf(world: World, unit: Unit): number {
  const type = world.ruleset.unitTypes.get(unit.type);
  if (type === undefined || !isFighter(world, unit)) return 0;
  return (Math.max(type.attackStrength, type.defenseStrength) * unit.hp * type.firepower) / 10;
}

/** Own fighters inside a city. */
export function defendersOf({ world, me }: Situation, city: City): readonly Unit[] {
  return unitsOn(world, city.tile).filter((unit) => unit.owner === me && isFighter(world, unit));
}
