import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { repository } from './npm-start.js';

/** The npm scripts of package.json. */
export const { scripts } = z
  .looseObject({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')));

/** Scripts that another test or a test command itself runs: the file that does, and the words in it that do. */
export const elsewhere: Readonly<Record<string, readonly [file: string, words: string]>> = {
  start: ['test/support/npm-start.ts', "'npm', ['start']"],
  gateway: ['test/support/services/program.ts', 'dist'],
  proxy: ['test/support/services/program.ts', 'dist'],
  build: ['tools/steps/prepare.mjs', "'build'"],
  prepack: ['tools/steps/prepare.mjs', "'build'"],
  replay: ['test/thorough/tools/replay.test.ts', "'replay'"],
  doctor: ['test/thorough/tools/doctor.test.ts', 'tools/doctor.mjs'],
  games: ['test/thorough/tools/games.test.ts', 'tools/games.mjs'],
  load: ['test/nightly/tools/load.test.ts', 'load/main.ts'],
  soak: ['test/nightly/tools/soak.test.ts', 'chaos/soak.ts'],
  arena: ['test/support/arena-command.ts', "'lab/arena/main'"],
  meter: ['test/thorough/lab/meter/command.test.ts', "programOf('lab/meter/main'"],
  scenarios: ['test/thorough/scenarios/scenarios.test.ts', 'play-scenario.js'],
  lint: ['tools/test.mjs', "'lint'"],
  typecheck: ['tools/test.mjs', "'typecheck'"],
  deadcode: ['tools/test.mjs', "'deadcode'"],
  test: ['tools/test.mjs', 'npm test'],
  'test:all': ['tools/test.mjs', 'npm run test:all'],
  'test:nightly': ['tools/test.mjs', 'npm run test:nightly'],
};

/** The others, in a short form: their arguments, what they print, and their exit codes. */
export const shortForms: Readonly<
  Record<string, readonly [args: readonly string[], prints: RegExp, ...codes: number[]]>
> = {
  generate: [[], /^(?!.*is written)/s],
  record: [['--out', 'FOLDER/game.bin.gz', '--ai', '2', '--turns', '2'], /^\d+ packets, 0 bytes unread$/m],
  export: [['RECORDING', '--png', '--out', 'FOLDER/game.png'], /game\.png$/m],
  accuracy: [['--short', '--samples', '20'], /^samples: \d+, [1-9]\d* of them certain$/m],
  'accuracy:combat': [['--ruleset', 'classic', '--fights', '1'], /^all: [1-9]\d* fights, \d+ won/m],
  // In so few turns nobody need be ahead.
  compare: [
    ['--seeds', '1', '--turns', '3', '--ais', '1', '--players', 'builder', '--without', 'sites'],
    /builder without sites: turn 3: \d+ \(AIs \d+\).*worth of the fact/s,
    1,
  ],
  mutation: [
    ['shared/core/bounded-map.ts', '--tests', 'test/unit/shared/bounded-map.test.ts'],
    /^shared\/core\/bounded-map\.ts: 100 % of [1-9]\d+ found, 0 survived, 0 not reached$/m,
  ],
  // Its games take an hour.
  train: [[], /^npm run train -- winner \[options\]$/m, 1],
  play: [['--help'], /^ {2}--model NAME /m],
  openenv: [['--help'], /^ {2}--gateway URL /m],
  bundle: [['--out', 'FOLDER'], /\.mcpb: \d{6} bytes$/m],
  bench: [[], /^codec +\S/m],
  chaos: [[], /^promises +\S/m],
  promises: [['13'], /^13 {2}held .*\n1 held, 0 not held/m],
  'test:unit': [['test/unit/tools/steps.test.ts'], /1 passed/],
  'test:integration': [['test/integration/tools/server-version.test.ts', '-t', 'one place'], /1 passed/],
  'test:rules': [['--help'], /vitest\/\d/],
};

/** Scripts that are made of others. */
export const composed: Readonly<Record<string, string>> = {
  check: 'npm run -s lint && npm run typecheck && npm run deadcode',
  format: scripts.lint?.replace('check', 'check --write') ?? '',
};
