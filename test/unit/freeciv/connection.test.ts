import { expect, test } from 'vitest';
import type { ServerPacket } from '../../../proxy/freeciv/brackets.js';
import { ConnectionLost, JoinRefused } from '../../../proxy/freeciv/errors.js';
import { connecting, friendly, protocol, received, serving } from './scripted-connection.js';
import { type Answer, ScriptedServer } from './scripted-server.js';

test('logging in says who we are and what we can do', async () => {
  const server = await serving(friendly());
  await connecting(server.port);
  expect(server.peer.received).toEqual([
    {
      name: 'server_join_req',
      fields: {
        username: 'test',
        capability: ['+Freeciv-3.0-network', ...protocol.capabilities].join(' '),
        versionLabel: '',
        majorVersion: 3,
        minorVersion: 0,
        patchVersion: 0,
      },
    },
  ]);
});

test('logging in is refused with the sentence of the server', async () => {
  const server = await serving((peer) => {
    peer.bracket(() => peer.join(false, "'test' already connected."));
    peer.socket.end();
  });
  await expect(connecting(server.port)).rejects.toThrow(new JoinRefused("'test' already connected."));
});

test('logging in shows its password when asked, and is refused without one', async () => {
  const asking: Answer = (peer, { name }) =>
    peer.bracket(() => {
      if (name === 'server_join_req')
        peer.send('authentication_req', { type: 'AUTH_LOGIN_FIRST', message: 'Enter password for test:' });
      else peer.join(true, 'welcome');
    });
  const server = await serving(asking);
  await connecting(server.port, { password: 'secret' });
  expect(server.peer.received.at(-1)).toEqual({
    name: 'authentication_reply',
    fields: { password: 'secret' },
  });
  const closed = await serving(asking);
  await expect(connecting(closed.port)).rejects.toThrow(JoinRefused);
});

test('a login fails with ConnectionLost when no server listens', async () => {
  const server = await ScriptedServer.listen(friendly());
  await server[Symbol.asyncDispose]();
  await expect(connecting(server.port)).rejects.toThrow(ConnectionLost);
});

test('logging in fails with ConnectionLost when the server hangs up without a word', async () => {
  const server = await serving((peer) => peer.socket.end());
  await expect(connecting(server.port)).rejects.toThrow('the game server closed the connection');
});

test('logging in can be given up, before and while the server is silent', async () => {
  const server = await serving(() => undefined);
  await expect(connecting(server.port, { signal: AbortSignal.abort() })).rejects.toThrow(ConnectionLost);
  const giveUp = new AbortController();
  const opening = connecting(server.port, { signal: giveUp.signal });
  giveUp.abort();
  await expect(opening).rejects.toThrow('the connection was ended here');
});

test('a connection answers pings, and says hello when the rules are there', async () => {
  const server = await serving(friendly());
  await connecting(server.port);
  server.peer.send('conn_ping', {});
  server.peer.send('rulesets_ready', {});
  expect(await received(server.peer, 'conn_pong')).toEqual({});
  expect(await received(server.peer, 'client_info')).toMatchObject({ gui: 'GUI_STUB' });
});

test('a connection gives each pipelined request its own answer, with pings in between', async () => {
  let turn = 0;
  const server = await serving(
    friendly((peer, name) => {
      if (name !== 'unit_get_actions') return;
      turn += 1;
      peer.send('unit_remove', { unitId: turn });
      if (turn % 7 === 0) peer.send('conn_ping', {});
    }),
  );
  const connection = await connecting(server.port);
  const requests = Array.from({ length: 100 }, () =>
    connection.request('unit_get_actions', {
      actorUnitId: 1,
      targetUnitId: 0,
      targetTileId: 5,
      disturbPlayer: false,
    }),
  );
  const replies = await Promise.all(requests);
  const removed = replies.map((reply) => reply.packets.find(({ name }) => name === 'unit_remove')?.fields);
  expect(removed).toEqual(replies.map((_, i) => ({ unitId: i + 1 })));
});

test('the first of several answers is acknowledged, so that a server that waits sends the others', async () => {
  const heldBack: (() => void)[] = [];
  let answered = 0;
  const server = await serving((peer, { name }) => {
    const answer = () => peer.bracket(() => name === 'server_join_req' && peer.join(true, 'welcome'));
    if (name === 'client_heartbeat') for (const held of heldBack.splice(0)) held();
    answered += 1;
    if (name === 'city_buy' && answered > 2) heldBack.push(answer);
    else answer();
  });
  const connection = await connecting(server.port);
  const requests = [1, 2, 3, 4].map((cityId) => connection.request('city_buy', { cityId }));
  expect(await Promise.all(requests)).toHaveLength(4);
});

test('each part of a turn change is acknowledged once, so that a server that waits sends the rest', async () => {
  const server = await serving(friendly());
  const connection = await connecting(server.port);
  server.peer.send('freeze_client', {});
  expect(await received(server.peer, 'client_heartbeat')).toEqual({});
  await connection.request('player_phase_done', { turn: 1 });
  server.peer.send('thaw_client', {});
  await connection.request('player_phase_done', { turn: 2 });
  const sent = server.peer.received.map(({ name }) => name);
  expect(sent).toEqual(['server_join_req', 'client_heartbeat', 'player_phase_done', 'player_phase_done']);
});

test('a connection sends nothing of its own between requests that wait for each other', async () => {
  const server = await serving(friendly());
  const connection = await connecting(server.port);
  for (const cityId of [1, 2, 3]) await connection.request('city_buy', { cityId });
  const sent = server.peer.received.map(({ name }) => name);
  expect(sent).toEqual(['server_join_req', 'city_buy', 'city_buy', 'city_buy']);
});

test('a connection settles once for each bracket, and after packets outside of one', async () => {
  const seen: string[] = [];
  const server = await serving(friendly((peer) => peer.send('unit_remove', { unitId: 1 })));
  const connection = await connecting(server.port, {
    onPacket: (packet: ServerPacket) => seen.push(packet.name),
    onSettled: () => seen.push('settled'),
  });
  seen.length = 0;
  await connection.request('city_buy', { cityId: 1 });
  const first = seen.indexOf('settled');
  expect(seen.slice(0, first)).toEqual(['processing_started', 'unit_remove', 'processing_finished']);
});

test('a connection rejects a value that does not fit and goes on', async () => {
  const server = await serving(friendly());
  const connection = await connecting(server.port);
  await expect(connection.request('city_buy', { cityId: 70_000 })).rejects.toThrow(
    'city_buy.city_id: 70000 is not a whole number from 0 to 65535',
  );
  await expect(connection.request('city_buy', { cityId: 7 })).resolves.toEqual({
    packets: [],
    messages: [],
  });
});
