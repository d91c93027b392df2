import { expect, test } from 'vitest';
import { ForeignServers } from '../../../proxy/games/server/foreign-servers.js';

function serversOf(...entries: string[]): ForeignServers {
  const servers = ForeignServers.parse(entries);
  if (!servers.ok) throw new Error(servers.failure);
  return servers.value;
}

/** Whether a server may be joined by what was asked for. */
function allows(servers: ForeignServers, place: string): boolean {
  const [, host = '', port] = /^(.*):(\d+)$/.exec(place) ?? [];
  return servers.check({ host, port: Number(port) }).ok;
}

test('no server of others is joined unless FOREIGN_SERVERS lists it, and the refusal names the setting', () => {
  const place = { host: 'games.example.org', port: 5556 };
  expect(ForeignServers.none().check(place)).toMatchObject({
    failure: {
      code: 'E105',
      message: expect.stringContaining('FOREIGN_SERVERS'),
      path: 'game_config.join.host',
    },
  });
  expect(serversOf('other.example.org:5556').check(place)).toMatchObject({
    failure: { message: 'FOREIGN_SERVERS does not allow games.example.org:5556' },
  });
});

test('host and port of an entry may each be any', () => {
  const below = serversOf('*.longturn.example:5556', '127.0.0.1:*', 'one.example');
  expect(allows(below, 'lt68.longturn.example:5556')).toBe(true);
  expect(allows(below, 'LT68.Longturn.example.:5556')).toBe(true);
  expect(allows(below, '127.0.0.1:1')).toBe(true);
  expect(allows(below, 'one.example:9')).toBe(true);
  expect(allows(below, 'lt68.longturn.example:5557')).toBe(false);
  expect(allows(below, 'longturn.example:5556')).toBe(false);
  expect(allows(below, '127.0.0.2:1')).toBe(false);
  const anywhere = serversOf('*:5556');
  expect(allows(anywhere, 'games.example.org:5556')).toBe(true);
  expect(allows(anywhere, 'games.example.org:22')).toBe(false);
  expect(allows(serversOf('*:*'), 'games.example.org:22')).toBe(true);
});

test('an entry that is no host and port is named', () => {
  for (const entry of ['http://a.example', 'a.example:0', '*:x', 'a b:1', '**:5556'])
    expect(ForeignServers.parse(['127.0.0.1:1', entry]), entry).toMatchObject({
      ok: false,
      failure: expect.stringContaining(entry.replace(/:\*$/, '')),
    });
});

test('a name that is allowed leads to a listed or public address only', async () => {
  const named = serversOf('localhost:5556');
  expect(await named.addressOf({ host: 'localhost', port: 5556 })).toMatchObject({
    failure: { code: 'E105', message: expect.stringContaining('not public') },
  });
  const listed = serversOf('localhost:5556', '127.0.0.1:5556', '[::1]:5556');
  expect(await listed.addressOf({ host: 'localhost', port: 5556 })).toMatchObject({ ok: true });
  // Every host is every public host.
  for (const host of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1'])
    expect(await serversOf('*:*').addressOf({ host, port: 5556 }), host).toMatchObject({ ok: false });
  expect(await serversOf('*:*').addressOf({ host: '9.9.9.9', port: 5556 })).toEqual({
    ok: true,
    value: '9.9.9.9',
  });
});
