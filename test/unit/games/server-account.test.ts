import { expect, test } from 'vitest';
import { AccountLeases, idRangesIn } from '../../../proxy/games/server/server-account.js';
import { parseIdRange } from '../../../shared/core/config.js';

test('a range of ids is two numbers in order, root and "no id" not among them', () => {
  expect(parseIdRange('200000-265535')).toEqual({ first: 200_000, last: 265_535 });
  for (const text of ['0-9', '9-8', '7', '-1-4', '1-4294967295', 'nobody', '1-2-3'])
    expect(parseIdRange(text)).toBeUndefined();
});

test('the ids of a user namespace are read line by line', () => {
  const map = '         0     100000      65536\n     70000       1000          1\n';
  expect(idRangesIn(map)).toEqual([
    { first: 0, last: 65_535 },
    { first: 70_000, last: 70_000 },
  ]);
});

test('without root the server runs under our own account', async () => {
  expect(await new AccountLeases().lease(undefined, 1000)).toEqual({ ok: true, value: undefined });
});

test('root gets an account that no other server has, until all are in use', async () => {
  const accounts = new AccountLeases();
  const range = { first: 60_001, last: 60_003 };
  const leases = await Promise.all([1, 2, 3].map(() => accounts.lease(range, 0)));
  const ids = leases.map((lease) => (lease.ok ? lease.value?.account.uid : undefined));
  expect(ids.toSorted()).toEqual([60_001, 60_002, 60_003]);
  expect(await accounts.lease(range, 0)).toMatchObject({ failure: { code: 'E142' } });
  const [first] = leases;
  if (first?.ok === true) first.value?.release();
  expect(await accounts.lease(range, 0)).toMatchObject({ value: { account: { uid: ids[0], gid: ids[0] } } });
});
