import { randomUUID } from 'node:crypto';
import type { JsonObject } from '#shared/core/json.js';

/** A turn that is ended as a task: what the id of the task says, so that it can be found after a restart. */
export interface TaskIdentity {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** What `end_turn` waits for: `turn`, `decision` or a number of turns. */
  readonly until: string;
}

/** How long a task and its result are kept after the task was created, in milliseconds. */
export const TTL_MS = 3_600_000;

const TASK_ID =
  /^([0-9a-z]{1,11})\.(turn|decision|[1-9][0-9]?)\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The identity of a new task for a call of `end_turn`; undefined for arguments with which no task is made. */
export function newTask(args: JsonObject, now: number): TaskIdentity | undefined {
  const { until = 'turn', ...others } = args;
  if (Object.keys(others).length > 0) return undefined;
  // 122 random bits: the id of a task cannot be guessed.
  return readTask(`${Math.floor(now).toString(36)}.${String(until)}.${randomUUID()}`);
}

/** What a task id says; undefined for a text that is none. */
export function readTask(id: string): TaskIdentity | undefined {
  const [, time = '', until = ''] = TASK_ID.exec(id) ?? [];
  return until === '' ? undefined : { id, createdAt: Number.parseInt(time, 36), until };
}

/** For how long a task is still kept, in milliseconds; 0 or less when its time is over. `now`: milliseconds since 1970. */
export function leftMs({ createdAt }: TaskIdentity, now: number): number {
  return createdAt + TTL_MS - now;
}

/** The name of the request that cancels a task, in the session of the seat. */
export function cancelName(id: string): string {
  return `task-${id}-cancel`;
}

/** The name of the request of an attempt, in the session of the seat. */
export function attemptName(id: string, attempt: number): string {
  return `task-${id}-${attempt}`;
}
