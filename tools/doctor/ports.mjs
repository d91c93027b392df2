import { once } from 'node:events';
import { createServer } from 'node:net';
import { broken, fine, note } from './finding.mjs';

/** @typedef {import('./finding.mjs').Environment} Environment */
/** @typedef {import('./finding.mjs').Finding} Finding */

/** @param {Environment} environment */
export function gatewayPort({ GATEWAY_HOST, GATEWAY_PORT }) {
  return portOf('GATEWAY', GATEWAY_HOST, GATEWAY_PORT || '8003', '/health');
}

/** @param {Environment} environment */
export function proxyPort({ PROXY_HOST, PROXY_PORT }) {
  return portOf('PROXY', PROXY_HOST, PROXY_PORT || '8002', '/metrics');
}

/**
 * @param {string} name
 * @param {string | undefined} host
 * @param {string} port
 * @param {string} ownPath what only we answer
 * @returns {Promise<Finding>}
 */
async function portOf(name, host, port, ownPath) {
  const where = `${host || '127.0.0.1'}:${port}`;
  const subject = `${name.toLowerCase()} port`;
  const code = await listenError(host || '127.0.0.1', Number(port));
  switch (code) {
    case undefined:
      return fine(subject, `${where} is free`);
    case 'EADDRINUSE':
      if (await isOurs(where, ownPath))
        return note(
          subject,
          `${where} is taken by a running one of ours`,
          'stop that one before you start another',
        );
      return broken(subject, `${where} is taken`, `end who has it (ss -ltnp), or set ${name}_PORT`);
    case 'EACCES':
      return broken(subject, `${where} is not for you`, `set ${name}_PORT to 1024 or above`);
    default:
      return broken(subject, `${where} cannot be listened on (${code})`, `set ${name}_HOST and ${name}_PORT`);
  }
}

/** @param {string} host @param {number} port @returns {Promise<string | undefined>} */
async function listenError(host, port) {
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  } finally {
    server.close();
  }
}

/** @param {string} where @param {string} path */
async function isOurs(where, path) {
  try {
    const response = await fetch(`http://${where}${path}`, { signal: AbortSignal.timeout(1000) });
    return /"dependencies"|freeciv_proxy_/.test(await response.text());
  } catch {
    return false;
  }
}
