import { randomUUID } from 'node:crypto';
import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { ActionBatchData, ActionData } from '#shared/protocol/actions.js';
import { type BatchResult, runBatch } from '../actions/batch/run-batch.js';
import { declaredMark } from '../actions/nation/end-turn.js';
import { type ActionResult, performAction } from '../actions/perform-action.js';
import type { AgentActivityTracker } from '../broadcast/agent-activity-tracker.js';
import { ConnectionLost } from '../freeciv/connection-lost.js';
import type { Seat } from '../games/seats/seat.js';
import type { ProxyMetrics } from './metrics/proxy-metrics.js';

/** What agents do with their seats: single actions, batches, and an end to both. */
export class SeatActions {
  readonly #batches = new Map<Seat, Set<AbortController>>();

  readonly #metrics: ProxyMetrics;
  readonly #watch: AgentActivityTracker;

  constructor(metrics: ProxyMetrics, watch: AgentActivityTracker) {
    this.#metrics = metrics;
    this.#watch = watch;
  }

  /**
   * One action, after all that were asked for before it. It is for `turn`, the one that was under way when it came or
   * that it names: E133 when another has begun before its time came.
   */
  async perform(seat: Seat, data: ActionData, turn = turnOf(seat)): Promise<Result<ActionResult>> {
    const id = `exec-${randomUUID()}`;
    const type = data.action_type ?? data.type ?? '';
    const queued = this.#metrics.count.stageSeconds.startTimer({ stage: 'queue' });
    let tell: ReturnType<AgentActivityTracker['beginAction']> | undefined;
    const act = (): Promise<Result<ActionResult>> => {
      queued();
      tell = this.#watch.beginAction(seat, data);
      const late = turnFailure(data.turn ?? turn, turnOf(seat));
      if (late !== undefined) return Promise.resolve(fail(late));
      return this.#metrics.timed('act', () => performAction(seat, data, id));
    };
    const declares = declaredMark(data);
    const label = { id, type, ...(declares === undefined ? {} : { declares }) };
    const result = await seat.inOrder(act, label).catch((cause) => notAnswered(seat, cause));
    if (result.ok && result.value.success) count(seat, result.value.result.state_change);
    this.#metrics.count.verdicts.inc({ outcome: outcomeOf(result) });
    tell?.(id, result);
    return result;
  }

  /** Several actions in order; other requests of the seat may come in between. */
  async batch(seat: Seat, data: ActionBatchData, signal: AbortSignal): Promise<BatchResult> {
    const stopped = new AbortController();
    const running = this.#batches.get(seat) ?? new Set();
    this.#batches.set(seat, running.add(stopped));
    const turn = turnOf(seat);
    try {
      const whole = AbortSignal.any([signal, stopped.signal]);
      return await runBatch(seat.world, data, (action) => this.perform(seat, action, turn), whole);
    } finally {
      running.delete(stopped);
      if (running.size === 0) this.#batches.delete(seat);
    }
  }

  /** Ends the seat's running batches, each after the action it is at, or what a unit is on its way to do. */
  async stop(seat: Seat, unitId: number | undefined): Promise<Result<Record<string, unknown>>> {
    if (unitId !== undefined) {
      const cancelled = await this.perform(seat, { action_type: 'unit_cancel_orders', actor_id: unitId });
      return cancelled.ok
        ? ok({ stopped: { unit_id: unitId, outcome: cancelled.value.outcome } })
        : cancelled;
    }
    const running = [...(this.#batches.get(seat) ?? [])];
    for (const batch of running) batch.abort();
    return ok({ stopped: { batches: running.length } });
  }
}

function turnOf({ world }: Seat): number {
  return world.game?.turn ?? 0;
}

/** Why an action for one turn is not done in another. */
function turnFailure(meant: number, now: number): Failure | undefined {
  if (meant === now) return undefined;
  if (meant > now)
    return failure('E105', `Turn ${meant} has not begun`, { path: 'data.turn', details: { turn: now } });
  return failure('E133', `Turn ${meant} is over; it is turn ${now}: look at the state first`, {
    details: { turn: now },
  });
}

/** As it is counted. */
function outcomeOf(result: Result<ActionResult>): string {
  if (result.ok) return result.value.outcome;
  const { code, details } = result.failure;
  return typeof details?.outcome === 'string' ? details.outcome : code;
}

/** The connection broke between an action and its bracket: what became of it cannot be known, so it is not guessed. */
function notAnswered({ world }: Seat, cause: unknown): Result<never> {
  if (!(cause instanceof ConnectionLost)) throw cause;
  // Who has no say any more, such as a player that is dead, may still act when the others end the game.
  if (world.turn.phase === 'game_over')
    return fail(failure('E143', 'The game ended before the game server answered'));
  return fail(
    failure('E131', 'The game server was lost before it answered; the next state shows what happened', {
      details: { outcome: 'unknown' },
    }),
  );
}

/** Kept for the summary at the end of the turn. */
function count({ counts }: Seat, stateChange: Readonly<Record<string, unknown>>): void {
  counts.actionsTaken += 1;
  if (stateChange.unit_moved === true) counts.unitsMoved += 1;
}
