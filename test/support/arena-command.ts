import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { readResults } from '../../lab/arena/play/match-log.js';
import type { MatchResult } from '../../lab/arena/play/match-result.js';
import { MODEL_KEY } from './models/model-server.js';
import { programOf } from './services/program.js';
import type { Stack } from './stack.js';

/** How a run of the command ended; `code` is null when it was killed. */
interface EndedRun {
  readonly code: number | null;
  readonly printed: string;
}

/** Runs the arena on a gateway; `isEnough` sees all that it has printed and may have it killed. `settings` are of its environment. */
export async function runArena(
  { gatewayUrl, token }: Stack,
  args: readonly string[],
  isEnough: (printed: string) => boolean = () => false,
  settings: Readonly<Record<string, string>> = {},
): Promise<EndedRun> {
  const { file, execArgv } = programOf('lab/arena/main', false);
  const child = spawn(process.execPath, [...execArgv, file, ...args], {
    env: {
      ...{ ...process.env, FREECIV_GATEWAY: gatewayUrl, LLM_API_TOKEN: token, OPENAI_API_KEY: MODEL_KEY },
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
    if (isEnough(printed)) child.kill('SIGKILL');
  });
  await once(child, 'close');
  return { code: child.exitCode, printed };
}

/** The results of an arena, in the order in which its matches ended. */
export async function resultsIn(folder: string): Promise<readonly MatchResult[]> {
  return readResults(join(folder, 'matches.jsonl'));
}
