import { execFileSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { diskReason, errorCode, isCircumstance } from '#shared/core/disk/disk-error.js';
import { isQuarantined, moveObstruction, quarantine } from '#shared/core/disk/quarantine.js';
import { readKeptFile, readKeptFileSync } from '#shared/core/disk/read-file.js';
import { removeEntry } from '#shared/core/disk/remove.js';

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'disk-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What may stand in the place of a file, by its name. */
const things = {
  nothing: () => {},
  file: (path: string) => writeFileSync(path, 'bytes'),
  folder: (path: string) => mkdirSync(path),
  pipe: (path: string) => void execFileSync('mkfifo', [path]),
  'link to a file': (path: string) => {
    writeFileSync(`${path}-target`, 'bytes');
    symlinkSync(`${path}-target`, path);
  },
  'link to a folder': (path: string) => {
    mkdirSync(`${path}-target`);
    symlinkSync(`${path}-target`, path);
  },
  'link to nothing': (path: string) => symlinkSync(`${path}-target`, path),
  'link to itself': (path: string) => symlinkSync(path, path),
} as const;

const READ = { kind: 'read', bytes: Buffer.from('bytes') };
const LOOP = { kind: 'damaged', reason: expect.stringContaining('ELOOP') };

test.each([
  ['nothing', { kind: 'missing' }],
  ['file', READ],
  ['link to a file', READ],
  ['folder', { kind: 'damaged', reason: 'it is a folder, not a file' }],
  ['link to a folder', { kind: 'damaged', reason: 'it is a folder, not a file' }],
  ['pipe', { kind: 'damaged', reason: 'it is a pipe, not a file' }],
  ['link to nothing', { kind: 'damaged', reason: 'it is a link to nothing' }],
  ['link to itself', LOOP],
] as const)('a kept file is read, missing or damaged where there is %s', async (thing, expected) => {
  const path = join(newFolder(), 'file');
  things[thing](path);
  expect(await readKeptFile(path)).toEqual(expected);
  expect(readKeptFileSync(path)).toEqual(expected);
});

test.each([
  [5, READ],
  [4, { kind: 'damaged', reason: 'it has 5 bytes' }],
])('a kept file of 5 bytes is read or damaged where %i are allowed', async (max, expected) => {
  const path = join(newFolder(), 'file');
  things.file(path);
  expect(await readKeptFile(path, max)).toEqual(expected);
  expect(readKeptFileSync(path, max)).toEqual(expected);
});

test('nothing is read below a file or of a device', async () => {
  const path = join(newFolder(), 'file');
  things.file(path);
  expect(await readKeptFile(join(path, 'below'))).toEqual({ kind: 'missing' });
  expect(readKeptFileSync(join(path, 'below'))).toEqual({ kind: 'missing' });
  expect(readKeptFileSync('/dev/null')).toEqual({ kind: 'damaged', reason: 'it is a device, not a file' });
});

test.each([
  ['a.damaged-1', true],
  ['a.damaged-20', true],
  ['a.damaged-', false],
  ['a.damaged-1.gz', false],
  ['a.damaged-x', false],
  ['a-damaged-1', false],
  ['a', false],
])('the name %s is one that was put aside: %s', (name, is) => {
  expect(isQuarantined(name)).toBe(is);
});

test('what is in the way is put aside under the next number, and nothing of it is lost', () => {
  const path = join(newFolder(), 'file');
  expect(quarantine(path)).toBeUndefined();
  for (const number of [1, 2, 3]) {
    writeFileSync(path, `content ${number}`);
    expect(quarantine(path)).toBe(`${path}.damaged-${number}`);
    expect(readFileSync(`${path}.damaged-${number}`, 'utf8')).toBe(`content ${number}`);
    expect(existsSync(path)).toBe(false);
  }
});

test.each([
  ['nothing', false],
  ['file', false],
  ['link to a file', false],
  ['pipe', false],
  ['folder', true],
  ['link to a folder', true],
  ['link to nothing', true],
  ['link to itself', true],
] as const)('%s is in the way of a file: %s', (thing, isMoved) => {
  const path = join(newFolder(), 'file');
  things[thing](path);
  expect(moveObstruction(path)).toEqual(isMoved ? [{ path, aside: `${path}.damaged-1` }] : []);
  expect(lstatSync(path, { throwIfNoEntry: false }) === undefined).toBe(isMoved || thing === 'nothing');
});

test.each([
  ['nothing', false],
  ['folder', false],
  ['link to a folder', false],
  ['file', true],
  ['pipe', true],
  ['link to a file', true],
  ['link to nothing', true],
] as const)('%s is in the way of the folder of a file: %s', (thing, isMoved) => {
  const path = join(newFolder(), 'folder');
  things[thing](path);
  const moved = moveObstruction(join(path, 'file')).map((one) => basename(one.aside));
  expect(moved).toEqual(isMoved ? ['folder.damaged-1'] : []);
});

describe('errors of the disk', () => {
  const coded = (code: string) => Object.assign(new Error(`said ${code}`), { code });

  test.each([
    ...(['EMFILE', 'ENFILE', 'ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO', 'ENOMEM'] as const),
    ...(['EBUSY', 'ESTALE', 'ETIMEDOUT'] as const),
  ])('an error %s of the disk says nothing of the file, and has a sentence', (code) => {
    expect(isCircumstance(coded(code))).toBe(true);
    expect(diskReason(coded(code))).toMatch(new RegExp(`^[a-z].{20,} \\(${code}\\)$`, 'u'));
  });

  test.each<readonly [string, unknown, string | undefined, string]>([
    ['a code of the file itself', coded('ENOENT'), 'ENOENT', 'said ENOENT'],
    ['an error without a code', new Error('plain'), undefined, 'plain'],
    ['a code that is no text', Object.assign(new Error('odd'), { code: 5 }), undefined, 'odd'],
    ['no error at all', 'text', undefined, 'text'],
    ['something with a code that is no error', { code: 'EMFILE' }, undefined, '[object Object]'],
  ])('%s is no circumstance of the disk', (_what, error, code, reason) => {
    expect(errorCode(error)).toBe(code);
    expect(isCircumstance(error)).toBe(false);
    expect(diskReason(error)).toBe(reason);
  });

  test.each([
    ['EISDIR', () => writeFileSync(tmpdir(), '')],
    ['ENOENT', () => renameSync(join(tmpdir(), 'there', 'is', 'none'), join(tmpdir(), 'other'))],
    ['ENOTDIR', () => mkdirSync('/dev/null/folder')],
  ])('an error %s of the disk is told without the path', (code, work) => {
    let cause: unknown;
    try {
      work();
    } catch (error) {
      cause = error;
    }
    const reason = diskReason(cause);
    expect(reason).toContain(`${code}: `);
    expect(reason).not.toContain('/');
  });
});

test.each(Object.entries(things))('a %s is removed, and nothing that it leads to', (_, make) => {
  const folder = newFolder();
  const path = join(folder, 'entry');
  make(path);
  const targets = readdirSync(folder).filter((name) => name !== 'entry');
  removeEntry(path);
  expect(readdirSync(folder)).toEqual(targets);
});

test('what may not be removed is told as such, not as damage', () => {
  // Nobody may remove anything of it, root neither.
  const remove = () => removeEntry('/proc/self/status');
  expect(remove).toThrow(/EPERM/);
});
