import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { pages, readText, root, sourceFiles } from './source-files.js';

const { scripts } = z
  .looseObject({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readText('package.json')));

/**
 * These need a game server, which runs on Linux and macOS. With `exec` npm's shell is replaced by Node, which npm's signals
 * would not reach otherwise: Debian's shell ends by itself and leaves Node behind.
 */
const needGameServer = [
  'start',
  'test',
  'test:all',
  'test:nightly',
  'arena',
  'bench',
  'load',
  'chaos',
  'soak',
  'promises',
];

/** What only one kind of shell understands: variables before a command, quotes, pipes, `;`, substitutions, `exec`. */
const shellOnly = /^\w+=|['"`$;|<>*~\\]|&(?!&)(?<!&&)|\bexec\b/;

test('every npm script is a command that any shell reads alike: programs, plain words, and &&', () => {
  const wrong = Object.entries(scripts).filter(([name, command]) => {
    const plain = needGameServer.includes(name) ? command.replace(/^exec /, '') : command;
    return plain.split(/\s*&&\s*/).some((part) => shellOnly.test(part));
  });
  expect(wrong).toEqual([]);
  for (const bad of [
    'RULES=all vitest',
    'exec node a.mjs',
    "vitest 'a b'",
    'a | b',
    'a; b',
    'a & b',
    'rm *.ts',
  ])
    expect(bad).toMatch(shellOnly);
});

test('every file that an npm script names is there', () => {
  const named = Object.values(scripts).flatMap((command) => command.match(/\S+\.(?:mjs|ts|json)\b/g) ?? []);
  const sources = named.map((path) => path.replace(/^dist\//, ''));
  expect(sources.length).toBeGreaterThan(10);
  for (const { text } of sourceFiles(['tools'], /\.mjs$/))
    sources.push(...[...text.matchAll(/'(test\/[\w./-]+)'/g)].map(([, path = '']) => path));
  expect(sources.filter((path) => !existsSync(`${root}${path}`))).toEqual([]);
});

test('every built module that a tool loads is made from a source that is there', () => {
  const loads = sourceFiles(['tools'], /\.mjs$/).flatMap(({ path, text }) =>
    [...text.matchAll(/'(dist\/[\w./-]+)\.js'/g)].map(([, module = '']) => ({ path, module })),
  );
  expect(loads.length).toBeGreaterThan(3);
  const wrong = loads.filter(({ module }) => !existsSync(`${root}${module.replace(/^dist\//, '')}.ts`));
  expect(wrong).toEqual([]);
});

/** The npm scripts that a page names. */
function scriptsOf(page: string): readonly string[] {
  const named = readText(page).matchAll(/\bnpm (?:run ([\w:-]+)|(start|test|pack)\b)/g);
  return [...named].map(([, script, short = '']) => script ?? (short === 'pack' ? 'prepack' : short));
}

test('CONTRIBUTING names every npm script, and no page names one that does not exist', () => {
  const listed = scriptsOf('CONTRIBUTING.md');
  expect(Object.keys(scripts).filter((script) => !listed.includes(script))).toEqual([]);
  for (const page of pages)
    for (const script of scriptsOf(page)) expect(Object.keys(scripts), page).toContain(script);
});
