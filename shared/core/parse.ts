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
  const expected = expectation(issue);
  if (issue.input === undefined && (issue.code === 'invalid_type' || issue.code === 'invalid_union')) {
    const wanted = issue.code === 'invalid_type' ? `expected ${issue.expected}` : expected;
    return failure('E101', `Missing required field ${path}: ${wanted}`, { path });
  }
  return failure('E105', `Bad value in ${path}: ${expected}`, { path, details: { expected } });
}

function expectation(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_value') return `expected one of ${issue.values.map(String).join(', ')}`;
  if (issue.code === 'invalid_union' && issue.message === 'Invalid input')
    return [...new Set(issue.errors.map(alternative))].join(', or ');
  return issue.message.replace(/^Invalid input: |, received undefined$/g, '');
}

/** What one alternative of a union expects, with the field of it that is wrong. */
function alternative([issue]: readonly z.core.$ZodIssue[]): string {
  if (issue === undefined) return 'expected another value';
  const field = issue.path.map(String).join('.');
  return field === '' ? expectation(issue) : `${field}: ${expectation(issue)}`;
}
