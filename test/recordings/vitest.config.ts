import { defineConfig } from 'vitest/config';

/** Their seats have standing plans, which go on by themselves between what the agents do: a tape does not hold them. */
const OF_PLANS = ['city-tiles', 'plans', 'unit-plans'];
/** Tapes are of servers of 3.0: their packets are recorded as bytes, without the version. */
const OF_LATER_VERSIONS = ['later-versions'];

/** Runs the integration tests of actions and records what their seats were told and did, for the unit tests. */
export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source', 'node'] } },
  test: {
    include: ['test/{integration,thorough}/actions/**/*.test.ts'],
    exclude: [...OF_PLANS, ...OF_LATER_VERSIONS].map((name) => `test/*/actions/${name}.test.ts`),
    globalSetup: ['test/recordings/global-setup.ts'],
    setupFiles: ['test/recordings/record-actions.setup.ts'],
    testTimeout: 300_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000, interval: 20 } },
  },
});
