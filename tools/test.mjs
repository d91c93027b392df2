/** `npm test`: installs and builds what the tests need, then runs lint, type check, dead-code check and all tests. */
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, checkNode, installPackages } from './steps/prepare.mjs';
import { npm, root, runShown, vitest } from './steps/run.mjs';
import { main, Stop } from './steps/terminal.mjs';
import {
  ensureBrowser,
  ensureCheckers,
  ensurePrometheus,
  ensurePython,
  ensureRedis,
  ensureSandbox,
  ensureTestServers,
  ensureUws,
} from './steps/test-requirements.mjs';

const report = join(root, 'build/test-report.json');
const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
/** @type {readonly (readonly [title: string, program: string, args: readonly string[]])[]} */
const checks = [
  ['lint', ...npm('run', '--silent', 'lint')],
  ['type check', ...npm('run', '--silent', 'typecheck')],
  ['dead code', ...npm('run', '--silent', 'deadcode')],
  ['tests', process.execPath, [vitest, 'run', ...reporters]],
];

await main(async () => {
  checkNode();
  await installPackages();
  const environment = { ...(await ensureTestServers()), TEST_BUILT: '1' };
  await ensurePython();
  await ensureSandbox();
  await ensureBrowser();
  await ensurePrometheus();
  await ensureRedis();
  await ensureCheckers();
  await build();
  await ensureUws();
  mkdirSync(join(root, 'build'), { recursive: true });
  const failed = [];
  for (const [title, program, args] of checks) {
    process.stderr.write(`\n── ${title}\n`);
    if ((await runShown(program, args, environment)) !== 0) failed.push(title);
  }
  if (failed.length > 0) throw new Stop(`npm test: failed: ${failed.join(', ')}`);
  const skipped = skippedTests();
  if (skipped.length > 0) throw new Stop(`npm test: skipped: ${skipped.join(', ')}`);
});

/** The names of the tests that neither passed nor failed. */
function skippedTests() {
  /** @type {{ testResults: { assertionResults: { fullName: string, status: string }[] }[] }} */
  const { testResults } = JSON.parse(readFileSync(report, 'utf8'));
  const tests = testResults.flatMap((result) => result.assertionResults);
  return tests
    .filter(({ status }) => status !== 'passed' && status !== 'failed')
    .map(({ fullName }) => fullName);
}
