import { z } from 'zod';
import { orderKinds } from '#shared/protocol/event.js';
import type { UnitActivity } from '../freeciv/generated/packets.js';
import { knownTile } from '../rules/lookup/tiles.js';
import { routeOf } from '../rules/movement/path.js';
import type { WorkActivity } from '../rules/terrain/terrain-change.js';
import type { Unit } from '../world/unit.js';
import type { World } from '../world/world.js';

/** An occupation as it is written to disk. */
export const occupationSchema = z.strictObject({
  kind: z.enum(orderKinds),
  /** goto: the tile it leads to. */
  goal: z.int().exactOptional(),
  /** work: what is done, and the number of the extra it is about; -1 for none. */
  activity: z.string().exactOptional(),
  extra: z.int().exactOptional(),
  /** work about no extra: the number of the terrain it began on. */
  terrain: z.int().exactOptional(),
});

/** What a unit continues by itself over turns. */
export type Occupation = z.infer<typeof occupationSchema>;

/** The occupation of each activity of the server; null for those that end at once and for those of old saves. */
const kindOf = {
  ACTIVITY_EXPLORE: 'explore',
  ACTIVITY_SENTRY: 'sentry',
  ACTIVITY_FORTIFYING: 'fortify',
  ACTIVITY_FORTIFIED: 'fortify',
  ACTIVITY_CONVERT: 'convert',
  ACTIVITY_POLLUTION: 'work',
  ACTIVITY_MINE: 'work',
  ACTIVITY_IRRIGATE: 'work',
  ACTIVITY_PILLAGE: 'work',
  ACTIVITY_TRANSFORM: 'work',
  ACTIVITY_CULTIVATE: 'work',
  ACTIVITY_PLANT: 'work',
  ACTIVITY_FALLOUT: 'work',
  ACTIVITY_BASE: 'work',
  ACTIVITY_GEN_ROAD: 'work',
  ACTIVITY_IDLE: null,
  ACTIVITY_GOTO: null,
  ACTIVITY_UNKNOWN: null,
  ACTIVITY_OLD_ROAD: null,
  ACTIVITY_OLD_RAILROAD: null,
  ACTIVITY_FORTRESS: null,
  ACTIVITY_AIRBASE: null,
  ACTIVITY_PATROL_UNUSED: null,
} as const satisfies Record<Exclude<UnitActivity, `#${number}`>, Occupation['kind'] | null> &
  Record<WorkActivity, 'work'>;

/** An activity that a unit continues by itself. Actions start no other one. */
export type LastingActivity = {
  [Activity in keyof typeof kindOf]: (typeof kindOf)[Activity] extends null ? never : Activity;
}[keyof typeof kindOf];

const byActivity: Readonly<Partial<Record<UnitActivity, Occupation['kind'] | null>>> = kindOf;

/** What a unit of the seat continues by itself; undefined for one that waits for an action. */
export function occupationOf(world: World, unit: Unit): Occupation | undefined {
  const { detail, activity, activityTarget: extra } = unit;
  if (detail === undefined) return undefined;
  if (detail.hasOrders) {
    if (detail.ordersRepeat) return { kind: 'patrol' };
    const end = routeOf(world.map, detail).at(-1) ?? unit.tile;
    return { kind: 'goto', goal: detail.gotoTile >= 0 ? detail.gotoTile : end };
  }
  if (activity === 'ACTIVITY_EXPLORE') return { kind: 'explore' };
  if (detail.ai) return { kind: 'auto_work' };
  const kind = byActivity[activity] ?? undefined;
  if (kind === undefined) return undefined;
  if (kind !== 'work') return { kind };
  const terrain = extra < 0 ? knownTile(world, unit.tile)?.terrain : undefined;
  return { kind, activity, extra, ...(terrain === undefined ? {} : { terrain }) };
}

/** Whether two occupations are the same order, still running. */
export function isSameOccupation(one: Occupation, other: Occupation | undefined): boolean {
  return (
    one.kind === other?.kind &&
    one.goal === other.goal &&
    one.activity === other.activity &&
    one.extra === other.extra
  );
}
