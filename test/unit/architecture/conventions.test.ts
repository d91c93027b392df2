import { expect, test } from 'vitest';
import { type SourceFile, sourceFiles } from './source-files.js';

const sources = sourceFiles(['shared', 'proxy', 'gateway', 'features', 'services', 'web', 'agent', 'lab']);

/** Each line of the files that fits, with its place. */
function linesThatFit(files: readonly SourceFile[], pattern: RegExp): readonly string[] {
  return files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  );
}

/** A number at the top of a file, not in UPPER_CASE. */
const NUMBER_IN_OTHER_CASE = /^(?:export )?const (?![A-Z][A-Z0-9_]* )\w+(?:: \w+)? = -?\d[\d_.xa-f* <+/-]*;/;
/** A limit that is not called MAX_ or MIN_. */
const LIMIT_BY_ANOTHER_NAME = /\bconst (?:MOST|LEAST|FEW|MANY|ROOM|ENOUGH)(?:_|\b)/;
/** A logger that is not called log; fastify's own option is. */
const LOGGER_BY_ANOTHER_NAME = /\blogger\b(?!: false)|\b(?!log\b)\w+\??: Logger\b/;
/** A union that `type` or `name` tells apart. */
const OTHER_DISCRIMINANT = /^ *\| \{ readonly (?:type|name|state): '/;
/** Their members are messages as they are on the wire. */
const onTheWire = ['proxy/api/outbox/push-data.ts', 'web/watch/watch-message.ts'];

/** An export without a doc comment above it. */
const UNDOCUMENTED =
  /(?<!\*\/\n)^export (?:declare |abstract |async )*(?:class|const|function|interface|type) \w+/gm;

function undocumented({ path, text }: SourceFile): readonly string[] {
  return [...text.matchAll(UNDOCUMENTED)].map(([line]) => `${path} ${line}`);
}

test('every export has a doc comment', () => {
  expect(sources.flatMap(undocumented)).toEqual([]);
  const text = '/** A. */\nexport type A = 1;\n\nexport async function b(): Promise<void> {}\n';
  expect(undocumented({ path: 'a.ts', text })).toEqual(['a.ts export async function b']);
});

test('constants are in UPPER_CASE, and limits are MAX_ and MIN_', () => {
  expect(linesThatFit(sources, NUMBER_IN_OTHER_CASE)).toEqual([]);
  expect(linesThatFit(sources, LIMIT_BY_ANOTHER_NAME)).toEqual([]);
});

test('a logger is called log', () => {
  expect(linesThatFit(sources, LOGGER_BY_ANOTHER_NAME)).toEqual([]);
});

test('kind tells the members of a union apart, type only where the wire says so', () => {
  const files = sources.filter(
    ({ path }) => !path.startsWith('shared/protocol/') && !onTheWire.includes(path),
  );
  expect(linesThatFit(files, OTHER_DISCRIMINANT)).toEqual([]);
});

/** Lets go of a promise: the operator, not the type. */
const VOID_OPERATOR = /(?<![/*].*)\bvoid [a-z(]/;
/** Where that is of no game, or cannot fail. */
const LET_GO = [
  // Is `detach` itself.
  'proxy/games/faults/game-bug.ts',
  // Work for all games of the proxy.
  'services/proxy/cluster-member.ts',
  'services/proxy/compose.ts',
  'services/proxy/main.ts',
  'services/proxy/proxy.ts',
  'features/archive/main.ts',
  'features/archive/retention.ts',
  'proxy/games/disk/disk-probe.ts',
  'proxy/games/lifecycle/idle-games.ts',
  'proxy/games/lifecycle/loaded-games.ts',
  'proxy/games/lifecycle/takeover.ts',
  // The exit of a process, which is always told.
  'proxy/games/server/server-process.ts',
  'proxy/games/server/server-run.ts',
  'proxy/games/server/server-startup.ts',
  'proxy/games/server/watchdog.ts',
  // What fails is handled there.
  'features/watching/delayed-broadcast.ts',
  'features/people/proxy/person.ts',
  'proxy/games/score/ledger.ts',
  // No promise.
  'proxy/games/server/server-account.ts',
];

test('work of a game that nothing waits for is let run under the id of the game', () => {
  const inProxy = sources.filter(({ path }) => path.startsWith('proxy/') && !LET_GO.includes(path));
  expect(linesThatFit(inProxy, VOID_OPERATOR)).toEqual([]);
});

test('what breaks a convention is found, and what keeps it is not', () => {
  expect('    void this.#save();').toMatch(VOID_OPERATOR);
  expect('  forget: () => void this.#save(),').toMatch(VOID_OPERATOR);
  expect('  onEnd(): void;').not.toMatch(VOID_OPERATOR);
  expect('  // The void around it.').not.toMatch(VOID_OPERATOR);
  expect('const retry = 20;').toMatch(NUMBER_IN_OTHER_CASE);
  expect('const RETRY_MS = 5 * 60_000;').not.toMatch(NUMBER_IN_OTHER_CASE);
  expect('const MOST_TILES = 4;').toMatch(LIMIT_BY_ANOTHER_NAME);
  expect('  readonly logger: Logger;').toMatch(LOGGER_BY_ANOTHER_NAME);
  expect('  readonly audit: Logger;').toMatch(LOGGER_BY_ANOTHER_NAME);
  expect('  readonly log: Logger;').not.toMatch(LOGGER_BY_ANOTHER_NAME);
  expect("  | { readonly name: 'live' }").toMatch(OTHER_DISCRIMINANT);
  expect("  | { readonly kind: 'live' }").not.toMatch(OTHER_DISCRIMINANT);
});
