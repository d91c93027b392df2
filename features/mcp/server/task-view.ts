import type { CallToolResult } from '@modelcontextprotocol/server';
import { type TaskIdentity, TTL_MS } from './task-ids.js';

/** After which a client is advised to ask again, in milliseconds. */
const POLL_MS = 1_000;

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

/** What a view of a task is made of. Times are milliseconds since 1970. */
export interface TaskState {
  readonly identity: TaskIdentity;
  status: TaskView['status'];
  message: string | undefined;
  updatedAt: number;
}

/** The task as its client is told of it. */
export function viewOf({ identity, status, message, updatedAt }: TaskState): TaskView {
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
