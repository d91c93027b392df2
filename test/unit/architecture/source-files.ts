import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The root of the repository, with a slash at its end. */
export const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A TypeScript file of ours. */
export interface SourceFile {
  /** From the root of the repository, with slashes. */
  readonly path: string;
  readonly text: string;
}

/** The hand-written files below these folders: those in TypeScript, unless others are asked for. */
export function sourceFiles(folders: readonly string[], names = /\.tsx?$/): readonly SourceFile[] {
  return folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${folder}/${name}`,
      ),
    )
    .map((path) => path.split(sep).join('/'))
    .filter((path) => names.test(path) && !path.includes('/generated/'))
    .map((path) => ({ path, text: readText(path) }));
}

/** A file of the repository. */
export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8');
}

/** The pages for people, from the root of the repository. */
export const pages: readonly string[] = [
  ...['gateway', 'proxy', 'shared', 'features', 'services', 'web', 'test'].map(
    (folder) => `${folder}/README.md`,
  ),
  ...[
    'README.md',
    'CONTRIBUTING.md',
    'CHANGELOG.md',
    'agent/README.md',
    'agent/frameworks/README.md',
    'agent/python/README.md',
    'deploy/README.md',
    'lab/README.md',
    'tools/README.md',
  ],
  ...['proxy/freeciv/README.md', 'proxy/freeciv/tables/README.md'],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name.split(sep).join('/')}`),
];

/** Our own files that a file imports, from the root of the repository. */
export function importsOf({ path, text }: SourceFile): readonly string[] {
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'([#.][^']+)'/g)].map(
    (match) => match[1] ?? '',
  );
  return specifiers.map((name) =>
    name.startsWith('#') ? name.slice(1) : posix.join(posix.dirname(path), name),
  );
}
