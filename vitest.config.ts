import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

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

/** Unit tests compute all the time. They come first: they tell soonest what is wrong. */
const computing = { maxWorkers: '100%', sequence: { groupOrder: 0 } } as const;
/** Half of the time the others wait for a game server or a browser. Percentages end at 100. */
const waiting = { maxWorkers: Math.ceil(1.5 * availableParallelism()), sequence: { groupOrder: 1 } } as const;

/** Files of half a minute and more: when one of them comes last, the other workers have nothing to do. */
const LONGEST = [
  'benches',
  'tools/scripts',
  'browser/page',
  'examples/python',
  'rules/government',
  'rules/fights',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      LONGEST.some((name) => moduleId.endsWith(`/${name}.test.ts`));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

/** Only end what hangs: on a busy machine a test takes ten times its usual time. */
const TEST_TIMEOUT_MS = 240_000;
const HOOK_TIMEOUT_MS = 120_000;

/** What is awaited comes soon, but not within a second on a busy machine. */
const expect = { poll: { timeout: 30_000, interval: 20 } };

export default defineConfig({
  ...common,
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...common,
        test: {
          ...computing,
          env,
          execArgv,
          name: 'unit',
          isolate,
          include: ['test/unit/**/*.test.ts', 'test/property/**/*.test.ts'],
          setupFiles: ['test/support/state-promises.setup.ts'],
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: HOOK_TIMEOUT_MS,
        },
      },
      {
        ...common,
        test: {
          ...waiting,
          env,
          name: 'integration',
          isolate,
          server,
          include: ['test/browser/**/*.test.ts', 'test/integration/**/*.test.ts'],
          setupFiles: ['test/support/state-promises.setup.ts'],
          testTimeout: TEST_TIMEOUT_MS,
          hookTimeout: HOOK_TIMEOUT_MS,
          expect,
        },
      },
    ],
  },
});
