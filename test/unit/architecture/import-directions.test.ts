import { expect, test } from 'vitest';
import { importsOf, type SourceFile, sourceFiles } from './source-files.js';

/**
 * The layers of each side from the bottom up: a layer imports those before it, and what is shared. Features come after the
 * core of their side, so that it does not know them. Last comes the folder that composes the process: it alone imports
 * them.
 */
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
    'proxy/orders',
    'proxy/plans',
    'proxy/views',
    'proxy/actions',
    'proxy/games/faults',
    'proxy/games/disk',
    'proxy/games/server',
    'proxy/games/journal',
    'proxy/games/seats',
    'proxy/games/turns',
    'proxy/games/saves',
    'proxy/games/score',
    'proxy/games/restore',
    'proxy/games/lifecycle',
    'proxy/api',
    'features/operations',
    'features/watching/recording',
    'features/watching',
    'features/maps',
    'features/models',
    'features/forks',
    'features/agent-files',
    'features/scenarios',
    'features/winner',
    'features/diplomacy',
    'features/rulesets',
    'features/storage',
    'features/archive',
    'features/backup',
    'features/export',
    'features/people/proxy',
    'features/advisor',
    'features/city-rows',
    'features/map-window',
    'features/scene',
    'features/rules-lookup',
    'services/proxy',
  ],
  [
    'gateway/core',
    'gateway/transport',
    'gateway/limits',
    'gateway/auth',
    'gateway/link',
    'gateway/session',
    'gateway/audit',
    'gateway/forms',
    'gateway/agent',
    'gateway/http',
    'features/access',
    'features/game-routes',
    'features/lessons',
    'features/uws',
    'features/proxy-protocol',
    'features/audit',
    'features/issued-tokens',
    'features/redis/gateway',
    'features/mcp/gateway',
    'features/remote',
    'features/people/gateway',
    'features/spectators',
    'features/admin',
    'features/chat',
    'features/tool-calls',
    'features/flat-dialect',
    'features/conversations',
    'features/pages',
    'services/gateway',
  ],
  [
    'agent/websocket',
    'agent',
    'agent/client',
    'agent/mcp',
    'agent/openenv',
    'agent/player',
    'agent/examples',
    'web',
  ],
];

const [proxySide = []] = sides;

/** What uses the client, by the door that the package exports and nothing behind it. */
const users = ['agent/mcp', 'agent/openenv', 'agent/player', 'agent/examples'];

/** A layer of the order above, and one before it that it does not know. */
const strangers: readonly (readonly [string, string])[] = [
  ['proxy/actions', 'proxy/views'],
  ...users.map((user) => [user, 'agent'] as const),
  ...[...users, 'web'].flatMap((user) => users.map((other) => [user, other] as const)),
];

const shared = ['core', 'store', 'protocol'].map((folder) => `shared/${folder}`);

/** The parts of features that several sides have in common, with the layers that import them. Beside each other they import what is shared. */
const common: Readonly<Record<string, readonly string[]>> = {
  'features/texts': [
    'features/conversations/native',
    'features/advisor',
    'features/map-window',
    'features/tool-calls',
    'lab/bench',
  ],
  'features/conversations/native': ['features/conversations', 'features/export'],
  'features/bucket': ['features/audit', 'features/backup', 'services/proxy'],
  'features/tracing': ['services/gateway', 'services/proxy'],
  'features/redis/store': ['features/redis/gateway', 'services/gateway', 'services/proxy'],
  'features/mcp/server': ['features/mcp/gateway', 'agent/mcp', 'web'],
};

/** The folders of the lab that play by what users have: the client and the messages. */
const outside: Readonly<Record<string, readonly string[]>> = {
  'lab/bots': ['agent/client'],
  'lab/meter': ['agent/player'],
  'lab/arena': ['agent/client', 'agent/player', 'lab/bots', 'lab/meter', 'tools/steps'],
  'lab/arena/pages': ['lab/arena', 'web'],
};

/** Its folders that measure from inside: they start installations as the tests do, and look into what runs. */
const inside = [
  'lab/load',
  'lab/soak',
  'lab/recordings',
  'lab/winner',
  'lab/scenarios',
  'lab/compare',
  'lab/accuracy',
  'lab/bench',
  'lab/chaos',
  'lab/verify',
];
const seenInside = ['agent', 'agent/client', 'agent/player', 'lab/bots', 'lab/arena', 'tools/steps'];
const testParts = ['test/support', 'test/browser/support', 'test/recordings'];

/** For each layer those it may import, itself aside. */
const layers: Readonly<Record<string, readonly string[]>> = Object.fromEntries([
  ...shared.map((layer, at) => [layer, shared.slice(0, at)]),
  ...Object.keys(common).map((part) => [part, [...shared, ...commonOf(part)]]),
  ...sides.flatMap((side) =>
    side.map((layer, at) => [
      layer,
      [...shared, ...commonOf(layer), ...side.slice(0, at)].filter(
        (lower) => !strangers.some(([one, other]) => one === layer && other === lower),
      ),
    ]),
  ),
  ...Object.entries(outside).map(([layer, others]) => [layer, [...shared, ...others]]),
  ...inside.map((layer, at) => [
    layer,
    [...shared, ...commonOf(layer), ...proxySide, ...seenInside, ...testParts, ...inside.slice(0, at)],
  ]),
]);

/** The common parts of features that a layer imports. */
function commonOf(layer: string): readonly string[] {
  return Object.keys(common).filter((part) => common[part]?.includes(layer));
}

/** Who imports the lab, itself aside: its own tests, and those that play a scenario by its solution or watch its players. */
const importersOfLab = [
  'test/unit/lab',
  'test/thorough/lab',
  'test/nightly',
  'test/support/arena-command',
  'test/unit/scenarios',
  'test/thorough/scenarios',
  'test/thorough/play/mcp.test',
  'test/thorough/views/advice.test',
  'test/thorough/views/followed-advice.test',
];

/** Whether a path is that file, without its ending, or lies in that folder. */
function isIn(path: string, place: string): boolean {
  return path.startsWith(`${place}/`) || path.replace(/\.[jt]sx?$/, '') === place;
}

/** The layer of a path: the longest that begins it. */
function layerOf(path: string): string {
  const fitting = [...Object.keys(layers), ...testParts, 'tools/steps'].filter((layer) => isIn(path, layer));
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
  expect(
    wrongImports(sourceFiles(['shared', 'proxy', 'gateway', 'features', 'services', 'web', 'agent', 'lab'])),
  ).toEqual([]);
});

test('the lab is imported by itself, its tests and those that play by it, and by nothing that is shipped', () => {
  const wrong = sourceFiles(['tools', 'test'], /\.(?:tsx?|mjs)$/)
    .filter(({ path }) => !importersOfLab.some((place) => isIn(path, place)))
    .flatMap((file) =>
      importsOf(file)
        .filter((target) => target.startsWith('lab/'))
        .map(() => file.path),
    );
  expect(wrong).toEqual([]);
});

test('an import against the direction is found, in whatever form', () => {
  const text = `import { a } from '../games/a.js';\nimport type { b } from '#shared/core/b.js';\nawait import('../../gateway/c.js');`;
  expect(wrongImports([{ path: 'proxy/world/x.ts', text }])).toEqual([
    'proxy/world/x.ts imports proxy/games/a.js',
    'proxy/world/x.ts imports gateway/c.js',
  ]);
  const door = `import '../client.js';\nimport '../seat.js';\nimport '../mcp/main.js';\nimport '../../lab/bots/bot.js';`;
  expect(wrongImports([{ path: 'agent/player/x.ts', text: door }])).toEqual([
    'agent/player/x.ts imports agent/seat.js',
    'agent/player/x.ts imports agent/mcp/main.js',
    'agent/player/x.ts imports lab/bots/bot.js',
  ]);
  const bot = `import '../../agent/client.js';\nimport '../../agent/seat.js';\nimport '../../test/support/stack.js';`;
  expect(wrongImports([{ path: 'lab/bots/x.ts', text: bot }])).toEqual([
    'lab/bots/x.ts imports agent/seat.js',
    'lab/bots/x.ts imports test/support/stack.js',
  ]);
});
