import { expect } from 'vitest';
import { z } from 'zod';

const compiled = new WeakMap<z.ZodType, z.ZodType>();

/** Why a value does not fit a schema, one line for each field at fault; empty when it fits. */
export function misfits(schema: z.ZodType, value: unknown): readonly string[] {
  let parser = compiled.get(schema);
  if (parser === undefined) {
    parser = z.compile(schema);
    compiled.set(schema, parser);
  }
  const parsed = parser.safeParse(value);
  return parsed.success ? [] : parsed.error.issues.map(describeIssue);
}

/** Fails unless the value fits the schema; `what` names the value. */
export function expectToFit(schema: z.ZodType, value: unknown, what = 'value'): void {
  expect(misfits(schema, value), what).toEqual([]);
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const branches =
    issue.code === 'invalid_union' ? issue.errors.map((branch) => branch.map(describeIssue)) : [];
  const path = issue.path.map(String).join('.');
  return `${path}: ${issue.message}${branches.length > 0 ? ` ${JSON.stringify(branches)}` : ''}`;
}
