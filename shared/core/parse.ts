import type { z } from 'zod';
import { type Failure, failure } from './failure.js';
import { fail, ok, type Result } from './result.js';

/** Checks `value` against a schema. The failure names the first field at fault: E101 missing, E105 anything else. */
export function parseWith<S extends z.ZodType>(schema: S, value: unknown, at = ''): Result<z.output<S>> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return fail(issue === undefined ? failure('E105', 'The message is not valid') : issueFailure(issue, at));
}

function issueFailure(issue: z.core.$ZodIssue, at: string): Failure {
  const path = [at, ...issue.path.map(String)].filter((part) => part !== '').join('.');
  if (issue.code === 'invalid_type' && issue.input === undefined) {
    return failure('E101', `Missing required field ${path}: expected ${issue.expected}`, { path });
  }
  const expected = expectation(issue);
  return failure('E105', `Bad value in ${path}: ${expected}`, { path, details: { expected } });
}

function expectation(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `expected one of ${issue.values.map(String).join(', ')}`;
  return issue.message.replace(/^Invalid input: /, '');
}
