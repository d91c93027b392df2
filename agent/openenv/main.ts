#!/usr/bin/env node
/** `freeciv-llm-gateway-openenv`: an environment server of the OpenEnv specification, in front of a gateway (docs/openenv.md). */
import { isLoopback } from '#shared/core/hosts.js';
import { readOptions, USAGE } from './options.js';
import { startOpenEnv } from './server.js';

const options = readOptions(process.argv.slice(2), process.env);
if (!options.ok) {
  const isHelp = options.failure === USAGE;
  (isHelp ? process.stdout : process.stderr).write(options.failure);
  process.exitCode = isHelp ? 0 : 1;
} else {
  const { host, gateway, agent, port } = options.value;
  const token = isLoopback(host) ? process.env.LLM_API_TOKEN : undefined;
  try {
    const server = await startOpenEnv({
      ...{ host, port, agent, token, gateway: gateway.replace(/^http/, 'ws').replace(/\/$/, '') },
      allowedHosts: options.value['allow-host'],
      maxSessions: options.value['max-sessions'],
      idleMs: options.value['idle-seconds'] * 1000,
      keepsGames: options.value['keep-games'],
    });
    const whose = token === undefined ? 'each client brings a token' : 'clients play with LLM_API_TOKEN';
    process.stdout.write(`OpenEnv server at http://${host}:${server.port}, ${whose}\n`);
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close());
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
