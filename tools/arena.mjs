/** `npm run arena -- --players LIST`: players against each other, after installing and building what that needs (docs/arena.md). */
import { readFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { gatewayEnvironment, proxyEnvironments } from './services/proxies.mjs';
import { patienceMs, startService } from './services/service.mjs';
import { checkedConfig, withDefaults, withPorts } from './services/settings.mjs';
import { ensureGameServers } from './steps/game-server.mjs';
import { build, checkNode, installPackages } from './steps/prepare.mjs';
import { root, run, runShown } from './steps/run.mjs';
import { main, Stop } from './steps/terminal.mjs';

/** No limit that a bot runs into: it acts as fast as it can. */
const unlimited = {
  RATE_MESSAGES_PER_MINUTE: '1000000',
  RATE_BURST: '100000',
  RATE_ACTIONS_PER_MINUTE: '1000000',
  MAX_GAMES: '64',
};

await main(async () => {
  checkNode();
  await installPackages();
  await build();
  const args = process.argv.slice(2);
  const arena = script('arena/main', args);
  const about = await sources();
  if (args[0] === 'verify') return ended(await verify(args.slice(1)));
  if (args[0] === 'difference')
    return ended(await runShown(process.execPath, script('arena/difference', args.slice(1))));
  const isAsking = args.length === 0 || args.includes('--help');
  const { FREECIV_GATEWAY } = process.env;
  if (isAsking || FREECIV_GATEWAY) return ended(await runShown(process.execPath, arena, about));
  ended(await playHere(arena, about, dataFolder(args)));
});

/**
 * Starts a gateway and proxies at free ports and plays the arena on them. Returns the exit code.
 * @param {readonly string[]} arena @param {Awaited<ReturnType<typeof sources>>} about @param {string} data
 */
async function playHere(arena, about, data) {
  const free = {
    ...process.env,
    ...unlimited,
    FREECIV_SERVER: (await ensureGameServers()).join(delimiter),
    DATA_DIR: data,
    LOG_LEVEL: 'error',
    // A proxy uses one core: with one for each core, games at a time do not wait for each other.
    PROXIES: process.env.PROXIES || 'auto',
    GATEWAY_PORT: '0',
    PROXY_PORT: '0',
    LLM_API_TOKENS: '',
    LLM_API_TOKENS_FILE: '',
    SETTINGS_FILE: '',
  };
  const config = await checkedConfig(free);
  const { environment, tokens } = withDefaults(await withPorts(free, config));
  const environments = await proxyEnvironments(environment, config, () => {});
  const proxies = environments.map((its) => startService('proxy', its));
  /** @type {ReturnType<typeof startService> | undefined} */
  let gateway;
  try {
    await Promise.all(proxies.map(({ ready }) => ready));
    gateway = startService('gateway', gatewayEnvironment(environment, environments, config));
    const { port } = await gateway.ready;
    const access = {
      FREECIV_GATEWAY: `ws://127.0.0.1:${port}`,
      LLM_API_TOKEN: tokens?.manage,
      ARENA_DATA: data,
    };
    return await runShown(process.execPath, arena, { ...about, ...access });
  } finally {
    await gateway?.stop(patienceMs.gateway);
    await Promise.all(proxies.map((proxy) => proxy.stop(patienceMs.proxy)));
  }
}

/** Derives all numbers of an arena's folder again, and plays its games on the real server. @param {readonly string[]} args */
async function verify(args) {
  const FREECIV_SERVER = (await ensureGameServers()).join(delimiter);
  return runShown(process.execPath, script('verify/main', args), { FREECIV_SERVER });
}

/** How a script of the lab is run. @param {string} name @param {readonly string[]} args */
function script(name, args) {
  return ['--conditions=source', '--import', 'tsx', join(root, `lab/${name}.ts`), ...args];
}

/** @param {number} code */
function ended(code) {
  if (code !== 0) throw new Stop('', code);
}

/** What the manifest says of the sources. */
async function sources() {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { code, output } = await run('git', ['-C', root, 'rev-parse', 'HEAD']);
  return { ARENA_VERSION: version, ...(code === 0 && { ARENA_COMMIT: output.trim() }) };
}

/** The games lie beside the results: a run that goes on finds its own. @param {readonly string[]} args */
function dataFolder(args) {
  const named = (/** @type {string} */ name) => {
    const at = args.findIndex((word) => word === name || word.startsWith(`${name}=`));
    return at < 0 ? undefined : (args[at]?.split('=')[1] ?? args[at + 1]);
  };
  const manifest = named('--manifest');
  const out =
    named('--out') ?? (manifest === undefined ? 'arena-results' : join(dirname(manifest), 'repeated'));
  return join(resolve(out), 'data');
}
