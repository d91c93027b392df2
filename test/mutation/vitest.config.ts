import { defineConfig } from 'vitest/config';

/** What the mutation run runs for each mutant: all unit and property tests, or the folders that MUTATION_TESTS names. */
const folders = process.env.MUTATION_TESTS?.split(',') ?? ['test/unit', 'test/property'];

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source', 'node'] } },
  test: {
    include: folders.map((folder) => `${folder}/**/*.test.ts`),
    // These read the source text, which is changed.
    exclude: ['test/unit/architecture/**', 'test/unit/tools/**', 'test/unit/faults/**'],
    setupFiles: ['test/support/state-promises.setup.ts'],
    testTimeout: 120_000,
  },
});
