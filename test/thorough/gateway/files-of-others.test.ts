import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SplitStack } from '../../support/services/split-stack.js';

const MAY_ENTER = 0o011;
const MAY_READ = 0o044;

/** The files below a folder that another account can reach and read. */
async function readableBelow(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      const { mode } = await stat(path);
      if (entry.isDirectory()) return (mode & MAY_ENTER) === 0 ? [] : readableBelow(path);
      return (mode & MAY_READ) === 0 ? [] : [path];
    }),
  );
  return found.flat();
}

test('another account reads no save, recording, journal or token, though it may enter DATA_DIR', async () => {
  await using stack = await SplitStack.start();
  await chmod(stack.dataDir, 0o755);
  const agent = await stack.agent('ann');
  await agent.connect({ api_token: stack.token, game_id: 'private', game_config: { players: 2 } });
  await agent.push('turn_start');
  await agent.act('end_turn');
  await agent.push('turn_start', ({ turn }) => turn === 2);
  // Saves and recordings are written behind the game.
  const parts = ['saves', 'journal', 'recordings'].map((part) => join('private', part));
  const missing = async () => {
    const files = await readdir(stack.dataDir, { recursive: true });
    return parts.filter((part) => !files.some((file) => file.includes(`${part}/`)));
  };
  await expect.poll(() => missing()).toEqual([]);
  expect(await readableBelow(stack.dataDir)).toEqual([]);
});
