import { z } from 'zod';
import { readCommandLine } from '#shared/core/command-line.js';
import type { Result } from '#shared/core/result.js';
import { type NamedPlayer, PLAYER_NAME } from './player-accounts.js';

/** How the command is used. */
export const USAGE = `npm run meter -- --upstream URL --players LIST [options]: counts the tokens of each player between it and its provider

  --upstream URL   the provider, for example https://api.openai.com, https://api.anthropic.com or http://127.0.0.1:11434
  --players LIST   names, as in alice,bob; alice:KEY has its key in its address, so that no other uses its budget
  --budget N       tokens in all of each player, those from a cache too; no limit without it
  --out FILE       a line for each call (meter.jsonl); what it has already counts
  --port P         8790 without it
  --host ADDRESS   127.0.0.1 without it
  --help           this text

It prints an address for each player: a base URL of Anthropic's interface; of OpenAI's with /v1 behind it. Keys of providers
come with the calls, and are neither kept nor logged.
`;

const players = z.string().transform((list, context): readonly NamedPlayer[] => {
  const named = list.split(',').map((word) => {
    const [name = '', ...key] = word.trim().split(':');
    return { name, key: key.length === 0 ? undefined : key.join(':') };
  });
  const isGood = named.every(
    ({ name, key }) => PLAYER_NAME.test(name) && (key === undefined || /^[\w.-]+$/.test(key)),
  );
  if (!isGood || new Set(named.map(({ name }) => name)).size !== named.length)
    context.addIssue('expected different names, as in alice,bob or alice:KEY,bob:KEY');
  return named;
});

const commandSchema = z.object({
  upstream: z.url({ protocol: /^https?$/ }).transform((text) => new URL(text)),
  players,
  budget: z.coerce.number().int().positive().optional(),
  out: z.string().default('meter.jsonl'),
  port: z.coerce.number().int().min(0).max(65_535).default(8790),
  host: z.string().default('127.0.0.1'),
});

/** What the command line says. */
export type MeterCommand = z.infer<typeof commandSchema>;

/** Reads the command line. The failure is a text for the user; `--help` asks for the usage. */
export function readMeterCommand(args: readonly string[]): Result<MeterCommand, string> {
  return readCommandLine(args, { schema: commandSchema, usage: USAGE });
}
