import { posix } from 'node:path';
import { expect, test } from 'vitest';
import { type SourceFile, sourceFiles } from './source-files.js';

/** For each layer those it may import, itself aside. */
const layers: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  'proxy/freeciv': ['shared'],
  'proxy/world': ['shared', 'proxy/freeciv'],
  'proxy/rules': ['shared', 'proxy/freeciv', 'proxy/world'],
  'proxy/orders': ['shared', 'proxy/freeciv', 'proxy/world', 'proxy/rules'],
  'proxy/actions': ['shared', 'proxy/freeciv', 'proxy/world', 'proxy/rules', 'proxy/orders'],
  'proxy/views': ['shared', 'proxy/freeciv', 'proxy/world', 'proxy/rules', 'proxy/orders'],
  'proxy/games': [
    'shared',
    'proxy/freeciv',
    'proxy/world',
    'proxy/rules',
    'proxy/orders',
    'proxy/actions',
    'proxy/views',
  ],
  'proxy/spectators': [
    'shared',
    'proxy/freeciv',
    'proxy/world',
    'proxy/rules',
    'proxy/orders',
    'proxy/actions',
    'proxy/views',
    'proxy/games',
  ],
  proxy: [
    'shared',
    'proxy/freeciv',
    'proxy/world',
    'proxy/rules',
    'proxy/orders',
    'proxy/actions',
    'proxy/views',
    'proxy/games',
    'proxy/spectators',
  ],
  gateway: ['shared'],
  agent: ['shared'],
};

/** The layer of a path: the longest that begins it. */
function layerOf(path: string): string {
  const fitting = Object.keys(layers).filter((layer) => path.startsWith(`${layer}/`));
  return fitting.toSorted((a, b) => b.length - a.length)[0] ?? path;
}

/** Our own files that a file imports, from the root of the repository. */
function importsOf({ path, text }: SourceFile): readonly string[] {
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)].map(
    (match) => match[1] ?? '',
  );
  return specifiers.map((name) =>
    name.startsWith('#') ? name.slice(1) : posix.join(posix.dirname(path), name),
  );
}

function wrongImports(files: readonly SourceFile[]): readonly string[] {
  return files.flatMap((file) => {
    const own = layerOf(file.path);
    const allowed = [own, ...(layers[own] ?? [])];
    const wrong = importsOf(file).filter((target) => !allowed.includes(layerOf(target)));
    return wrong.map((target) => `${file.path} imports ${target}`);
  });
}

test('imports go one way, from the sockets down to what is shared', () => {
  expect(wrongImports(sourceFiles(['shared', 'proxy', 'gateway', 'agent']))).toEqual([]);
});

test('an import against the direction is found, in whatever form', () => {
  const text = `import { a } from '../games/a.js';\nimport type { b } from '#shared/b.js';\nawait import('../../gateway/c.js');`;
  expect(wrongImports([{ path: 'proxy/world/x.ts', text }])).toEqual([
    'proxy/world/x.ts imports proxy/games/a.js',
    'proxy/world/x.ts imports gateway/c.js',
  ]);
});
