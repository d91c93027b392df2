/**
 * How esbuild makes a page for browsers: one script without imports.
 * @satisfies {import('esbuild').BuildOptions}
 */
export const pageOptions = /** @type {const} */ ({
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2023',
  conditions: ['source'],
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
});
