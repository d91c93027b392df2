import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { findServerBinary } from '../../../proxy/games/server/server-binary.js';
import { ensureUnpackedServer } from '../../../tools/steps/unpacked-servers.mjs';
import { freePort } from '../../support/free-port.js';
import { invite, PersonClient } from '../../support/person-client.js';
import { playTurn } from '../../support/scripted-player.js';
import { seededRandom } from '../../support/seeded-random.js';
import { type Stack, startStack } from '../../support/stack.js';
import { verifyFolder } from '../../support/verify-folder.js';

let servers = '';

beforeAll(async () => {
  const own = await findServerBinary(process.env.FREECIV_SERVER);
  if (!own.ok) throw new Error(own.failure.message);
  const later = [await ensureUnpackedServer('3.1'), await ensureUnpackedServer('3.2')];
  servers = [own.value, ...later].join(delimiter);
});

const GAME = 'evening';
const LAST_TURN = 6;

/** What the person can see of its own nation. */
function nationOf({ world }: PersonClient) {
  const { player } = world.seat;
  const units = [...world.units.values()].filter(({ owner }) => owner === player);
  const cities = [...world.cities.values()].filter(({ owner }) => owner === player);
  return {
    units: units.toSorted((a, b) => a.id - b.id).map(({ id, tile, activity }) => ({ id, tile, activity })),
    cities: cities.map(({ name, tile, size }) => ({ name, tile, size })),
  };
}

/** Joins again as a person does: until it works. */
async function joinAgain(
  invitation: Awaited<ReturnType<typeof invite>>,
  version: string,
): Promise<PersonClient> {
  let person: PersonClient | undefined;
  await expect
    .poll(async () => {
      person = await PersonClient.join(invitation, version).catch(() => undefined);
      return person !== undefined;
    })
    .toBe(true);
  if (person === undefined) throw new Error('the person cannot join again');
  return person;
}

/** A person's turn: a city, then units that stand guard. */
async function play(person: PersonClient, turn: number): Promise<void> {
  if (turn === 1) await person.foundCity('Annapolis');
  const activity = turn % 2 === 0 ? 'ACTIVITY_SENTRY' : 'ACTIVITY_FORTIFYING';
  for (const { id } of nationOf(person).units)
    await person.send('unit_change_activity', { unitId: id, activity, target: -1 });
}

/** Turn 3: the person leaves and comes again. Turn 4: the game server is killed in mid-turn. */
async function playGame(stack: Stack, version: string): Promise<void> {
  const ann = await stack.agent('ann');
  const options = { players: 4, min_agents: 2, end_turn: LAST_TURN, seeds: { game: 7, map: 7 } };
  const game_config = { ...options, server: version.slice(0, 3) };
  await ann.connect({ api_token: stack.token, game_id: GAME, game_config });
  const invitation = await invite(stack, GAME, 'person-1');
  let person = await PersonClient.join(invitation, version);
  const random = seededRandom(3);
  for (let turn = 1; turn <= LAST_TURN; turn += 1) {
    await ann.push('turn_start', (data) => data.turn === turn);
    await expect.poll(() => person.turn).toBe(turn);
    await playTurn(ann, random);
    await play(person, turn);
    const before = nationOf(person);
    if (turn === 3) await person[Symbol.asyncDispose]();
    if (turn === 4) {
      process.kill(stack.games.get(GAME)?.serverPid ?? 0, 'SIGKILL');
      await person.closed;
    }
    if (turn === 3 || turn === 4) {
      person = await joinAgain(invitation, version);
      await expect.poll(() => person.turn).toBe(turn);
      expect(nationOf(person)).toEqual(before);
    }
    await person.endTurn();
    await ann.act('end_turn');
  }
  await ann.push('game_ended');
  await stack.games.close();
}

test.each(['3.0.6', '3.1.4', '3.2.6'])(
  'a game of %s with a person comes back after a kill, and is the same when it is replayed',
  async (version) => {
    const folder = await mkdtemp(join(tmpdir(), 'freeciv-people-'));
    try {
      const archive = join(folder, GAME);
      {
        await using stack = await startStack({
          FREECIV_SERVER: servers,
          PLAY_PORT: String(await freePort()),
        });
        await playGame(stack, version);
        await cp(gameFolder(stack.dataDir, GAME).path, archive, { recursive: true });
      }
      const { code, printed } = await verifyFolder(archive, { FREECIV_SERVER: servers });
      expect(printed).toContain(`all ${LAST_TURN + 1} turns are the same`);
      expect(code).toBe(0);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
);
