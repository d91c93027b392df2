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
import { NOT_SENT, nextSending } from './sending.js';

/** How far workers are sent. */
const REACH = { maxTurns: 6, maxLegs: 300 } as const;
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
  const turn = turnOf(world);
  const isResting = ({ id, tile }: Unit) =>
    plan.sent.some((one) => {
      if (one.id !== id || one.sentFrom !== tile) return false;
      return turn - one.sentTurn < (one.tries === 0 ? REST_TURNS : 1);
    });
  const ready = idle.filter((unit) => !isResting(unit));
  const me = world.seat.player;
  if (ready.length === 0 || me === undefined) return { plan, actions: [] };
  const works = landWorks(world, me);
  const taken = takenTiles(world, plan, ready);
  return ready.reduce<Move>((move, unit) => sent(world, move, unit, { works, taken }), {
    plan,
    actions: [],
  });
}

/** What there is to do, and the tiles that are left out; a tile that a worker gets is added. */
interface Land {
  readonly works: readonly LandWork[];
  readonly taken: Set<number>;
}

function sent(world: World, { plan, actions }: Move, unit: Unit, { works, taken }: Land): Move {
  const others = plan.sent.filter(({ id }) => id !== unit.id);
  const before = plan.sent.find(({ id }) => id === unit.id) ?? { ...NOT_SENT, id: unit.id, goal: unit.tile };
  const sending = nextSending(world, before, unit);
  if (sending === 'wait') return { plan, actions };
  const work = sending === 'stuck' ? undefined : bestWork(world, unit, works, taken);
  if (work === undefined || sending === 'stuck') {
    const rest = { id: unit.id, goal: unit.tile, tries: 0, sentFrom: unit.tile, sentTurn: turnOf(world) };
    return { plan: { ...plan, sent: [...others, rest] }, actions };
  }
  const { tile, kind, extra } = work;
  taken.add(tile);
  const action =
    tile === unit.tile
      ? { action_type: ACTIONS[kind], actor_id: unit.id, target: { value: wireNameOf(extra) ?? extra.name } }
      : { action_type: 'unit_move', actor_id: unit.id, target: world.map.position(tile) };
  return {
    plan: { ...plan, sent: [...others, { id: unit.id, goal: tile, ...sending }] },
    actions: [...actions, action],
  };
}

/** The work that brings most for the turns of the way and of the work; undefined where there is none that the unit can begin. */
function bestWork(
  world: World,
  unit: Unit,
  works: readonly LandWork[],
  taken: ReadonlySet<number>,
): LandWork | undefined {
  const reach = turnsToReach(world, unit, REACH);
  const ranked = works
    .flatMap((work) => {
      const away = work.tile === unit.tile ? 0 : reach.get(work.tile);
      if (away === undefined || taken.has(work.tile)) return [];
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
