/**
 * `npm run bundle`: makes the MCP bundle of the bridge, build/freeciv-llm-gateway-VERSION.mcpb, and for a release server.json,
 * which tells the MCP registry of it (docs/mcp.md).
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { bundleManifest, registryEntry } from './bundle/descriptions.mjs';
import { zip } from './bundle/zip.mjs';
import { root } from './steps/run.mjs';
import { main, Stop } from './steps/terminal.mjs';

const ENTRY = 'server/main.cjs';
const USAGE = `npm run bundle [-- options]: makes the MCP bundle of the bridge

  --out DIR           the folder of what is made; build without it
  --release URL       the folder where the bundle will be published: makes server.json also
  --namespace NAME    the publisher in the MCP registry, such as io.github.somebody
  --help              prints this text
`;

await main(async () => {
  const { out, release, namespace, help } = options();
  if (help) return void process.stdout.write(USAGE);
  if ((release === undefined) !== (namespace === undefined))
    throw new Stop('--release and --namespace belong together');
  const { version, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const manifest = bundleManifest({ version, node: engines.node, entry: ENTRY });
  const archive = zip([
    ['manifest.json', Buffer.from(json(manifest))],
    ['LICENSE', readFileSync(join(root, 'LICENSE'))],
    ...(await scriptAndLicenses()),
  ]);
  const name = `freeciv-llm-gateway-${version}.mcpb`;
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, name), archive);
  process.stdout.write(`${join(out, name)}: ${archive.length} bytes\n`);
  if (release === undefined || namespace === undefined) return;
  const sha256 = createHash('sha256').update(archive).digest('hex');
  const url = `${release.replace(/\/$/, '')}/${name}`;
  writeFileSync(join(out, 'server.json'), json(registryEntry({ version, namespace, url, sha256 })));
  process.stdout.write(`${join(out, 'server.json')}: ${namespace}/freeciv-llm-gateway at ${url}\n`);
});

function options() {
  const text = /** @type {const} */ ({ type: 'string' });
  try {
    const { values } = parseArgs({
      options: { out: text, release: text, namespace: text, help: { type: 'boolean', default: false } },
    });
    return { ...values, out: values.out ?? join(root, 'build') };
  } catch (error) {
    throw new Stop(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
}

/** The bridge and all that it imports as one script, with the licenses of the packages in it. */
async function scriptAndLicenses() {
  const { outputFiles, metafile } = await build({
    ...{ entryPoints: ['agent/mcp/main.ts'], absWorkingDir: root, outfile: ENTRY },
    ...{ bundle: true, write: false, metafile: true, platform: 'node', target: 'node20', format: 'cjs' },
    ...{ conditions: ['source'], minifyWhitespace: true, legalComments: 'none' },
  });
  const packages = new Set(
    Object.keys(metafile.inputs).flatMap(
      (path) => /^(?:.*\/)?node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [],
    ),
  );
  /** @type {[string, Buffer][]} */
  const files = outputFiles.map(({ contents }) => [ENTRY, Buffer.from(contents)]);
  for (const name of [...packages].sort()) {
    const folder = join(root, 'node_modules', name);
    for (const file of readdirSync(folder).filter((one) => /^licen[cs]e/i.test(one)))
      files.push([`licenses/${name.replace('/', '-')}-${file}`, readFileSync(join(folder, file))]);
  }
  return files;
}

/** @param {object} value */
function json(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}
