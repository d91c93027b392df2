/** Bundles the spectators' page into dist/web; run by `npm run build`, and by `npm start` when something changed. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
const source = join(root, 'web');
const target = join(root, 'dist/web');

mkdirSync(target, { recursive: true });
await build({
  entryPoints: { page: join(source, 'main.tsx') },
  outdir: target,
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2023',
  conditions: ['source'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
});
for (const name of ['index.html', 'page.css', 'agents.css', 'seat.css', 'icon.svg'])
  copyFileSync(join(source, name), join(target, name));
