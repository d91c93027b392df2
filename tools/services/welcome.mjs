import { join } from 'node:path';
import { root } from '../steps/folders.mjs';

/**
 * What `npm start` prints when everything runs.
 * @param {{ host: string, port: number }} gateway
 * @param {string | undefined} token made now; undefined when there are tokens already
 * @param {boolean} isOpen whether everybody may watch
 */
export function welcome({ host, port }, token, isOpen = false) {
  const address = `${reachable(host)}:${port}`;
  const agent = `ws://${address}/ws/agent/my-agent`;
  const client = join(root, 'dist/agent/examples/first-agent.js');
  const lines = [
    'The gateway is ready.',
    '',
    `  Watch          http://${address}/`,
    ...(isOpen
      ? []
      : [`  Token to watch ${token ?? 'one of LLM_API_TOKENS with the right watch, or ADMIN_TOKEN'}`]),
    `  Agent URL      ${agent}`,
    `  Token          ${token ?? 'one of LLM_API_TOKENS'}`,
    `  Try it         LLM_API_TOKEN=${token ?? '…'} node ${quoted(client)} ${agent}`,
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
