import { expect, test } from 'vitest';
import { importsOf, type SourceFile, sourceFiles } from './source-files.js';

/** The layers of each side from the bottom up: a layer imports those before it, and what is shared. */
const sides: readonly (readonly string[])[] = [
  [
    'proxy/freeciv',
    'proxy/world',
    'proxy/rules/lookup',
    'proxy/rules/requirements',
    'proxy/rules/units',
    'proxy/rules/movement',
    'proxy/rules/combat',
    'proxy/rules/terrain',
    'proxy/rules/cities',
    'proxy/rules/production',
    'proxy/rules/players',
    'proxy/scenarios',
    'proxy/orders',
    'proxy/plans',
    'proxy/views',
    'proxy/actions',
    'proxy/games/disk',
    'proxy/games/storage',
    'proxy/games/models',
    'proxy/games/server',
    'proxy/games/journal',
    'proxy/games/seats',
    'proxy/games/turns',
    'proxy/games/saves',
    'proxy/games/score',
    'proxy/games/diplomacy',
    'proxy/games/winner',
    'proxy/games/restore',
    'proxy/games/archive',
    'proxy/games/lifecycle',
    'proxy/games/operations',
    'proxy/recording',
    'proxy/broadcast',
    'proxy/export',
    'proxy/api',
    'proxy',
  ],
  [
    'gateway/core',
    'gateway/transport',
    'gateway/limits',
    'gateway/auth',
    'gateway/link',
    'gateway/session',
    'gateway/audit',
    'gateway/chat',
    'gateway/dialect',
    'gateway/agent',
    'gateway/mcp',
    'gateway/remote',
    'gateway/spectator',
    'gateway/docs',
    'gateway/http',
    'gateway',
  ],
  ['agent', 'web'],
];

/** Neighbours in the order above that do not know each other. */
const strangers: readonly (readonly [string, string])[] = [['proxy/actions', 'proxy/views']];

const shared = ['shared/core', 'shared/store', 'shared/protocol', 'shared/conversations', 'shared/mcp'];

/** For each layer those it may import, itself aside. */
const layers: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  ...shared.map((layer, at) => [layer, shared.slice(0, at)]),
  ...sides.flatMap((side) =>
    side.map((layer, at) => [
      layer,
      [...shared, ...side.slice(0, at)].filter(
        (lower) => !strangers.some(([one, other]) => one === layer && other === lower),
      ),
    ]),
  ),
]);

/** The layer of a path: the longest that begins it. */
function layerOf(path: string): string {
  const fitting = Object.keys(layers).filter((layer) => path.startsWith(`${layer}/`));
  return fitting.toSorted((a, b) => b.length - a.length)[0] ?? path;
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
  expect(wrongImports(sourceFiles(['shared', 'proxy', 'gateway', 'web', 'agent']))).toEqual([]);
});

test('an import against the direction is found, in whatever form', () => {
  const text = `import { a } from '../games/a.js';\nimport type { b } from '#shared/core/b.js';\nawait import('../../gateway/c.js');`;
  expect(wrongImports([{ path: 'proxy/world/x.ts', text }])).toEqual([
    'proxy/world/x.ts imports proxy/games/a.js',
    'proxy/world/x.ts imports gateway/c.js',
  ]);
});
