import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { pages, readText, root } from './source-files.js';

const versions = z.record(z.string(), z.string());
const packageSchema = z.looseObject({
  dependencies: versions,
  optionalDependencies: versions,
  devDependencies: versions,
});
const licensedSchema = z.looseObject({ license: z.string() });

/** The links of a page that lead to a file of the repository, with the heading they lead to. */
function linksOf(page: string, text: string): readonly { readonly file: string; readonly anchor: string }[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^https?:/.test(target))
    .map((target) => {
      const [path = '', anchor = ''] = target.split('#');
      return { file: path === '' ? page : posix.join(posix.dirname(page), path), anchor };
    });
}

/** The anchors of a page's headings, as GitHub makes them. */
function anchorsOf(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

function brokenLinks(page: string, text: string): readonly string[] {
  return linksOf(page, text)
    .filter(({ file, anchor }) => {
      if (!existsSync(join(root, file))) return true;
      return anchor !== '' && !anchorsOf(readText(file)).includes(anchor);
    })
    .map(({ file, anchor }) => `${page} -> ${file}#${anchor}`);
}

test('every link of a page leads to a file, and to a heading of it', () => {
  expect(pages.flatMap((page) => brokenLinks(page, readText(page)))).toEqual([]);
});

test('a link to no file and one to no heading are found', () => {
  expect(brokenLinks('docs/x.md', '[a](errors.md) [b](none.md) [c](errors.md#none) [d](#e)\n# E')).toEqual([
    'docs/x.md -> docs/none.md#',
    'docs/x.md -> docs/errors.md#none',
    'docs/x.md -> docs/x.md#e',
  ]);
});

test('the page on dependencies argues every package of package.json, with its licence, and no other', () => {
  const { dependencies, optionalDependencies, devDependencies } = packageSchema.parse(
    JSON.parse(readText('package.json')),
  );
  const listed = [...readText('docs/decisions/0014-dependencies.md').matchAll(/^\| (`.*) \|$/gm)].flatMap(
    ([, row = '']) => {
      const cells = row.split(' | ');
      const licence = cells.at(-1) ?? '';
      return [...(cells[0] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => ({ name, licence }));
    },
  );
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...devDependencies });
  expect(listed.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
  for (const { name, licence } of listed)
    expect(
      licensedSchema.parse(JSON.parse(readText(`node_modules/${name}/package.json`))).license,
      name,
    ).toBe(licence.replace(' or ', ' OR '));
});

test('every decision is listed, and has the same four parts', () => {
  const decisions = pages.filter((page) => /^docs\/decisions\/\d/.test(page));
  const index = readText('docs/decisions/README.md');
  expect(decisions.length).toBeGreaterThan(10);
  for (const page of decisions) {
    expect(index).toContain(`(${posix.basename(page)})`);
    const headings = [...readText(page).matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
    expect(headings, page).toEqual(
      expect.arrayContaining(['Context', 'Decision', 'Alternatives', 'Consequences']),
    );
  }
});

const topFolders = readdirSync(root, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['data', 'dist', 'build', 'node_modules'].includes(entry.name))
  .map(({ name }) => name);

test('every folder at the top has a README', () => {
  const sources = ['gateway', 'proxy', 'shared', 'features', 'services', 'agent', 'web', 'lab'];
  const all = [...sources, 'tools', 'test', 'deploy', 'docs'];
  expect(all.filter((folder) => !pages.includes(`${folder}/README.md`))).toEqual([]);
});

/** The paths in backticks of a page: from the root of the repository, or of the page's own folder. */
function missingPaths(page: string, text: string): readonly string[] {
  const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/?)`/g)].map(([, path = '']) => path);
  return named.filter((path) => {
    const [first = ''] = path.split('/');
    const isSource = /^[\w-]+\.(?:ts|tsx|mjs)$/.test(posix.basename(path));
    if (!(path.includes('/') && topFolders.includes(first)) && !isSource) return false;
    return ![path, posix.join(posix.dirname(page), path)].some((file) => existsSync(join(root, file)));
  });
}

test('every path that a page names is there', () => {
  const all = pages.filter((name) => name !== 'CHANGELOG.md');
  expect(all.flatMap((page) => missingPaths(page, readText(page)).map((path) => `${page}: ${path}`))).toEqual(
    [],
  );
});

test('a path that is not there is found', () => {
  const text = '`shared/core/config.ts` `shared/core/` `shared/none.ts` `none.ts` `/api/none` `docs/none`';
  expect(missingPaths('docs/x.md', text)).toEqual(['shared/none.ts', 'none.ts', 'docs/none']);
});
