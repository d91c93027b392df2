import { pino } from 'pino';
import { expect, test } from 'vitest';
import { BucketAudit } from '../../../features/audit/audit-copy.js';
import { FolderObjects } from '../../../features/backup/folder-objects.js';
import { ManualClock } from '../../support/manual-clock.js';
import { makeDataFolder } from '../../support/services/data-folder.js';

const log = pino({ level: 'silent' });
const lineOf = (agent: string, action: string) => `{"time":"t","agent_id":"${agent}","action":"${action}"}\n`;

/** All that is in the store, in its order. */
async function textIn(store: FolderObjects): Promise<string> {
  const listed = await store.list('audit/');
  const texts = listed.ok ? await Promise.all(listed.value.map(({ key }) => store.get(key))) : [];
  return texts.map((read) => (read.ok ? String(read.value) : '')).join('');
}

test('lines of the audit are in the bucket after seconds, and an agent gets a pseudonym there', async () => {
  await using data = await makeDataFolder();
  const clock = new ManualClock();
  const store = new FolderObjects(data.path);
  const audit = new BucketAudit(store, { clock, log });
  audit.write(lineOf('ann', 'one'));
  audit.write(lineOf('ben', 'two'));
  clock.pass(5_000);
  await expect.poll(() => textIn(store)).toBe(lineOf('ann', 'one') + lineOf('ben', 'two'));
  audit.write(lineOf('ann', 'three'));
  expect(await audit.pseudonymise('ann', '*x9')).toEqual({ ok: true, value: undefined });
  expect(await textIn(store)).toBe(lineOf('*x9', 'one') + lineOf('ben', 'two') + lineOf('*x9', 'three'));
  audit.write(lineOf('cid', 'last'));
  await audit.close();
  expect(await textIn(store)).toContain(lineOf('cid', 'last'));
});

test('what the bucket does not take is kept until it does', async () => {
  await using data = await makeDataFolder();
  const clock = new ManualClock();
  const store = new FolderObjects(data.path);
  let isAway = true;
  const put = store.put.bind(store);
  store.put = async (key, bytes) => (isAway ? { ok: false, failure: 'away' } : put(key, bytes));
  const audit = new BucketAudit(store, { clock, log });
  audit.write(lineOf('ann', 'one'));
  clock.pass(5_000);
  audit.write(lineOf('ann', 'two'));
  clock.pass(5_000);
  await expect.poll(() => textIn(store)).toBe('');
  isAway = false;
  await audit.close();
  expect(await textIn(store)).toBe(lineOf('ann', 'one') + lineOf('ann', 'two'));
});
