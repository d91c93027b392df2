import { parseArgs } from 'node:util';
import type { z } from 'zod';
import { fail, ok, type Result } from './result.js';
import { textProblem } from './text-problem.js';

/** The options of a command, named as on the command line: those of `flags` take no value. */
interface CommandLine<S extends z.ZodObject> {
  readonly schema: S;
  readonly flags?: readonly string[];
  /** The page of help. */
  readonly usage: string;
}

/** Reads a command line. The failure is a text for the user: the page of help alone for `--help`, else what is wrong, and the page. */
export function readCommandLine<S extends z.ZodObject>(
  args: readonly string[],
  { schema, flags = [], usage }: CommandLine<S>,
): Result<z.output<S>, string> {
  const options = Object.fromEntries(
    [...Object.keys(schema.shape), 'help'].map((name) => {
      const type = name === 'help' || flags.includes(name) ? ('boolean' as const) : ('string' as const);
      return [name, { type }];
    }),
  );
  try {
    const { values } = parseArgs({ args: [...args], options });
    if (values.help === true) return fail(usage);
    const read = schema.safeParse(values);
    if (read.success) return ok(read.data);
    const problems = read.error.issues.map((issue) => `--${issue.path.join('.')}: ${textProblem(issue)}`);
    return fail(`${problems.join('\n')}\n\n${usage}`);
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}
