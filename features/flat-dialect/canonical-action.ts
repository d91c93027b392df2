import { failure } from '#shared/core/failure.js';
import type { JsonObject } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { specActionTypes } from '#shared/protocol/actions.js';

const MAX_ACTION_CHARS = 300;
const EXAMPLES =
  'unit_move_103(11,10), tech_research_player(0)_target(Alphabet), city_production_5(Warriors)';

/** Names of actions in the earlier gateway, and their names here. */
export const RENAMED_ACTIONS: Readonly<Record<string, string>> = {
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
const UNIT_ACTIONS =
  'fortify sentry build_road build_irrigation build_mine build_base transform pillage clean_pollution clean_fallout ' +
  'auto_work join_city home_city disband upgrade convert load unload airlift paradrop help_wonder trade_route ' +
  'marketplace establish_embassy conquer_city bombard expel heal nuke';

/** The types that an action written as a string may begin with. */
const KNOWN_TYPES: readonly string[] = [
  ...specActionTypes,
  ...Object.keys(RENAMED_ACTIONS),
  ...UNIT_ACTIONS.split(' ').map((name) => `unit_${name}`),
  'city_buy',
  'city_sell',
  'tech_goal',
];

/** The field that a key before a bracket stands for. `none`: it is ignored, because the seat decides it. */
const FIELDS_BY_KEY: Readonly<Record<string, 'actor' | 'target' | 'x' | 'y' | 'text' | 'none'>> = {
  player: 'none',
  player_id: 'none',
  actor_id: 'actor',
  unit_id: 'actor',
  city_id: 'actor',
  to: 'target',
  target: 'target',
  tech_name: 'target',
  production_type: 'target',
  name: 'target',
  dest_x: 'x',
  dest_y: 'y',
  message: 'text',
  text: 'text',
};

type Fields = Partial<Record<'actor' | 'target' | 'x' | 'y' | 'text' | 'none', string>>;

/**
 * An action written as one string: `type`, `type_actor(target)`, `type_source(actor)_to(x,y)`,
 * `type_source(actor)_target(name)` or `type_key(value)_key(value)`. E130 when it is none of these.
 */
export function parseCanonicalAction(text: string): Result<JsonObject> {
  const type = text.length > MAX_ACTION_CHARS ? undefined : actionTypeOf(text);
  const fields = type === undefined ? undefined : readFields(text.slice(type.length));
  if (type === undefined || fields === undefined) return fail(unreadable());
  const target = targetOf(fields);
  return ok({
    type,
    ...(fields.actor === undefined ? {} : { actor_id: Number(fields.actor) }),
    ...(target === undefined ? {} : { target }),
    ...(fields.text === undefined ? {} : { text: fields.text }),
  });
}

/** The longest known type that the text begins with; else its first words, which the game refuses by name. */
function actionTypeOf(text: string): string | undefined {
  const known = KNOWN_TYPES.filter(
    (type) => text.startsWith(type) && !/^[a-z]/.test(text.slice(type.length)),
  );
  const longest = known.toSorted((a, b) => b.length - a.length)[0];
  return longest ?? /^[a-z]+(?:_[a-z]+)*/.exec(text)?.[0];
}

function readFields(rest: string): Fields | undefined {
  const fields: Fields = {};
  const group = /_?([^()]*)\(([^()]*)\)/y;
  let end = 0;
  for (let match = group.exec(rest); match !== null; match = group.exec(rest)) {
    const [, key = '', value = ''] = match;
    if (!assign(fields, key.trim(), value.trim(), end === 0)) return undefined;
    end = group.lastIndex;
  }
  const left = rest.slice(end);
  if (left === '') return areWhole(fields) ? fields : undefined;
  // Without brackets: the actor alone.
  const actor = end === 0 ? /^_(\d{1,9})$/.exec(left)?.[1] : undefined;
  return actor === undefined ? undefined : { actor };
}

function assign(fields: Fields, key: string, value: string, isFirst: boolean): boolean {
  const field = FIELDS_BY_KEY[key.toLowerCase()];
  if (field !== undefined) fields[field] = value;
  else if (isFirst && /^\d{1,9}$/.test(key)) Object.assign(fields, { actor: key, target: value });
  else if (isFirst && key === '') fields.target = value;
  // A unit's type or a city's name, with its id.
  else if (isFirst) fields.actor = value;
  else return false;
  return true;
}

function areWhole({ actor = '0', x = '0', y = '0' }: Fields): boolean {
  return [actor, x, y].every((number) => /^\d{1,9}$/.test(number));
}

function targetOf({ target, x, y }: Fields): JsonObject | undefined {
  if (x !== undefined && y !== undefined) return { x: Number(x), y: Number(y) };
  if (target === undefined || target === '') return undefined;
  const [, column, row] = /^\(?\s*(\d{1,6})\s*,\s*(\d{1,6})\s*\)?$/.exec(target) ?? [];
  if (column !== undefined) return { x: Number(column), y: Number(row) };
  return /^\d{1,9}$/.test(target) ? { id: Number(target) } : { value: target };
}

function unreadable() {
  return failure('E130', `The action cannot be read; write it as in ${EXAMPLES}, or as an object`, {
    path: 'data',
    details: { expected: EXAMPLES },
  });
}
