import { isJsonObject, type JsonObject, parseJson } from '#shared/core/json.js';
import type { ConversationObject } from '#shared/protocol/conversation-objects.js';
import { actionWords } from '../../texts/advice-lines.js';
import type { NativePart } from './native-part.js';
import { textOf } from './native-part.js';
import { briefObjects, hasBrief, type ObjectPlace } from './said-objects.js';

/** A call of a tool. */
export type Call = Extract<NativePart, { kind: 'called' }>;
/** The result of one. */
export type Returned = Extract<NativePart, { kind: 'returned' }>;

/** One thing that a call asked for, with what came of it. */
interface Operation {
  readonly operation: string;
  readonly ok: boolean | null;
  readonly result: string;
}

/** A code of the protocol in a result. */
const CODE = /\bcode:? (E\d{3})\b/;
const REASON = /\bwhy:? (.*?)(?:, (?:did_you_mean|possible|path|retry_after|warnings)\b.*)?$/m;

/** The operations of a call whose result is not there yet. */
export function openCallObject(call: Call, place: ObjectPlace): ConversationObject {
  const operations = askedFor(call).map((operation) => ({ operation, ok: null, result: '' }));
  return operationsObject(call.name, call.callId, operations, place);
}

/** A call whose arguments cannot be read: an error on the side of the agent. */
export function invalidCallObject({ name, raw }: Call, place: ObjectPlace): ConversationObject {
  const message = `The arguments of ${name} are no JSON object: ${raw.slice(0, 200)}`;
  return { type: 'error', source: 'client', ...place, error_type: 'INVALID_ARGS', error_message: message };
}

/** The objects of a tool result; of an unknown call only the result itself. `odds`: told before, by the attacker's id. */
export function resultObjects(
  result: Returned,
  call: Call | undefined,
  place: ObjectPlace,
  odds: ReadonlyMap<string, number>,
): readonly ConversationObject[] {
  const tool = call?.name ?? result.name ?? 'tool';
  const operations = operationsOf(result, call);
  const failed = operations.filter(({ ok }) => ok === false);
  const told = failed.length > 0 ? [] : textObjects(tool, result.text, place);
  // A part with an object of its own is not repeated as text.
  const shown =
    told.length === 0 ? operations : operations.map((operation) => ({ ...operation, result: '' }));
  return [
    operationsObject(tool, result.callId, shown, place),
    ...(call === undefined ? [] : fights(call, operations, place, odds)),
    ...failed.map((operation) => errorObject(operation, place)),
    ...told,
  ];
}

/** The odds of attacks that a result of `options` tells, by the id of the unit that is asked about. */
export function oddsIn({ text }: Returned, call: Call | undefined): ReadonlyMap<string, number> {
  const actor = call?.args?.actor_id;
  if (call?.name !== 'options' || actor === undefined) return new Map();
  const line = text.split('\n').find((one) => /\bunit_attack\b/.test(one)) ?? '';
  const [, percent] = /(\d{1,3}(?:\.\d+)?)(?: to \d+(?:\.\d+)?)? ?%/.exec(line) ?? [];
  if (percent === undefined || Number(percent) > 100) return new Map();
  return new Map([[textOf(actor), Number(percent) / 100]]);
}

function operationsObject(
  tool: string,
  callId: string,
  operations: readonly Operation[],
  place: ObjectPlace,
): ConversationObject {
  const shown = operations.map((operation) => ({ ...operation }));
  return { type: 'tracked_operations', source: 'llm', ...place, tool, call_id: callId, operations: shown };
}

/** What a call asks for, in words: each action of a list by itself. */
function askedFor({ name, args, raw }: Call): readonly string[] {
  if (args === undefined) return [`${name} ${raw.slice(0, 200)}`];
  const actions = actionsOf(args);
  return actions.length === 0 ? [words(name, args)] : actions.map((action) => words(name, action));
}

function actionsOf(args: JsonObject): readonly JsonObject[] {
  return Array.isArray(args.actions) ? args.actions.filter(isJsonObject) : [];
}

/** `unit_move actor_id 101, target {"x":3,"y":4}`. */
function words(tool: string, { action, ...fields }: JsonObject): string {
  const named = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  const rest = named.map(([name, value]) => `${name} ${textOf(value)}`).join(', ');
  return `${typeof action === 'string' ? action : tool} ${rest}`.trim();
}

function operationsOf(result: Returned, call: Call | undefined): readonly Operation[] {
  const asked = call === undefined ? [result.name ?? 'tool'] : askedFor(call);
  const lines = asked.length > 1 || call?.name === 'do' ? resultLines(result.text, call) : [];
  return asked.map((operation, at) => {
    const own = lines[at] ?? (asked.length === 1 ? result.text : '');
    return { operation, ok: isDone(own, result), result: own };
  });
}

/** The verdicts of a list of actions: entries of JSON, lines below `3 of 4 done.` or, in earlier games, below `results:`. */
function resultLines(text: string, call: Call | undefined): readonly string[] {
  const json = parseJson(text);
  if (isJsonObject(json) && Array.isArray(json.results)) return json.results.map(textOf);
  if (DONE_LINE.test(text)) return actionsOf(call?.args ?? {}).map((action) => toldLines(text, action));
  const [, list = ''] = /^results:\n((?:- .*(?:\n|$))*)/m.exec(text) ?? [];
  return list
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => line.slice(2));
}

/** Actions that succeed are counted, and have no line of their own. */
const DONE_LINE = /^\d+(?: of \d+)? done(?:, gold -?\d+)?\.$/m;

/** The text of the lines about one action below that line, for all of its actors; empty where it succeeded without news. */
function toldLines(text: string, { action, actor_ids: several, ...fields }: JsonObject): string {
  const each = Array.isArray(several)
    ? several.map((actor_id: unknown) => ({ ...fields, actor_id }))
    : [fields];
  const heads = each.map((one) => `- ${actionWords({ ...one, action_type: action })}: `);
  const told = text.split('\n').flatMap((line) => {
    const head = heads.find((start) => line.startsWith(start));
    return head === undefined ? [] : [line.slice(head.length)];
  });
  // A refusal says most, so it comes first.
  return told.sort((a, b) => Number(/^E\d{3}:/.test(b)) - Number(/^E\d{3}:/.test(a))).join('; ');
}

function isDone(text: string, { isError }: Returned): boolean {
  return !isError && !/(?:^|\n|[{,] ?)"?ok"?:? ?false\b/.test(text) && !/^E\d{3}:/.test(text);
}

function errorObject({ operation, result }: Operation, place: ObjectPlace): ConversationObject {
  const code = CODE.exec(result)?.[1] ?? /^(E\d{3}):/.exec(result)?.[1] ?? 'refused';
  const why = REASON.exec(result)?.[1] ?? result;
  const message = `${operation}: ${why}`.slice(0, 1000);
  return { type: 'error', source: 'server', ...place, error_type: code, error_message: message };
}

/** A roll for each attack of a call that was fought out. */
function fights(
  call: Call,
  operations: readonly Operation[],
  place: ObjectPlace,
  odds: ReadonlyMap<string, number>,
): readonly ConversationObject[] {
  const actions = actionsOf(call.args ?? {});
  return operations.flatMap(({ operation, ok, result }, at): readonly ConversationObject[] => {
    if (ok !== true || !/^(?:unit_attack|attack)\b/.test(operation)) return [];
    const actor = (actions[at] ?? call.args)?.actor_id ?? (actions[at] ?? call.args)?.unit_id;
    return [
      {
        ...{ type: 'roll', source: 'server', ...place, roll: `${operation}: ${result}` },
        odds: odds.get(textOf(actor)) ?? null,
        outcome: outcomeOf(result),
      },
    ];
  });
}

/** A side without hit points has lost; in a bombardment no unit loses all. */
function outcomeOf(result: string): 'won' | 'lost' | 'undecided' {
  if (/attacker_survived"?:? ?false|attacker_hp"?:? ?0\b/.test(result)) return 'lost';
  return /defender_hp"?:? ?0\b/.test(result) ? 'won' : 'undecided';
}

/** What a tool tells of the map and of the realm. */
function textObjects(tool: string, text: string, place: ObjectPlace): readonly ConversationObject[] {
  switch (tool) {
    case 'map':
    case 'cities':
      return [{ type: 'map_data', source: 'server', ...place, subtype: tool, map_data: text }];
    case 'brief':
    case 'end_turn':
      return hasBrief(text) ? briefObjects(text, place) : [];
    default:
      return [];
  }
}
