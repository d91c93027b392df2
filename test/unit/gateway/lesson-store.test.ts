import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LessonStore } from '../../../features/lessons/lesson-store.js';

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 0, 2);

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'freeciv-lessons-'));
});
afterEach(() => rm(folder, { recursive: true }));

function store(now = NOW): LessonStore {
  const log = pino({ level: 'silent' });
  return new LessonStore({ folder: join(folder, 'lessons'), maxAge: DAY_MS, now: () => now, log });
}

test('lessons have version 0 before the first, and go up by one with each change', async () => {
  const lessons = store();
  expect(await lessons.read('ann')).toEqual({
    ok: true,
    value: { agent_id: 'ann', version: 0, written_at: null, text: '' },
  });
  const written = await lessons.write('ann', { replaces: 0, text: 'Walls first.' });
  expect(written).toEqual({
    ok: true,
    value: { agent_id: 'ann', version: 1, written_at: '2026-01-02T00:00:00.000Z', text: 'Walls first.' },
  });
  expect(await store().read('ann')).toEqual(written);
  expect(await lessons.read('ben')).toMatchObject({ value: { version: 0 } });
});

test('a change that replaces an old version is refused with the last one', async () => {
  const lessons = store();
  await lessons.write('ann', { replaces: 0, text: 'one' });
  expect(await lessons.write('ann', { replaces: 0, text: 'other' })).toMatchObject({
    ok: false,
    failure: { code: 'E105', path: 'replaces', details: { version: 1, text: 'one' } },
  });
  expect(await lessons.read('ann')).toMatchObject({ value: { version: 1, text: 'one' } });
});

test('one of several writers at once on a shared folder wins, and the others learn what it wrote', async () => {
  const attempts = Array.from({ length: 10 }, (_, at) =>
    store().write('ann', { replaces: 0, text: `writer ${at}` }),
  );
  const results = await Promise.all(attempts);
  const [won, ...more] = results.filter(({ ok }) => ok);
  expect(more).toEqual([]);
  const text = won?.ok === true ? won.value.text : '';
  for (const result of results)
    if (!result.ok) expect(result.failure).toMatchObject({ code: 'E105', details: { version: 1, text } });
  expect(await store().read('ann')).toMatchObject({ value: { version: 1, text } });
});

test('twenty versions are kept, and no file that a writer left aside', async () => {
  const lessons = store();
  for (let replaces = 0; replaces < 25; replaces += 1)
    await lessons.write('ann', { replaces, text: `version ${replaces + 1}` });
  const names = await readdir(join(folder, 'lessons/ann'));
  expect(names.toSorted()).toEqual(Array.from({ length: 20 }, (_, at) => `${at + 6}.json`).toSorted());
  expect(await lessons.read('ann')).toMatchObject({ value: { version: 25, text: 'version 25' } });
});

test('a damaged version is put aside: the one before is read, and the next is written', async () => {
  const lessons = store();
  await lessons.write('ann', { replaces: 0, text: 'one' });
  for (const [at, damaged] of ['{"text":', '', '{"text":5}'].entries()) {
    await writeFile(join(folder, `lessons/ann/${at + 2}.json`), damaged);
    expect(await lessons.read('ann')).toMatchObject({ value: { version: at + 1 } });
    expect(await lessons.write('ann', { replaces: at + 1, text: `version ${at + 2}` })).toMatchObject({
      value: { version: at + 2 },
    });
    const kept = await readFile(join(folder, `lessons/ann/${at + 2}.json.damaged-1`), 'utf8');
    expect(kept).toBe(damaged);
  }
  expect(await store().read('ann')).toMatchObject({ value: { version: 4, text: 'version 4' } });
});

test('lessons of an agent called .. are in a folder of its own', async () => {
  const lessons = store();
  for (const agent of ['.', '..']) await lessons.write(agent, { replaces: 0, text: agent });
  expect(await readdir(folder)).toEqual(['lessons']);
  expect((await readdir(join(folder, 'lessons'))).toSorted()).toEqual(['%2E', '%2E%2E']);
  expect(await lessons.forget('..')).toBe(1);
  expect(await lessons.read('..')).toMatchObject({ value: { version: 0 } });
  expect(await lessons.read('.')).toMatchObject({ value: { text: '.' } });
});

test('lessons that were not changed for too long are removed, and no others', async () => {
  const lessons = store();
  for (const agent of ['old', 'new']) await lessons.write(agent, { replaces: 0, text: agent });
  const [before, since] = [(NOW - 2 * DAY_MS) / 1000, NOW / 1000];
  await utimes(join(folder, 'lessons/old'), before, before);
  await utimes(join(folder, 'lessons/new'), since, since);
  await lessons.prune();
  expect(await readdir(join(folder, 'lessons'))).toEqual(['new']);
});

test('a disk that fails is told as such, and not taken for an agent without lessons', async () => {
  await writeFile(join(folder, 'lessons'), 'not a folder');
  expect(await store().read('ann')).toMatchObject({ ok: false, failure: { code: 'E500' } });
  expect(await store().write('ann', { replaces: 0, text: 'x' })).toMatchObject({ failure: { code: 'E500' } });
});
