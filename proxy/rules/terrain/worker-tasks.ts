import type { ExtraCause, ExtraRmcause, UnitActivity } from '../../freeciv/generated/packets.js';
import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import { rulesetIndex } from '../lookup/ruleset-index.js';
import { type Extra, extrasOn, hasExtra, knownTile, terrainOf } from '../lookup/tiles.js';
import { arePossible } from '../requirements/requirements.js';
import { buildsExtra } from './terrain-change.js';

interface Task {
  readonly activity: UnitActivity;
  readonly builds?: ExtraCause;
  readonly removes?: ExtraRmcause;
}

/** What a city may ask workers for. */
export const workerTasks = {
  road: { activity: 'ACTIVITY_GEN_ROAD', builds: 'EC_ROAD' },
  irrigation: { activity: 'ACTIVITY_IRRIGATE', builds: 'EC_IRRIGATION' },
  mine: { activity: 'ACTIVITY_MINE', builds: 'EC_MINE' },
  base: { activity: 'ACTIVITY_BASE', builds: 'EC_BASE' },
  transform: { activity: 'ACTIVITY_TRANSFORM' },
  clean_pollution: { activity: 'ACTIVITY_POLLUTION', removes: 'ERM_CLEANPOLLUTION' },
  clean_fallout: { activity: 'ACTIVITY_FALLOUT', removes: 'ERM_CLEANFALLOUT' },
} as const satisfies Record<string, Task>;

/** A kind of work that a city can ask autoworkers for. */
export type TaskName = keyof typeof workerTasks;

/** What a task could be about on a tile, what the rules let the nation do there first; undefined for just the land. */
export function taskExtras(world: World, city: City, index: number, name: TaskName): Extra[] | undefined {
  const { builds, removes }: Task = workerTasks[name];
  const tile = knownTile(world, index);
  if (tile === undefined) return [];
  if (removes !== undefined) return extrasOn(world, tile).filter(({ rmcauses }) => rmcauses.has(removes));
  if (builds === undefined) return undefined;
  const extras = rulesetIndex(world.ruleset).extras.filter(
    (extra) => extra.causes.has(builds) && extra.buildable && !hasExtra(tile, extra.id),
  );
  const may = (extra: Extra) => mayBeBuilt(world, city, index, extra);
  return [...extras.filter(may), ...extras.filter((extra) => !may(extra))];
}

/** By all but what a worker itself must be. */
function mayBeBuilt(world: World, city: City, tile: number, { reqs }: Extra): boolean {
  return arePossible(world, reqs, { player: city.owner, otherPlayer: city.owner, tile, city }) !== false;
}

/** The tasks whose use can be told. */
export const usefulTasks = ['road', 'irrigation', 'mine', 'clean_pollution', 'clean_fallout'] as const;

/** A task whose benefit for the tile the seat can judge. */
export type UsefulTaskName = (typeof usefulTasks)[number];

/** Whether a task would make the land better. Irrigating and mining must not change the land: that is asked for on purpose. */
export function isUsefulTask(world: World, city: City, tile: number, task: UsefulTaskName): boolean {
  const terrain = terrainOf(world, tile);
  const [extra] = taskExtras(world, city, tile, task) ?? [];
  if (terrain === undefined || extra === undefined) return false;
  switch (task) {
    case 'road':
      return terrain.roadTime > 0 && mayBeBuilt(world, city, tile, extra);
    case 'irrigation':
    case 'mine':
      return buildsExtra(terrain, task) && mayBeBuilt(world, city, tile, extra);
    case 'clean_pollution':
    case 'clean_fallout':
      return true;
  }
}
