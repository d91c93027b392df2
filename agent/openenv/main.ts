#!/usr/bin/env node
/** `npm run openenv`: an environment server of the OpenEnv specification, in front of a gateway (docs/openenv.md). */
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { isLoopback } from '#shared/core/hosts.js';
import { startOpenEnv } from './server.js';

const USAGE = `npm run openenv -- [options]: serves FreeCiv to clients of OpenEnv

  --gateway URL      the gateway; FREECIV_GATEWAY, or ws://127.0.0.1:8003, without it
  --host ADDRESS     where it listens (127.0.0.1)
  --port N           (8004)
  --allow-host NAME  a further name that clients may call it by; may be given again
  --agent NAME       sessions play as NAME-1, NAME-2 and so on (openenv)
  --max-sessions N   episodes at the same time (8)
  --idle-seconds N   an episode of a client over HTTP ends after so long without a request (3600)
  --keep-games       games stay when their episodes are over
  --help             this text

The token is in LLM_API_TOKEN. On an address other than loopback it is not lent to clients: each brings its own.
`;

const whole = z.coerce.number().int().positive();

const optionsSchema = z.object({
  gateway: z.string().default(process.env.FREECIV_GATEWAY ?? 'ws://127.0.0.1:8003'),
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
const { values } = parseArgs({
  options: {
    ...{ gateway: text, host: text, port: text, agent: text, 'max-sessions': text, 'idle-seconds': text },
    ...{ 'allow-host': { ...text, multiple: true }, 'keep-games': flag, help: flag },
  },
});
const options = optionsSchema.safeParse(values);
const { LLM_API_TOKEN: token } = process.env;

if (values.help === true || !options.success) {
  const faults = options.error?.issues.map(({ path, message }) => `--${path.join('.')}: ${message}\n`) ?? [];
  process.stderr.write(`${faults.join('')}${USAGE}`);
  process.exitCode = values.help === true ? 0 : 1;
} else {
  const { host, gateway, agent, port } = options.data;
  const lent = isLoopback(host) ? token : undefined;
  const server = await startOpenEnv({
    ...{ host, port, agent, token: lent, gateway: gateway.replace(/^http/, 'ws').replace(/\/$/, '') },
    allowedHosts: options.data['allow-host'],
    maxSessions: options.data['max-sessions'],
    idleMs: options.data['idle-seconds'] * 1000,
    keepsGames: options.data['keep-games'],
  });
  const whose = lent === undefined ? 'each client brings a token' : 'clients play with LLM_API_TOKEN';
  process.stdout.write(`OpenEnv server at http://${host}:${server.port}, ${whose}\n`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
}
