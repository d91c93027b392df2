import { z } from 'zod';
import { ok, type Result } from '#shared/core/result.js';
import type { Reply } from '../../freeciv/brackets.js';
import { displayName, wireNameOf } from '../../rules/lookup/names.js';
import { anyWorks, type TerrainWork, terrainWorks, type WorkPlan } from '../../rules/terrain/terrain-work.js';
import { turnsOfWork } from '../../rules/terrain/work-time.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { type Action, invalidAction } from '../action.js';
import type { ActionPort } from '../action-port.js';
import { defineUnitAction } from '../actor-action.js';
import { actorFields, choiceTarget, NO_EXTRA, resolveChoice } from '../common-fields.js';
import { workPriority } from './offer-priorities.js';
import { wakeField } from './unit-orders.js';

/** The actions of terrain work, by name, in the order of their offers: the kind of work of each. */
export const WORKS_BY_ACTION: Readonly<Record<string, TerrainWork>> = {
  unit_build_road: 'road',
  unit_build_irrigation: 'irrigation',
  unit_build_mine: 'mine',
  unit_build_base: 'base',
  unit_transform: 'transform',
  unit_clean_pollution: 'pollution',
  unit_clean_fallout: 'fallout',
  unit_pillage: 'pillage',
};

interface WorkKind {
  readonly doc: string;
  readonly aliases?: readonly string[];
}

const kinds: Readonly<Record<TerrainWork, WorkKind>> = {
  road: { doc: 'Let a worker build a road or rails where it stands.' },
  irrigation: {
    doc: 'Let a worker irrigate the tile where it stands, or change its terrain that way.',
    aliases: ['unit_irrigate'],
  },
  mine: {
    doc: 'Let a worker dig a mine where it stands, or change its terrain that way.',
    aliases: ['unit_mine'],
  },
  base: {
    doc: 'Let a worker build a fortress, airbase or other base where it stands.',
    aliases: ['unit_build_fortress', 'unit_fortress'],
  },
  transform: { doc: 'Let an engineer make another terrain of the tile it stands on.' },
  pollution: { doc: 'Let a worker clean pollution where it stands.' },
  fallout: { doc: 'Let a worker clean nuclear fallout where it stands.' },
  pillage: { doc: 'Let a unit destroy what is built on the tile where it stands.' },
};

/** The actions of workers on a tile (handle_unit_change_activity), one for each kind of work. */
export const terrainWorkActions: readonly Action[] = Object.entries(WORKS_BY_ACTION).map(([name, work]) =>
  workAction(name, work),
);

function workAction(name: string, work: TerrainWork): Action {
  const { doc, aliases = [] } = kinds[work];
  return defineUnitAction({
    name,
    doc: `${doc} With several kinds of it, target names one.`,
    schema: z.looseObject({ ...actorFields, target: choiceTarget.optional(), ...wakeField }),
    sends: ['unit_change_activity'],
    aliases,
    offers: ({ world, ofUnits }) => ofUnits((unit) => workOffers(world, unit, work)),
    plan(port, unit, fields) {
      const works = port.skipsRules ? anyWorks(port.world, work) : terrainWorks(port.world, unit, work);
      const [first] = works;
      if (first === undefined) {
        return invalidAction(`This unit cannot do ${name} where it stands`, 'data.actor_id', {
          possible_actions: possibleWorks(port.world, unit),
        });
      }
      const chosen = chooseWork(works, fields.target?.value);
      if (!chosen.ok) return chosen;
      const begun = chosen.value ?? first;
      return ok({
        send: () => startWork(port, unit, begun),
        effect: (before, world) => workEffect(world, unit.id, before.units.get(unit.id), begun),
        standing: { unitId: unit.id, wakeOn: fields.wake_on },
      });
    },
  });
}

/** Offers of all works that the unit is not doing already. */
function workOffers(world: World, unit: Unit, work: TerrainWork) {
  return terrainWorks(world, unit, work)
    .filter(
      ({ activity, extra }) => unit.activity !== activity || unit.activityTarget !== (extra?.id ?? NO_EXTRA),
    )
    .map(({ extra }) => ({
      target: extra === undefined ? undefined : { value: wireNameOf(extra) },
      priority: extra === undefined ? ('low' as const) : workPriority(world, unit, work),
      certain: true,
      what: extra === undefined ? `change the terrain (${work})` : `${work}: ${displayName(extra.name)}`,
    }));
}

/** The work on the named extra. Without a name the work that changes the terrain; undefined where there is none. */
function chooseWork(
  works: readonly WorkPlan[],
  named: string | number | undefined,
): Result<WorkPlan | undefined> {
  const extras = works.flatMap(({ extra }) => (extra === undefined ? [] : [extra]));
  const chosen = named === undefined ? ok(undefined) : resolveChoice(extras, named, 'thing to work on');
  return chosen.ok ? ok(works.find(({ extra }) => extra === chosen.value)) : chosen;
}

/** What the unit works on now and for how long; undefined where it has not begun that. */
function workEffect(world: World, unitId: number, was: Unit | undefined, { activity, extra }: WorkPlan) {
  const now = world.units.get(unitId);
  const isWorking = now?.activity === activity && (extra === undefined || now.activityTarget === extra.id);
  const wasWorking = was?.activity === activity && was.activityTarget === now?.activityTarget;
  if (!isWorking || wasWorking) return undefined;
  return {
    working_on: extra === undefined ? 'terrain' : wireNameOf(extra),
    turns_left: turnsOfWork(world, now),
  };
}

/** Stops a busy worker first: the server silently refuses work that conflicts with any work on the tile, its own included. */
function startWork(
  port: ActionPort<'unit_change_activity'>,
  { id: unitId, activity: before }: Unit,
  { activity, extra }: WorkPlan,
): Promise<readonly Reply[]> {
  const begin = { unitId, activity, target: extra?.id ?? NO_EXTRA };
  const stop = { unitId, activity: 'ACTIVITY_IDLE' as const, target: NO_EXTRA };
  const orders = before === 'ACTIVITY_IDLE' ? [begin] : [stop, begin];
  return Promise.all(orders.map((order) => port.request('unit_change_activity', order)));
}

function possibleWorks(world: World, unit: Unit): string[] {
  return Object.entries(WORKS_BY_ACTION)
    .filter(([, work]) => terrainWorks(world, unit, work).length > 0)
    .map(([name]) => name);
}
