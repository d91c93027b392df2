import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { PacketStream } from '../../../proxy/freeciv/packet-stream.js';
import { Protocol } from '../../../proxy/freeciv/protocol.js';
import { SeatConnection } from '../../../proxy/games/seats/seat-connection.js';
import { findServerBinary } from '../../../proxy/games/server/server-binary.js';
import { createWorld } from '../../../proxy/world/world.js';
import { type Stack, startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';

const protocol = Protocol.load('3.0');

/** Somebody with an ordinary client who finds the port of the game's server. */
function stranger(stack: Stack, gameId: string, password?: string) {
  const port = stack.games.get(gameId)?.serverPort ?? 0;
  expect(port).toBeGreaterThan(0);
  const signal = AbortSignal.timeout(60_000);
  const world = createWorld('before_game');
  return SeatConnection.open({ protocol, port, username: 'Hannah', password, world, signal });
}

/** Who asks to be let in under a name, and says no more. */
async function holdName(port: number, username: string): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port });
  const capability = ['+Freeciv-3.0-network', ...protocol.capabilities].join(' ');
  const version = { majorVersion: 3, minorVersion: 0, patchVersion: 0, versionLabel: '' };
  const hello = new PacketStream(protocol, 'server').encode('server_join_req', {
    username,
    capability,
    ...version,
  });
  socket.on('error', () => {}).write(hello);
  await once(socket, 'data');
  return socket;
}

async function create(stack: Stack, gameId: string): Promise<void> {
  const body = JSON.stringify({ game_id: gameId, players: 4, min_agents: 2, seeds: { game: 7, map: 7 } });
  const headers = { authorization: `Bearer ${stack.token}`, 'content-type': 'application/json' };
  const made = await fetch(`${stack.httpUrl}/api/games`, { method: 'POST', body, headers });
  expect(made.ok).toBe(true);
}

test('no life of a game’s server lets a stranger in: empty, in lobby and play, after a loss, in a fork', async () => {
  await using stack = await startStack();
  const refused = { failure: { code: 'E141', message: expect.stringContaining('password') } };
  await create(stack, 'closed');
  expect(await stranger(stack, 'closed')).toMatchObject(refused);
  const first = await stack.agent('ann');
  await first.connect({ api_token: stack.token, game_id: 'closed' });
  expect(await stranger(stack, 'closed')).toMatchObject(refused);
  const second = await stack.agent('ben');
  await second.connect({ api_token: stack.token, game_id: 'closed' });
  for (const agent of [first, second]) await agent.push('turn_start');
  expect(await stranger(stack, 'closed')).toMatchObject(refused);
  expect(await stranger(stack, 'closed', 'guessed')).toMatchObject({ failure: { code: 'E141' } });
  process.kill(stack.games.get('closed')?.serverPid ?? 0, 'SIGKILL');
  for (const agent of [first, second]) await agent.push('status', ({ status }) => status === 'ready');
  expect(await stranger(stack, 'closed')).toMatchObject(refused);
  const forked = await stack.games.fork({ gameId: 'closed', turn: 1, forkId: 'fork' });
  expect(forked.ok).toBe(true);
  expect(await stranger(stack, 'fork')).toMatchObject(refused);
  for (const id of ['closed', 'fork']) {
    const players = [...(stack.games.get(id)?.seat('ann')?.world.players.values() ?? [])];
    expect(players).toHaveLength(4);
    expect(players.map(({ username }) => username)).not.toContain('Hannah');
  }
});

test('who holds an agent’s name without the password is cut when the agent comes', async () => {
  await using stack = await startStack();
  await create(stack, 'held');
  const port = stack.games.get('held')?.serverPort ?? 0;
  const held = await holdName(port, 'ann');
  const gone = once(held, 'close');
  const agent = await stack.agent('ann');
  await agent.connect({ api_token: stack.token, game_id: 'held' });
  await gone;
  expect(stack.games.get('held')?.seat('ann')?.world.seat.player).toBe(0);
});

test('a server that knows no passwords has strangers cut in each of its lives', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'freeciv-open-'));
  const found = await findServerBinary(process.env.FREECIV_SERVER);
  const FREECIV_SERVER = join(folder, 'freeciv-server');
  const knowsNone = 'case "$*" in *--auth*) echo "Unrecognized option: \\"--auth\\"" >&2; exit 1;; esac';
  await writeFile(FREECIV_SERVER, `#!/bin/sh\n${knowsNone}\nexec ${found.ok ? found.value : ''} "$@"\n`);
  await chmod(FREECIV_SERVER, 0o755);
  await chmod(folder, 0o755);
  await using stack = await startStack({ FREECIV_SERVER });
  const game = await TwoAgents.begin(stack, 'open');
  const isCut = async () => {
    const line = await stranger(stack, 'open');
    if (!line.ok) throw new Error(line.failure.message);
    await line.value.closed;
  };
  await isCut();
  process.kill(stack.games.get('open')?.serverPid ?? 0, 'SIGKILL');
  await game.isBack();
  await isCut();
  await game.nextTurn();
  await rm(folder, { recursive: true, force: true });
});
