import { join } from 'node:path';
import { root } from '../steps/run.mjs';
import { gatewayEnvironment, proxyEnvironments } from './proxies.mjs';
import { patienceMs } from './service.mjs';
import {
  checkedConfig,
  watchingWithoutToken,
  withDefaults,
  withFile,
  withoutUnread,
  withPorts,
} from './settings.mjs';
import { stopRequest } from './stop-request.mjs';
import { supervise } from './supervise.mjs';

/**
 * What `npm start` prints when everything runs.
 * @param {{ host: string, port: number, playPort?: number }} gateway `playPort`: PLAY_PORT; without it, or 0, it is off
 * @param {import('./settings.mjs').MadeTokens | undefined} tokens made now; undefined when there are tokens already
 * @param {boolean} isOpen whether games can be watched without a token
 */
export function welcome({ host, port, playPort = 0 }, tokens, isOpen = false) {
  const address = `${reachable(host)}:${port}`;
  const agent = `ws://${address}/ws/agent/my-agent`;
  const client = join(root, 'dist/agent/examples/small-agent.js');
  const page = `http://${address}/`;
  const named =
    tokens === undefined
      ? [
          `  Watch          ${page}`,
          ...(isOpen ? [] : ['  Token to watch one of LLM_API_TOKENS with the right watch, or ADMIN_TOKEN']),
          '  Token          one of LLM_API_TOKENS',
        ]
      : [
          `  Watch          ${page}#key=${tokens.watch}`,
          `  Play token     ${tokens.play}`,
          '                 for agents: takes seats, and opens nothing of a game beyond its own',
          `  Manage token   ${tokens.manage}`,
          '                 for you alone: watches, saves, forks and ends games, enters any seat, makes tokens',
        ];
  const lines = [
    'The gateway is ready.',
    '',
    ...named,
    `  Agent URL      ${agent}`,
    `  MCP            http://${address}/mcp?agent_id=my-agent, with a token for that agent (Connect an agent)`,
    ...(playPort === 0
      ? []
      : [
          `  People         ${reachable(host)}:${playPort}, with the ordinary FreeCiv client (Invite a person)`,
        ]),
    `  Try it         LLM_API_TOKEN=${tokens?.play ?? '…'} node ${quoted(client)} ws://${address}`,
    `  Health         http://${address}/health`,
    `  Metrics        http://${address}/api/metrics`,
    '',
    'Ctrl-C stops everything.',
  ];
  return `${lines.join('\n')}\n`;
}

/** A host to connect to, of one to listen on. @param {string} host */
function reachable(host) {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}

/** A path as one word of a shell command. @param {string} path */
function quoted(path) {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** @typedef {import('./supervise.mjs').Supervised} Supervised */

/**
 * Runs the proxies and the gateway until a signal, each started again when it ends; then stops them, the gateway first.
 * @param {Record<string, string | undefined>} own our environment
 * @param {typeof welcome} words what is printed when all runs
 */
export async function serve(own, words = welcome) {
  const settings = await withFile(own);
  const config = await checkedConfig(settings);
  const say = (/** @type {string} */ line) => process.stderr.write(`${line}\n`);
  const { environment, tokens } = withDefaults(
    await withPorts(await withoutUnread(own, say), config),
    settings,
  );
  const proxies = await proxyEnvironments(environment, config, say);
  const request = stopRequest();
  /** @type {{ name: string, service: Supervised }[]} */
  const services = [];
  request.forced.then(() => {
    for (const { service } of services) service.kill();
  });
  /** @param {string} name @param {Record<string, string | undefined>} its */
  const start = (name, its) => {
    const service = supervise(name, its);
    services.push({ name, service });
    return Promise.race([service.ready, request.asked]);
  };
  /** @param {keyof typeof patienceMs} name */
  const stop = (name) =>
    Promise.all(
      services.map(async (one) => void (one.name === name && (await one.service.stop(patienceMs[name])))),
    );
  try {
    const started = await Promise.all(proxies.map((its) => start('proxy', its)));
    if (started.includes('asked')) return;
    const gateway = await start('gateway', gatewayEnvironment(environment, proxies, config));
    if (gateway === 'asked') return;
    const place = { ...gateway, playPort: config.PLAY_PORT };
    process.stdout.write(words(place, tokens, (await watchingWithoutToken(environment)) !== 'nothing'));
    await request.asked;
    process.stderr.write('Stopping …\n');
  } finally {
    // The gateway answers what is under way, then the proxy ends its game servers.
    await stop('gateway');
    await stop('proxy');
    request.dispose();
  }
}
