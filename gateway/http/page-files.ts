import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface PageFile {
  readonly path: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly tag: string;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** The built page, seen from the source of this file and from the compiled file. */
const places = ['../../dist/web', '../../web'];

/** The built page, read once; none when it has not been built. */
export function readPage(): readonly PageFile[] {
  const folder = places
    .map((place) => fileURLToPath(new URL(place, import.meta.url)))
    .find((path) => existsSync(join(path, 'index.html')));
  if (folder === undefined) return [];
  return readdirSync(folder)
    .filter((name) => extname(name) in types)
    .map((name) => {
      const bytes = readFileSync(join(folder, name));
      const path = name === 'index.html' ? '/' : `/${name}`;
      const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
      return { path, type: types[extname(name)] ?? '', bytes, tag };
    });
}
