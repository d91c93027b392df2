import { describe, expect, test } from 'vitest';
import { SeatConnection } from '../../../proxy/games/seats/seat-connection.js';
import { createWorld } from '../../../proxy/world/world.js';
import { attacks } from '../../support/hostile/attacks.js';
import { connecting, friendly, protocol, received, serving } from './scripted-connection.js';

/** A seat whose server lets it in; requests are answered by what a test sends. */
async function seated() {
  const server = await serving((peer, packet) => {
    if (packet.name === 'server_join_req') peer.bracket(() => peer.join(true, ''));
  });
  const login = { protocol, port: server.port, username: 'test', signal: new AbortController().signal };
  const opened = await SeatConnection.open({ ...login, world: createWorld() });
  if (!opened.ok) throw new Error(opened.failure.message);
  const request = opened.value.request('city_buy', { cityId: 7 });
  request.catch(() => undefined);
  await received(server.peer, 'city_buy');
  return { connection: opened.value, request, peer: server.peer };
}

describe('a hostile game server loses its own connection and nothing else', () => {
  test.each(Object.entries(attacks))('%s', async (_name, { chunks, ends }) => {
    const bad = await seated();
    const good = await seated();
    for (const chunk of chunks(protocol)) {
      if (!bad.connection.isOpen) break;
      bad.peer.socket.write(chunk);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await bad.connection.closed).message).toMatch(ends);
    await expect(bad.request).rejects.toThrow(ends);
    good.peer.bracket();
    await expect(good.request).resolves.toMatchObject({ packets: [] });
  });

  test('land before the join reply ends the connection', async () => {
    const server = await serving((peer) => peer.send('freeze_client', {}));
    await expect(connecting(server.port)).rejects.toThrow(/before the join reply|there is no packet/);
  });

  const briefly = { joinMs: 500, answerMs: 500, frameMs: 500 };

  test('a join that never ends is given up', async () => {
    const server = await serving((peer) => peer.send('processing_started', {}));
    await expect(connecting(server.port, { stallLimits: briefly })).rejects.toThrow(
      'the game server let nobody in within 0.5 seconds',
    );
  });

  test('a request that is never answered is given up, with the connection', async () => {
    const { connection, request } = await silent(120_000);
    expect((await connection.closed).message).toBe('the game server answered no request within 0.5 seconds');
    await expect(request).rejects.toThrow('answered no request');
  });

  test('a frame that never ends is given up, with the connection', async () => {
    const { connection, peer } = await silent(500, 120_000);
    peer.socket.write(Buffer.from([0, 200, 0]));
    expect((await connection.closed).message).toBe('the game server ended no packet within 0.5 seconds');
  });

  /** A connection that has one request which the server does not answer. */
  async function silent(frameMs: number, answerMs = 500) {
    const server = await serving((peer, packet) => {
      if (packet.name === 'server_join_req') friendly()(peer, packet);
    });
    const connection = await connecting(server.port, { stallLimits: { ...briefly, answerMs, frameMs } });
    const request = connection.request('city_buy', { cityId: 7 });
    request.catch(() => undefined);
    await received(server.peer, 'city_buy');
    return { connection, request, peer: server.peer };
  }
});
