import type { Culprit } from '#shared/protocol/event.js';
import { adjacentTiles } from '../rules/lookup/adjacency.js';
import { cityAt, knownTile, unitsOn } from '../rules/lookup/tiles.js';
import { blockedSteps } from '../rules/movement/legal-steps.js';
import type { StepObstacle } from '../rules/movement/step-verdict.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';
import { cityCulprit, describeCulprits, nationOf, placeName, unitCulprit } from './descriptions.js';
import { foreignUnits, unitsInSight } from './sightings.js';

/** What keeps a unit from its next step. */
export interface Obstacle {
  readonly kind: StepObstacle;
  readonly by: readonly Culprit[];
  /** A clause: `Roman Legion 45 at (4, 4) is in the way`. */
  readonly words: string;
}

/** What keeps a unit from stepping on a tile beside it, as far as this seat sees; undefined when nothing does. */
export function obstacleTo(world: World, unit: Unit, tile: number): Obstacle | undefined {
  const blocked = blockedSteps(world, unit).find((step) => step.tile === tile);
  if (blocked === undefined) return undefined;
  const kind = blocked.obstacle;
  const by = culprits(world, unit, tile, kind);
  return { kind, by, words: describeObstacle(world, tile, kind, by) };
}

function culprits(world: World, unit: Unit, tile: number, kind: StepObstacle): readonly Culprit[] {
  if (kind === 'occupied') {
    const city = cityAt(world, tile);
    const units = unitsOn(world, tile).map((other) => unitCulprit(world, other));
    return city === undefined ? units : [cityCulprit(world, city), ...units];
  }
  if (kind !== 'zone_of_control') return [];
  const near = new Set([...adjacentTiles(world.map, unit.tile), ...adjacentTiles(world.map, tile)]);
  return unitsInSight(world, unit, foreignUnits(world, 'foreign'))
    .filter(({ tile: theirs, type }) => near.has(theirs) && !hasNoZone(world, type))
    .map((other) => unitCulprit(world, other));
}

function hasNoZone({ ruleset }: World, type: number): boolean {
  return ruleset.unitTypes.get(type)?.flags.has('UTYF_NOZOC') === true;
}

function describeObstacle(world: World, tile: number, kind: StepObstacle, by: readonly Culprit[]): string {
  const place = placeName(world, tile);
  switch (kind) {
    case 'occupied':
      return by.length === 0 ? `somebody is in the way at ${place}` : `${describeCulprits(by)} is in the way`;
    case 'zone_of_control':
      return `the way to ${place} is in the zone of control of ${by.length === 0 ? 'others' : describeCulprits(by)}`;
    case 'peace':
      return `a treaty of peace closes the ${nationOf(world, knownTile(world, tile)?.owner ?? -1)} borders at ${place}`;
    case 'no_transport':
      return `it cannot be at ${place} and no transport with room is there`;
    case 'cannot_disembark':
      return 'its transport lets nobody off here';
    case 'not_connected':
      return `no road or base connects ${place}`;
    case 'unknown_tile':
      return `nothing is known of ${place}`;
  }
}
