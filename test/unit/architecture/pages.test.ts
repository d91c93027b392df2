import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readText, root } from './source-files.js';

/** Every page for people, from the root of the repository. */
const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'deploy/README.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => posix.join('docs', name.replaceAll('\\', '/'))),
];

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

const { scripts } = z
  .looseObject({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readText('package.json')));

/** The npm scripts that a page names. */
function scriptsOf(page: string): readonly string[] {
  const named = readText(page).matchAll(/\bnpm (?:run ([\w:-]+)|(start|test)\b)/g);
  return [...named].map(([, script, short]) => script ?? short ?? '');
}

test('CONTRIBUTING names every npm script, and no page one that does not exist', () => {
  expect(Object.keys(scripts).filter((script) => !scriptsOf('CONTRIBUTING.md').includes(script))).toEqual([]);
  for (const page of pages)
    for (const script of scriptsOf(page)) expect(Object.keys(scripts), page).toContain(script);
});
