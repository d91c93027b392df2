import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { ended, installFolder } from '../installed-folder.js';
import { repository } from '../npm-start.js';

const sources = join(repository, 'test/conformance');
const folder = join(repository, 'build/conformance');

/** Milliseconds that the tool gives a scenario. */
const SCENARIO_MS = '60000';

const checksSchema = z.array(
  z.looseObject({
    id: z.string(),
    status: z.enum(['SUCCESS', 'FAILURE', 'WARNING', 'INFO', 'SKIPPED']),
    errorMessage: z.string().optional(),
  }),
);

const baselineSchema = z.array(
  z.strictObject({ reason: z.string().min(20), checks: z.array(z.string()).min(1) }),
);

/** What the tool found: `scenario: check`, and its words for it. */
export type Findings = ReadonlyMap<string, string>;

/** Installs the tool in a folder of its own. */
export function installConformance(): Promise<void> {
  return installFolder(sources, folder);
}

/** The checks that cannot pass, each with the reason. */
export async function readBaseline(): Promise<ReadonlyMap<string, string>> {
  const groups = baselineSchema.parse(JSON.parse(await readFile(join(sources, 'baseline.json'), 'utf8')));
  return new Map(groups.flatMap(({ reason, checks }) => checks.map((check) => [check, reason] as const)));
}

/** Runs the scenarios of a revision against a server. What failed or was warned of, and how many checks passed. */
export async function runConformance(
  url: string,
  revision: string,
): Promise<{ readonly findings: Findings; readonly passed: number }> {
  const output = await mkdtemp(join(tmpdir(), 'freeciv-conformance-'));
  try {
    const which =
      revision === '2026-07-28'
        ? ['--requirements', revision]
        : ['--suite', 'all', '--spec-version', revision];
    const args = ['server', '--url', url, ...which, '--timeout', SCENARIO_MS, '-o', output];
    const { PATH } = process.env;
    const { failed } = await ended(process.execPath, [join(folder, 'run.mjs'), ...args], folder, { PATH });
    const runs = (await readdir(output)).toSorted();
    if (runs.length === 0) throw new Error(`No scenario of ${revision} was run: ${failed}`);
    return await readChecks(output, runs);
  } finally {
    await rm(output, { recursive: true, force: true });
  }
}

async function readChecks(output: string, runs: readonly string[]) {
  const findings = new Map<string, string>();
  let passed = 0;
  for (const run of runs) {
    const scenario = run.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '');
    for (const { id, status, errorMessage = '' } of checksSchema.parse(
      JSON.parse(await readFile(join(output, run, 'checks.json'), 'utf8')),
    )) {
      if (status === 'SUCCESS') passed++;
      if (status === 'FAILURE' || status === 'WARNING') findings.set(`${scenario}: ${id}`, errorMessage);
    }
  }
  return { findings, passed };
}
