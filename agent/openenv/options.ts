import { parseArgs } from 'node:util';
import { z } from 'zod';
import { fail, ok, type Result } from '#shared/core/result.js';

/** The page of help of the OpenEnv server, in the form of all commands: test/unit/agent/help-pages.test.ts. */
export const USAGE = `NAME
  freeciv-llm-gateway-openenv - serves FreeCiv to clients of OpenEnv

SYNOPSIS
  freeciv-llm-gateway-openenv [options]
  npm run openenv -- [options]

DESCRIPTION
  An environment server of the OpenEnv specification, in front of a gateway:
  reset, step and state over WebSocket and HTTP (docs/openenv.md). On an
  address other than loopback it does not lend its token to clients: each
  brings its own.

OPTIONS
  --gateway URL      the gateway; FREECIV_GATEWAY, or ws://127.0.0.1:8003,
                     without it
  --host ADDRESS     where it listens (127.0.0.1)
  --port N           (8004)
  --allow-host NAME  a further name that clients may call it by; may be given
                     again
  --agent NAME       sessions play as NAME-1, NAME-2 and so on (openenv)
  --max-sessions N   episodes at the same time (8)
  --idle-seconds N   an episode of a client over HTTP ends after so long
                     without a request (3600)
  --keep-games       games stay when their episodes are over
  --help             prints this page

ENVIRONMENT
  LLM_API_TOKEN      the token of its sessions
  FREECIV_GATEWAY    the gateway, where --gateway does not name it

EXIT STATUS
  0  it was ended by SIGTERM or Ctrl-C
  1  an option is unknown or has a value that it cannot have, or the port
     cannot be opened

EXAMPLES
  LLM_API_TOKEN=TOKEN freeciv-llm-gateway-openenv --port 8004
`;

const whole = z.coerce.number().int().positive();

const optionsSchema = z.object({
  gateway: z.url({ protocol: /^(?:ws|http)s?$/, error: 'expected ws://, wss://, http:// or https://' }),
  host: z.string().default('127.0.0.1'),
  port: z.coerce.number().int().min(0).max(65_535).default(8004),
  'allow-host': z.array(z.string()).default([]),
  agent: z
    .string()
    .regex(/^[A-Za-z0-9._:@-]{1,56}$/, 'expected 1-56 of A-Z a-z 0-9 . _ : @ -')
    .default('openenv'),
  'max-sessions': whole.default(8),
  'idle-seconds': whole.default(3600),
  'keep-games': z.boolean().default(false),
});

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

/** What the OpenEnv server is started with. */
export type OpenEnvOptions = z.infer<typeof optionsSchema>;

/** Reads the command line. The failure is a text for the user; that of `--help` is the page of help. */
export function readOptions(
  args: readonly string[],
  { FREECIV_GATEWAY: gateway }: Readonly<Record<string, string | undefined>>,
): Result<OpenEnvOptions, string> {
  const known = {
    ...{ gateway: text, host: text, port: text, agent: text, 'max-sessions': text, 'idle-seconds': text },
    ...{ 'allow-host': { ...text, multiple: true }, 'keep-games': flag, help: flag },
  } as const;
  try {
    const { values } = parseArgs({ args: [...args], options: known });
    if (values.help === true) return fail(USAGE);
    const read = optionsSchema.safeParse({ gateway: gateway || 'ws://127.0.0.1:8003', ...values });
    if (read.success) return ok(read.data);
    const faults = read.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`);
    return fail(`${faults.join('\n')}\n`);
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : String(error)}\n`);
  }
}
