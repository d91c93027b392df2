import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Cancel } from '#shared/core/clock.js';
import type { JsonObject } from '#shared/core/json.js';
import type { McpSeat } from './mcp-seat.js';
import { pushWords } from './progress.js';
import { attemptName, cancelName, leftMs, newTask, readTask, type TaskIdentity } from './task-ids.js';
import { type FoundTask, type TaskState, type TaskView, viewOf } from './task-view.js';
import { endTurnAsTask } from './turn-task.js';

/** Tasks of a seat that are kept at the same time, with their results. */
export const MAX_TASKS = 16;

interface OpenTask extends TaskState {
  /** The token of the client that began it, or found it after a restart; undefined where all have the same. */
  readonly owner: string | undefined;
  readonly abort: AbortController;
  readonly cancelExpiry: Cancel;
  result?: CallToolResult | undefined;
}

/** The tasks of one seat. Each is an `end_turn` that goes on while its client is away. */
export class SeatTasks {
  readonly #seat: McpSeat;
  readonly #hold: () => () => void;
  readonly #tasks = new Map<string, OpenTask>();
  #isClosed = false;

  /** `hold` is called when a task begins to run, and what it returns when the task ends. */
  constructor(seat: McpSeat, hold: () => () => void = () => () => {}) {
    this.#seat = seat;
    this.#hold = hold;
  }

  get size(): number {
    return this.#tasks.size;
  }

  /**
   * Begins a task for a call of `end_turn`, for the client with the token `owner`. While a task of the seat runs, that one is the
   * answer. `none`: these arguments make no task.
   */
  start(args: JsonObject, owner?: string, traceparent?: string): TaskView | 'none' {
    const identity = newTask(args, this.#seat.clock.now());
    if (identity === undefined || this.#isClosed) return 'none';
    const running = this.#running[0];
    if (running !== undefined) return viewOf(running);
    this.#makePlace();
    return viewOf(this.#run(identity, owner, traceparent));
  }

  /** The task of that id; one of an earlier process goes on. Undefined when the seat has no such task. */
  async find(id: string, owner?: string): Promise<FoundTask | undefined> {
    const task = this.#tasks.get(id) ?? (await this.#resumed(id, owner));
    if (task === undefined) return undefined;
    const { result, status, message = '' } = task;
    const error = status === 'failed' ? { error: { code: -32_603, message } } : {};
    return { view: viewOf(task), result, ...error };
  }

  /** Cancels a task that runs: its wait is stopped in the game. False when the seat has no such task. */
  async cancel(id: string): Promise<boolean> {
    const task = this.#tasks.get(id) ?? (await this.#resumed(id, undefined));
    if (task === undefined) return false;
    await this.#stop(task);
    return true;
  }

  /** Cancels the tasks that run for owners to which this applies. */
  async cancelOf(isMeant: (owner: string) => boolean): Promise<void> {
    const meant = this.#running.filter(({ owner }) => owner !== undefined && isMeant(owner));
    await Promise.all(meant.map((task) => this.#stop(task)));
  }

  /** Forgets all tasks, and begins no more. What was sent to the game goes on there. */
  close(): void {
    this.#isClosed = true;
    for (const task of [...this.#tasks.values()]) this.#forget(task);
  }

  get #running(): readonly OpenTask[] {
    return [...this.#tasks.values()].filter(({ status }) => status === 'working');
  }

  /** The stop has a name in the session of the seat: a task that was cancelled is not begun again by a later process. */
  async #stop(task: OpenTask): Promise<void> {
    if (task.status !== 'working') return;
    this.#settle(task, 'cancelled');
    task.abort.abort();
    await this.#seat.request('stop', {}, { correlationId: cancelName(task.identity.id) });
  }

  /** A task that an earlier process began: its first request has a name that the seat's session knows. */
  async #resumed(id: string, owner: string | undefined): Promise<OpenTask | undefined> {
    const identity = readTask(id);
    if (identity === undefined || this.#isClosed) return undefined;
    if (leftMs(identity, this.#seat.clock.now()) <= 0) return undefined;
    const isCancelled = await this.#seat.hasBegun(cancelName(id));
    if (!isCancelled && !(await this.#seat.hasBegun(attemptName(id, 0)))) return undefined;
    const known = this.#tasks.get(id);
    if (known !== undefined) return known;
    if (!this.#makePlace()) return undefined;
    return isCancelled ? this.#add(identity, owner, 'cancelled') : this.#run(identity, owner, undefined);
  }

  /** Forgets the oldest task with a result where there are too many; false when all of them run. */
  #makePlace(): boolean {
    if (this.#tasks.size < MAX_TASKS) return true;
    const oldest = [...this.#tasks.values()].find(({ status }) => status !== 'working');
    if (oldest !== undefined) this.#forget(oldest);
    return oldest !== undefined;
  }

  #add(identity: TaskIdentity, owner: string | undefined, status: TaskView['status']): OpenTask {
    const { clock } = this.#seat;
    const abort = new AbortController();
    const task: OpenTask = {
      ...{ identity, owner, abort, status, message: undefined, updatedAt: clock.now() },
      cancelExpiry: clock.after(leftMs(identity, clock.now()), () => this.#forget(task)),
    };
    this.#tasks.set(identity.id, task);
    return task;
  }

  #run(identity: TaskIdentity, owner: string | undefined, traceparent: string | undefined): OpenTask {
    const task = this.#add(identity, owner, 'working');
    const release = this.#hold();
    const stopPushes = this.#seat.onPush((push) => this.#note(task, pushWords(push)));
    void endTurnAsTask(this.#seat, identity, task.abort.signal, traceparent)
      .then(
        (result) => {
          if (result === undefined || task.status !== 'working') return;
          task.result = result;
          this.#settle(task, 'completed');
        },
        (error: Error) => {
          if (task.status === 'working') this.#settle(task, 'failed', error.message);
        },
      )
      .finally(() => {
        stopPushes();
        release();
      });
    return task;
  }

  #note(task: OpenTask, message: string): void {
    if (task.status !== 'working') return;
    task.message = message;
    task.updatedAt = this.#seat.clock.now();
  }

  #settle(task: OpenTask, status: TaskView['status'], message?: string): void {
    task.status = status;
    task.message = message;
    task.updatedAt = this.#seat.clock.now();
  }

  #forget(task: OpenTask): void {
    task.cancelExpiry();
    task.abort.abort();
    this.#tasks.delete(task.identity.id);
  }
}
