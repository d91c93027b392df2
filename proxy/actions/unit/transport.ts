import { z } from 'zod';
import { ok } from '#shared/core/result.js';
import type { Reply } from '../../freeciv/brackets.js';
import { ownUnits } from '../../rules/lookup/entity-index.js';
import { displayName, wireNameOf } from '../../rules/lookup/names.js';
import { boardableTransports, canLeaveTransport } from '../../rules/movement/legal-steps.js';
import { cargoOf } from '../../rules/movement/transport.js';
import type { Unit } from '../../world/unit.js';
import type { World } from '../../world/world.js';
import { invalidAction } from '../action.js';
import type { ActionPort } from '../action-port.js';
import { defineUnitAction } from '../actor-action.js';
import { actorFields, NO_EXTRA } from '../common-fields.js';
import { load, type TransportPacket, unload } from './transport-packets.js';

/** Action `unit_load` (handle_unit_load). */
export const unitLoad = defineUnitAction({
  name: 'unit_load',
  doc: 'Let a unit board a transport where it stands or beside it; without a target the first with room.',
  schema: z.looseObject({
    ...actorFields,
    target: z.looseObject({ id: z.int() }).describe('{id} of the transport').optional(),
  }),
  sends: ['unit_change_activity', 'unit_load', 'unit_get_actions', 'unit_do_action'],
  offers: ({ world, ofUnits }) =>
    ofUnits((unit) =>
      boardableTransports(world, unit).map((transport) => ({
        target: { id: transport.id },
        priority: 'low',
        certain: true,
        what: `board ${displayName(world.ruleset.unitTypes.get(transport.type)?.name ?? 'unit')} ${transport.id}`,
      })),
    ),
  plan(port, unit, fields) {
    const { id, tile } = unit;
    const transports = port.skipsRules ? ownUnits(port.world) : boardableTransports(port.world, unit);
    const wanted = fields.target?.id;
    const transport = wanted === undefined ? transports[0] : transports.find((other) => other.id === wanted);
    if (transport === undefined) {
      return invalidAction('No such transport here would take this unit', 'data.target', {
        transports: transports.map((other) => idAndType(port.world, other)),
      });
    }
    return ok({
      send: () => board(port, unit, transport),
      effect: (_before, world) => {
        const now = world.units.get(id);
        if (now?.transportedBy !== transport.id) return undefined;
        const moved = now.tile !== tile;
        return {
          loaded: true,
          transport: idAndType(world, transport),
          ...(moved ? { unit_moved: true, new_position: world.map.position(now.tile) } : {}),
        };
      },
    });
  },
});

/** From a neighbouring tile only an idle unit can board. It is made idle before the server is asked for the odds. */
async function board(
  port: ActionPort<'unit_change_activity' | TransportPacket>,
  unit: Unit,
  transport: Unit,
): Promise<readonly Reply[]> {
  const { id: unitId, tile, activity } = unit;
  if (tile === transport.tile || activity === 'ACTIVITY_IDLE') return [await load(port, unit, transport)];
  const idle = { unitId, activity: 'ACTIVITY_IDLE' as const, target: NO_EXTRA };
  return [await port.request('unit_change_activity', idle), await load(port, unit, transport)];
}

/** Action `unit_unload` (handle_unit_unload). */
export const unitUnload = defineUnitAction({
  name: 'unit_unload',
  doc: 'Let a unit leave its transport where that is.',
  schema: z.looseObject(actorFields),
  sends: ['unit_unload', 'unit_get_actions', 'unit_do_action'],
  offers: ({ world, ofUnits }) =>
    ofUnits((unit) => {
      const able = unit.transportedBy === undefined ? false : canLeaveTransport(world, unit);
      return able === false ? [] : [{ priority: 'low', certain: able === true, what: 'leave its transport' }];
    }),
  plan(port, unit) {
    const { id, transportedBy } = unit;
    if (transportedBy === undefined) return invalidAction('This unit is on no transport', 'data.actor_id');
    if (canLeaveTransport(port.world, unit) === false && !port.skipsRules) {
      return invalidAction(
        'This unit cannot leave its transport here: move it to where it can stand',
        'data.actor_id',
      );
    }
    return ok({
      send: () => unload(port, unit, transportedBy),
      effect: (_before, world) => {
        const now = world.units.get(id);
        return now !== undefined && now.transportedBy === undefined ? { loaded: false } : undefined;
      },
    });
  },
});

/** Action `unit_unload_all`: one unit_unload for each unit on board that can leave. */
export const unitUnloadAll = defineUnitAction({
  name: 'unit_unload_all',
  doc: 'Let all units that can leave a transport where it is.',
  schema: z.looseObject(actorFields),
  sends: ['unit_unload', 'unit_get_actions', 'unit_do_action'],
  offers: ({ world, ofUnits }) =>
    ofUnits((unit) => {
      const able = cargoOf(world, unit).map((other) => canLeaveTransport(world, other));
      if (able.every((one) => one === false)) return [];
      return [{ priority: 'low', certain: able.includes(true), what: 'let all leave it' }];
    }),
  plan(port, unit) {
    const transporterId = unit.id;
    const cargo = cargoOf(port.world, unit);
    const able = cargo.filter((other) => canLeaveTransport(port.world, other) !== false);
    if (able.length === 0) {
      return invalidAction('Nothing on board could leave here', 'data.actor_id', {
        cargo: cargo.map((other) => idAndType(port.world, other)),
      });
    }
    return ok({
      send: () => Promise.all(able.map((other) => unload(port, other, transporterId))),
      effect: (_before, world) => {
        const left = able.filter(({ id }) => world.units.get(id)?.transportedBy === undefined);
        if (left.length === 0) return undefined;
        return { unloaded: left.map(({ id }) => id), still_on_board: cargo.length - left.length };
      },
    });
  },
});

function idAndType(world: World, { id, type }: Unit) {
  return { id, type: wireNameOf(world.ruleset.unitTypes.get(type)) };
}
