import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'vitest';
import { z } from 'zod';
import { programOf } from '../services/program.js';

const claimedSchema = z.strictObject({ fence: z.number() });
const validSchema = z.strictObject({ isValid: z.boolean(), isLost: z.boolean() });

/** A proxy's directory in a process of its own, which can be stopped, continued and killed. */
export interface HolderProcess {
  /** The fence of the lease; 0 when there is none. */
  claim(gameId: string): Promise<number>;
  /** Whether its lease of the game counts, and whether it was told of its loss. */
  state(gameId: string): Promise<z.infer<typeof validSchema>>;
  signal(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void;
}

/** Starts the holder of a store; it ends with the test. */
export async function startHolder(
  store: Readonly<Record<string, unknown>>,
  { onTestFinished }: TestContext,
): Promise<HolderProcess> {
  const { file, execArgv } = programOf('test/support/store/directory-holder', false);
  const child = fork(file, [JSON.stringify(store)], { execArgv: [...execArgv] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child, 'message');
  return {
    claim: async (gameId) => claimedSchema.parse(await ask(child, { what: 'claim', gameId })).fence,
    state: async (gameId) => validSchema.parse(await ask(child, { what: 'is_valid', gameId })),
    signal: (signal) => void child.kill(signal),
  };
}

async function ask(child: ChildProcess, request: { what: string; gameId: string }): Promise<unknown> {
  const answer = once(child, 'message');
  child.send(request);
  const [said] = await answer;
  return said;
}
