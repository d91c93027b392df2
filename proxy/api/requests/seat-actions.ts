import { randomUUID } from 'node:crypto';
import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { ActionBatchData, ActionData } from '#shared/protocol/actions.js';
import type { GameRequestData } from '#shared/protocol/game-operations.js';
import type { ActionResult, BatchResult } from '#shared/protocol/state/action-result.js';
import type { AnswerData } from '#shared/protocol/state/answers.js';
import { NOTHING_CREATED } from '../../actions/batch/references.js';
import { type BatchSeat, noteAction, runBatch } from '../../actions/batch/run-batch.js';
import { declaredMark, turnsWish } from '../../actions/nation/end-turn.js';
import { performAction } from '../../actions/perform-action.js';
import type { AgentActivityTracker } from '../../broadcast/agent-activity-tracker.js';
import { ConnectionLost } from '../../freeciv/errors.js';
import type { Game } from '../../games/lifecycle/game.js';
import type { Seat } from '../../games/seats/seat.js';
import { turnOf } from '../../world/world.js';
import type { ProxyMetrics } from '../metrics/proxy-metrics.js';
import type { RequestsInProgress } from './requests-in-progress.js';
import { TurnWaiter } from './turn-waits.js';

/** Who asks for actions, in which game. */
interface ActingSeat {
  readonly seat: Seat;
  readonly game: Pick<Game, 'state' | 'id'>;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal;
}

/** Performs single actions and batches of agents, and stops them. */
export class SeatActions {
  /** Of each seat the batches and the waits for turns that `stop` ends. */
  readonly #running = new Map<Seat, Set<AbortController>>();

  /** Of each seat what references in batches stand for. A proxy that was restarted knows none of it. */
  readonly #batchSeats = new WeakMap<Seat, BatchSeat>();

  readonly #metrics: ProxyMetrics;
  readonly #tracker: AgentActivityTracker;
  readonly #acting: RequestsInProgress;

  /** `acting` counts the actions and batches that are being carried out. */
  constructor(metrics: ProxyMetrics, tracker: AgentActivityTracker, acting: RequestsInProgress) {
    this.#metrics = metrics;
    this.#tracker = tracker;
    this.#acting = acting;
  }

  /** Performs one action. An end_turn with `until` is answered when that has come, with the brief in its result. */
  act({ seat, game, signal }: ActingSeat, data: ActionData): Promise<Result<ActionResult>> {
    // Only what waits can be stopped.
    if (turnsWish(data) === undefined) return this.#counted(game, () => this.#performAndNote(seat, data));
    return this.#stoppable(seat, signal, (whole) =>
      this.#performAndWait({ seat, game, signal: whole }, data),
    );
  }

  async #performAndNote(seat: Seat, data: ActionData): Promise<Result<ActionResult>> {
    const done = await this.perform(seat, data);
    if (done.ok) noteAction(this.#batchSeatOf(seat), data, done.value);
    return done;
  }

  #batchSeatOf(seat: Seat): BatchSeat {
    const known = this.#batchSeats.get(seat);
    if (known !== undefined) return known;
    const fresh = { port: seat, made: NOTHING_CREATED };
    this.#batchSeats.set(seat, fresh);
    return fresh;
  }

  /** Performs an action, then waits for the turns that it asks for. */
  async #performAndWait(
    { seat, game, signal }: ActingSeat,
    data: ActionData,
    turn?: number,
  ): Promise<Result<ActionResult>> {
    const waiter = TurnWaiter.of(data, {
      seat,
      game,
      signal,
      endTurn: (now) => this.#counted(game, () => this.perform(seat, { action_type: 'end_turn', turn: now })),
    });
    if (waiter === undefined) return this.perform(seat, data, turn);
    seat.briefsAwaited += 1;
    try {
      const done = await this.#counted(game, () => this.perform(seat, data, turn));
      if (!done.ok || !done.value.success) return done;
      const { version, brief } = await waiter.brief();
      return ok({ ...done.value, version, result: { ...done.value.result, brief } });
    } finally {
      seat.briefsAwaited -= 1;
    }
  }

  /**
   * Performs one action, after all actions that were requested before it. The action is for the turn that it names, or
   * else for `turn`, the current one when it came. E133 when a later turn has begun before it could be performed, E105 for a
   * turn that has not begun.
   */
  async perform(seat: Seat, data: ActionData, turn = turnOf(seat.world)): Promise<Result<ActionResult>> {
    const id = `exec-${randomUUID()}`;
    const type = data.action_type ?? data.type ?? '';
    const queued = this.#metrics.instruments.stageSeconds.startTimer({ stage: 'queue' });
    let recordVerdict: ReturnType<AgentActivityTracker['beginAction']> | undefined;
    const act = (): Promise<Result<ActionResult>> => {
      queued();
      recordVerdict = this.#tracker.beginAction(seat, data);
      const late = turnFailure(data.turn ?? turn, turnOf(seat.world)) ?? lostFailure(seat);
      if (late !== undefined) return Promise.resolve(fail(late));
      return this.#metrics.timed('act', () => performAction(seat, data, id));
    };
    const declares = declaredMark(data);
    const label = { id, type, declares };
    const result = await seat
      .runInOrder(act, label)
      .catch((cause) => notAnswered(seat, data.turn ?? turn, cause));
    if (result.ok && result.value.success) countAction(seat, result.value.result.state_change);
    this.#metrics.instruments.verdicts.inc({ outcome: outcomeOf(result) });
    recordVerdict?.(id, result);
    return result;
  }

  /**
   * Performs several actions in order; other requests of the seat may come in between. When the game server is lost, those
   * that it was not asked for wait for `untilReady`.
   */
  async batch(
    { seat, game, signal }: ActingSeat,
    data: ActionBatchData,
    untilReady: () => Promise<Result<unknown>>,
  ): Promise<Result<BatchResult>> {
    const turn = turnOf(seat.world);
    const done = await this.#stoppable(seat, signal, (whole) => {
      const perform = (action: ActionData) =>
        this.#performAndWait({ seat, game, signal: whole }, action, turn);
      const performOnceReady = async (action: ActionData) => {
        const done = await perform(action);
        if (done.ok || done.failure.code !== 'E123') return done;
        const ready = await untilReady();
        return ready.ok ? perform(action) : ready;
      };
      return this.#counted(game, () => runBatch(this.#batchSeatOf(seat), data, performOnceReady, whole));
    });
    return ok(done);
  }

  /** Counts work for a game while it is carried out. */
  async #counted<T>({ id }: ActingSeat['game'], work: () => Promise<T>): Promise<T> {
    this.#acting.begin(id);
    return work().finally(() => this.#acting.end(id));
  }

  /** Runs work that `stop` can end. */
  async #stoppable<T>(seat: Seat, signal: AbortSignal, work: (whole: AbortSignal) => Promise<T>): Promise<T> {
    const stopped = new AbortController();
    const running = this.#running.get(seat) ?? new Set();
    this.#running.set(seat, running.add(stopped));
    try {
      return await work(AbortSignal.any([signal, stopped.signal]));
    } finally {
      running.delete(stopped);
      if (running.size === 0) this.#running.delete(seat);
    }
  }

  /**
   * Cancels the orders of a unit, or, without `unitId`, stops the seat's running batches after their current action and its
   * waits for turns at once.
   */
  async stop(
    { seat }: Pick<ActingSeat, 'seat'>,
    { actor_id, unit_id: unitId = actor_id }: GameRequestData<'stop'>,
  ): Promise<Result<AnswerData<'stop_result'>>> {
    if (unitId !== undefined) {
      const cancelled = await this.perform(seat, { action_type: 'unit_cancel_orders', actor_id: unitId });
      return cancelled.ok
        ? ok({ stopped: { unit_id: unitId, outcome: cancelled.value.outcome } })
        : cancelled;
    }
    const running = [...(this.#running.get(seat) ?? [])];
    for (const batch of running) batch.abort();
    return ok({ stopped: { batches: running.length } });
  }
}

/** Why an action for one turn is refused in another; undefined when the turns are the same. */
function turnFailure(meant: number, now: number): Failure | undefined {
  if (meant === now) return undefined;
  if (meant > now)
    return failure('E105', `Turn ${meant} has not begun`, { path: 'data.turn', details: { turn: now } });
  return failure('E133', `Turn ${meant} is over; it is turn ${now}: look at the state first`, {
    details: { turn: now },
  });
}

/** Why nothing can be asked of the game server now; undefined when it can, and after the end of the game. */
function lostFailure(seat: Seat): Failure | undefined {
  if (seat.isConnected || seat.world.turn.phase === 'game_over') return undefined;
  return failure('E123', 'The game server was lost before it was asked; nothing was done', {
    details: { retry_after: 1 },
  });
}

/** The metric label of a verdict. */
function outcomeOf(result: Result<ActionResult>): string {
  if (result.ok) return result.value.outcome;
  const { code, details } = result.failure;
  return typeof details?.outcome === 'string' ? details.outcome : code;
}

/** The connection was lost after the action was sent and before the end of its processing: its outcome is unknown. */
function notAnswered({ world }: Seat, turn: number, cause: unknown): Result<never> {
  if (!(cause instanceof ConnectionLost)) throw cause;
  // A player that is dead may still send an action while the others end the game.
  if (world.turn.phase === 'game_over')
    return fail(failure('E143', 'The game ended before the game server answered'));
  return fail(
    failure('E131', 'The game server was lost before it answered; the next state shows what happened', {
      details: { outcome: 'unknown', turn },
    }),
  );
}

/** Counts an action for the summary at the end of the turn. */
function countAction({ turnCounts }: Seat, stateChange: Readonly<Record<string, unknown>>): void {
  turnCounts.actionsTaken += 1;
  if (stateChange.unit_moved === true) turnCounts.unitsMoved += 1;
}
