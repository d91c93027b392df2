/**
 * `npm run chaos -- versions [turns] [seed]`: the same scripted seats play the same seeds on servers of 3.0, 3.1 and 3.2. Half
 * way the game server is killed. Every ten turns, and after the kill, each seat's full state is compared with what an observer
 * of the server sees; not on a server that cuts observers, which is said. Ends with 1 when a state differs, a certain offer
 * fails, or something is missing after the kill.
 */
import { delimiter } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { seededRandom } from '#shared/core/seeded-random.js';
import { findServerBinary } from '../../proxy/games/server/server-binary.js';
import { cityFaults, playerFaults, tileFaults, unitFaults } from '../../test/support/knowledge.js';
import { playTurn } from '../../test/support/scripted-player.js';
import { type Stack, startStack } from '../../test/support/stack.js';
import { TwoAgents } from '../../test/support/two-agents.js';
import { witness } from '../../test/support/witness.js';
import { ensureUnpackedServer } from '../../tools/steps/unpacked-servers.mjs';

const [turns = 60, seed = 7] = process.argv.slice(2).map(Number);
const COMPARED_EVERY_TURNS = 10;

const own = await findServerBinary(process.env.FREECIV_SERVER);
if (!own.ok) throw new Error(own.failure.message);
const binaries = [own.value, await ensureUnpackedServer('3.1'), await ensureUnpackedServer('3.2')];
await using stack = await startStack({ FREECIV_SERVER: binaries.join(delimiter) });
for (const version of ['3.0', '3.1', '3.2']) {
  const faults = await playVersion(stack, version);
  if (faults.length > 0) process.exitCode = 1;
  process.stdout.write(faults.map((fault) => `  ${fault}\n`).join(''));
}

async function playVersion(host: Stack, server: string): Promise<readonly string[]> {
  const name = server.replace('.', '-');
  const seeds = { game: seed, map: seed };
  const ids = [`ann-${name}`, `ben-${name}`];
  const game = await TwoAgents.begin(host, `on-${name}`, { server, seeds }, ids);
  const random = seededRandom(seed);
  const faults: string[] = [];
  let compared = 0;
  for (let turn = 1; turn <= turns; turn += 1) {
    for (const agent of game.agents) faults.push(...(await playTurn(agent, random)).broken);
    const isKilled = turn === Math.floor(turns / 2);
    if (isKilled) faults.push(...(await afterKill(host, game)));
    if (isKilled || turn % COMPARED_EVERY_TURNS === 0) {
      const found = await differences(host, game);
      if (found !== undefined) compared += 1;
      faults.push(...(found ?? []).map((fault) => `turn ${turn}: ${fault}`));
    }
    await game.nextTurn();
  }
  const cities = (await game.places()).map((place) => place.cities.length);
  const observed =
    compared > 0 ? `compared with an observer ${compared} times` : 'its server lets no observer in';
  process.stdout.write(
    `${server}: ${turns} turns, ${cities.join(' and ')} cities, killed once, ${observed}, ${faults.length} faults\n`,
  );
  return faults;
}

/** What is different after the game server was killed and the game is back. */
async function afterKill(host: Stack, game: TwoAgents): Promise<readonly string[]> {
  const before = await game.positions();
  process.kill(host.games.get(game.gameId)?.serverPid ?? 0, 'SIGKILL');
  await game.isBack();
  return isDeepStrictEqual(await game.positions(), before) ? [] : ['the game is not as before the kill'];
}

/** Fields of the seats' states that differ from an observer's; undefined where the server allows none. */
async function differences(
  host: Stack,
  { gameId, agents }: TwoAgents,
): Promise<readonly string[] | undefined> {
  const game = host.games.get(gameId);
  if (game === undefined) throw new Error(`${gameId} is gone`);
  if (game.serverPassword === undefined) return undefined;
  using truth = await witness(game);
  const states = await Promise.all(agents.map((agent) => agent.state({ format: 'full' })));
  return states.flatMap((shown) => {
    const comparison = { shown, truth: truth.world, me: shown.player_id ?? -1, played: true };
    return [unitFaults, cityFaults, tileFaults, playerFaults].flatMap((faultsOf) => faultsOf(comparison));
  });
}
