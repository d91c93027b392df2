import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { findServerBinary } from '../../../proxy/games/server/server-binary.js';
import { ensureUnpackedServer } from '../../../tools/steps/unpacked-servers.mjs';
import { OtherServer } from '../../support/other-servers/other-server.js';
import { joinOther, playOther } from '../../support/other-servers/played-abroad.js';
import { startStack } from '../../support/stack.js';

async function binaryOf(series: string): Promise<string> {
  if (series !== '3.0') return ensureUnpackedServer(series);
  const found = await findServerBinary(process.env.FREECIV_SERVER);
  if (!found.ok) throw new Error(found.failure.message);
  return found.value;
}

test.each(['3.0', '3.1', '3.2'])(
  'on a server of others of %s an agent plays 20 turns, and plays on after its owner restarts it',
  async (series) => {
    await using server = await OtherServer.start(await binaryOf(series));
    await using stack = await startStack({ FOREIGN_SERVERS: '127.0.0.1:*' });
    const agent = await joinOther(stack, server, 'abroad');
    await agent.push('turn_start');
    expect(await playOther(agent, 20)).toEqual([]);
    expect(stack.games.get('abroad')?.record.serverVersion).toMatch(new RegExp(`^${series}\\.`));
    await server.saveAndKill();
    await agent.push('status', ({ status }) => status === 'recovering');
    await server.restart();
    await agent.push('status', ({ status }) => status === 'ready');
    expect(await playOther(agent, 3)).toEqual([]);
    const { turn } = await agent.state({ format: 'brief' });
    expect(turn).toBe(24);
  },
);

test('a game on a server of others is joined again from the disk, and nobody sees it without a token', async () => {
  await using server = await OtherServer.start(await binaryOf('3.0'));
  await using stack = await startStack({ FOREIGN_SERVERS: '127.0.0.1:*', SPECTATORS: 'public' });
  const agent = await joinOther(stack, server, 'abroad');
  await agent.push('turn_start');
  expect(await playOther(agent, 2)).toEqual([]);
  await stack.games.unload('abroad');
  expect(stack.games.get('abroad')).toBeUndefined();
  expect(await agent.state({ format: 'brief' })).toMatchObject({ turn: 3 });
  expect(await playOther(agent, 1)).toEqual([]);
  const watching = new WebSocket(`${stack.gatewayUrl}/ws/spectator/abroad`);
  const [answer] = await once(watching, 'message');
  expect(JSON.parse(String(answer))).toMatchObject({ type: 'error', data: { code: 'E140' } });
  watching.close();
});

test('a server of others that is away is joined as soon as it is back, and who asks meanwhile is told', async () => {
  await using server = await OtherServer.start(await binaryOf('3.0'));
  await using stack = await startStack({ FOREIGN_SERVERS: '127.0.0.1:*' });
  const agent = await joinOther(stack, server, 'abroad');
  await agent.push('turn_start');
  await server.saveAndKill();
  await agent.push('status', ({ status }) => status === 'recovering');
  const again = await stack.agent(agent.agentId);
  const asked = again.connect({ api_token: stack.token, game_id: 'abroad' });
  await expect(asked).rejects.toMatchObject({
    code: 'E123',
    message: expect.stringContaining('ECONNREFUSED'),
  });
  await server.restart();
  await agent.push('status', ({ status }) => status === 'ready');
  expect(await playOther(agent, 1)).toEqual([]);
});

test('a game that ends on a server of others is over here too, with its ranking', async () => {
  await using server = await OtherServer.start(await binaryOf('3.0'), ['set aifill 3', 'set endturn 2']);
  await using stack = await startStack({ FOREIGN_SERVERS: '127.0.0.1:*' });
  const agent = await joinOther(stack, server, 'abroad');
  await agent.push('turn_start');
  expect(await playOther(agent, 1)).toEqual([]);
  await agent.act('end_turn');
  await agent.push('game_ended');
  await stack.games.get('abroad')?.whenSettled();
  expect(stack.games.get('abroad')?.record).toMatchObject({ phase: 'ended', ended: { reason: 'end_turn' } });
  expect(stack.games.get('abroad')?.record.ended?.ranking).toHaveLength(3);
});
