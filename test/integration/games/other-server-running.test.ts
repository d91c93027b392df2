import { afterAll, beforeAll, expect, test } from 'vitest';
import { Protocol } from '../../../proxy/freeciv/protocol.js';
import { SeatConnection } from '../../../proxy/games/seats/seat-connection.js';
import { findServerBinary } from '../../../proxy/games/server/server-binary.js';
import { createWorld } from '../../../proxy/world/world.js';
import { freePort } from '../../support/free-port.js';
import { OTHER_PASSWORD, OtherServer } from '../../support/other-servers/other-server.js';
import { joinOther, playOther } from '../../support/other-servers/played-abroad.js';
import { type Stack, startStack } from '../../support/stack.js';

let binary = '';
let stack: Stack;

beforeAll(async () => {
  const found = await findServerBinary(process.env.FREECIV_SERVER);
  if (!found.ok) throw new Error(found.failure.message);
  binary = found.value;
  stack = await startStack({ FOREIGN_SERVERS: '127.0.0.1:*', PLAY_PORT: String(await freePort()) });
});

afterAll(() => stack[Symbol.asyncDispose]());

/** Somebody with an ordinary client who takes a player of an AI too. */
async function person({ port }: OtherServer): Promise<SeatConnection> {
  const world = createWorld('attaching');
  const login = { port, username: 'Hannah', password: OTHER_PASSWORD, world };
  const signal = AbortSignal.timeout(60_000);
  const opened = await SeatConnection.open({ protocol: Protocol.load('3.0'), ...login, signal });
  if (!opened.ok) throw new Error(opened.failure.message);
  const free = [...world.players.values()].find(({ flags }) => flags.has('PLRF_AI'));
  await opened.value.request('chat_msg_req', { message: `/take "${free?.name}"` });
  return opened.value;
}

test('in a running game of others an agent takes a player of an AI, and hears greeting, chat and votes', async () => {
  await using server = await OtherServer.start(binary, ['set aifill 3', 'set minplayers 0', 'start']);
  server.command('connectmsg "welcome to our server"');
  await expect.poll(() => server.lines.some((line) => line.includes('Game saved'))).toBe(true);
  const agent = await joinOther(stack, server, 'late');
  await agent.push('turn_start');
  await agent.push('chat_message', ({ text }) => text.includes('welcome to our server'));
  await expect
    .poll(() => server.lines.some((line) => line.includes('is now under human control')))
    .toBe(true);
  const hannah = await person(server);
  await hannah.request('chat_msg_req', { message: '/set timeout 77' });
  await agent.push('chat_message', ({ text }) => /New vote.*by Hannah/.test(text));
  expect(await agent.act('vote', { vote: 'no' })).toMatchObject({ outcome: 'applied' });
  const own = stack.games.get('late')?.seats[0]?.world;
  const name = own?.players.get(own.seat.player ?? -1)?.name;
  server.command(`take Hannah "${name}"`);
  await agent.push('status', ({ status }) => status === 'recovering');
  hannah.close();
  await agent.push('status', ({ status }) => status === 'ready');
  const { player_id, players } = await agent.state({ format: 'full' });
  expect(players[player_id ?? -1]).toMatchObject({ known_by: 'own' });
  expect(await playOther(agent, 2)).toEqual([]);
});
