import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import type { ConnectionOptions, FreecivConnection } from '../../../proxy/freeciv/connection.js';
import { ConnectionLost, ProtocolError } from '../../../proxy/freeciv/errors.js';
import { connecting, received, serving } from './scripted-connection.js';

describe('end of a connection', () => {
  /** A connection with one request that the server will not answer. */
  async function waiting(some: Partial<ConnectionOptions> = {}) {
    const server = await serving((peer, packet) => {
      if (packet.name === 'server_join_req') peer.bracket(() => peer.join(true, ''));
    });
    const connection = await connecting(server.port, some);
    const request = connection.request('city_buy', { cityId: 7 });
    request.catch(() => undefined);
    await received(server.peer, 'city_buy');
    return { connection, request, peer: server.peer };
  }

  test('a connection ends with a malformed packet, which is named, and with no other connection', async () => {
    const bad = await waiting();
    const good = await waiting();
    bad.peer.socket.write(Buffer.from('00050042 01'.replace(' ', ''), 'hex'));
    const reason = await bad.connection.closed;
    expect(reason).toBeInstanceOf(ProtocolError);
    expect(reason.message).toContain('unknown_research.id');
    await expect(bad.request).rejects.toThrow(ConnectionLost);
    await expect(bad.request).rejects.toHaveProperty('cause', reason);
    good.peer.bracket();
    await expect(good.request).resolves.toEqual({ packets: [], messages: [] });
  });

  test('a connection ends at a bracket without a request', async () => {
    const { connection, request, peer } = await waiting();
    peer.bracket();
    peer.bracket();
    await expect(request).resolves.toEqual({ packets: [], messages: [] });
    expect(await connection.closed).toMatchObject({ packet: 'processing_started' });
  });

  test('a connection ends when the server closes its half', async () => {
    const { connection, request, peer } = await waiting();
    peer.socket.end();
    await expect(request).rejects.toThrow('the game server closed the connection');
    expect(await connection.closed).toBeInstanceOf(ConnectionLost);
  });

  test('a connection ends when the server is killed', async () => {
    const { connection, request, peer } = await waiting();
    peer.socket.resetAndDestroy();
    await expect(request).rejects.toThrow(ConnectionLost);
    expect(await connection.closed).toBeInstanceOf(ConnectionLost);
  });

  test('a connection ends with the abort signal', async () => {
    const stop = new AbortController();
    const { connection, request, peer } = await waiting({ signal: stop.signal });
    stop.abort();
    await expect(request).rejects.toThrow('the connection was ended here');
    await connection.closed;
    await once(peer.socket, 'close');
  });

  test('a connection ends with close(), and what is asked for afterwards is lost at once', async () => {
    const { connection, request } = await waiting();
    connection.close();
    connection.close();
    await expect(request).rejects.toThrow('the connection was closed here');
    await expect(connection.request('city_buy', { cityId: 7 })).rejects.toThrow(ConnectionLost);
    expect(await connection.closed).toBeInstanceOf(ConnectionLost);
  });

  test('a connection ends with a bug in a handler, which is the reason', async () => {
    const bug = new TypeError('a bug');
    const { connection, request, peer } = await waiting({
      onPacket: (packet) => {
        if (packet.name === 'unit_remove') throw bug;
      },
    });
    peer.send('unit_remove', { unitId: 1 });
    expect(await connection.closed).toBe(bug);
    await expect(request).rejects.toHaveProperty('cause', bug);
  });

  test('a connection may end inside a handler: nothing more is handed out', async () => {
    const seen: string[] = [];
    const open: FreecivConnection[] = [];
    const { connection, peer } = await waiting({
      onPacket: (packet) => {
        seen.push(packet.name);
        if (packet.name === 'begin_turn') for (const one of open) one.close();
      },
    });
    open.push(connection);
    seen.length = 0;
    peer.socket.cork();
    peer.send('begin_turn', {});
    peer.send('unit_remove', { unitId: 1 });
    peer.socket.uncork();
    await connection.closed;
    expect(seen).toEqual(['begin_turn']);
  });

  test('a connection ends when the server does not read any more', async () => {
    const { connection, peer } = await waiting();
    peer.socket.pause();
    // The kernel takes some megabytes before anything has to wait here.
    const message = 'x'.repeat(1500);
    const requests = Array.from({ length: 20_000 }, (_, i) =>
      connection.request('chat_msg_req', { message: `${i}${message}` }),
    );
    const results = await Promise.allSettled(requests);
    const reason = await connection.closed;
    expect(reason.message).toBe('the game server does not read any more');
    expect(results.every(({ status }) => status === 'rejected')).toBe(true);
  });
});
