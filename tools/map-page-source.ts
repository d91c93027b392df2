import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

const folder = fileURLToPath(new URL('../web/mcp-map/', import.meta.url));

/** The module with the page of the MCP app: `web/mcp-map` in one document that loads nothing. */
export function mapPageSource(): string {
  const { outputFiles } = buildSync({
    ...{ entryPoints: [`${folder}main.ts`], bundle: true, minify: true, write: false, format: 'iife' },
    ...{ target: 'es2022', platform: 'browser', charset: 'utf8', conditions: ['source', 'browser'] },
    tsconfig: fileURLToPath(new URL('../web/tsconfig.json', import.meta.url)),
  });
  // An end tag within the script would end the script.
  const script = (outputFiles[0]?.text ?? '').trim().replaceAll('</', '<\\/');
  const [before = '', after = ''] = readFileSync(`${folder}page.html`, 'utf8').split('/*SCRIPT*/');
  const page = `${before.trim()}${script}${after.trim()}`;
  return [
    '// Written by `npm run generate` from web/mcp-map. Do not edit.',
    '',
    '/** The page that draws the map of a seat: one document that loads nothing. */',
    `export const MAP_PAGE = ${JSON.stringify(page)};`,
    '',
  ].join('\n');
}
