import type { Result } from '#shared/core/result.js';

/** What a command answers. */
type RedisReply = string | number | null | readonly RedisReply[];

/** The answer of a command, or `unreachable`: whether it was carried out is not known. */
export type RedisResult = Result<RedisReply, 'unreachable'>;

/** Whether a value is what commands answer. */
export function isReply(value: unknown): value is RedisReply {
  if (typeof value === 'string' || typeof value === 'number' || value === null) return true;
  return Array.isArray(value) && value.every(isReply);
}
