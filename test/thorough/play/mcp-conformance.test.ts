import { beforeAll, expect, test } from 'vitest';
import { installConformance, readBaseline, runConformance } from '../../support/mcp/conformance.js';
import { ConformanceDoor } from '../../support/mcp/conformance-door.js';
import { callTool, connectMcp, makeSmallGame } from '../../support/mcp-client.js';
import { startStack } from '../../support/stack.js';

const INSTALL_TIMEOUT_MS = 300_000;

/** The revisions that the tool knows, and the checks that pass of each at least. */
const REVISIONS: readonly (readonly [revision: string, passed: number])[] = [
  ['2025-03-26', 3],
  ['2025-06-18', 44],
  ['2025-11-25', 52],
  ['2026-07-28', 137],
];

beforeAll(installConformance, INSTALL_TIMEOUT_MS);

test('the conformance tool of the protocol finds nothing but what its baseline gives a reason for', async () => {
  await using door = await ConformanceDoor.open();
  await using stack = await startStack({ ALLOWED_ORIGINS: door.origins });
  const [quickGame, waitingGame] = ['conformance', 'conformance-waits'];
  await makeSmallGame(stack, quickGame);
  await makeSmallGame(stack, waitingGame, 2, 2);
  for (const agentId of ['red', 'blue']) {
    await using client = await connectMcp(stack, 'modern', agentId, waitingGame);
    await callTool(client, 'notes');
  }
  door.leadTo({ origin: stack.httpUrl, token: stack.token, quickGame, waitingGame });
  const baseline = await readBaseline();
  const unexpected: Record<string, string> = {};
  const found = new Set<string>();
  for (const [revision, least] of REVISIONS) {
    const { findings, passed } = await runConformance(door.url, revision);
    expect(passed, revision).toBeGreaterThanOrEqual(least);
    for (const [check, words] of findings) {
      found.add(check);
      if (!baseline.has(check)) unexpected[`${revision} ${check}`] = words;
    }
  }
  expect(unexpected).toEqual({});
  expect([...baseline.keys()].filter((check) => !found.has(check))).toEqual([]);
});
