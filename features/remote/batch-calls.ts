import { z } from 'zod';
import type { Failure } from '#shared/core/failure.js';
import { failure } from '#shared/core/failure.js';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { RemoteAgentData } from '#shared/protocol/remote-agent.js';
import { readMessage, requestWithoutSocket } from '../../gateway/agent/requests-without-socket.js';
import { answerFailure } from '../../gateway/link/link-messages.js';
import {
  type CallContext,
  type CallOutcome,
  callFunction,
  type FunctionCall,
  messageOf,
  outcomeOf,
  refusalOf,
} from './remote-calls.js';

type Batch = RemoteAgentData<'function_call_batch'>;

/** A function of a batch that is not valid. */
type Refused = CallOutcome & { readonly index: number };

/** A function whose form is valid, with the actions that it means; undefined for a function that is not an action. */
interface ReadCall {
  readonly index: number;
  readonly call: FunctionCall;
  readonly actions: readonly JsonObject[] | undefined;
}

/** Actions that the proxy takes in one batch. */
const MAX_ACTIONS = 100;

/**
 * Carries out the functions of a batch in order, up to the first that fails. All are checked before the first is begun,
 * their forms and their actions by the rules: a batch with a function that is not valid does nothing, and names each that
 * is at fault. With `all_or_nothing` its actions are done all or taken back.
 */
export async function callBatch(caller: CallContext, batch: Batch): Promise<CallOutcome> {
  const read = readCalls(caller, batch);
  if (!read.ok) return notValid(read.failure);
  const refused = await refusedByRules(caller, batch, read.value);
  if (!refused.ok) return { ...refusalOf(refused.failure), result: { results: [] } };
  if (refused.value.length > 0) return notValid(refused.value);
  return batch.all_or_nothing ? callAllOrNothing(caller, batch, read.value) : callInOrder(caller, batch);
}

async function callInOrder(caller: CallContext, { request_id: id, functions }: Batch): Promise<CallOutcome> {
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

/** Sends the actions of all functions as one batch of the game. */
async function callAllOrNothing(
  { services, sender, enter }: CallContext,
  { request_id: id }: Batch,
  calls: readonly ReadCall[],
): Promise<CallOutcome> {
  const actions = calls.flatMap((read) => read.actions ?? []);
  const data = { actions, all_or_nothing: true, verbosity: 'compact' };
  const message = { type: 'action_batch', correlation_id: batchId(id, 'all'), data };
  const answer = await requestWithoutSocket(services, sender, enter, message);
  if (!answer.ok) return refusalOf(answer.failure);
  const { results } = isJsonObject(answer.value.data) ? answer.value.data : {};
  const verdicts = Array.isArray(results) ? results.filter(isJsonObject) : [];
  const isDone = verdicts.length > 0 && verdicts.every((verdict) => verdict.ok === true);
  return outcomeOf({ type: 'action_batch_result', data: { ok: isDone, results: verdicts } });
}

/** Reads each function as the request that it stands for; the failure names all that are not valid. */
function readCalls(
  { services }: CallContext,
  { request_id: id, functions, all_or_nothing: isWhole }: Batch,
): Result<readonly ReadCall[], readonly Refused[]> {
  const calls: ReadCall[] = [];
  const refused: Refused[] = [];
  for (const [index, call] of functions.entries()) {
    const read = readMessage(services, messageOf(call, batchId(id, index)));
    const actions = read.ok ? actionsOf(read.value) : undefined;
    if (!read.ok) refused.push({ index, function: call.function, ...refusalOf(read.failure) });
    else if (isWhole && actions === undefined)
      refused.push({ index, function: call.function, ...refusalOf(NO_ACTION) });
    else calls.push({ index, call, actions });
  }
  return refused.length === 0 ? ok(calls) : fail(refused);
}

const NO_ACTION = failure(
  'E130',
  'Only actions can be done all or not at all: call it in a batch of its own',
);

function actionsOf({ type, data }: { readonly type: string; readonly data: JsonObject }) {
  if (type === 'action') return [data];
  if (type !== 'action_batch' || !Array.isArray(data.actions)) return undefined;
  return data.actions.filter(isJsonObject);
}

const checkSchema = z.object({
  index: z.int(),
  error: z.looseObject({ message: z.string() }).optional(),
});

/** The functions with an action that the rules refuse, found by the proxy without doing any. */
async function refusedByRules(
  { enter }: CallContext,
  { all_or_nothing: isWhole }: Batch,
  calls: readonly ReadCall[],
): Promise<Result<readonly Refused[]>> {
  const actions = calls.flatMap((read) => (read.actions ?? []).map((action) => ({ read, action })));
  if (actions.length === 0) return ok([]);
  if (actions.length > MAX_ACTIONS)
    return fail(failure('E105', `A batch has at most ${MAX_ACTIONS} actions`, { path: 'functions' }));
  const session = await enter();
  if (!session.ok) return session;
  const data = { actions: actions.map(({ action }) => action), dry_run: true, all_or_nothing: isWhole };
  const answer = await session.value.seat.request({ type: 'action_batch', data });
  if (!answer.ok) return answer;
  if (answer.value.type === 'error') return fail(answerFailure(answer.value));
  const checks = checkSchema.array().catch([]).parse(answer.value.data.checks);
  return ok(
    checks.flatMap(({ index: at, error }) => {
      const read = actions[at]?.read;
      if (error === undefined || read === undefined) return [];
      return [{ index: read.index, function: read.call.function, ...refusalOf(failureOf(error)) }];
    }),
  );
}

function failureOf(error: JsonObject): Failure {
  const { code, message, path, details } = error;
  const more = { ...(isJsonObject(details) && details), ...(typeof path === 'string' && { path }) };
  return answerFailure({ data: { error_code: code, error_message: message, details: more } });
}

function notValid(refused: readonly Refused[]): CallOutcome {
  const [first] = refused;
  const error = `Nothing was done: function ${first?.index} (${first?.function}) is not valid: ${first?.error}`;
  return { success: false, result: { results: [], refused }, error, ...(first && codeOf(first)) };
}

/** The name of a function of a batch among the requests of its session. */
function batchId(id: string, index: number | 'all'): string {
  return `${id}#${index}`;
}

function codeOf({ code }: Pick<CallOutcome, 'code'>): Pick<CallOutcome, 'code'> {
  return code === undefined ? {} : { code };
}
