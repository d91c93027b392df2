/**
 * `npm run build`: compiles the sources into dist, bundles the spectators' page, and removes output without a source. Source maps lie
 * beside the files, which do not name them: the package does not have them.
 */
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { build } from 'esbuild';
import { pageOptions } from './steps/page-options.mjs';
import { root, runShown } from './steps/run.mjs';
import { main, Stop } from './steps/terminal.mjs';

const tsc = join(root, 'node_modules/typescript/bin/tsc');
const source = join(root, 'web');
const target = join(root, 'dist/web');
/** Characters after which a compact line ends, so that a line number in a stack trace is still useful. At 600 characters the package is 0.8 % larger. */
const LINE_LIMIT = 5000;

await main(async () => {
  const code = await runShown(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')]);
  if (code !== 0) throw new Stop('', code);
  removeStale();
  await compactScripts();
  removeEmpty();
  compactDeclarations();
  packTables();
  copyScenarios();
  await bundlePage();
});

/**
 * Takes comments and indentation out of the compiled files and shortens statements, a fifth of the package: the declarations
 * keep their comments, and stack traces their names.
 */
async function compactScripts() {
  const entryPoints = ['shared', 'proxy', 'gateway', 'features', 'services', 'agent'].map(
    (folder) => `dist/${folder}/**/*.js`,
  );
  const files = { entryPoints, outdir: 'dist', outbase: 'dist', absWorkingDir: root, allowOverwrite: true };
  const compact = { minifyWhitespace: true, minifySyntax: true, lineLimit: LINE_LIMIT };
  await build({ ...files, ...compact, format: 'esm', target: 'esnext', sourcemap: 'external' });
}

/** Removes the compiled files of sources that have types alone: nothing imports them. */
function removeEmpty() {
  for (const folder of ['shared', 'proxy', 'gateway', 'features', 'services', 'agent']) {
    const files = readdirSync(join(root, 'dist', folder), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.js'))) {
      const path = join(root, 'dist', folder, file);
      if (readFileSync(path, 'utf8').trim() !== '') continue;
      for (const empty of [path, `${path}.map`]) rmSync(empty, { force: true });
    }
  }
}

/** Takes indentation and line ends out of the types in declarations: those of schemas are deep, and mostly blanks. */
function compactDeclarations() {
  for (const folder of ['shared', 'agent']) {
    const files = readdirSync(join(root, 'dist', folder), { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.d.ts'))) {
      const path = join(root, 'dist', folder, file);
      const text = readFileSync(path, 'utf8').replaceAll(/^[ \t]+/gm, '');
      writeFileSync(path, text.replaceAll(/(?<=[{;])\n(?=[^/*e\n])/g, ''));
    }
  }
}

/** Packs the tables of all versions into one file, see proxy/freeciv/packet-table.ts. */
function packTables() {
  const source = join(root, 'proxy/freeciv/tables');
  const target = join(root, 'dist/proxy/freeciv/tables');
  const read = (/** @type {string} */ name) => JSON.parse(readFileSync(join(source, name), 'utf8'));
  const versions = readdirSync(source).flatMap((name) => /^packets-(.+)\.json$/.exec(name)?.[1] ?? []);
  const files = versions.map((version) => [
    version,
    { packets: read(`packets-${version}.json`), enums: read(`enums-${version}.json`) },
  ]);
  const text = Buffer.from(JSON.stringify(Object.fromEntries(files)));
  // A window that holds the tables of all versions: their rows are alike.
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
  mkdirSync(target, { recursive: true });
  for (const name of readdirSync(target)) if (/^(packets|enums)-/.test(name)) rmSync(join(target, name));
  writeFileSync(join(target, 'versions.json.br'), brotliCompressSync(text, { params }));
}

/** Removes compiled files of sources that were renamed or removed: they would be packed, and found by a wrong import. */
function removeStale() {
  for (const folder of ['shared', 'proxy', 'gateway', 'features', 'services', 'agent']) {
    const files = readdirSync(join(root, 'dist', folder), { recursive: true, encoding: 'utf8' });
    for (const file of files) {
      const [, stem] = /^(.+?)(?:\.d\.ts|\.js|\.js\.map)$/.exec(file) ?? [];
      const source = stem === undefined ? file : `${stem}.ts`;
      if (/\.(?:ts|js|map|json)$/.test(file) && !existsSync(join(root, folder, source)))
        rmSync(join(root, 'dist', folder, file));
    }
  }
}

/** The scenarios are read at run time, so the compiler does not know of them. They are copied without indentation. */
function copyScenarios() {
  const catalog = join(root, 'features/scenarios/catalog');
  const copies = join(root, 'dist/features/scenarios/catalog');
  mkdirSync(copies, { recursive: true });
  for (const name of readdirSync(catalog))
    writeFileSync(join(copies, name), JSON.stringify(JSON.parse(readFileSync(join(catalog, name), 'utf8'))));
}

async function bundlePage() {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  await build({
    ...pageOptions,
    entryPoints: { page: join(source, 'main.tsx'), docs: join(source, 'docs/main.tsx') },
    outdir: target,
    // The two pages have preact and its signals in one file, which a browser loads once.
    splitting: true,
    chunkNames: 'common',
  });
  for (const name of [
    'index.html',
    'docs.html',
    'docs.css',
    'page.css',
    'agents.css',
    'model.css',
    'seat.css',
    'admin.css',
    'icon.svg',
  ])
    copyFileSync(join(source, name), join(target, name));
}
