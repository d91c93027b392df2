import type { ActingPort } from '../../proxy/actions/perform-action.js';
import type { Reply, ServerPacket } from '../../proxy/freeciv/brackets.js';
import type { ActionProbability } from '../../proxy/freeciv/value-codecs.js';
import type { Plan } from '../../proxy/plans/plan.js';
import { planStep } from '../../proxy/plans/plan-step.js';
import { cityAt, unitsOn } from '../../proxy/rules/lookup/tiles.js';
import type { Unit } from '../../proxy/world/unit.js';
import type { World } from '../../proxy/world/world.js';

/** What the seat does, in order: packets, wake conditions, plans and what they do first. */
export type Sent = unknown[];

/**
 * A seat in front of a server that answers questions about actions, prices and names, and otherwise does nothing and
 * says nothing. `sent` gets what the seat does.
 */
export function scenePort(world: World, sent: Sent): ActingPort {
  const chooseSite = (_world: World, { tile }: Unit) => tile + SITE_EAST;
  const plans: readonly Plan[] = [{ kind: 'research_queue', id: 'research_queue', since: 1, techs: [] }];
  return {
    world,
    chooseSite,
    planList: { all: plans },
    request: async (name, fields) => {
      sent.push({ packet: name, ...fields });
      return answer(world, name, fields);
    },
    trackOrder: async (unitId, wakeOn) => void sent.push({ tracked: unitId, wake_on: wakeOn }),
    changePlan: async (change) => {
      const step = change.kind === 'set' ? planStep(world, change.plan, { chooseSite, plans }) : undefined;
      sent.push({ plan: change, step });
      return undefined;
    },
    endPlansBy: async () => [],
  };
}

/** Tiles from a unit to the site that is chosen for it. */
const SITE_EAST = 2;
/** A bribe costs this much, in gold. */
const COST = 250;

function answer(world: World, name: string, fields: object): Reply {
  switch (name) {
    case 'unit_get_actions':
      return { packets: [unitActions(world, fields)], messages: [] };
    case 'unit_action_query':
      return { packets: priceAndBuildings(world, fields), messages: [] };
    case 'city_name_suggestion_req':
      return reply({ name: 'city_name_suggestion_info', fields: { unitId: 0, name: 'Newtown' } });
    default:
      return { packets: [], messages: [] };
  }
}

function reply(packet: ServerPacket): Reply {
  return { packets: [packet], messages: [] };
}

function priceAndBuildings(world: World, fields: object): ServerPacket[] {
  const asked = {
    actorId: 0,
    targetId: 0,
    actionType: 'ACTION_NONE' as const,
    disturbPlayer: false,
    ...fields,
  };
  const improvements = world.cities.get(asked.targetId)?.improvements ?? new Uint8Array();
  return [
    { name: 'unit_action_answer', fields: { ...asked, cost: COST } },
    {
      name: 'city_sabotage_list',
      fields: { ...asked, cityId: asked.targetId, improvements, actId: asked.actionType },
    },
  ];
}

function unitActions(world: World, fields: object): ServerPacket {
  const asked = { actorUnitId: 0, targetTileId: -1, disturbPlayer: false, ...fields };
  const targetUnitId = unitsOn(world, asked.targetTileId)[0]?.id ?? 0;
  const targetCityId = cityAt(world, asked.targetTileId)?.id ?? 0;
  const actionProbabilities = [...world.ruleset.actions.values()].map(({ tgtKind }, index) => {
    const isThere = tgtKind === 'ATK_CITY' ? targetCityId > 0 : tgtKind !== 'ATK_UNIT' || targetUnitId > 0;
    return isThere ? probability(asked.actorUnitId + asked.targetTileId + index) : IMPOSSIBLE;
  });
  return { name: 'unit_actions', fields: { ...asked, targetUnitId, targetCityId, actionProbabilities } };
}

const IMPOSSIBLE = { min: 0, max: 0 };

/** What the server says of an action, in half per cent, each in its turn: yes, no, perhaps, and that it cannot say. */
function probability(nth: number): ActionProbability {
  const said = [
    { min: 200, max: 200 },
    IMPOSSIBLE,
    { min: 120, max: 120 },
    { min: 0, max: 200 },
    { min: 60, max: 60 },
    { min: 254, max: 0 },
    { min: 10, max: 40 },
    { min: 253, max: 0 },
  ];
  return said[nth % said.length] ?? IMPOSSIBLE;
}
