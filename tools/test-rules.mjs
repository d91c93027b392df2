/** `npm run test:rules`: the tests of the rules in all eight rulesets; `npm test` takes two of them. */
import { runShown, vitest } from './steps/run.mjs';
import { main, Stop } from './steps/terminal.mjs';

await main(async () => {
  const tests = ['test/integration/rules', 'test/integration/views/values.test.ts'];
  const args = [vitest, 'run', '--project', 'integration', ...tests, ...process.argv.slice(2)];
  const code = await runShown(process.execPath, args, { RULES: 'all' });
  if (code !== 0) throw new Stop('', code);
});
