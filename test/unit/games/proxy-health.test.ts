import { expect, test } from 'vitest';
import { type ProxyHealthFacts, proxyHealthOf } from '../../../proxy/api/http/proxy-http.js';

const well: ProxyHealthFacts = {
  isDraining: false,
  servers: { usable: [{ path: '/usr/games/freeciv-server', version: '3.0.6' }], problem: undefined },
  games: [
    { kind: 'running', hasServer: true },
    { kind: 'recovering', hasServer: false },
    { kind: 'ended', hasServer: false },
  ],
  maxGames: 10,
  links: 1,
  memory: { taken: 32 * 2 ** 20, limit: 512 * 2 ** 20, problem: undefined },
  disk: { free_bytes: 5, problem: null, troubles: [], damaged: [] },
  uptimeMs: 2500,
};

test('a proxy that plays is ok, also while a game server is replaced or no gateway is there', () => {
  expect(proxyHealthOf(well)).toEqual({
    ...{ status: 'ok', live: true, ready: true, uptime_s: 2 },
    dependencies: {
      gateways: { linked: 1 },
      game_servers: {
        up: true,
        installed: well.servers.usable,
        running: 1,
        recovering: 1,
        lost: 0,
        most: 10,
      },
      memory: { full: false, taken_mb: 32, limit_mb: 512 },
      disk: well.disk,
    },
  });
  expect(proxyHealthOf({ ...well, links: 0 }).status).toBe('ok');
});

test('a proxy is degraded by a lost game, full memory or a bad disk, not ready without server or at end', () => {
  const said = (change: Partial<ProxyHealthFacts>) => {
    const { status, ready } = proxyHealthOf({ ...well, ...change });
    return `${status} ${ready}`;
  };
  const trouble = { game_id: 'g', what: 'save', reason: 'full', since: '' } as const;
  const damage = { ...trouble, file: 'saves/x.sav.gz', put_aside: null, lost: 'a turn' };
  expect(said({ games: [{ kind: 'lost', hasServer: false }] })).toBe('degraded true');
  expect(said({ disk: { ...well.disk, troubles: [trouble] } })).toBe('degraded true');
  expect(said({ disk: { ...well.disk, problem: 'read-only' } })).toBe('degraded true');
  expect(said({ disk: { ...well.disk, damaged: [damage] } })).toBe('degraded true');
  const memory = { ...well.memory, problem: 'give it more' };
  expect(said({ memory })).toBe('degraded true');
  const full = proxyHealthOf({ ...well, memory }).dependencies.memory;
  expect(full).toMatchObject({ full: true, problem: 'give it more' });
  const servers = { usable: [], problem: 'it has version 9' };
  expect(said({ servers })).toBe('degraded false');
  const { game_servers: told } = proxyHealthOf({ ...well, servers }).dependencies;
  expect(told).toMatchObject({ up: false, problem: 'it has version 9', installed: [] });
  expect(said({ isDraining: true })).toBe('draining false');
});
