import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { importBuilt } from '../steps/run.mjs';
import { Stop } from '../steps/terminal.mjs';

/**
 * Checks the configuration with the schema of the services, so that a bad value is said once and nothing starts.
 * @param {Record<string, string | undefined>} environment
 * @returns {Promise<import('../../shared/core/config.js').Config>}
 */
export async function checkedConfig(environment) {
  const { readConfig } = await importBuilt('dist/shared/core/config.js');
  const result = readConfig(environment);
  if (!result.ok) throw new Stop(result.failure.join('\n'));
  return result.value;
}

/**
 * The environment with what SETTINGS_FILE adds, as the services read it.
 * @param {Record<string, string | undefined>} environment
 * @returns {Promise<Record<string, string | undefined>>}
 */
export async function withFile(environment) {
  const { withSettingsFile } = await importBuilt('dist/shared/core/settings-file.js');
  const result = withSettingsFile(environment);
  if (!result.ok) throw new Stop(result.failure);
  return result.value;
}

/**
 * The environment without the variables that are nearly a setting. Each of them is reported here, so that no service reports it again.
 * @param {Record<string, string | undefined>} environment
 * @param {(line: string) => void} say
 */
export async function withoutUnread(environment, say) {
  const { unreadSentence, unreadSettings } = await importBuilt('dist/shared/core/unread-settings.js');
  /** @type {import('../../shared/core/unread-settings.js').UnreadSetting[]} */
  const unread = unreadSettings(environment);
  for (const one of unread) say(`Warning: ${unreadSentence(one)}`);
  const names = new Set(unread.map(({ name }) => name));
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !names.has(name)));
}

/**
 * The environment with a free port for each 0: a service that is started again is found where it was, with its sessions.
 * @param {Record<string, string | undefined>} environment
 * @param {import('../../shared/core/config.js').Config} config
 */
export async function withPorts(environment, config) {
  const { GATEWAY_HOST, PROXY_HOST } = config;
  return {
    ...environment,
    GATEWAY_PORT: String(config.GATEWAY_PORT || (await freePort(GATEWAY_HOST))),
    PROXY_PORT: String(config.PROXY_PORT || (await freePort(PROXY_HOST))),
  };
}

/** @param {string} host @returns {Promise<number>} 0 when the host is none of ours: the service says so */
async function freePort(host) {
  const server = createServer();
  try {
    server.listen(0, host);
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  } catch {
    return 0;
  } finally {
    server.close();
  }
}

/**
 * Tokens that were made for one start. `play` takes seats, `watch` opens the page, `manage` has all rights.
 * @typedef {{ readonly play: string, readonly watch: string, readonly manage: string }} MadeTokens
 */

/**
 * What `npm start` adds to the environment: the secrets that are not set. Who makes its own tokens shows games as a whole on this
 * machine, unless SPECTATORS says something else.
 * @param {Record<string, string | undefined>} environment
 * @param {Record<string, string | undefined>} [settings] with those of SETTINGS_FILE
 */
export function withDefaults(environment, settings = environment) {
  const hasTokens = settings.LLM_API_TOKENS || settings.LLM_API_TOKENS_FILE;
  /** @type {MadeTokens | undefined} */
  const tokens = hasTokens ? undefined : { play: secret(), watch: secret(), manage: secret() };
  const { GATEWAY_HOST: host, SPECTATORS } = settings;
  const isLocal = !host || /^(localhost|127\.[\d.]+|::1)$/.test(host);
  return {
    /** The tokens made now; undefined when there are tokens already, which must not be printed. */
    tokens,
    environment: {
      ...environment,
      ...(tokens !== undefined && {
        LLM_API_TOKENS: tokenItems(tokens),
        SPECTATORS: SPECTATORS || (isLocal ? 'public' : 'auto'),
      }),
      // One that is in the file stays there alone, so that it can change.
      PROXY_SECRET: settings.PROXY_SECRET ? environment.PROXY_SECRET : secret(),
    },
  };
}

/** @param {MadeTokens} tokens */
function tokenItems({ play, watch, manage }) {
  return [`${play}=*/*/play`, `${watch}=*/*/watch`, `${manage}=*/*/play+watch+manage`].join(',');
}

/**
 * What may be watched without a token; the gateway's own rule.
 * @param {Record<string, string | undefined>} environment that of the gateway
 */
export async function watchingWithoutToken(environment) {
  const config = await checkedConfig(await withFile(environment));
  const { readTokens } = await importBuilt('dist/gateway/auth/token-store.js');
  const access = await importBuilt('dist/features/access/spectator-access.js');
  const read = readTokens({ items: () => config.LLM_API_TOKENS, file: config.LLM_API_TOKENS_FILE });
  if (!read.ok) return 'nothing';
  const { SPECTATORS: setting, GATEWAY_HOST: host, SPECTATOR_DELAY_TURNS: delayTurns } = config;
  return access.watchingWithoutToken({ setting, host, delayTurns, tokens: read.value });
}

function secret() {
  // Hexadecimal, so that it is one word everywhere and never looks like an option.
  return randomBytes(24).toString('hex');
}
