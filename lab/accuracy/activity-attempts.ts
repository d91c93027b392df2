import type { ExtraCause, GenAction, UnitActivity } from '../../proxy/freeciv/generated/packets.js';
import type { Named } from '../../proxy/rules/lookup/names.js';
import { knowsAction } from '../../proxy/rules/units/action-enablers.js';
import type { Unit } from '../../proxy/world/unit.js';
import type { World } from '../../proxy/world/world.js';
import type { Attempt } from './attempt.js';
import { unitName } from './deed-attempts.js';
import { isNamed } from './offer-target.js';

/** Activities about an extra, and the actions that offer them. */
const works: readonly (readonly [UnitActivity, string, ExtraCause?])[] = [
  // The server breaks down when it is asked for a road or base that is none.
  ['ACTIVITY_GEN_ROAD', 'unit_build_road', 'EC_ROAD'],
  ['ACTIVITY_BASE', 'unit_build_base', 'EC_BASE'],
  ['ACTIVITY_IRRIGATE', 'unit_build_irrigation'],
  ['ACTIVITY_MINE', 'unit_build_mine'],
  ['ACTIVITY_POLLUTION', 'unit_clean_pollution'],
  ['ACTIVITY_FALLOUT', 'unit_clean_fallout'],
  ['ACTIVITY_PILLAGE', 'unit_pillage'],
];

/** Activities about nothing but the tile or the unit itself, and for those that not all versions have the unit action. */
const plain: readonly (readonly [UnitActivity, string, GenAction?])[] = [
  ['ACTIVITY_IRRIGATE', 'unit_build_irrigation'],
  ['ACTIVITY_MINE', 'unit_build_mine'],
  ['ACTIVITY_CULTIVATE', 'unit_build_irrigation', 'ACTION_CULTIVATE'],
  ['ACTIVITY_PLANT', 'unit_build_mine', 'ACTION_PLANT'],
  ['ACTIVITY_TRANSFORM', 'unit_transform'],
  ['ACTIVITY_FORTIFYING', 'unit_fortify'],
  ['ACTIVITY_SENTRY', 'unit_sentry'],
  ['ACTIVITY_CONVERT', 'unit_convert'],
];

const NO_EXTRA = -1;
const changers: ReadonlySet<string> = new Set(['unit_build_irrigation', 'unit_build_mine']);

/** Every activity, those about an extra with every extra of the ruleset. */
export function activityAttempts(world: World, unit: Unit): Attempt[] {
  const extras = [...world.ruleset.extras.values()];
  return [
    ...plain
      .filter(([, , needed]) => needed === undefined || knowsAction(world, needed))
      .map(([activity, action]) => ({
        ...attempt(world, unit, activity, action, NO_EXTRA, undefined),
        // One offer covers irrigation and cultivation there, or mining and planting.
        isOneOfSeveral: knowsAction(world, 'ACTION_CULTIVATE') && changers.has(action),
      })),
    ...works.flatMap(([activity, action, cause]) =>
      extras
        .filter(({ causes }) => cause === undefined || causes.has(cause))
        .map((extra) => attempt(world, unit, activity, action, extra.id, extra)),
    ),
  ];
}

function attempt(
  world: World,
  { id, tile }: Unit,
  activity: UnitActivity,
  action: string,
  extra: number,
  named: Named | undefined,
): Attempt {
  return {
    kind: 'activities',
    what: `${unitName(world, id)} ${activity} ${named?.name ?? ''}`,
    offered: ({ type, unit_id: actor, target }) =>
      type === action &&
      actor === id &&
      (named === undefined ? target === undefined : isNamed(target, named)),
    send: (seat) => seat.request('unit_change_activity', { unitId: id, activity, target: extra }),
    taken: (before) => {
      const was = before.units.get(id);
      const now = world.units.get(id);
      if (now === undefined || !begun(activity).includes(now.activity) || now.activityTarget !== extra)
        return false;
      return was?.activity !== now.activity || was.activityTarget !== extra;
    },
    stillThere: () => world.units.get(id)?.tile === tile,
  };
}

/** Some units need no time to dig in. */
function begun(activity: UnitActivity): UnitActivity[] {
  return activity === 'ACTIVITY_FORTIFYING' ? [activity, 'ACTIVITY_FORTIFIED'] : [activity];
}
