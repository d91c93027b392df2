import { dirname } from 'node:path/posix';
import { expect, test } from 'vitest';
import { importsOf, sourceFiles } from './source-files.js';

const usual = 180;
const most = 300;

const files = sourceFiles(['shared', 'proxy', 'gateway', 'features', 'services', 'web', 'agent', 'lab']);

/** For each file the files that import it. */
const importersOf = new Map<string, string[]>();
for (const file of files)
  for (const target of importsOf(file)) {
    const path = files.find((other) => other.path.replace(/\.tsx?$/, '.js') === target)?.path;
    if (path !== undefined) importersOf.set(path, [...(importersOf.get(path) ?? []), file.path]);
  }

const sizes = files
  .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
  .toSorted((a, b) => b.lines - a.lines);

function listed(limit: number): readonly string[] {
  return sizes.filter(({ lines }) => lines > limit).map(({ path, lines }) => `${lines} ${path}`);
}

test('no source file has more than 300 lines', () => {
  expect(listed(most)).toEqual([]);
});

test('nine files in ten have at most 180 lines', () => {
  const outliers = listed(usual);
  expect(outliers.length, outliers.join('\n')).toBeLessThanOrEqual(sizes.length / 10);
});

test('half the files have at most 100 lines', () => {
  expect(sizes[Math.floor(sizes.length / 2)]?.lines).toBeLessThanOrEqual(100);
});

/** Files below this are a part of something: alone they cost a reader more than they say. */
const MIN_LINES = 40;

/** Files that are small and have one importer beside them, and why they are files of their own all the same. */
const alone: Readonly<Record<string, string>> = {
  'services/gateway/compose-forms.ts': 'tests read messages of agents as the gateway does',
};

/** How many more there are: to be lowered, never raised. */
const MAX_CRUMBS = 4;

test('a file below 40 lines with one importer, in its own folder, has a reason to be a file of its own', () => {
  const small = sizes.filter(({ path, lines }) => {
    const importers = importersOf.get(path) ?? [];
    return lines < MIN_LINES && importers.length === 1 && dirname(importers[0] ?? '') === dirname(path);
  });
  const crumbs = small.map(({ path }) => path).filter((path) => alone[path] === undefined);
  expect(crumbs.length, crumbs.join('\n')).toBeLessThanOrEqual(MAX_CRUMBS);
  for (const path of Object.keys(alone))
    expect(
      small.map((file) => file.path),
      path,
    ).toContain(path);
});
