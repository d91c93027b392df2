import { z } from 'zod';
import { ok, type Result } from '#shared/core/result.js';
import type { UnitActivity } from '../../freeciv/generated/packets.js';
import { NO_WORKER_TASK } from '../../freeciv/value-codecs.js';
import { workedTiles } from '../../rules/cities/citizens.js';
import { cityTiles } from '../../rules/lookup/cities.js';
import { wireNameOf } from '../../rules/lookup/names.js';
import { type Extra, knownTile } from '../../rules/lookup/tiles.js';
import {
  isUsefulTask,
  type TaskName,
  taskExtras,
  type UsefulTaskName,
  usefulTasks,
  workerTasks,
} from '../../rules/terrain/worker-tasks.js';
import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import { invalidAction } from '../action.js';
import { defineCityAction } from '../actor-action.js';
import { actorFields, NO_EXTRA, resolveChoice, resolveTile, tileTarget } from '../common-fields.js';
import type { ActorOffer } from '../offer-maker.js';

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

/** How much the task is wanted, as the stock client asks for it. */
const WANT = 100;

/** Action `city_worker_task` (handle_worker_task). */
export const cityWorkerTask = defineCityAction({
  name: 'city_worker_task',
  doc: 'Ask automatic workers to improve a tile of a city; task "none" withdraws the request.',
  schema: z.looseObject({
    ...actorFields,
    target: tileTarget,
    task: z.enum({ ...taskNames, none: 'none' }),
    extra: z.string().min(1).max(80).describe('which road, base ... where there are several').optional(),
  }),
  sends: ['worker_task'],
  isRarelyWanted: true,
  // Useful tasks on tiles that citizens work. The server accepts more, but no worker would do it.
  offers: ({ world, ofCities }) =>
    ofCities((city) =>
      workedTiles(world, city)
        .filter((tile) => tile !== city.tile)
        .flatMap((tile) =>
          usefulTasks
            .filter((task) => isUsefulTask(world, city, tile, task) && !stands(world, city, tile, task))
            .map((task) => offer(world, tile, task)),
        ),
    ),
  plan(port, city, fields) {
    const { world } = port;
    const tile = resolveTile(port, fields.target);
    if (!tile.ok) return tile;
    if (cityTiles(world, city)?.includes(tile.value) !== true && !port.skipsRules) {
      return invalidAction('That tile is not in the reach of this city', 'data.target');
    }
    const planned =
      fields.task === 'none' ? nothing : taskOn(world, city, tile.value, fields.task, fields.extra);
    if (!planned.ok) return planned;
    const { activity, extra } = planned.value;
    const { id: cityId } = city;
    const standing = world.workerTasks.get(cityId)?.get(tile.value);
    const already = standing?.activity === activity && standing.tgt === (extra?.id ?? NO_EXTRA);
    return ok({
      send: () =>
        port.request('worker_task', {
          cityId,
          tileId: tile.value,
          activity,
          tgt: extra?.id ?? NO_EXTRA,
          want: WANT,
        }),
      noEffect: already ? 'The city asks for just that already' : undefined,
      // The server repeats a task it has taken, one that stood before too, and says nothing of one it has not.
      effect: (_before, _world, replies) => {
        const taken = replies.some(({ packets }) => packets.some(({ name }) => name === 'worker_task'));
        if (!taken || already) return undefined;
        return {
          city_id: cityId,
          task: fields.task,
          tile: world.map.position(tile.value),
          extra: extra === undefined ? undefined : wireNameOf(extra),
        };
      },
    });
  },
});

/** Whether a city has requested this task already. */
function stands(world: World, city: City, tile: number, name: UsefulTaskName): boolean {
  const task = world.workerTasks.get(city.id)?.get(tile);
  const [first] = taskExtras(world, city, tile, name) ?? [];
  return task?.activity === workerTasks[name].activity && task.tgt === (first?.id ?? NO_EXTRA);
}

interface Planned {
  readonly activity: UnitActivity;
  readonly extra: Extra | undefined;
}

const nothing = ok<Planned>({ activity: NO_WORKER_TASK, extra: undefined });

function taskOn(
  world: World,
  city: City,
  index: number,
  name: TaskName,
  wanted: string | undefined,
): Result<Planned> {
  const { activity } = workerTasks[name];
  if (knownTile(world, index) === undefined)
    return invalidAction('You know nothing of that tile', 'data.target');
  const choices = taskExtras(world, city, index, name);
  if (choices === undefined) return ok({ activity, extra: undefined });
  const [first] = choices;
  if (first === undefined) return invalidAction(`There is nothing to do there for "${name}"`, 'data.task');
  if (wanted === undefined) return ok({ activity, extra: first });
  const named = resolveChoice(choices, wanted, name);
  if (!named.ok) return invalidAction(named.failure.message, 'data.extra', named.failure.details);
  return ok({ activity, extra: named.value });
}

function offer(world: World, tile: number, task: UsefulTaskName): ActorOffer {
  const target = world.map.position(tile);
  const what = `ask workers for ${task.replace('_', ' ')} at (${target.x}, ${target.y})`;
  return { target, task, priority: 'low', certain: true, what };
}
