/** `npm run test:rules`: the tests of the rules in all eight rulesets; `npm run test:all` takes two of them. */
import { runShown, vitest } from './steps/run.mjs';
import { main, Stop } from './steps/terminal.mjs';

await main(async () => {
  const tests = ['/rules/', 'test/thorough/views/values.test.ts'];
  const args = [
    vitest,
    'run',
    '--project',
    'integration',
    '--project',
    'thorough',
    '--project',
    'nightly',
    ...tests,
    ...process.argv.slice(2),
  ];
  const code = await runShown(process.execPath, args, { RULES: 'all' });
  if (code !== 0) throw new Stop('', code);
});
