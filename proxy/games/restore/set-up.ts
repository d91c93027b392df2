import { type Failure, failure } from '#shared/core/failure.js';
import type { ServerProcess } from '../server/server-process.js';

/**
 * Runs the commands that make a server process what we need; what went wrong, if anything did: E105 with the server's
 * sentence when it refuses a setting.
 */
export async function setUp(
  server: ServerProcess,
  commands: readonly string[],
): Promise<Failure | undefined> {
  // Written at once: the console works in order, and each wait for it costs more than the command.
  const results = await Promise.all(commands.map((command) => run(server, command)));
  return results.find((result) => result !== undefined);
}

async function run(server: ServerProcess, command: string): Promise<Failure | undefined> {
  const printed = await server.run(command);
  if (!printed.ok) return printed.failure;
  const [sentence] = printed.value;
  const isSet = printed.value.some((line) => line.includes('has been set to'));
  if (isSet || sentence === undefined || !command.startsWith('set ')) return undefined;
  return failure('E105', `The game server refused: ${sentence}`, {
    path: 'game_config',
    details: { setting: command },
  });
}
