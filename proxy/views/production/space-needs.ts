import { type SpaceRace, spaceRace } from '../../rules/players/space-race.js';
import type { World } from '../../world/world.js';

/** What a nation still has to build for its spaceship. A part that one city is advised to build is taken off (`takePart`). */
export interface SpaceNeeds {
  readonly race: SpaceRace;
  /** Parts that no city builds yet, by the number of the improvement. */
  readonly parts: Map<number, number>;
}

/** The needs of a spaceship that arrives in time; undefined where none does or nothing is missing. */
export function spaceNeeds(world: World): SpaceNeeds | undefined {
  const race = spaceRace(world);
  if (race === undefined || !race.pays || race.shields === 0) return undefined;
  return { race, parts: new Map(race.lacking.map(({ part, count }) => [part.id, count])) };
}

/** Takes one part off the needs when a city is advised to build it. */
export function takePart({ parts }: SpaceNeeds, improvement: number): void {
  const left = parts.get(improvement);
  if (left !== undefined) parts.set(improvement, left - 1);
}
