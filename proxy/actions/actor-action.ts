import type { z } from 'zod';
import type { Result } from '#shared/core/result.js';
import type { ClientPacketName } from '../freeciv/generated/packets.js';
import type { City } from '../world/city.js';
import type { Unit } from '../world/unit.js';
import { type Action, type ActionPlan, type ActionTraits, defineAction } from './action.js';
import type { ActionPort } from './action-port.js';
import { ownCity, ownUnit } from './common-fields.js';

/** An action whose plan gets the own unit or city that `actor_id` names. */
interface ActorAction<S extends z.ZodType, K extends ClientPacketName, A> extends ActionTraits<S, K> {
  plan(port: ActionPort<K>, actor: A, fields: z.output<S>): Promise<Result<ActionPlan>> | Result<ActionPlan>;
}

/** Defines an action of one own city. */
export function defineCityAction<S extends z.ZodType<{ actor_id: number }>, const K extends ClientPacketName>(
  definition: ActorAction<S, K, City>,
): Action {
  return defineAction<S, K>({
    ...definition,
    actor: 'city',
    plan(port, fields) {
      const city = ownCity(port, fields.actor_id);
      return city.ok ? definition.plan(port, city.value, fields) : city;
    },
  });
}

/** Defines an action of one own unit. */
export function defineUnitAction<S extends z.ZodType<{ actor_id: number }>, const K extends ClientPacketName>(
  definition: ActorAction<S, K, Unit>,
): Action {
  return defineAction<S, K>({
    ...definition,
    actor: 'unit',
    plan(port, fields) {
      const unit = ownUnit(port, fields.actor_id);
      return unit.ok ? definition.plan(port, unit.value, fields) : unit;
    },
  });
}
