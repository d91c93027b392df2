import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { unguarded } from '../../../proxy/games/disk/write-guard.js';
import {
  drawsBetween,
  loadableSave,
  type RandomState,
  randomStateIn,
  rewound,
  withRandomState,
} from '../../../proxy/games/restore/loadable-save.js';
import { seededRandom } from '../../support/seeded-random.js';

function anyState(): RandomState {
  const random = seededRandom(3);
  return { newest: 19, words: Array.from({ length: 56 }, () => Math.floor(random() * 2 ** 32)) };
}

test('from a rewound state so many draws lead back', () => {
  const state = anyState();
  for (const draws of [0, 1, 2, 57, 300]) expect(drawsBetween(rewound(state, draws), state, 500)).toBe(draws);
});

test('a state that is not ahead is not found', () => {
  const state = anyState();
  expect(drawsBetween(state, rewound(state, 1), 100)).toBeUndefined();
});

/** The text of a save that holds a state. */
function saveText(): string {
  const words = `"${Array(7).fill('       0').join(' ')}"`;
  const lines = Array.from({ length: 8 }, (_, line) => `table${line}=${words}`);
  return ['[random]', 'saved=TRUE', 'index_J=1', 'index_K=32', 'index_X=0', ...lines, 'next="1 2"'].join(
    '\n',
  );
}

test('a folder in the place of the save that is loaded is put aside', async () => {
  const saves = await mkdtemp(join(tmpdir(), 'freeciv-saves-'));
  onTestFinished(() => rm(saves, { recursive: true, force: true }));
  const file = join(saves, 'g-T1-auto.sav.gz');
  await writeFile(file, gzipSync(saveText()));
  const load = () => loadableSave({ turn: 1, file }, { saves, draws: 0, guard: unguarded, fence: 2 });
  const first = await load();
  if (!first.ok) throw new Error(first.failure.message);
  await rm(first.value.file);
  await mkdir(join(first.value.file, 'folder'), { recursive: true });
  // That of an earlier owner.
  await mkdir(join(saves, 'restored.sav', 'folder'), { recursive: true });
  expect(await load()).toMatchObject({ ok: true, value: { file: first.value.file } });
});

test('a save holds the state it was given, and is otherwise the same', () => {
  const save = saveText();
  const changed = withRandomState(save, anyState());
  expect(randomStateIn(changed)).toEqual(anyState());
  expect(changed).toContain('index_J=20\nindex_K=51\nindex_X=19\n');
  expect(withRandomState(changed, { newest: 0, words: Array(56).fill(0) })).toBe(save);
});

test('a save without a random state has none', () => {
  expect(randomStateIn('[random]\nsaved=FALSE\n')).toBeUndefined();
});
