import type { ActionData } from '#shared/protocol/actions.js';
import { wireNameOf } from '../../rules/lookup/names.js';
import { ownResearch } from '../../rules/lookup/research.js';
import { targetOf } from '../../rules/production/target.js';
import type { City } from '../../world/city.js';
import type { World } from '../../world/world.js';
import { type ActionFields, actionFields } from '../action-fields.js';
import { actionsByAnyName } from '../registry.js';

/**
 * The action that undoes another one within the same turn, found before that is done; undefined where nothing does. The
 * server takes a change of production back without a loss (city_change_production_penalty in freeciv).
 */
export function undoOf(world: World, data: ActionData): ActionData | undefined {
  const action = actionsByAnyName.get(data.action_type ?? data.type ?? '');
  const fields = actionFields(data);
  const city = typeof fields.actor_id === 'number' ? world.cities.get(fields.actor_id) : undefined;
  switch (action?.name) {
    case 'player_rates':
      return formerRates(world);
    case 'tech_goal':
      return formerGoal(world);
    case 'city_rename':
      return city && { action_type: 'city_rename', actor_id: city.id, name: city.name };
    case 'city_production':
    case 'city_build_unit':
    case 'city_build_improvement':
      return city && formerProduction(world, city);
    case 'city_worklist':
    case 'city_worklist_append':
    case 'city_worklist_insert':
    case 'city_worklist_remove':
      return city && formerWorklist(world, city);
    case 'city_options':
      return city && formerOptions(city, fields);
    default:
      return undefined;
  }
}

function formerRates(world: World): ActionData | undefined {
  const own = world.players.get(world.seat.player ?? -1);
  return own && { action_type: 'player_rates', tax: own.tax, luxury: own.luxury, science: own.science };
}

function formerGoal(world: World): ActionData | undefined {
  const goal = world.ruleset.techs.get(ownResearch(world)?.techGoal ?? -1);
  return goal && { action_type: 'tech_goal', target: { value: goal.id } };
}

function formerProduction(world: World, { id, detail }: City): ActionData | undefined {
  if (detail === undefined) return undefined;
  const target = targetOf(world, detail.productionKind, detail.productionValue);
  const value = target && wireNameOf(target.thing);
  return value === undefined
    ? undefined
    : { action_type: 'city_production', actor_id: id, target: { value } };
}

function formerWorklist(world: World, { id, detail }: City): ActionData | undefined {
  const items = (detail?.worklist ?? []).map(({ kind, value }) => {
    const target = targetOf(world, kind, value);
    return target && wireNameOf(target.thing);
  });
  return items.includes(undefined) ? undefined : { action_type: 'city_worklist', actor_id: id, items };
}

const OPTIONS = {
  disband: 'CITYO_DISBAND',
  science_specialists: 'CITYO_SCIENCE_SPECIALISTS',
  gold_specialists: 'CITYO_GOLD_SPECIALISTS',
} as const;

/** Only the options that the action sets. */
function formerOptions({ id, detail }: City, fields: ActionFields): ActionData | undefined {
  if (detail === undefined) return undefined;
  const set = Object.entries(OPTIONS).filter(([name]) => fields[name] !== undefined);
  const former = set.map(([name, option]) => [name, detail.cityOptions.has(option)]);
  return { action_type: 'city_options', actor_id: id, ...Object.fromEntries(former) };
}
