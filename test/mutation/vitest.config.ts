import { relative } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What the mutation run runs for each mutant: all unit and property tests, or the folders and files that MUTATION_TESTS names. */
const chosen = process.env.MUTATION_TESTS?.split(',') ?? ['test/unit', 'test/property'];

/**
 * The order in which the tests of a mutant run, of which the first that fails ends the rest: first those that found the
 * mutant before, which is mostly one in the same function, then the shortest.
 */
class FirstToFail extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification): number => {
      const key = `${file.project.name}:${relative(this.ctx.config.root, file.moduleId)}`;
      const last = this.ctx.cache.getFileTestResults(key);
      if (last === undefined) return 0;
      return last.failed ? -1 : last.duration;
    };
    return files.toSorted((a, b) => rank(a) - rank(b));
  }
}

/** These read the source text, which is changed. */
const READ_SOURCES = [
  'test/unit/architecture/!(generated-types).test.ts',
  'test/unit/tools/**',
  'test/unit/faults/**',
];

/** These take more than half of the time of all. To leave them out can only make the share of found mutants smaller. */
const LONGEST = [
  'test/property/actions/offer-cache.test.ts',
  'test/property/actions/offer-cache-recorded.test.ts',
  'test/property/freeciv/chunking.test.ts',
  'test/property/freeciv/fuzz.test.ts',
  'test/property/views/delta.test.ts',
  'test/unit/broadcast/recording.test.ts',
  'test/unit/freeciv/flood.test.ts',
  'test/unit/shared/folder-lock.test.ts',
  'test/unit/shared/rejection-net.test.ts',
];

export default defineConfig({
  resolve: { conditions: ['source'] },
  ssr: { resolve: { conditions: ['source', 'node'] } },
  test: {
    include: chosen.map((path) => (path.endsWith('.ts') ? path : `${path}/**/*.test.ts`)),
    exclude: [...READ_SOURCES, ...LONGEST],
    setupFiles: ['test/mutation/setup.ts', 'test/support/every-file.setup.ts'],
    // Each run of a mutant loads the modules of its tests once, not once for each file.
    isolate: false,
    sequence: { sequencer: FirstToFail },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Nobody reads the differences.
    diff: { maxDepth: 2, truncateThreshold: 10 },
  },
});
