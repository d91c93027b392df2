import { z } from 'zod';
import { ok } from '#shared/result.js';
import type { UnitActivity } from '../../freeciv/generated/packets-3.0.js';
import { occupationOf } from '../../orders/occupation.js';
import { unexploredContinents } from '../../rules/frontier.js';
import { displayName } from '../../rules/names.js';
import { cityAt, knownTile, unitsOn } from '../../rules/tiles.js';
import type { Truth } from '../../rules/truth.js';
import { canTypeDo } from '../../rules/unit-actions.js';
import {
  canExplore,
  canFortify,
  canSentry,
  convertedType,
  isScout,
  typeOf,
} from '../../rules/unit-activities.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { type Action, defineAction, invalid } from '../action.js';
import type { StateBefore } from '../changes.js';
import type { ActorOffered } from '../offer.js';
import { actorFields, ownUnit } from '../targets.js';
import { wakeField } from './wake-field.js';

const NO_EXTRA = -1;

interface ActivityKind {
  readonly name: string;
  readonly doc: string;
  readonly activity: UnitActivity;
  /** Fortifying becomes fortified, so several activities may be the sign that it was taken up. */
  readonly signs: readonly UnitActivity[];
  possible(world: World, unit: Unit): Truth;
  /** How it is offered to a unit that could do it. */
  offer(world: World, unit: Unit): Pick<ActorOffered, 'priority' | 'what' | 'reason'>;
}

/** An activity that is about no extra. */
function activityAction({ name, doc, activity, signs, possible, offer }: ActivityKind): Action {
  return defineAction({
    name,
    doc,
    schema: z.looseObject({ ...actorFields, ...wakeField }),
    sends: ['unit_change_activity'],
    offers: ({ world, ofUnits }) =>
      ofUnits((unit) => {
        const truth = signs.includes(unit.activity) ? false : possible(world, unit);
        return truth === false
          ? []
          : [{ certain: truth === true && activity !== 'ACTIVITY_EXPLORE', ...offer(world, unit) }];
      }),
    plan(port, fields) {
      const unit = ownUnit(port, fields.actor_id);
      if (!unit.ok) return unit;
      const { id } = unit.value;
      if (possible(port.world, unit.value) === false) {
        const type = port.world.ruleset.unitTypes.get(unit.value.type);
        return invalid(`${displayName(type?.name ?? 'A unit')} cannot do that here`, 'data.actor_id', {
          activity: shown(unit.value.activity),
        });
      }
      return ok({
        send: async () => [
          await port.request('unit_change_activity', { unitId: id, activity, target: NO_EXTRA }),
        ],
        effect: (before, world) => activityEffect(before, world, id, signs),
        standing: { unitId: id, wakeOn: fields.wake_on },
      });
    },
  });
}

function activityEffect(
  before: StateBefore,
  world: World,
  id: number,
  signs: readonly UnitActivity[],
): Record<string, unknown> | undefined {
  const was = before.units.get(id);
  const unit = world.units.get(id);
  if (unit === undefined) return { unit_lost: true };
  const moved = unit.tile !== was?.tile;
  const taken = signs.includes(unit.activity) && (was?.activity !== unit.activity || was.detail?.ai === true);
  if (!taken && !moved) return undefined;
  return {
    activity: shown(unit.activity),
    ...(moved ? { unit_moved: true, new_position: world.map.position(unit.tile) } : {}),
  };
}

/** A unit that may go and look, where there is something unknown on its own continent. */
function hasNewsToFind(world: World, unit: Unit): boolean {
  if (!isScout(world, unit) && !isFreeToGo(world, unit)) return false;
  return unexploredContinents(world).has(knownTile(world, unit.tile)?.continent ?? 0);
}

function isFreeToGo(world: World, unit: Unit): boolean {
  return !hasCalling(world, unit) && cityAt(world, unit.tile) === undefined;
}

/** What makes a unit more than a scout. */
const callings = ['ACTION_FOUND_CITY', 'ACTION_TRADE_ROUTE', 'ACTION_ESTABLISH_EMBASSY_STAY'] as const;

function hasCalling(world: World, unit: Unit): boolean {
  const type = typeOf(world, unit);
  if (type === undefined || type.flags.has('UTYF_SETTLERS')) return true;
  return callings.some((action) => canTypeDo(world, type, action));
}

/** The last one to guard a city should stay there. */
function fortifyOffer(world: World, unit: Unit): Pick<ActorOffered, 'priority' | 'what' | 'reason'> {
  const city = cityAt(world, unit.tile);
  const others = unitsOn(world, unit.tile).filter(
    (other) => other.id !== unit.id && isDefender(world, other),
  );
  const alone = city !== undefined && others.length === 0 && isDefender(world, unit);
  return alone
    ? { priority: 'medium', what: `fortify in ${city.name}`, reason: 'its only defender' }
    : { priority: 'low', what: 'fortify' };
}

function isDefender(world: World, unit: Unit): boolean {
  const type = typeOf(world, unit);
  return type !== undefined && type.defenseStrength > 0 && !type.flags.has('UTYF_CIVILIAN');
}

function shown(activity: UnitActivity): string {
  return activity.replace('ACTIVITY_', '').toLowerCase();
}

export const unitExplore = activityAction({
  name: 'unit_explore',
  doc: 'Let a unit explore by itself, this turn and the next ones.',
  activity: 'ACTIVITY_EXPLORE',
  signs: ['ACTIVITY_EXPLORE'],
  possible: canExplore,
  offer: (world, unit) => ({
    priority: occupationOf(world, unit) === undefined && hasNewsToFind(world, unit) ? 'medium' : 'low',
    what: 'explore by itself',
  }),
});

export const unitFortify = activityAction({
  name: 'unit_fortify',
  doc: 'Let a unit dig in: it defends better from the next turn on.',
  activity: 'ACTIVITY_FORTIFYING',
  signs: ['ACTIVITY_FORTIFYING', 'ACTIVITY_FORTIFIED'],
  possible: canFortify,
  offer: fortifyOffer,
});

export const unitSentry = activityAction({
  name: 'unit_sentry',
  doc: 'Let a unit wait until it is woken: by default when it sees a unit of others or is attacked.',
  activity: 'ACTIVITY_SENTRY',
  signs: ['ACTIVITY_SENTRY'],
  possible: canSentry,
  offer: () => ({ priority: 'low', what: 'sentry' }),
});

export const unitConvert = activityAction({
  name: 'unit_convert',
  doc: 'Convert a unit to the other form its type has.',
  activity: 'ACTIVITY_CONVERT',
  signs: ['ACTIVITY_CONVERT'],
  possible: (world, unit) => convertedType(world, unit) !== undefined,
  offer: () => ({ priority: 'low', what: 'convert' }),
});
