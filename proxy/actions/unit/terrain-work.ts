import { z } from 'zod';
import { ok } from '#shared/result.js';
import { displayName } from '../../rules/names.js';
import { type TerrainWork, terrainWork } from '../../rules/terrain-work.js';
import { type Action, defineAction, invalid } from '../action.js';
import { actorFields, ownUnit } from '../targets.js';

const NO_EXTRA = -1;

function workAction(name: string, doc: string, work: TerrainWork): Action {
  return defineAction({
    name,
    doc,
    schema: z.looseObject(actorFields),
    sends: ['unit_change_activity'],
    plan(port, fields) {
      const unit = ownUnit(port, fields.actor_id);
      if (!unit.ok) return unit;
      const { id } = unit.value;
      const plan = terrainWork(port.world, unit.value, work);
      if (plan === undefined)
        return invalid(`This unit cannot build a ${work} where it stands`, 'data.actor_id');
      const { activity, extra } = plan;
      return ok({
        send: async () => [
          await port.request('unit_change_activity', { unitId: id, activity, target: extra?.id ?? NO_EXTRA }),
        ],
        effect: (_before, world) =>
          world.units.get(id)?.activity === activity
            ? { working_on: extra === undefined ? 'terrain' : displayName(extra.name) }
            : undefined,
      });
    },
  });
}

export const unitBuildRoad = workAction(
  'unit_build_road',
  'Let a worker build a road where it stands.',
  'road',
);

export const unitBuildIrrigation = workAction(
  'unit_build_irrigation',
  'Let a worker irrigate the tile where it stands.',
  'irrigation',
);

export const unitBuildMine = workAction(
  'unit_build_mine',
  'Let a worker dig a mine where it stands.',
  'mine',
);
