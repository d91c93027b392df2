import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const common = {
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source', 'node'] } },
};

/** Where `npm test` installs uWebSockets.js, which package.json does not name; processes that tests start find it as well. */
const env = { NODE_PATH: join(import.meta.dirname, 'build/uws/node_modules') };

/** Files share the modules of their worker: loading them anew for each takes a third of the time. */
const isolate = false;

/** Packages whose own sources have the condition `source`, too: they are compiled like ours. */
const server = { deps: { inline: [/@modelcontextprotocol\/client/, /eventsource/] } };

/** Replayed games make much garbage that dies young: collecting it more rarely saves a tenth of the time. */
const execArgv = ['--min-semi-space-size=64', '--max-semi-space-size=64'];

/** Only end what hangs: on a busy machine a test takes ten times its usual time. */
const TEST_TIMEOUT_MS = 240_000;
const HOOK_TIMEOUT_MS = 120_000;

const usual = {
  env,
  isolate,
  setupFiles: ['test/support/every-file.setup.ts'],
  testTimeout: TEST_TIMEOUT_MS,
  hookTimeout: HOOK_TIMEOUT_MS,
};

/** Tests with processes and sockets. What is awaited comes soon, but not within a second on a busy machine. */
const withProcesses = { ...usual, server, expect: { poll: { timeout: 30_000, interval: 20 } } };

/** Half of the time these wait for a game server or a browser. Percentages end at 100. */
const waitingWorkers = Math.ceil(1.5 * availableParallelism());

/**
 * A test file belongs to the command that its folder says: unit, property, integration and browser to `npm test`, thorough
 * to `npm run test:all`, nightly to `npm run test:nightly`. Within a project the files that took longest begin.
 */
export default defineConfig({
  ...common,
  test: {
    projects: [
      {
        ...common,
        test: {
          ...usual,
          name: 'unit',
          include: ['test/unit/**/*.test.ts', 'test/property/**/*.test.ts'],
          execArgv,
          // They compute all the time. They come first: they tell soonest what is wrong.
          maxWorkers: '100%',
          sequence: { groupOrder: 0 },
        },
      },
      {
        ...common,
        test: {
          ...withProcesses,
          name: 'integration',
          include: ['test/integration/**/*.test.ts', 'test/browser/**/*.test.ts'],
          maxWorkers: waitingWorkers,
          sequence: { groupOrder: 1 },
        },
      },
      {
        ...common,
        test: {
          ...withProcesses,
          name: 'thorough',
          include: ['test/thorough/**/*.test.ts'],
          maxWorkers: waitingWorkers,
          sequence: { groupOrder: 2 },
        },
      },
      {
        ...common,
        test: {
          ...withProcesses,
          name: 'nightly',
          include: ['test/nightly/**/*.test.ts'],
          // Much of it measures: nothing runs beside it.
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
