import { type Failure, failure } from '#shared/core/failure.js';
import { parseWith } from '#shared/core/parse.js';
import { fail, type Result } from '#shared/core/result.js';
import { type ActionBatchData, type ActionData, actionDataSchema } from '#shared/protocol/actions.js';
import type { ActionResult, BatchEntry, BatchResult } from '#shared/protocol/state/action-result.js';
import type { World } from '../../world/world.js';
import { type CreatedIds, NOTHING_CREATED, resolveReferences, withCreated } from './references.js';

/**
 * Does the actions of a batch in order, each once, with one result for each. `perform` does one; when `signal` aborts,
 * the ones not begun are answered E134.
 */
export async function runBatch(
  world: World,
  batch: ActionBatchData,
  perform: (data: ActionData) => Promise<Result<ActionResult>>,
  signal: AbortSignal,
): Promise<BatchResult> {
  const results: BatchEntry[] = [];
  let made = NOTHING_CREATED;
  let failed = false;
  for (const [index, fields] of batch.actions.entries()) {
    const skipped = reasonToSkip(signal, failed && batch.stop_on_error);
    const result = skipped === undefined ? await performOne(world, made, fields, perform) : fail(skipped);
    if (result.ok) {
      made = withCreated(world, made, result.value.changes);
      results.push({ index, ...result.value });
    } else {
      failed = true;
      results.push({ index, success: false, error: result.failure });
    }
  }
  const { request_id: requestId } = batch;
  return {
    type: 'action_batch_result',
    ...(requestId === undefined ? {} : { request_id: requestId }),
    success: !failed,
    results,
  };
}

async function performOne(
  world: World,
  made: CreatedIds,
  fields: Readonly<Record<string, unknown>>,
  perform: (data: ActionData) => Promise<Result<ActionResult>>,
): Promise<Result<ActionResult>> {
  const resolved = resolveReferences(world, made, fields);
  if (!resolved.ok) return resolved;
  const data = parseWith(actionDataSchema, resolved.value, 'data');
  return data.ok ? perform(data.value) : data;
}

function reasonToSkip(signal: AbortSignal, afterFailure: boolean): Failure | undefined {
  if (signal.aborted) return failure('E134', 'The batch was stopped before this action');
  return afterFailure ? failure('E134', 'Left out: an action before it failed') : undefined;
}
