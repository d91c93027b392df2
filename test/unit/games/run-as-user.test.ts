import { expect, test } from 'vitest';
import { accountInPasswd, gameAccount } from '../../../proxy/games/server/run-as-user.js';

const passwd = [
  '# a comment',
  'root:x:0:0:root:/root:/bin/bash',
  'broken:x:one:two::/:',
  'nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin',
  '',
].join('\n');

test('an account is found by its whole name', () => {
  expect(accountInPasswd(passwd, 'nobody')).toEqual({ uid: 65534, gid: 65533 });
  expect(accountInPasswd(passwd, 'nobod')).toBeUndefined();
});

test('a line without numbers is no account', () => {
  expect(accountInPasswd(passwd, 'broken')).toBeUndefined();
});

test('whoever is not root runs the server as themselves', async () => {
  expect(await gameAccount('no-such-user', 1000)).toEqual({ ok: true, value: undefined });
});

test('root needs a user that exists and is not root', async () => {
  const missing = await gameAccount('no-such-user', 0);
  expect(missing).toMatchObject({
    failure: { code: 'E142', message: expect.stringContaining('no-such-user') },
  });
  expect(await gameAccount('root', 0)).toMatchObject({ failure: { code: 'E142' } });
});
