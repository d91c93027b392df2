import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import { type Step, stepsFrom } from '../../rules/lookup/adjacency.js';
import { displayName } from '../../rules/lookup/names.js';
import { cityAt, knownTile, terrainOf } from '../../rules/lookup/tiles.js';
import { type LegalStep, legalSteps } from '../../rules/movement/legal-steps.js';
import { findPath, type Path } from '../../rules/movement/path.js';
import { nameText } from '../../world/name-text.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { invalidAction } from '../action.js';
import { defineUnitAction } from '../actor-action.js';
import { actorFields, resolveTile, tileTarget } from '../common-fields.js';
import { moveRefusal } from './move-refusal.js';
import { movePriority } from './offer-priorities.js';
import { stoppedBy } from './route-progress.js';
import { routeEntering, wakeField } from './unit-orders.js';

/** A route and the turns it takes; null when that is not known. */
interface RouteToGo extends Pick<Path, 'steps'> {
  readonly turns: number | null;
}

/** Action `unit_move`: sends the whole route as unit_orders, which the server carries out over turns. */
export const unitMove = defineUnitAction({
  name: 'unit_move',
  doc: 'Move a unit to a tile. A longer way continues over the next turns by itself; the event order_ended reports how it ended.',
  schema: z.looseObject({ ...actorFields, target: tileTarget, ...wakeField }),
  sends: ['unit_orders', 'unit_get_actions', 'unit_do_action'],
  offers: ({ world, ofUnits }) =>
    ofUnits((unit) =>
      newsFirst(world, legalSteps(world, unit)).map(({ direction, tile, certain }) => ({
        target: world.map.position(tile),
        ...movePriority(world, tile),
        certain,
        what: `move ${direction.replace('DIR8_', '').toLowerCase()} to ${placeName(world, tile)}`,
      })),
    ),
  plan(port, unit, fields) {
    const { world } = port;
    const goal = resolveTile(port, fields.target);
    if (!goal.ok) return goal;
    if (goal.value === unit.tile) return invalidAction('The unit stands there already', 'data.target');
    const path =
      findPath(world, unit, goal.value) ??
      (port.skipsRules ? straightPath(world, unit.tile, goal.value) : undefined);
    if (path === undefined) {
      return invalidAction(moveRefusal(world, unit, goal.value), 'data.target');
    }
    return ok({
      send: routeEntering(port, unit, path.steps),
      effect: (_before, after) => moveEffect(unit, after, goal.value, path),
      standing: { unitId: unit.id, wakeOn: fields.wake_on },
    });
  },
});

/** The shortest route, whatever is on it; its turns are not known. */
function straightPath({ map }: World, from: number, goal: number): RouteToGo {
  const steps: Step[] = [];
  for (let tile = from; tile !== goal; ) {
    const [next] = stepsFrom(map, tile).toSorted(
      (a, b) => map.squaredDistance(a.tile, goal) - map.squaredDistance(b.tile, goal),
    );
    if (next === undefined || map.distance(next.tile, goal) >= map.distance(tile, goal)) break;
    steps.push(next);
    tile = next.tile;
  }
  return { steps, turns: null };
}

/** Sorts steps by the number of unknown tiles beside their tile, most first. */
function newsFirst(world: World, steps: readonly LegalStep[]): readonly LegalStep[] {
  const news = steps.map(({ tile }) => newsAround(world, tile));
  if (news.every((count) => count === 0)) return steps;
  return steps
    .map((step, index) => ({ step, news: news[index] ?? 0 }))
    .sort((a, b) => b.news - a.news)
    .map(({ step }) => step);
}

function newsAround(world: World, tile: number): number {
  let count = 0;
  for (const step of stepsFrom(world.map, tile)) if (knownTile(world, step.tile) === undefined) count += 1;
  return count;
}

function placeName(world: World, tile: number): string {
  const city = cityAt(world, tile);
  if (city !== undefined) return nameText(city.name);
  const terrain = terrainOf(world, tile);
  return terrain === undefined ? 'the unknown' : displayName(terrain.name);
}

function moveEffect(
  before: Unit,
  world: World,
  goal: number,
  { steps, turns }: RouteToGo,
): Record<string, unknown> | undefined {
  const unit = world.units.get(before.id);
  if (unit === undefined) return { unit_moved: true, unit_lost: true };
  const moved = unit.tile !== before.tile;
  const underWay = unit.detail?.hasOrders === true;
  if (!moved && !underWay) return undefined;
  return {
    unit_moved: moved,
    new_position: world.map.position(unit.tile),
    arrived: unit.tile === goal,
    ...(unit.tile !== goal && { under_way_to: world.map.position(goal), turns_left: underWay ? turns : 0 }),
    ...(unit.tile !== goal && !underWay && stoppedBy(world, unit, steps)),
  };
}
