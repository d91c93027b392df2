import { type Failure, failure } from '#shared/core/failure.js';
import type { JsonObject } from '#shared/core/json.js';
import { parseWith } from '#shared/core/parse.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import {
  type ActionBatchData,
  type ActionData,
  actionDataSchema,
  followsAdvice,
} from '#shared/protocol/actions.js';
import type {
  ActionResult,
  BatchCheck,
  BatchEntry,
  BatchResult,
} from '#shared/protocol/state/action-result.js';
import { actionFields } from '../action-fields.js';
import type { ActionPort } from '../action-port.js';
import { type ActionCheck, checkBatch, undoOf } from './check-batch.js';
import { type CreatedIds, resolveReferences, withCreated } from './references.js';

/** The seat that a batch is for. */
export interface BatchSeat {
  /** What it knows, and what actions are checked with before they are done. */
  readonly port: ActionPort;
  /** The values of references; batches and single actions of the seat change them. */
  made: CreatedIds;
}

/** The index of the second action of a batch that follows advice; -1 without one. */
export function followsAgain(actions: readonly JsonObject[]): number {
  const first = actions.findIndex(followsAdvice);
  return actions.findIndex((action, index) => index > first && followsAdvice(action));
}

/** Does the actions of a batch in order; an abort answers the rest E134. `dry_run`: none, `all_or_nothing`: all or none. */
export async function runBatch(
  seat: BatchSeat,
  batch: ActionBatchData,
  perform: (data: ActionData) => Promise<Result<ActionResult>>,
  signal: AbortSignal,
): Promise<BatchResult> {
  if (!batch.dry_run && !batch.all_or_nothing) return doAll(seat, batch, perform, signal);
  const checks = (await checkBatch(seat.port, batch, seat.made)).map(checkOf);
  if (batch.dry_run)
    return { ...batchResultOf(batch, []), success: checks.every(({ valid }) => valid), checks };
  if (checks.every(({ valid }) => valid)) return doAll(seat, batch, perform, signal);
  return batchResultOf(batch, checks.map(leftOut));
}

function checkOf(check: ActionCheck, index: number): BatchCheck {
  if (!check.ok) return { index, valid: false, error: check.failure };
  return { index, valid: true, ...(check.value === 'depends' && { depends: true }) };
}

/** Actions that were done, what takes them back, and whether one failed. */
interface Progress {
  readonly results: BatchEntry[];
  readonly undos: Undo[];
  failed: boolean;
}

async function doAll(
  seat: BatchSeat,
  batch: ActionBatchData,
  perform: (data: ActionData) => Promise<Result<ActionResult>>,
  signal: AbortSignal,
): Promise<BatchResult> {
  const progress: Progress = { results: [], undos: [], failed: false };
  const endsByFailure = batch.stop_on_error || batch.all_or_nothing;
  for (const fields of batch.actions) {
    const skipped = reasonToSkip(signal, progress.failed && endsByFailure);
    const done = skipped === undefined ? await performOne(seat, fields, perform) : fail(skipped);
    note(progress, done, batch.all_or_nothing);
  }
  if (!progress.failed || !batch.all_or_nothing) return batchResultOf(batch, progress.results);
  return batchResultOf(batch, await undone(progress, perform));
}

/** What has no effect is not what was asked for with all or nothing, unless it was so already. */
function note(progress: Progress, done: Result<Performed>, isWhole: boolean): void {
  const index = progress.results.length;
  if (!done.ok) {
    progress.failed = true;
    progress.results.push({ index, success: false, error: done.failure });
    return;
  }
  const { result, undo } = done.value;
  progress.results.push({ index, ...result });
  if (undo !== undefined && result.success) progress.undos.push({ index, data: undo });
  if (isWhole && !result.success && result.already !== true) progress.failed = true;
}

/** What takes back one action of a batch. */
interface Undo {
  readonly index: number;
  readonly data: ActionData;
}

/** The answer to a batch of whose actions that has come. */
export function batchResultOf(
  { request_id: requestId }: Pick<ActionBatchData, 'request_id'>,
  results: readonly BatchEntry[],
): BatchResult {
  return {
    type: 'action_batch_result',
    request_id: requestId,
    success: results.every((entry) => !('error' in entry)),
    results,
  };
}

/** Of a batch that is not begun: an action that could have been done says that it was not. */
function leftOut({ index, error }: BatchCheck): BatchEntry {
  return { index, success: false, error: error ?? NOTHING_DONE };
}

const NOTHING_DONE = failure('E134', 'Nothing was done: another action of the batch is refused');

/** Takes back what was done, the last first; an action that cannot be taken back keeps its result. */
async function undone(
  { results, undos }: Progress,
  perform: (data: ActionData) => Promise<Result<ActionResult>>,
): Promise<readonly BatchEntry[]> {
  const now = [...results];
  for (const { index, data } of undos.toReversed()) {
    const back = await perform(data);
    if (!back.ok || (!back.value.success && back.value.already !== true)) continue;
    const error = failure('E134', 'It was done and taken back: a later action of the batch failed');
    now[index] = { index, success: false, error };
  }
  return now;
}

interface Performed {
  readonly result: ActionResult;
  readonly undo: ActionData | undefined;
}

async function performOne(
  seat: BatchSeat,
  fields: Readonly<Record<string, unknown>>,
  perform: (data: ActionData) => Promise<Result<ActionResult>>,
): Promise<Result<Performed>> {
  const resolved = resolveReferences(seat.port.world, seat.made, fields);
  if (!resolved.ok) return resolved;
  const data = parseWith(actionDataSchema, resolved.value, 'data');
  if (!data.ok) return data;
  const undo = undoOf(seat.port.world, data.value);
  const done = await perform(data.value);
  if (!done.ok) return done;
  noteAction(seat, data.value, done.value);
  return ok({ result: done.value, undo });
}

/** Notes what an action has made and who acted, for the references of later ones. */
export function noteAction(seat: BatchSeat, data: ActionData, { changes }: ActionResult): void {
  const { actor_id: actor } = actionFields(data);
  seat.made = withCreated(seat.port.world, seat.made, changes, typeof actor === 'number' ? actor : undefined);
}

function reasonToSkip(signal: AbortSignal, afterFailure: boolean): Failure | undefined {
  if (signal.aborted) return failure('E134', 'The batch was stopped before this action');
  return afterFailure ? failure('E134', 'Left out: an action before it failed') : undefined;
}
