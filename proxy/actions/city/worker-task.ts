import { z } from 'zod';
import { ok, type Result } from '#shared/result.js';
import type { ExtraCause, ExtraRmcause, UnitActivity } from '../../freeciv/generated/packets-3.0.js';
import { cityTiles } from '../../rules/cities.js';
import { displayName } from '../../rules/names.js';
import { rulesetIndex } from '../../rules/ruleset-index.js';
import { type Extra, extrasOn, hasExtra, knownTile } from '../../rules/tiles.js';
import type { World } from '../../world/world.js';
import { defineAction, invalid } from '../action.js';
import { actorFields, chosen, ownCity, tileOf, tileTarget } from '../targets.js';

interface Task {
  readonly activity: UnitActivity;
  readonly builds?: ExtraCause;
  readonly removes?: ExtraRmcause;
}

const tasks = {
  road: { activity: 'ACTIVITY_GEN_ROAD', builds: 'EC_ROAD' },
  irrigation: { activity: 'ACTIVITY_IRRIGATE', builds: 'EC_IRRIGATION' },
  mine: { activity: 'ACTIVITY_MINE', builds: 'EC_MINE' },
  base: { activity: 'ACTIVITY_BASE', builds: 'EC_BASE' },
  transform: { activity: 'ACTIVITY_TRANSFORM' },
  clean_pollution: { activity: 'ACTIVITY_POLLUTION', removes: 'ERM_CLEANPOLLUTION' },
  clean_fallout: { activity: 'ACTIVITY_FALLOUT', removes: 'ERM_CLEANFALLOUT' },
} as const satisfies Record<string, Task>;

type TaskName = keyof typeof tasks;

/** Each name by itself, as zod wants it. */
const taskNames = {
  road: 'road',
  irrigation: 'irrigation',
  mine: 'mine',
  base: 'base',
  transform: 'transform',
  clean_pollution: 'clean_pollution',
  clean_fallout: 'clean_fallout',
} as const satisfies { [K in TaskName]: K };

/** The protocol's end of the list of activities: takes a task back. */
const NO_ACTIVITY = '#21';
const NO_EXTRA = -1;
/** How much the task is wanted, as the stock client asks for it. */
const WANT = 100;

export const cityWorkerTask = defineAction({
  name: 'city_worker_task',
  doc: 'Ask the workers that work by themselves for something on a tile of a city; task "none" takes it back.',
  schema: z.looseObject({
    ...actorFields,
    target: tileTarget,
    task: z.enum({ ...taskNames, none: 'none' }),
    extra: z.string().min(1).max(80).describe('which road, base ... where there are several').optional(),
  }),
  sends: ['worker_task'],
  plan(port, fields) {
    const { world } = port;
    const city = ownCity(port, fields.actor_id);
    if (!city.ok) return city;
    const tile = tileOf(port, fields.target);
    if (!tile.ok) return tile;
    if (cityTiles(world, city.value)?.includes(tile.value) !== true) {
      return invalid('That tile is not in the reach of this city', 'data.target');
    }
    const planned = fields.task === 'none' ? nothing : taskOn(world, tile.value, fields.task, fields.extra);
    if (!planned.ok) return planned;
    const { activity, extra } = planned.value;
    const { id: cityId } = city.value;
    return ok({
      send: async () => [
        await port.request('worker_task', {
          cityId,
          tileId: tile.value,
          activity,
          tgt: extra?.id ?? NO_EXTRA,
          want: WANT,
        }),
      ],
      // The server repeats a task it has taken, and says nothing of one it has not.
      effect: (_before, _world, replies) => {
        const taken = replies.some(({ packets }) => packets.some(({ name }) => name === 'worker_task'));
        if (!taken) return undefined;
        return {
          city_id: cityId,
          task: fields.task,
          tile: world.map.position(tile.value),
          ...(extra === undefined ? {} : { extra: displayName(extra.name) }),
        };
      },
    });
  },
});

interface Planned {
  readonly activity: UnitActivity;
  readonly extra: Extra | undefined;
}

const nothing = ok<Planned>({ activity: NO_ACTIVITY, extra: undefined });

function taskOn(world: World, index: number, name: TaskName, wanted: string | undefined): Result<Planned> {
  const task: Task = tasks[name];
  const tile = knownTile(world, index);
  if (tile === undefined) return invalid('You know nothing of that tile', 'data.target');
  if (task.builds === undefined && task.removes === undefined) {
    return ok({ activity: task.activity, extra: undefined });
  }
  const { builds, removes } = task;
  const choices =
    builds === undefined
      ? extrasOn(world, tile).filter((extra) => removes !== undefined && extra.rmcauses.has(removes))
      : rulesetIndex(world.ruleset).extras.filter(
          (extra) => extra.causes.has(builds) && extra.buildable && !hasExtra(tile, extra.id),
        );
  const [first] = choices;
  if (first === undefined) return invalid(`There is nothing to do there for "${name}"`, 'data.task');
  if (wanted === undefined) return ok({ activity: task.activity, extra: first });
  const named = chosen(choices, wanted, name);
  if (!named.ok) return invalid(named.failure.message, 'data.extra', named.failure.details);
  return ok({ activity: task.activity, extra: named.value });
}
