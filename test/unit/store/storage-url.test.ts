import { expect, test } from 'vitest';
import { readStorageUrl, shownStorage } from '../../../features/bucket/storage-url.js';

test('a bucket and a prefix are enough: the rest comes from the environment', () => {
  expect(readStorageUrl('s3://games')).toEqual({
    ok: true,
    value: { bucket: 'games', prefix: '', endpoint: undefined, region: undefined, isPathStyle: false },
  });
  expect(readStorageUrl('s3://my.games-1/a/b_c/')).toMatchObject({
    value: { bucket: 'my.games-1', prefix: 'a/b_c/' },
  });
});

test('the query names endpoint, region and path style; an endpoint of its own has the bucket in its path', () => {
  const url = 's3://games/prefix?endpoint=http://127.0.0.1:9000&region=eu-west-1';
  const read = readStorageUrl(url);
  const value = { endpoint: 'http://127.0.0.1:9000', region: 'eu-west-1', isPathStyle: true };
  expect(read).toMatchObject({ ok: true, value });
  expect(readStorageUrl(`${url}&path_style=false`)).toMatchObject({ value: { isPathStyle: false } });
  expect(readStorageUrl('s3://games?path_style=true')).toMatchObject({ value: { isPathStyle: true } });
  expect(read.ok && shownStorage(read.value)).toBe('s3://games/prefix/ at http://127.0.0.1:9000');
});

const refused = [
  ['http://games', 'expected s3://bucket/prefix'],
  ['s3://', 'the name of the bucket is malformed'],
  ['s3://A', 'the name of the bucket is malformed'],
  ['s3://a..b', 'the name of the bucket is malformed'],
  ['s3://games/../other', 'the prefix may have letters, digits, . _ - and slashes'],
  ['s3://games/a b', 'the prefix may have letters, digits, . _ - and slashes'],
  ['s3://games?secret=x', 'secret is not a parameter; there are endpoint, region, path_style'],
  ['s3://games?path_style=1', 'path_style: expected true or false'],
  ['s3://games?endpoint=ftp://x', 'endpoint: expected http://host:port or https://host, without credentials'],
] as const;

test.each(refused)('%s is refused with a reason', (url, failure) => {
  expect(readStorageUrl(url)).toEqual({ ok: false, failure });
});

test('credentials in a URL are refused, and never repeated', () => {
  for (const url of ['s3://AKIA1:hush@games', 's3://games?endpoint=http://AKIA1:hush@host']) {
    const read = readStorageUrl(url);
    expect(read.ok).toBe(false);
    expect(JSON.stringify(read)).not.toMatch(/hush|AKIA1/);
  }
});
