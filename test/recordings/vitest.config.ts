import { defineConfig } from 'vitest/config';

/** Runs the integration tests of actions and records what their seats were told and did, for the unit tests. */
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source', 'node'] } },
  test: {
    include: ['test/integration/actions/**/*.test.ts'],
    globalSetup: ['test/recordings/global-setup.ts'],
    setupFiles: ['test/recordings/record-actions.setup.ts'],
    testTimeout: 300_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000, interval: 20 } },
  },
});
