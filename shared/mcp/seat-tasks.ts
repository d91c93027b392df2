import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Cancel } from '../core/clock.js';
import type { JsonObject } from '../core/json.js';
import type { McpSeat } from './mcp-seat.js';
import { pushWords } from './progress.js';
import { attemptName, newTask, readTask, type TaskIdentity } from './task-ids.js';
import { endTurnAsTask } from './turn-task.js';

/** How long this process keeps a task and its result, in milliseconds; what the session of the seat keeps may last longer. */
const TTL_MS = 3_600_000;

/** After which a client is advised to ask again, in milliseconds. */
const POLL_MS = 1_000;

/** Tasks that a seat has at the same time, those included whose result is kept. */
export const MAX_TASKS = 16;

/** A task as its client is told of it. */
export interface TaskView {
  readonly taskId: string;
  readonly status: 'working' | 'completed' | 'cancelled' | 'failed';
  readonly statusMessage?: string;
  readonly createdAt: string;
  readonly lastUpdatedAt: string;
  readonly ttlMs: number;
  readonly pollIntervalMs: number;
}

/** A task, and its result when there is one. */
export interface FoundTask {
  readonly view: TaskView;
  readonly result?: CallToolResult | undefined;
  /** Why it failed; only with the status `failed`. */
  readonly error?: { readonly code: number; readonly message: string };
}

interface OpenTask {
  readonly identity: TaskIdentity;
  readonly abort: AbortController;
  readonly cancelExpiry: Cancel;
  status: TaskView['status'];
  message: string | undefined;
  updatedAt: number;
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

  /** Begins a task for a call of `end_turn`. `none`: these arguments make no task. `full`: too many tasks are running. */
  start(args: JsonObject, traceparent?: string): TaskView | 'none' | 'full' {
    const identity = newTask(args, this.#seat.clock.now());
    if (identity === undefined || this.#isClosed) return 'none';
    if (!this.#makePlace()) return 'full';
    return this.#viewOf(this.#run(identity, traceparent));
  }

  /** The task of that id; one of an earlier process goes on. Undefined when the seat has no such task. */
  async find(id: string): Promise<FoundTask | undefined> {
    const task = this.#tasks.get(id) ?? (await this.#resumed(id));
    if (task === undefined) return undefined;
    const { result, status, message = '' } = task;
    const error = status === 'failed' ? { error: { code: -32_603, message } } : {};
    return { view: this.#viewOf(task), result, ...error };
  }

  /** Cancels a task that runs: its wait is stopped in the game. False when the seat has no such task. */
  async cancel(id: string): Promise<boolean> {
    const task = this.#tasks.get(id) ?? (await this.#resumed(id));
    if (task === undefined) return false;
    if (task.status !== 'working') return true;
    this.#settle(task, 'cancelled');
    task.abort.abort();
    await this.#seat.request('stop', {});
    return true;
  }

  /** Forgets all tasks. What was sent to the game goes on there. */
  clear(): void {
    for (const task of [...this.#tasks.values()]) this.#forget(task);
  }

  /** Forgets all tasks, and begins no more. */
  close(): void {
    this.#isClosed = true;
    this.clear();
  }

  /** A task that an earlier process began: its first request has a name that the seat's session knows. */
  async #resumed(id: string): Promise<OpenTask | undefined> {
    const identity = readTask(id);
    if (identity === undefined || this.#isClosed) return undefined;
    if (!(await this.#seat.hasBegun(attemptName(id, 0)))) return undefined;
    return this.#tasks.get(id) ?? (this.#makePlace() ? this.#run(identity, undefined) : undefined);
  }

  /** Forgets the oldest task with a result where there are too many; false when all of them run. */
  #makePlace(): boolean {
    if (this.#tasks.size < MAX_TASKS) return true;
    const oldest = [...this.#tasks.values()].find(({ status }) => status !== 'working');
    if (oldest !== undefined) this.#forget(oldest);
    return oldest !== undefined;
  }

  #run(identity: TaskIdentity, traceparent: string | undefined): OpenTask {
    const { clock } = this.#seat;
    const abort = new AbortController();
    const task: OpenTask = {
      ...{ identity, abort, status: 'working', message: undefined, updatedAt: clock.now() },
      cancelExpiry: clock.after(TTL_MS, () => this.#forget(task)),
    };
    this.#tasks.set(identity.id, task);
    const release = this.#hold();
    const stopPushes = this.#seat.onPush((push) => this.#note(task, pushWords(push)));
    void endTurnAsTask(this.#seat, identity, abort.signal, traceparent)
      .then(
        (result) => {
          if (result === undefined || task.status !== 'working') return;
          task.result = result;
          this.#settle(task, 'completed');
        },
        (error: Error) => this.#settle(task, 'failed', error.message),
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

  #viewOf({ identity, status, message, updatedAt }: OpenTask): TaskView {
    return {
      taskId: identity.id,
      status,
      ...(message !== undefined && { statusMessage: message }),
      createdAt: new Date(identity.createdAt).toISOString(),
      lastUpdatedAt: new Date(updatedAt).toISOString(),
      ttlMs: TTL_MS,
      pollIntervalMs: POLL_MS,
    };
  }
}
