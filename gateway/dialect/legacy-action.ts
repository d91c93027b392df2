import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { specActionTypes } from '#shared/protocol/actions.js';

/** Names of actions in the earlier gateway, and their names here. */
const RENAMED: Readonly<Record<string, string>> = {
  city_change_production: 'city_production',
  city_sell_improvement: 'city_sell',
  unit_found_city: 'unit_build_city',
  unit_capture: 'unit_capture_units',
  unit_clean: 'unit_clean_pollution',
  unit_set_home_city: 'unit_home_city',
  spy_investigate_city: 'unit_spy_investigate_city',
  spy_poison: 'unit_spy_poison',
  spy_sabotage_city: 'unit_spy_sabotage_city',
  spy_targeted_sabotage_city: 'unit_spy_targeted_sabotage_city',
  spy_steal_tech: 'unit_spy_steal_tech',
  spy_targeted_steal_tech: 'unit_spy_targeted_steal_tech',
  spy_incite_city: 'unit_spy_incite_city',
  spy_steal_gold: 'unit_spy_steal_gold',
  spy_steal_maps: 'unit_steal_maps',
  spy_nuke: 'unit_spy_nuke',
  spy_bribe_unit: 'unit_spy_bribe_unit',
  spy_sabotage_unit: 'unit_spy_sabotage_unit',
  diplomacy_declare_war: 'cancel_pact',
  diplomacy_cancel_treaty: 'cancel_pact',
};

/** Actions of units beyond the specification's, without `unit_`. */
const UNIT_ACTIONS = [
  ...[
    'fortify',
    'sentry',
    'build_road',
    'build_irrigation',
    'build_mine',
    'build_base',
    'transform',
    'pillage',
  ],
  ...[
    'clean_pollution',
    'clean_fallout',
    'auto_work',
    'join_city',
    'home_city',
    'disband',
    'upgrade',
    'convert',
  ],
  ...[
    'load',
    'unload',
    'airlift',
    'paradrop',
    'help_wonder',
    'trade_route',
    'marketplace',
    'establish_embassy',
  ],
  ...['conquer_city', 'bombard', 'expel', 'heal', 'nuke'],
];

/** The types that an action written as a string may begin with. */
export const knownActionTypes: readonly string[] = [
  ...specActionTypes,
  ...Object.keys(RENAMED),
  ...UNIT_ACTIONS.map((name) => `unit_${name}`),
  ...['city_buy', 'city_sell', 'tech_goal'],
];

/** Keys of a target that hold the id of a player, a unit or a city. */
const ID_KEYS = ['player_id', 'unit_id', 'city_id', 'target_unit_id', 'target_city_id', 'target_player_id'];

/** An action with the names of this gateway; the same object when there is nothing to change. */
export function currentAction(action: JsonObject): JsonObject {
  const { action_type: named, type, target, sub_target: part } = action;
  const changes = {
    ...renaming('action_type', named),
    ...renaming('type', type),
    ...(hasId(target) ? { target: withId(target) } : {}),
    ...(isJsonObject(part) && typeof part.name === 'string' ? { sub_target: part.name } : {}),
  };
  return Object.keys(changes).length === 0 ? action : { ...action, ...changes };
}

function renaming(key: string, name: unknown): JsonObject {
  const current = typeof name === 'string' && Object.hasOwn(RENAMED, name) ? RENAMED[name] : undefined;
  return current === undefined ? {} : { [key]: current };
}

function hasId(target: unknown): target is JsonObject {
  return isJsonObject(target) && target.id === undefined && ID_KEYS.some((key) => Object.hasOwn(target, key));
}

function withId(target: JsonObject): JsonObject {
  const key = ID_KEYS.find((name) => target[name] !== undefined);
  const rest = Object.fromEntries(Object.entries(target).filter(([name]) => !ID_KEYS.includes(name)));
  return key === undefined ? rest : { ...rest, id: target[key] };
}
