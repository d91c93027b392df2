import { type Failure, failure } from '#shared/core/failure.js';
import { parseWith } from '#shared/core/parse.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { chatSchema, cityActionsQuerySchema, unitActionsQuerySchema } from '#shared/protocol/legacy.js';
import type { Frame, FrameResult } from '../input/frame.js';
import { isJsonObject, type JsonObject } from '../input/json-object.js';
import { parseCanonicalAction } from './canonical-action.js';
import { flatFields } from './flat-request.js';
import type { EntityKind, LegacyRequest } from './legacy.js';
import { currentAction } from './legacy-action.js';

/**
 * A frame of the earlier gateway's clients as a request of the protocol: `unit_actions_query` and `city_actions_query`
 * become a state_query, `chat` and actions written as a string an action. All others stay as they are.
 */
export function translateLegacy(read: FrameResult): FrameResult {
  if (!read.ok) return read;
  const translated = translate(read.frame);
  if (translated.ok) return { ok: true, frame: translated.value };
  const { correlationId } = read.frame;
  return {
    ok: false,
    failure: translated.failure,
    ...(correlationId === undefined ? {} : { correlationId }),
  };
}

function translate(frame: Frame): Result<Frame> {
  switch (frame.type) {
    case 'unit_actions_query':
      return entityQuery(frame, 'unit');
    case 'city_actions_query':
      return entityQuery(frame, 'city');
    case 'chat':
      return chat(frame);
    case 'action':
      return action(frame);
    default:
      return ok(frame);
  }
}

/** Of the whole state only what is asked about, and what can be done. */
function entityQuery(frame: Frame, of: EntityKind): Result<Frame> {
  const fields = flatFields(frame.message);
  const ids = readIds(fields, of);
  if (!ids.ok) return ids;
  const isBatch = fields[`${of}_ids`] !== undefined;
  const sections = [of === 'unit' ? 'units' : 'cities', 'legal_actions'];
  const query = { format: 'full', include_legal_actions: true, sections };
  const legacy = { kind: 'entity_actions', of, ids: ids.value, isBatch } as const;
  const message = frame.message.data === undefined ? query : { data: query };
  return ok(replaced(frame, 'state_query', message, legacy));
}

function readIds(fields: JsonObject, of: EntityKind): Result<readonly number[]> {
  if (of === 'unit') {
    const read = parseWith(unitActionsQuerySchema, fields);
    return read.ok ? idsOf(of, read.value.unit_ids, read.value.unit_id) : read;
  }
  const read = parseWith(cityActionsQuerySchema, fields);
  return read.ok ? idsOf(of, read.value.city_ids, read.value.city_id) : read;
}

function idsOf(
  of: EntityKind,
  many: readonly number[] | undefined,
  one: number | undefined,
): Result<readonly number[]> {
  const ids = many ?? (one === undefined ? undefined : [one]);
  return ids === undefined ? fail(missing(`${of}_ids`)) : ok(ids);
}

function chat(frame: Frame): Result<Frame> {
  const read = parseWith(chatSchema, flatFields(frame.message));
  if (!read.ok) return read;
  const { message, text = message, target: named, recipient, player_id: playerId } = read.value;
  if (text === undefined) return fail(missing('message'));
  const target = named ?? recipient ?? playerId;
  const data = { type: 'diplomacy_message', text, ...(target === undefined ? {} : { target }) };
  return ok(replaced(frame, 'action', { data: currentAction(data) }, { kind: 'chat' }));
}

function action(frame: Frame): Result<Frame> {
  const { data, action: named } = frame.message;
  const text =
    typeof data === 'string' ? data : data === undefined && typeof named === 'string' ? named : undefined;
  if (text !== undefined) {
    const parsed = parseCanonicalAction(text);
    return parsed.ok ? ok(replaced(frame, 'action', { data: currentAction(parsed.value) })) : parsed;
  }
  if (isJsonObject(data)) {
    const current = currentAction(data);
    return ok(current === data ? frame : { ...frame, message: { ...frame.message, data: current } });
  }
  return ok(frame);
}

/** The same frame with other contents. */
function replaced(frame: Frame, type: string, contents: JsonObject, legacy?: LegacyRequest): Frame {
  const { agent_id, timestamp, correlation_id } = frame.message;
  const message = { type, agent_id, timestamp, correlation_id, ...contents };
  return { ...frame, type, message, ...(legacy === undefined ? {} : { legacy }) };
}

function missing(path: string): Failure {
  return failure('E101', `Missing required field: ${path}`, { path });
}
