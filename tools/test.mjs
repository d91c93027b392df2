/** `npm test`: makes sure that everything the tests need is there, then runs all of them; none may be skipped. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBrowser } from './steps/browser.mjs';
import { build } from './steps/build.mjs';
import { root } from './steps/folders.mjs';
import { ensureGameServer } from './steps/game-server.mjs';
import { checkNode } from './steps/node-version.mjs';
import { installPackages } from './steps/npm-packages.mjs';
import { ensurePrometheus } from './steps/prometheus.mjs';
import { ensurePython } from './steps/python.mjs';
import { runShown } from './steps/run.mjs';
import { ensureSandbox } from './steps/sandbox.mjs';
import { skippedTests } from './steps/skipped-tests.mjs';
import { main, Stop } from './steps/stop.mjs';

const report = join(root, 'build/test-report.json');
/** @type {readonly (readonly [title: string, program: string, ...args: string[]])[]} */
const checks = [
  ['lint', 'npm', 'run', '--silent', 'lint'],
  ['type check', 'npm', 'run', '--silent', 'typecheck'],
  ['dead code', 'npm', 'run', '--silent', 'deadcode'],
  ['tests', 'npx', 'vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
];

await main(async () => {
  checkNode();
  await installPackages();
  await ensureGameServer();
  await ensurePython();
  await ensureSandbox();
  await ensureBrowser();
  await ensurePrometheus();
  await build();
  mkdirSync(join(root, 'build'), { recursive: true });
  const failed = [];
  for (const [title, program, ...args] of checks) {
    process.stderr.write(`\n── ${title}\n`);
    if ((await runShown(program, args)) !== 0) failed.push(title);
  }
  if (failed.length > 0) throw new Stop(`npm test: failed: ${failed.join(', ')}`);
  const skipped = skippedTests(report);
  if (skipped.length > 0) throw new Stop(`npm test: skipped: ${skipped.join(', ')}`);
});
