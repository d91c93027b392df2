import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { validate } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { readText, root } from '../architecture/source-files.js';

const text = readText('deploy/container/Dockerfile');

/** What is said of one stage: each instruction with its words, continued lines joined. */
function stages(): Readonly<Record<string, readonly string[]>> {
  const lines = text.replaceAll(/\\\n\s*/g, '').split('\n');
  const all: Record<string, string[]> = {};
  let current = '';
  for (const line of lines.filter((each) => each !== '' && !each.startsWith('#'))) {
    current = / AS (\w+)$/.exec(line)?.[1] ?? current;
    all[current] = [...(all[current] ?? []), line];
  }
  return all;
}

test('the linter of Dockerfiles finds nothing', () => {
  expect(validate(text)).toEqual([]);
  expect(validate('FROM a\nRUNN b').length).toBeGreaterThan(0);
});

test.each(['gateway', 'proxy'])(
  'the image of the %s runs as a user without rights and says whether it is well',
  (service) => {
    const stage = stages()[service] ?? [];
    expect(stage).toContain('USER 10001:10001');
    expect(stage.at(-1)).toBe(`CMD ["${service}"]`);
    expect(stage.join('\n')).toMatch(
      new RegExp(`HEALTHCHECK .* CMD \\["node", "deploy/container/health.mjs", "${service}"\\]`),
    );
    // What is installed is installed before.
    const afterUser = stage.slice(stage.indexOf('USER 10001:10001') + 1);
    expect(afterUser.filter((line) => line.startsWith('RUN'))).toEqual([]);
  },
);

test('base images have a fixed version, and the Node of it is one that package.json allows', () => {
  const bases = [...text.matchAll(/^FROM (\S+) AS/gm)].map(([, base = '']) => base);
  const outside = bases.filter((base) => stages()[base] === undefined);
  expect(new Set(outside).size).toBe(1);
  expect(outside[0]).toMatch(/^node:(?:22|24)-\w+-slim$/);
});

/** Whether .dockerignore, which lets nothing in but what it names, lets a path in. */
function isInContext(path: string): boolean {
  const lines = readText('.dockerignore').split('\n');
  const named = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  return lines.includes('*') && named.some((name) => path === name || path.startsWith(`${name}/`));
}

test('what is copied into the images is in the repository and in the context of the build', () => {
  const copied = [...text.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = '']) =>
    names.split(' '),
  );
  expect(copied).toContain('deploy/container');
  for (const path of copied.filter((each) => each !== '.')) {
    expect(existsSync(join(root, path)), path).toBe(true);
    expect(isInContext(path), path).toBe(true);
  }
  // The build reads these.
  for (const path of [
    'tools/build.mjs',
    'tsconfig.json',
    'tsconfig.build.json',
    'web/main.tsx',
    'services/gateway/main.ts',
  ])
    expect(isInContext(path), path).toBe(true);
  for (const path of ['data/games', '.git/config', 'test/stack.ts', 'deploy/compose/secrets/tokens'])
    expect(isInContext(path), path).toBe(false);
});

test('what the images are started and asked with are files of theirs', () => {
  for (const path of ['deploy/container/start.sh', 'deploy/container/health.mjs']) {
    expect(text).toContain(path);
    expect(existsSync(join(root, path))).toBe(true);
  }
  expect(text).toContain('npm sbom');
});
