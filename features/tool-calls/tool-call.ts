import type { Failure } from '#shared/core/failure.js';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { parseWith } from '#shared/core/parse.js';
import { ok, type Result } from '#shared/core/result.js';
import { FOLLOW_ADVICE } from '#shared/protocol/actions.js';
import type { GameRequestType } from '#shared/protocol/game-requests.js';
import type { LinkAnswer } from '#shared/protocol/link.js';
import { type ToolName, type ToolResult, toolCallDataSchema } from '#shared/protocol/tools.js';
import {
  type AnswerForm,
  ordinaryForm,
  type ProtocolMessage,
  unknownRequestFields,
} from '../../gateway/forms/answer-form.js';
import { compactAnswer, compactRefusal } from '../../gateway/forms/compact-answer.js';
import { answerFailure } from '../../gateway/link/link-messages.js';
import { agentMessage } from '../../gateway/session/agent-message.js';
import { toolText } from './tool-text.js';

/** The request of the protocol that a tool call stands for, by its `data`. E101, E105: the name or the arguments have no valid form. */
export function toolRequest(data: JsonObject): Result<ProtocolMessage> {
  const call = parseWith(toolCallDataSchema, data);
  if (!call.ok) return call;
  const { name: tool, arguments: given } = call.value;
  return ok({ ...requestOf(tool, withoutNulls(given)), fieldsAt: 'arguments', form: toolForm(tool) });
}

/** Answers as the tool_result that a model reads. */
function toolForm(tool: ToolName): AnswerForm {
  return {
    ...ordinaryForm,
    digested: { tool, legacy: undefined },
    isTranslated: true,
    tool,
    write({ type, data, result }, to, now) {
      const shown = toolResult({ tool, data }, result, unknownRequestFields(type, data));
      return agentMessage('tool_result', to, now, shown);
    },
  };
}

function requestOf(
  tool: ToolName,
  args: JsonObject,
): { readonly type: GameRequestType; readonly data: JsonObject } {
  switch (tool) {
    case 'brief':
    case 'options':
      return { type: 'state_query', data: { ...args, format: tool } };
    case 'cities': {
      const { full, ...query } = args;
      const rows = full === true || full === 'true' ? 'whole' : 'short';
      return { type: 'state_query', data: { ...query, rows, format: tool, as: 'text' } };
    }
    case 'map':
      return { type: 'state_query', data: { ...mapQuery(args), format: tool } };
    case 'rules':
      return { type: 'rules_query', data: args };
    case 'notes':
      return { type: 'notes', data: args };
    case 'do':
      return { type: 'action_batch', data: batchOf(args) };
    case 'end_turn':
      return turnRequest(args);
    case 'plan':
    case 'research':
    case 'nation':
    case 'diplomacy':
      return { type: 'action', data: namedAction(args) };
  }
}

/**
 * A batch of the call's actions, then of the advice if `advised` is true. It asks for the new decisions. Where `actions` is not a
 * list, the schema refuses it later.
 */
function batchOf({ advised, ...args }: JsonObject): JsonObject {
  const isFollowed = advised === true || advised === 'true';
  const given = namedActions(isFollowed ? (args.actions ?? []) : args.actions);
  const actions = isFollowed && Array.isArray(given) ? [...given, FOLLOWING] : given;
  return { ...args, actions, decisions: true };
}

const FOLLOWING: JsonObject = { action_type: FOLLOW_ADVICE };

/** The end of a turn alone, or after actions and advice. */
function turnRequest({ actions, advised, stop_on_error, ...args }: JsonObject): {
  readonly type: GameRequestType;
  readonly data: JsonObject;
} {
  const end = { until: 'turn', ...readPlainValues(args), action_type: 'end_turn', as: 'json' };
  if (actions === undefined && advised !== true && advised !== 'true') return { type: 'action', data: end };
  const { decisions: _told, ...batch } = batchOf({ actions, advised });
  const all = Array.isArray(batch.actions) ? [...batch.actions, end] : batch.actions;
  return {
    type: 'action_batch',
    data: { actions: all, ...(stop_on_error !== undefined && { stop_on_error }) },
  };
}

function namedActions(actions: unknown): unknown {
  return Array.isArray(actions)
    ? actions.flatMap((one: unknown) => (isJsonObject(one) ? ofEachActor(one).map(namedAction) : [one]))
    : actions;
}

/** One action for each of `actor_ids`. An empty list is dropped; without a list the action stays as it is. */
function ofEachActor(whole: JsonObject): readonly JsonObject[] {
  const { actor_ids: ids, ...action } = whole;
  if (!Array.isArray(ids)) return [whole];
  return ids.length === 0 ? [action] : ids.map((id: unknown) => ({ ...action, actor_id: id }));
}

/** Tools and options name the action as `action`. */
function namedAction({ action, ...fields }: JsonObject): JsonObject {
  return { action_type: action, ...readPlainValues(fields) };
}

function mapQuery({ x, y, ...args }: JsonObject): JsonObject {
  return x === undefined && y === undefined ? args : { ...args, centre: { x, y } };
}

/** A tile as a model writes it where only a text fits, and as briefs write it: `19,2` or `(19, 2)`. */
const TILE = /^\(?\s*(-?\d{1,5})\s*,\s*(-?\d{1,5})\s*\)?$/;

/** The number of a unit, city or player, or of turns. */
const NUMBER = /^\d{1,9}$/;

/**
 * The fields of an action as the protocol has them, where a model wrote a tile or a number as a text: in definitions for MCP
 * clients `target`, `until` and the entries of `tiles` are texts.
 */
function readPlainValues(fields: JsonObject): JsonObject {
  const { target, tiles, clauses, until } = fields;
  return {
    ...fields,
    ...(typeof target === 'string' && { target: numberOf(target) ?? tileOf(target) ?? target }),
    ...(typeof until === 'string' && { until: numberOf(until) ?? until }),
    ...(Array.isArray(tiles) && {
      tiles: tiles.map((tile: unknown) => (typeof tile === 'string' ? (tileOf(tile) ?? tile) : tile)),
    }),
    ...(Array.isArray(clauses) && {
      clauses: clauses.map((clause: unknown) => (typeof clause === 'string' ? clauseOf(clause) : clause)),
    }),
  };
}

function tileOf(text: string): JsonObject | undefined {
  const [, x, y] = TILE.exec(text) ?? [];
  return x === undefined || y === undefined ? undefined : { x: Number(x), y: Number(y) };
}

/** A clause as advice writes it: `me advance currency`, `them gold 33`. */
function clauseOf(text: string): JsonObject {
  const [giver, clause, ...words] = text.split(' ');
  const value = words.join(' ');
  return { clause, giver, ...(value !== '' && { value: numberOf(value) ?? value }) };
}

function numberOf(text: string): number | undefined {
  return NUMBER.test(text) ? Number(text) : undefined;
}

/** Strict definitions make models write null for what they leave out. */
function withoutNulls(fields: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name, isJsonObject(value) ? withoutNulls(value) : withoutNullItems(value)]),
  );
}

function withoutNullItems(value: unknown): unknown {
  return Array.isArray(value)
    ? value.map((item: unknown) => (isJsonObject(item) ? withoutNulls(item) : item))
    : value;
}

/** `data` of the tool_result for the answer to a tool's request; `warnings` name its unknown fields. */
export function toolResult(
  { tool, data: asked }: { readonly tool: ToolName; readonly data: JsonObject },
  answer: Result<LinkAnswer>,
  warnings: readonly string[],
): ToolResult {
  const result = resultOf(tool, answer, asked);
  const shown = warnings.length === 0 ? result : { ...result, warnings };
  return { tool, ok: isDone(result), text: toolText({ tool, asked, result: shown }), result: shown };
}

function resultOf(tool: ToolName, answer: Result<LinkAnswer>, asked: JsonObject): JsonObject {
  if (!answer.ok) return refusal(answer.failure);
  const { type, data } = answer.value;
  if (type === 'error') return refusal(answerFailure(answer.value));
  if (type === 'state_update')
    return isJsonObject(data.data) ? withPlainTargets(withoutEmpty(data.data)) : data;
  const { data: verdict } = compactAnswer(answer.value, asked);
  return tool === 'end_turn' ? turnResult(verdict) : verdict;
}

/** The verdict on the end of a turn, with those on the actions before it as `results`. */
function turnResult({ results, ...verdict }: JsonObject): JsonObject {
  if (!Array.isArray(results)) return verdict;
  const end: unknown = results.at(-1);
  return { ...(isJsonObject(end) ? end : {}), results: results.slice(0, -1) };
}

/** The code of another failure in the message of a failure. */
const OTHER_CODE = / \(E\d{3}\)/u;

/** The failure of a tool call as an object, with what helps to call it better. */
function refusal(failure: Failure): JsonObject {
  const { path = failure.details?.path, details } = failure;
  const retryAfter = details?.retry_after;
  // Clients of the specification look for this second code in the message. A model needs only the first.
  const message = failure.message.replace(OTHER_CODE, '');
  return {
    ...compactRefusal({ ...failure, message }),
    ...(typeof path === 'string' && { path }),
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
    ...(details?.outcome === 'unknown' && { outcome: 'unknown' }),
  };
}

/** Seconds that are not counted say nothing. */
function withoutEmpty(state: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== null));
}

/** Options whose targets fit every definition of the tools. Models give them back as they are. */
function withPlainTargets(state: JsonObject): JsonObject {
  if (!Array.isArray(state.options)) return state;
  const options = state.options.map((option: unknown) =>
    isJsonObject(option) && option.target !== undefined
      ? { ...option, target: plainTarget(option.target) }
      : option,
  );
  return { ...state, options };
}

/** A target in a form that fits every definition of the tools: a tile and a number as a text. */
function plainTarget(target: unknown): unknown {
  if (typeof target === 'number') return String(target);
  const { x, y, id } = isJsonObject(target) ? target : {};
  if (x !== undefined && y !== undefined) return `${String(x)},${String(y)}`;
  return typeof id === 'number' ? String(id) : target;
}

/** Whether something came of it: a state, a verdict that is well, or one of several. */
function isDone({ ok: isWell, results }: JsonObject): boolean {
  if (isWell === undefined && Array.isArray(results))
    return results.some((one) => isJsonObject(one) && one.ok === true);
  return isWell !== false;
}
