/**
 * `npm run chaos -- upgrade [--from HEAD~1] [--seed 1]`: agents play on three gateways and three proxies of an earlier commit, which
 * are replaced by those of this repository, one after the other. Ends with 1 when an acknowledged action is lost or done twice, a
 * session is lost, or a request is not answered. The report is kept in build/chaos.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { rollingUpgrade } from '../../test/support/cluster/cluster-plan.js';
import { shownCluster } from '../../test/support/cluster/cluster-report.js';
import { runCluster } from '../../test/support/cluster/run-cluster.js';
import { repository } from '../../test/support/npm-start.js';

const { values } = parseArgs({
  options: {
    from: { type: 'string', default: 'HEAD~1' },
    seed: { type: 'string', default: '1' },
    games: { type: 'string', default: '3' },
    agents: { type: 'string', default: '9' },
    out: { type: 'string', default: 'build/chaos' },
  },
});
const { from, out } = values;
mkdirSync(out, { recursive: true });
const git = (...args: readonly string[]) =>
  execFileSync('git', args, { cwd: repository, encoding: 'utf8' }).trim();
const commit = git('rev-parse', '--short', from);
const earlier = join(repository, 'build/chaos', `commit-${commit}`);
git('worktree', 'add', '--force', '--detach', earlier, commit);
try {
  const isSame = git('diff', '--name-only', commit, '--', 'package-lock.json') === '';
  if (isSame) symlinkSync(join(repository, 'node_modules'), join(earlier, 'node_modules'));
  else execFileSync('npm', ['ci'], { cwd: earlier, stdio: 'inherit' });
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: earlier, stdio: 'inherit' });
  const size = { gateways: 3, proxies: 3 };
  const report = await runCluster({
    ...{ ...size, games: Number(values.games), agents: Number(values.agents), spectators: 9 },
    ...{ seed: Number(values.seed), minutes: 60, paceMs: 200, patienceMs: 120_000 },
    faults: rollingUpgrade(size),
    root: `${earlier}/`,
    print: (line) => process.stdout.write(`${line}\n`),
  });
  const text = `from ${commit} to ${git('rev-parse', '--short', 'HEAD')}\n${shownCluster(report)}\n`;
  writeFileSync(join(out, 'upgrade.json'), `${JSON.stringify(report, undefined, 2)}\n`);
  writeFileSync(join(out, 'upgrade.txt'), text);
  process.stdout.write(text);
  process.exitCode = report.violations.length === 0 ? 0 : 1;
} finally {
  git('worktree', 'remove', '--force', earlier);
  rmSync(earlier, { recursive: true, force: true });
}
