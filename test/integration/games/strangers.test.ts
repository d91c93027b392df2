import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { forkGame } from '../../../features/forks/fork.js';
import { PacketStream } from '../../../proxy/freeciv/packet-stream.js';
import { Protocol } from '../../../proxy/freeciv/protocol.js';
import { type Stack, startStack } from '../../support/stack.js';
import { stranger } from '../../support/stranger.js';

const protocol = Protocol.load('3.0');

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
  const forked = await forkGame(stack, { gameId: 'closed', turn: 1, forkId: 'fork' });
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
