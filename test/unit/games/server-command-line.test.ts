import { expect, test } from 'vitest';
import { serverArguments, serverEnvironment } from '../../../proxy/games/server/server-arguments.js';

test('a server listens on loopback, is not announced, and saves where it stands', () => {
  expect(serverArguments({ port: 5556 }).join(' ')).toBe('-p 5556 --bind 127.0.0.1 --Announce none -s .');
});

test('a ruleset and a save are named when asked for', () => {
  const line = serverArguments({ port: 1, ruleset: 'classic', savePath: 'T1.sav.xz' }).join(' ');
  expect(line).toMatch(/ --ruleset classic -f T1\.sav\.xz$/);
});

test('the environment of a server holds none of our secrets', () => {
  const environment = serverEnvironment({
    PATH: '/bin',
    PROXY_SECRET: 's',
    LLM_API_TOKENS: 't',
    HOME: '/root',
  });
  expect(environment).toEqual({
    PATH: '/bin',
    HOME: '/nonexistent',
    LC_ALL: 'C.UTF-8',
    FREECIV_LOCAL_ENCODING: 'UTF-8',
    FREECIV_COMPRESSION_LEVEL: '0',
  });
});
