import { failure } from '#shared/core/failure.js';
import { isJsonObject } from '#shared/core/json.js';
import { parseWith } from '#shared/core/parse.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import {
  type ActionBatchData,
  type ActionData,
  actionDataSchema,
  followsAdvice,
} from '#shared/protocol/actions.js';
import { ProtocolError } from '../../freeciv/errors.js';
import { defeatMessage, ownDefeat } from '../../rules/lookup/players.js';
import type { World } from '../../world/world.js';
import type { Action } from '../action.js';
import { type ActionFields, actionFields } from '../action-fields.js';
import type { ActionPort } from '../action-port.js';
import { withoutNumber } from '../legal-actions.js';
import { findAction, withoutRules } from '../perform-action.js';
import { type CreatedIds, isReference, resolveReferences } from './references.js';

/** What is known of an action before it is done. `depends`: only an action before it in the batch can make it valid. */
export type ActionCheck = Result<'valid' | 'depends'>;

/** The value of a reference to the id of something that an earlier action makes. */
const TO_BE_MADE = -1;

/** What an action is about, as far as another may change that. */
interface Footprint {
  readonly ids: readonly number[];
  readonly tiles: readonly number[];
  /** An action within this distance of them may matter to others. */
  readonly reach: number;
  /** Whether it may change what any other action can do: the government, treaties, the treasury. */
  readonly isWide: boolean;
}

/** The footprint of followed advice, which may consist of any actions. */
const ANYTHING: Footprint = { ids: [], tiles: [], reach: 0, isWide: true };

const NOT_UNDONE = failure('E130', 'Followed advice cannot be undone: follow it in a separate batch', {
  path: 'data.all_or_nothing',
});

/**
 * Checks every action of a batch in the world as it is, and does none: names, fields, references and, where no action
 * before it may change that, the rules. Nothing is asked of the server. With `all_or_nothing` what cannot be undone is
 * refused, and what depends on an action before it.
 */
export async function checkBatch(
  port: ActionPort,
  batch: Pick<ActionBatchData, 'actions' | 'all_or_nothing'>,
  made: CreatedIds,
): Promise<readonly ActionCheck[]> {
  const earlier: Footprint[] = [];
  const checks: ActionCheck[] = [];
  for (const fields of batch.actions) {
    if (followsAdvice(fields)) {
      checks.push(batch.all_or_nothing ? fail(NOT_UNDONE) : ok('depends'));
      earlier.push(ANYTHING);
      continue;
    }
    const read = readAction(port.world, made, fields, earlier.length > 0);
    if (!read.ok) {
      checks.push(read);
      continue;
    }
    const { data, isOpen } = read.value;
    const own = footprintOf(port.world, data);
    // With all or nothing an action must be valid before the first is begun.
    const isEnabledLater =
      !batch.all_or_nothing && earlier.some((before) => mayDecide(port.world, before, own));
    const depends = isOpen || isEnabledLater;
    const check = await checkAction(port, data, depends);
    checks.push(batch.all_or_nothing && check.ok ? checkUndo(port.world, data, check.value) : check);
    earlier.push(own);
  }
  return checks;
}

/** An action with its references resolved; `isOpen` when one means something that an earlier action has yet to make. */
function readAction(
  world: World,
  made: CreatedIds,
  fields: Readonly<Record<string, unknown>>,
  hasEarlier: boolean,
): Result<{ readonly data: ActionData; readonly isOpen: boolean }> {
  const isOpen = hasEarlier && OPEN.test(JSON.stringify(fields));
  const resolved = isOpen ? ok(withPlaceholders(fields)) : resolveReferences(world, made, fields);
  if (!resolved.ok) return resolved;
  const data = parseWith(actionDataSchema, resolved.value, 'data');
  return data.ok ? ok({ data: data.value, isOpen }) : data;
}

/** References to what actions before have made or chosen. */
const OPEN = /"(?:last_created|last_city|selected)"/;

function withPlaceholders(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(fields).map(([name, value]): [string, unknown] => {
    if (isReference(value)) return [name, name === 'target' ? { id: TO_BE_MADE, x: 0, y: 0 } : TO_BE_MADE];
    return [name, isJsonObject(value) ? withPlaceholders(value) : value];
  });
  return Object.fromEntries(entries);
}

async function checkAction(port: ActionPort, data: ActionData, depends: boolean): Promise<ActionCheck> {
  const { world } = port;
  const numbered = withoutNumber(world, data);
  if (!numbered.ok) return numbered;
  const action = findAction(numbered.value);
  if (!action.ok) return action;
  const defeat = ownDefeat(world);
  if (defeat !== undefined && !action.value.allowsDefeated)
    return fail(failure('E143', defeatMessage(defeat), { details: { defeated: defeat } }));
  const fields = actionFields(numbered.value);
  const skipsRules = numbered.value.parameters?.validate === false;
  const planned = await planWithoutServer(skipsRules ? withoutRules(port) : port, action.value, fields);
  if (planned.ok) return ok('valid');
  if (!depends) return planned;
  // What the schema refuses no other action makes right.
  const form = parseWith(action.value.schema, fields, 'data');
  return form.ok ? ok('depends') : fail({ ...form.failure, code: 'E130' });
}

/** Thrown in place of what the server would answer. */
class ServerNeeded extends Error {}

/** Plans an action without a word to the server; what only the server knows counts as valid. */
async function planWithoutServer(
  port: ActionPort,
  action: Action,
  fields: ActionFields,
): Promise<Result<unknown>> {
  const silent: ActionPort = {
    get world() {
      return port.world;
    },
    planList: port.planList,
    chooseSite: port.chooseSite,
    ...(port.skipsRules === true && { skipsRules: true }),
    request: () => Promise.reject(new ServerNeeded()),
  };
  try {
    return await action.plan(silent, fields);
  } catch (cause) {
    if (cause instanceof ServerNeeded || cause instanceof ProtocolError) return ok(undefined);
    throw cause;
  }
}

function checkUndo(world: World, data: ActionData, known: 'valid' | 'depends'): ActionCheck {
  const name = data.action_type ?? data.type ?? 'This action';
  if (known === 'depends')
    return fail(failure('E130', `${name} depends on an action before it: send it in a batch of its own`));
  if (undoOf(world, data) !== undefined) return ok(known);
  return fail(failure('E130', `${name} cannot be undone, so a batch of all or nothing cannot have it`));
}

/** The action that takes another one back within the same turn, found before that is done; undefined where nothing does. */
export function undoOf(world: World, data: ActionData): ActionData | undefined {
  const action = findAction(data);
  return action.ok ? action.value.undo(world, actionFields(data)) : undefined;
}

/** Around an act of a unit, in tiles, other units may find another situation. */
const MAX_INFLUENCE_TILES = 3;

function footprintOf(world: World, data: ActionData): Footprint {
  const { actor_id: actor, target, with_unit: other } = actionFields(data);
  const action = findAction(data);
  const reach = action.ok ? action.value.reach : 'actor';
  const { id, x, y } = isJsonObject(target) ? target : {};
  const ids = [actor, id, other].filter((one) => typeof one === 'number');
  const places = ids.flatMap((one) => (world.units.get(one) ?? world.cities.get(one))?.tile ?? []);
  const aim = typeof x === 'number' && typeof y === 'number' ? world.map.tileAt({ x, y }) : undefined;
  const tiles = [...places, ...(aim === undefined ? [] : [aim])];
  return { ids, tiles, reach: reach === 'near' ? MAX_INFLUENCE_TILES : 0, isWide: reach === 'nation' };
}

/** Whether an action may decide if a later one is valid. */
function mayDecide(world: World, before: Footprint, later: Footprint): boolean {
  if (before.isWide || before.ids.some((id) => later.ids.includes(id))) return true;
  return before.tiles.some((tile) =>
    later.tiles.some((other) => world.map.distance(tile, other) <= before.reach),
  );
}
