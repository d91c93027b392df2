import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { gameConfigSchema } from '#shared/protocol/game-config.js';
import type { AgentConnection } from '../../../agent/agent-connection.js';
import { forkGame } from '../../../features/forks/fork.js';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { findServerBinary } from '../../../proxy/games/server/server-binary.js';
import { type Stack, startStack } from '../../support/stack.js';
import { verifyFolder } from '../../support/verify-folder.js';

let folder = '';
let stack: Stack;

/** A game server that dies as of a division by zero when a script of its game prints DIE. */
async function mortalServer(): Promise<string> {
  const server = await findServerBinary(process.env.FREECIV_SERVER);
  if (!server.ok) throw new Error(server.failure.message);
  const path = join(folder, 'mortal-server');
  const watch = [
    `while IFS= read -r line; do printf '%s\\n' "$line"`,
    `case "$line" in DIE | '> DIE') kill -FPE $$ ;; esac`,
    'done',
  ];
  await writeFile(path, `#!/bin/bash\nexec "${server.value}" "$@" > >(${watch.join('\n')})\n`, {
    mode: 0o755,
  });
  return path;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freeciv-mortal-'));
  await chmod(folder, 0o755);
  stack = await startStack({ FREECIV_SERVER: await mortalServer(), MAX_CONNECTIONS_PER_AGENT: '9' });
});

afterAll(async () => {
  await stack[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function command(gameId: string, line: string): Promise<readonly string[]> {
  const ran = await stack.games.get(gameId)?.command(line);
  if (ran?.ok !== true) throw new Error(JSON.stringify(ran));
  return ran.value;
}

/** Has a script of the game run as each turn changes; as a command of the turn it is played again with it. */
const atTurnChange = (gameId: string, script: string) =>
  command(gameId, `lua cmd function change() ${script} end signal.connect("turn_begin", "change")`);

/** Long enough for the signal to come before anything else happens. */
const DIE = 'print("DIE") for i = 1, 1e9 do end';

async function logIn(gameId: string, game_config: object = {}): Promise<AgentConnection> {
  const agent = await stack.agent('ann');
  await agent.connect({ api_token: stack.token, game_id: gameId, game_config });
  return agent;
}

/** The agent of a game of that name in its second turn. */
async function inTurn2(gameId: string): Promise<AgentConnection> {
  const agent = await logIn(gameId, { players: 3, seeds: { game: 7, map: 7 } });
  await agent.push('turn_start', ({ turn }) => turn === 1);
  await agent.act('end_turn');
  await agent.push('turn_start', ({ turn }) => turn === 2);
  return agent;
}

const isNote = (words: string) => (data: Readonly<Record<string, unknown>>) =>
  String(data.note).includes(words);

test('a game whose server dies at each try of a turn change is over, and all that is tried is told', async () => {
  const agent = await inTurn2('doomed');
  await atTurnChange('doomed', DIE);
  await agent.act('end_turn');
  await agent.push(
    'status',
    isNote('died 2 times in turn 2 (SIGFPE): the turn ends with other random numbers'),
  );
  await agent.push('status', isNote('the save of turn 1'));
  const why = expect.stringContaining('died 4 times in turn 2 (SIGFPE)');
  expect(await agent.push('game_ended')).toMatchObject({ reason: 'server_died', turn: 2, report: [why] });
  await expect(agent.act('end_turn')).rejects.toMatchObject({ code: 'E143' });
});

test('an agent whose game is over in the middle of a turn is told that, not that the server was lost', async () => {
  const agent = await logIn('felled', { players: 2 });
  await agent.push('turn_start');
  const game = stack.games.get('felled');
  const kill = () => process.kill(game?.serverPid ?? 0, 'SIGFPE');
  for (let death = 1; death <= 2; death += 1) {
    kill();
    await agent.push('status', ({ status }) => status === 'ready');
  }
  kill();
  expect(await agent.push('game_ended')).toMatchObject({ reason: 'server_died', turn: 1 });
  expect(game?.seat('ann')?.world.turn.phase).toBe('movement');
  await expect(agent.act('end_turn')).rejects.toMatchObject({ code: 'E143' });
});

test('a game whose server dies of what an agent does comes back without it, however often', async () => {
  const agent = await inTurn2('fatal');
  await command('fatal', `lua cmd function lost() ${DIE} end signal.connect("unit_lost", "lost")`);
  const { units } = await agent.state({ format: 'full' });
  for (let death = 1; death <= 4; death += 1) {
    const disbanding = agent.act('unit_disband', { actor_id: units[0]?.id });
    await expect(disbanding).rejects.toMatchObject({ code: 'E131' });
    await agent.push('status', ({ status }) => status === 'ready');
  }
  const { journal } = gameFolder(stack.dataDir, 'fatal');
  expect(await readFile(join(journal, 'T00002.jsonl'), 'utf8')).not.toContain('redraw');
  expect(await agent.state({ format: 'full' })).toMatchObject({ turn: 2, units });
});

test('a game whose server dies of a random number goes on with others', async () => {
  await inTurn2('original');
  const forked = async (forkId: string, script: string) => {
    await forkGame(stack, { gameId: 'original', turn: 2, forkId });
    const agent = await logIn(forkId);
    await atTurnChange(forkId, script);
    await agent.act('end_turn');
    return agent;
  };
  const rehearsal = await forked('rehearsal', 'number = random(1, 1000000)');
  await rehearsal.push('turn_start', ({ turn }) => turn === 3);
  const [number] = await command('rehearsal', 'lua cmd print(number)');
  const agent = await forked('unlucky', `if random(1, 1000000) == ${number} then ${DIE} end`);
  await agent.push('status', isNote('the turn ends with other random numbers'));
  await agent.push('turn_start', ({ turn }) => turn === 3);
  // A replay draws the same others.
  const game = stack.games.get('unlucky');
  await game?.control.end();
  await game?.whenSettled();
  const { code, printed } = await verifyFolder(gameFolder(stack.dataDir, 'unlucky').path);
  expect({ code, printed }).toMatchObject({ code: 0 });
});

/** No map can be made of these. */
const unmade = {
  ...{ players: 5, map: { xsize: 44, ysize: 32 }, start_units: 'ccccwwxddddDDDs' },
  seeds: { game: 1161893410, map: 1610780147 },
};

test('where no map can be made with the seed asked for, the login says so, and the game is not kept', async () => {
  await expect(logIn('unmade', unmade)).rejects.toMatchObject({
    code: 'E142',
    message: expect.stringContaining('Cannot create suitable map with given settings'),
  });
  expect(stack.games.get('unmade')).toBeUndefined();
});

test('where no map can be made with a seed of the proxy, the game begins with another, and that is told', async () => {
  const made = await stack.games.create('redrawn', gameConfigSchema.parse(unmade));
  expect(made.ok).toBe(true);
  await stack.games.unload('redrawn');
  const { record } = gameFolder(stack.dataDir, 'redrawn');
  const text = await readFile(record, 'utf8');
  await writeFile(record, text.replace(/("hasOwnMapSeed": *)false/, '$1true'));
  const agent = await logIn('redrawn');
  await agent.push('status', isNote('Cannot create suitable map with given settings'));
  await agent.push('turn_start', ({ turn }) => turn === 1);
  expect(stack.games.get('redrawn')?.config.seeds.map).not.toBe(unmade.seeds.map);
});
