import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';
import { findPython } from '../../../tools/steps/test-requirements.mjs';
import { repository } from '../npm-start.js';

const reportSchema = z.strictObject({
  outcomes: z.array(z.string()),
  worklist: z.array(z.string()),
  turn: z.int(),
});

/** A process with the Python client, which has founded a city as the agent `ann` of a game. */
export interface PythonBatch extends Disposable {
  /** Lets it send its batch, an action for each thing on the worklist of the city. */
  begin(): void;
  /** Outcomes of the actions or their error codes, the worklist then, and the turn after the end of this one. */
  report(): Promise<z.infer<typeof reportSchema>>;
}

/** Starts the process and waits for its city. */
export async function startPythonBatch(
  port: number,
  game: string,
  token: string,
  things: readonly string[],
): Promise<PythonBatch> {
  const folder = join(repository, 'agent/python');
  const script = join(folder, 'tests/held_batch.py');
  const args = [script, `ws://127.0.0.1:${port}`, game, JSON.stringify(things)];
  const env = { PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1', LLM_API_TOKEN: token };
  const child = spawn((await findPython()) ?? 'python3', args, {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return {
    begin: () => void child.stdin.write('\n'),
    report: async () => reportSchema.parse(JSON.parse(String((await lines.next()).value))),
    [Symbol.dispose]: () => void child.kill(),
  };
}
