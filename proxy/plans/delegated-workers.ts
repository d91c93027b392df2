import type { ActionData } from '#shared/protocol/actions.js';
import { type LandWork, landWorks } from '../rules/cities/land-works.js';
import { tilesAround } from '../rules/lookup/adjacency.js';
import { ownUnits } from '../rules/lookup/entity-index.js';
import { wireNameOf } from '../rules/lookup/names.js';
import { areAtWar } from '../rules/lookup/players.js';
import { turnsToReach } from '../rules/movement/path.js';
import { terrainWorks } from '../rules/terrain/terrain-work.js';
import { turnsIfBegun } from '../rules/terrain/work-time.js';
import { isWorkerType } from '../rules/units/action-enablers.js';
import { isFighter } from '../rules/units/unit-type.js';
import type { Unit } from '../world/unit.js';
import { turnOf, type World } from '../world/world.js';
import type { Move } from './delegated-defence.js';
import type { DelegationPlan } from './plan.js';

/** How far workers are sent. */
const REACH = { maxTurns: 6, maxLegs: 300 } as const;
/** How often a worker is told the same where it stands. */
const MAX_TRIES = 3;
/** A worker that finds nothing to do looks again after this many turns. */
const REST_TURNS = 3;
/** Workers are not sent to tiles within this squared radius of an enemy. */
const DANGER_RADIUS_SQ = 5;
/** The actions of the kinds of work. */
const ACTIONS = {
  irrigation: 'unit_build_irrigation',
  mine: 'unit_build_mine',
  road: 'unit_build_road',
} as const satisfies Record<LandWork['kind'], string>;

/**
 * Sends each idle worker to the work that improves the land of own cities most for its turns, the way included. The automation of the
 * game server leaves many workers idle beside tiles without irrigation.
 */
export function improveLand(world: World, plan: DelegationPlan, idle: readonly Unit[]): Move {
  const before = new Map(plan.sent.map((one) => [one.id, one]));
  const turn = turnOf(world);
  const isResting = ({ id, tile }: Unit) => {
    const last = before.get(id);
    if (last === undefined || last.sentFrom !== tile) return false;
    return turn - last.sentTurn < (last.tries === 0 ? REST_TURNS : 1);
  };
  const ready = idle.filter((unit) => !isResting(unit));
  const me = world.seat.player;
  if (ready.length === 0 || me === undefined) return { plan, actions: [] };
  const land = { works: landWorks(world, me), taken: takenTiles(world, plan, ready) };
  const orders = ready.map((unit) => orderFor(world, unit, before.get(unit.id), land));
  const planWith = (given: readonly Order[]): DelegationPlan => {
    const ids = new Set(given.map(({ entry }) => entry.id));
    return {
      ...plan,
      sent: [...plan.sent.filter(({ id }) => !ids.has(id)), ...given.map(({ entry }) => entry)],
    };
  };
  const actions = orders.flatMap(({ action }) => (action === undefined ? [] : [action]));
  return {
    plan: planWith(orders),
    actions,
    // Workers after one whose order is refused have got no order.
    planAfter: (done) => {
      const refused = orders.findIndex(({ action }) => action === actions[done]);
      return planWith(orders.slice(0, refused + 1));
    },
  };
}

type Entry = DelegationPlan['sent'][number];

/** What a worker is told, and what the plan keeps of it. Without an action it rests. */
interface Order {
  readonly entry: Entry;
  readonly action: ActionData | undefined;
}

/** What there is to do, and the tiles that are left out; a tile that a worker gets is added. */
interface Land {
  readonly works: readonly LandWork[];
  readonly taken: Set<number>;
}

/** The next work of a worker. One that was told the same three times where it stands gets another goal. */
function orderFor(world: World, unit: Unit, last: Entry | undefined, { works, taken }: Land): Order {
  const isStillThere = last !== undefined && last.sentFrom === unit.tile && last.tries > 0;
  const failed = isStillThere && last.tries >= MAX_TRIES ? last.goal : undefined;
  const work = bestWork(world, unit, works, (tile) => taken.has(tile) || tile === failed);
  const sending = { id: unit.id, sentFrom: unit.tile, sentTurn: turnOf(world) };
  if (work === undefined) return { entry: { ...sending, goal: unit.tile, tries: 0 }, action: undefined };
  const { tile, kind, extra } = work;
  taken.add(tile);
  const entry = { ...sending, goal: tile, tries: isStillThere && last.goal === tile ? last.tries + 1 : 1 };
  const actor = { actor_id: unit.id };
  return tile === unit.tile
    ? {
        entry,
        action: { action_type: ACTIONS[kind], ...actor, target: { value: wireNameOf(extra) ?? extra.name } },
      }
    : { entry, action: { action_type: 'unit_move', ...actor, target: world.map.position(tile) } };
}

/** The work that brings most for the turns of the way and of the work; undefined where there is none that the unit can begin. */
function bestWork(
  world: World,
  unit: Unit,
  works: readonly LandWork[],
  isLeftOut: (tile: number) => boolean,
): LandWork | undefined {
  const reach = turnsToReach(world, unit, REACH);
  const ranked = works
    .flatMap((work) => {
      const away = work.tile === unit.tile ? 0 : reach.get(work.tile);
      if (away === undefined || isLeftOut(work.tile)) return [];
      const turns = turnsIfBegun(world, { ...unit, tile: work.tile }, work.activity, work.extra.id);
      return turns === undefined ? [] : [{ work, rate: work.worth / (away + turns) }];
    })
    .sort((a, b) => b.rate - a.rate);
  return ranked.find(({ work }) => canBegin(world, unit, work))?.work;
}

function canBegin(world: World, unit: Unit, { tile, kind, extra }: LandWork): boolean {
  return terrainWorks(world, { ...unit, tile }, kind).some((plan) => plan.extra === extra);
}

/** Tiles where another worker works or goes to work, and tiles near enemies. */
function takenTiles(world: World, plan: DelegationPlan, ready: readonly Unit[]): Set<number> {
  const free = new Set(ready.map(({ id }) => id));
  const me = world.seat.player ?? -1;
  const working = ownUnits(world)
    .filter(({ id, type }) => !free.has(id) && isWorkerType(world, type))
    .flatMap(({ tile, detail }) => [tile, ...(detail?.hasOrders === true ? [detail.gotoTile] : [])]);
  const goals = plan.sent.filter(({ id, tries }) => tries > 0 && !free.has(id)).map(({ goal }) => goal);
  const enemies = [...world.units.values()].filter(
    (unit) => unit.owner !== me && areAtWar(world, me, unit.owner) === true && isFighter(world, unit),
  );
  const danger = enemies.flatMap(({ tile }) => tilesAround(world.map, tile, DANGER_RADIUS_SQ));
  return new Set([...working, ...goals, ...danger]);
}
