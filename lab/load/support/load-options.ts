import { parseArgs } from 'node:util';
import { z } from 'zod';
import { fail, ok, type Result } from '../../../shared/core/result.js';

const count = z.coerce.number().int();

/** What a run of load does. */
export const loadOptionsSchema = z.object({
  agents: count.min(1).default(10),
  games: count.min(1).default(2),
  spectators: count.min(0).default(0),
  /** Seconds that are measured. */
  duration: z.coerce.number().positive().default(60),
  /** Seconds that are played before. */
  warm_up: z.coerce.number().min(0).default(5),
  /** Requests a second of each agent; the default keeps to the limits that a gateway has by default. */
  rate: z.coerce.number().positive().max(100).default(0.5),
  /** Players of each game; by default its agents, and at least two. */
  players: count.min(1).optional(),
  seed: count.default(1),
});

/** What a run of the load does. */
export type LoadOptions = z.infer<typeof loadOptionsSchema>;

/** The command line of `npm run load`. */
export interface LoadCommand {
  readonly options: LoadOptions;
  /** A gateway that runs already, and a token for it; without it one is started. */
  readonly target: { readonly url: string; readonly token: string } | undefined;
  readonly out: string | undefined;
  readonly compare: string | undefined;
}

const TEXT = { type: 'string' } as const;
const OPTIONS = {
  ...{ agents: TEXT, games: TEXT, spectators: TEXT, duration: TEXT, 'warm-up': TEXT, rate: TEXT },
  ...{ players: TEXT, seed: TEXT, url: TEXT, token: TEXT, out: TEXT, compare: TEXT },
} as const;

/** Reads the command line; the failure is a sentence about what is wrong. */
export function readLoadCommand(args: readonly string[]): Result<LoadCommand, string> {
  const parsed = parseWords(args);
  if (!parsed.ok) return parsed;
  const { url, token, out, compare, 'warm-up': warm_up, ...numbers } = parsed.value;
  const given = Object.entries({ ...numbers, warm_up }).filter(([, value]) => value !== undefined);
  const read = loadOptionsSchema.safeParse(Object.fromEntries(given));
  if (!read.success) {
    const [issue] = read.error.issues;
    return fail(`--${String(issue?.path[0]).replace('_', '-')}: ${issue?.message}`);
  }
  if (url === undefined) return ok({ options: read.data, target: undefined, out, compare });
  if (token === undefined) return fail('--url needs --token');
  return ok({ options: read.data, target: { url: url.replace(/^http/, 'ws'), token }, out, compare });
}

function parseWords(args: readonly string[]) {
  try {
    return ok(parseArgs({ args: [...args], options: OPTIONS }).values);
  } catch (error) {
    return fail(Object(error).message);
  }
}
