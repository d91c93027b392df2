import { expect, test } from 'vitest';
import { readRedisUrl, shownTarget } from '../../../features/redis/store/redis-url.js';

const plain = {
  kind: 'single',
  username: undefined,
  password: undefined,
  db: 0,
  master: '',
  sentinelUsername: undefined,
  sentinelPassword: undefined,
  tls: undefined,
};

test.each([
  ['redis://localhost', { ...plain, addresses: [{ host: 'localhost', port: 6379 }] }],
  ['redis://:p%40ss@h:7/2', { ...plain, password: 'p@ss', db: 2, addresses: [{ host: 'h', port: 7 }] }],
  [
    'rediss://me:pw@[::1]:6380',
    {
      ...plain,
      username: 'me',
      password: 'pw',
      tls: { ca: undefined },
      addresses: [{ host: '::1', port: 6380 }],
    },
  ],
  [
    'redis+sentinel://u:p@a,b:26380/games/1?sentinel_password=s',
    {
      ...plain,
      ...{ kind: 'sentinel', username: 'u', password: 'p', db: 1, master: 'games', sentinelPassword: 's' },
      addresses: [
        { host: 'a', port: 26_379 },
        { host: 'b', port: 26_380 },
      ],
    },
  ],
  [
    'rediss+cluster://a:1,b:2',
    {
      ...plain,
      kind: 'cluster',
      tls: { ca: undefined },
      addresses: [
        { host: 'a', port: 1 },
        { host: 'b', port: 2 },
      ],
    },
  ],
])('%s names a Redis', (url, target) => {
  expect(readRedisUrl(url)).toEqual({ ok: true, value: target });
});

test.each([
  ['http://secret@h', /expected redis:/],
  ['redis://:secret@a,b', /several hosts/],
  ['redis://:secret@h:99999', /malformed/],
  ['redis://:secret@h/x', /database/],
  ['redis+sentinel://:secret@h', /master/],
  ['redis+cluster://:secret@h/1', /database 0/],
  ['redis://:secret@h?tls=1', /tls is not a parameter/],
  ['rediss://:secret@h?ca=/there/is/none', /cannot be read/],
])('%s is refused with a sentence without the password', (url, sentence) => {
  const read = readRedisUrl(url);
  expect(read).toMatchObject({ ok: false, failure: expect.stringMatching(sentence) });
  expect(JSON.stringify(read)).not.toContain('secret');
});

test('a target is shown without its password', () => {
  const read = readRedisUrl('redis+sentinel://u:secret@a,b/games');
  expect(read.ok && shownTarget(read.value)).toBe('sentinel a:26379,b:26379');
});
