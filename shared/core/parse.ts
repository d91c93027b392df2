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
  switch (issue.code) {
    case 'invalid_value':
      return issue.values.length === 1
        ? `expected ${JSON.stringify(issue.values[0])}`
        : `expected one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_union':
      return issue.message === 'Invalid input'
        ? [...new Set(issue.errors.map(alternative))].join(', or ')
        : issue.message;
    case 'too_big':
      return sizeExpectation(issue, issue.maximum, issue.inclusive === false ? 'less than' : 'at most');
    case 'too_small':
      return sizeExpectation(issue, issue.minimum, issue.inclusive === false ? 'more than' : 'at least');
    case 'invalid_type':
      if (issue.expected === 'int') return `expected a whole number, received ${String(issue.input)}`;
  }
  return issue.message.replace(/^Invalid input: |, received undefined$/g, '');
}

type SizeIssue = z.core.$ZodIssueTooBig | z.core.$ZodIssueTooSmall;

/** What is counted of values that have a length. */
const COUNTED: Readonly<Partial<Record<SizeIssue['origin'], string>>> = {
  string: 'character',
  array: 'item',
};

/** `expected at most 60 items, received 61`; `expected at least 1, received 0` of a number. */
function sizeExpectation({ origin, input }: SizeIssue, bound: number | bigint, relation: string): string {
  const noun = COUNTED[origin];
  const length = typeof input === 'string' || Array.isArray(input) ? input.length : undefined;
  if (noun === undefined || length === undefined)
    return `expected ${relation} ${bound}, received ${String(input)}`;
  return `expected ${relation} ${bound} ${noun}${bound === 1 ? '' : 's'}, received ${length}`;
}

/** What one alternative of a union expects, with the field of it that is wrong. */
function alternative([issue]: readonly z.core.$ZodIssue[]): string {
  if (issue === undefined) return 'expected another value';
  const field = issue.path.map(String).join('.');
  return field === '' ? expectation(issue) : `${field}: ${expectation(issue)}`;
}
