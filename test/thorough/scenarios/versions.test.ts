import { delimiter } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { playScenario } from '../../../lab/scenarios/play-scenario.js';
import { solutions } from '../../../lab/scenarios/solutions.js';
import { findServerBinary } from '../../../proxy/games/server/server-binary.js';
import { ensureUnpackedServer } from '../../../tools/steps/unpacked-servers.mjs';
import { type Stack, startStack } from '../../support/stack.js';

let stack: Stack;

beforeAll(async () => {
  const own = await findServerBinary(process.env.FREECIV_SERVER);
  if (!own.ok) throw new Error(own.failure.message);
  const paths = [own.value, await ensureUnpackedServer('3.1'), await ensureUnpackedServer('3.2')];
  stack = await startStack({ FREECIV_SERVER: paths.join(delimiter), RATE_ACTIONS_PER_MINUTE: '100000' });
});

afterAll(() => stack[Symbol.asyncDispose]());

/** Between them they use every kind of step that a stage has. */
const VARIED = ['celebrate', 'landing', 'negotiate', 'stop-rival'];

test.each(['3.1', '3.2'].flatMap((server) => VARIED.map((name) => [server, name] as const)))(
  'a server of version %s stages %s, and the same solution reaches all goals',
  async (server, name) => {
    const solution = solutions[name];
    if (solution === undefined) throw new Error(`no solution of ${name}`);
    const { score, ended } = await playScenario(
      stack,
      { name, difficulty: 'normal', config: { server } },
      solution,
    );
    expect(score, JSON.stringify(ended.scenario)).toBe(1);
  },
);
