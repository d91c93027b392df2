import { expect, test } from 'vitest';
import { bucketProblem, openBucket } from '../../../features/bucket/open-bucket.js';
import { BucketServer } from '../../support/s3/bucket-server.js';

test('objects are stored, listed in order, read and removed, each below the prefix', async () => {
  await using server = await BucketServer.start();
  const store = server.objects();
  const keys = ['games/b/log/2', 'games/a b%2F/x', 'games/b/log/1'];
  for (const key of keys)
    expect(await store.put(key, Buffer.from(key))).toEqual({ ok: true, value: undefined });
  const listed = await store.list('games/b/');
  expect(listed.ok && listed.value.map(({ key, bytes }) => [key, bytes])).toEqual([
    ['games/b/log/1', 13],
    ['games/b/log/2', 13],
  ]);
  const first = await store.list('games/', 1);
  expect(first.ok && first.value).toHaveLength(1);
  expect(await store.get('games/a b%2F/x')).toEqual({ ok: true, value: Buffer.from('games/a b%2F/x') });
  expect(await store.get('games/c')).toEqual({ ok: true, value: undefined });
  expect((await store.remove([...keys, 'games/c'])).ok).toBe(true);
  expect(await store.list('')).toEqual({ ok: true, value: [] });
  store.close();
});

test('more objects than one request lists or removes are all there, and all go', async () => {
  await using server = await BucketServer.start();
  const store = server.objects();
  const keys = Array.from({ length: 1050 }, (_, at) => `many/${String(at).padStart(5, '0')}`);
  for (let from = 0; from < keys.length; from += 50)
    await Promise.all(keys.slice(from, from + 50).map((key) => store.put(key, Buffer.of(1))));
  const listed = await store.list('many/');
  expect(listed.ok && listed.value.map(({ key }) => key)).toEqual(keys);
  await store.remove(keys);
  expect(await store.list('many/')).toEqual({ ok: true, value: [] });
  store.close();
});

test('a bucket that is away, or is none, is a failure with a reason and without credentials', async () => {
  await using server = await BucketServer.start();
  const opened = await openBucket(server.url);
  if (!opened.ok) throw new Error(opened.failure);
  const { store } = opened.value;
  expect(await bucketProblem(store)).toBe(undefined);
  await server.cut();
  const problem = await bucketProblem(store);
  expect(problem).toContain('ECONNREFUSED');
  expect(problem).not.toContain('secret-of-the-test');
  await server.mend();
  expect(await bucketProblem(store)).toBe(undefined);
  store.close();
  const none = await openBucket(server.url.replace('s3://games', 's3://other'));
  expect(none.ok && (await bucketProblem(none.value.store))).toContain('NoSuchBucket');
});
