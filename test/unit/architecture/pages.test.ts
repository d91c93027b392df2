import { existsSync } from 'node:fs';
import { join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { pages, readText, root } from './source-files.js';

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
