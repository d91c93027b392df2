import type { Failure } from '#shared/core/failure.js';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { errorCodeSchema } from '#shared/protocol/agent-answers.js';
import type { RemoteAgentData, RemoteGatewayData } from '#shared/protocol/remote-agent.js';
import type { AgentServices } from '../../gateway/agent/agent-services.js';
import { requestWithoutSocket } from '../../gateway/agent/requests-without-socket.js';
import type { Sender } from '../../gateway/limits/agent-limits.js';
import type { Session } from '../../gateway/session/session.js';

/** Whose functions are called, and over which session. */
export interface CallContext {
  readonly services: AgentServices;
  readonly sender: Sender;
  /** The session of the seat, joined anew where it has expired. */
  enter(): Promise<Result<Session>>;
}

/** A function and its arguments. */
export type FunctionCall = Pick<RemoteAgentData<'function_call'>, 'function' | 'arguments'>;

/** What came of a call, without its request_id. */
export type CallOutcome = Omit<RemoteGatewayData<'function_result'>, 'request_id'>;

/** Functions that change nothing. */
const READING: ReadonlySet<string> = new Set(['brief', 'options', 'cities', 'map', 'rules']);

/** Whether a function may change the state of the seat. */
export function isActing(name: string): boolean {
  return !READING.has(name);
}

/** Carries out one function under the id of its request: a call with an id that has an answer gets that answer. */
export async function callFunction(
  caller: CallContext,
  id: string,
  call: FunctionCall,
): Promise<CallOutcome> {
  const { services, sender, enter } = caller;
  const message = messageOf(call, id);
  const answer = await requestWithoutSocket(services, sender, enter, message);
  return { function: call.function, ...(answer.ok ? outcomeOf(answer.value) : refusalOf(answer.failure)) };
}

/** Whether the answer of an end_turn waits for the next turn: with `until`, `actions` or `advised`. */
export function waitsForTurn({ until, actions, advised }: JsonObject): boolean {
  return [until, actions, advised].some((one) => one !== undefined && one !== null && one !== false);
}

/** An end_turn that does not wait is answered at once: the gateway tells the agent of the next turn by itself. */
export function messageOf({ function: name, arguments: args }: FunctionCall, id: string): JsonObject {
  const base = { correlation_id: id };
  if (name !== 'end_turn' || waitsForTurn(args))
    return { ...base, type: 'tool_call', data: { name, arguments: args } };
  return {
    ...base,
    type: 'action',
    data: { ...args, until: undefined, action_type: name, verbosity: 'compact' },
  };
}

/** What an answer of the game means for the agent: of a tool_call, of an end_turn, or an error of an earlier process. */
export function outcomeOf({ type, data }: JsonObject): CallOutcome {
  const fields = isJsonObject(data) ? data : {};
  if (type !== 'tool_result') return verdictOf(fields);
  const { text } = fields;
  const result = isJsonObject(fields.result) ? fields.result : {};
  return { ...verdictOf({ ...result, ok: fields.ok }), text: String(text), result };
}

function verdictOf(verdict: JsonObject): CallOutcome {
  const { ok: isDone, code, why, error_message: message, error_code: errorCode, ...details } = verdict;
  if (isDone === true) return { success: true, result: verdict, error: '' };
  const known = errorCodeSchema.safeParse(code ?? errorCode);
  const { results: _results, ...helpful } = details;
  return {
    success: false,
    result: verdict,
    error: String(why ?? message ?? firstReason(verdict) ?? 'It was not done'),
    code: known.data,
    details: Object.keys(helpful).length > 0 ? helpful : undefined,
  };
}

/** Why the first of several actions was not done. */
function firstReason({ results }: JsonObject): unknown {
  const failed = Array.isArray(results)
    ? results.find((one) => isJsonObject(one) && one.ok !== true)
    : undefined;
  return isJsonObject(failed) ? failed.why : undefined;
}

/** A failure as the outcome of a call. */
export function refusalOf({ code, message, path, details }: Failure): CallOutcome {
  const all = { ...details, ...(path !== undefined && { path }) };
  return {
    success: false,
    result: {},
    error: message,
    code,
    details: Object.keys(all).length > 0 ? all : undefined,
  };
}

/** Sends another request of the agent: `stop`, or what it says to people who watch. Undefined when it was accepted. */
export async function sendRequest(
  { services, sender, enter }: CallContext,
  type: 'stop' | 'transcript',
  data: JsonObject,
): Promise<Result<undefined>> {
  const answer = await requestWithoutSocket(services, sender, enter, { type, data });
  return answer.ok ? ok(undefined) : fail(answer.failure);
}
