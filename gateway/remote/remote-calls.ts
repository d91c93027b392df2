import type { Failure } from '#shared/core/failure.js';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { errorCodeSchema } from '#shared/protocol/agent-answers.js';
import type { RemoteAgentData, RemoteGatewayData } from '#shared/protocol/remote-agent.js';
import type { AgentServices } from '../agent/agent-services.js';
import { readMessage, requestWithoutSocket } from '../agent/requests-without-socket.js';
import type { Session } from '../session/session.js';

/** Whose functions are called, and over which session. */
export interface Caller {
  readonly services: AgentServices;
  readonly agentId: string;
  /** The session of the seat, joined anew where it has expired. */
  enter(): Promise<Result<Session>>;
}

type FunctionCall = Pick<RemoteAgentData<'function_call'>, 'function' | 'arguments'>;

/** What came of a call, without its request_id. */
type CallOutcome = Omit<RemoteGatewayData<'function_result'>, 'request_id'>;

/** Functions that change nothing. */
const READING: ReadonlySet<string> = new Set(['brief', 'options', 'cities', 'map', 'rules']);

/** Whether a function may change the state of the seat. */
export function isActing(name: string): boolean {
  return !READING.has(name);
}

/** Carries out one function under the id of its request: a call with an id that has an answer gets that answer. */
export async function callFunction(caller: Caller, id: string, call: FunctionCall): Promise<CallOutcome> {
  const { services, agentId, enter } = caller;
  const message = messageOf(call, id);
  const answer = await requestWithoutSocket(services, agentId, enter, message);
  return { function: call.function, ...(answer.ok ? outcomeOf(answer.value) : refusalOf(answer.failure)) };
}

/**
 * Carries out the functions of a batch in order, up to the first that fails. All are checked before the first is begun: a
 * batch with a function that is not valid does nothing, and names each that is at fault.
 */
export async function callBatch(
  caller: Caller,
  { request_id: id, functions }: RemoteAgentData<'function_call_batch'>,
): Promise<CallOutcome> {
  const refused = functions.flatMap((call, index) => {
    const read = readMessage(caller.services, messageOf(call, batchId(id, index)));
    return read.ok ? [] : [{ index, function: call.function, ...refusalOf(read.failure) }];
  });
  const [first] = refused;
  if (first !== undefined) {
    const error = `Nothing was done: function ${first.index} (${first.function}) is not valid: ${first.error}`;
    return { success: false, result: { results: [], refused }, error, ...codeOf(first) };
  }
  const results: JsonObject[] = [];
  for (const [index, call] of functions.entries()) {
    const outcome = await callFunction(caller, batchId(id, index), call);
    results.push({ index, ...outcome });
    if (!outcome.success) {
      const error = `Function ${index} (${call.function}) failed: ${outcome.error}`;
      return { success: false, result: { results }, error, ...codeOf(outcome) };
    }
  }
  return { success: true, result: { results }, error: '' };
}

/** The name of a function of a batch among the requests of its session. */
function batchId(id: string, index: number): string {
  return `${id}#${index}`;
}

function codeOf({ code }: Pick<CallOutcome, 'code'>): Pick<CallOutcome, 'code'> {
  return code === undefined ? {} : { code };
}

/** An end_turn without `until` is answered at once: the gateway tells the agent of the next turn by itself. */
function messageOf({ function: name, arguments: args }: FunctionCall, id: string): JsonObject {
  const isWaiting = name !== 'end_turn' || (args.until !== undefined && args.until !== null);
  const base = { correlation_id: id };
  if (isWaiting) return { ...base, type: 'tool_call', data: { name, arguments: args } };
  return {
    ...base,
    type: 'action',
    data: { ...args, until: undefined, action_type: name, verbosity: 'compact' },
  };
}

/** What an answer of the game means for the agent: of a tool_call, of an end_turn, or an error of an earlier process. */
function outcomeOf({ type, data }: JsonObject): CallOutcome {
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
    ...(known.success && { code: known.data }),
    ...(Object.keys(helpful).length > 0 && { details: helpful }),
  };
}

/** Why the first of several actions was not done. */
function firstReason({ results }: JsonObject): unknown {
  const failed = Array.isArray(results)
    ? results.find((one) => isJsonObject(one) && one.ok !== true)
    : undefined;
  return isJsonObject(failed) ? failed.why : undefined;
}

function refusalOf({ code, message, path, details }: Failure): CallOutcome {
  const all = { ...details, ...(path !== undefined && { path }) };
  return {
    ...{ success: false, result: {}, error: message, code },
    ...(Object.keys(all).length > 0 && { details: all }),
  };
}

/** The result of a call whose answer was kept for a socket, with its id; undefined for one of a batch. */
export function keptResult(text: unknown): RemoteGatewayData<'function_result'> | undefined {
  if (!isJsonObject(text) || typeof text.correlation_id !== 'string') return undefined;
  return text.correlation_id.includes('#')
    ? undefined
    : { request_id: text.correlation_id, ...outcomeOf(text) };
}

/** Sends another request of the agent: `stop`, or what it says to people who watch. Undefined when it was accepted. */
export async function sendRequest(
  { services, agentId, enter }: Caller,
  type: 'stop' | 'transcript',
  data: JsonObject,
): Promise<Result<undefined>> {
  const answer = await requestWithoutSocket(services, agentId, enter, { type, data });
  return answer.ok ? ok(undefined) : fail(answer.failure);
}
