/**
 * Gives up being root for the id of the first argument, then has a game played and its server killed in the data folder
 * of the second. Prints what its server is, and goes on until its input ends.
 */
import { once } from 'node:events';
import { stat } from 'node:fs/promises';
import { gameFolder } from '../../../proxy/games/disk/game-folder.js';
import { serverFolders } from '../../../proxy/games/server/server-folder.js';
import { startStack } from '../../support/stack.js';
import { TwoAgents } from '../../support/two-agents.js';

const [id, DATA_DIR = ''] = process.argv.slice(2);
if (process.getuid?.() === 0) {
  process.setgroups?.([]);
  process.setgid?.(Number(id));
  process.setuid?.(Number(id));
}
await using stack = await startStack({ DATA_DIR });
const game = await TwoAgents.begin(stack, 'plain');
await game.nextTurn();
process.kill(stack.games.get('plain')?.serverPid ?? 0, 'SIGKILL');
await game.isBack();
await game.nextTurn();
const { run } = gameFolder(DATA_DIR, 'plain');
// That of the killed server may be there until the next server starts.
const folders = await Promise.all(
  serverFolders(run).map(async ({ path, out }) => ({ out, made: (await stat(path)).birthtimeMs })),
);
const [newest] = folders.toSorted((one, other) => other.made - one.made);
const pid = stack.games.get('plain')?.serverPid;
process.stdout.write(`${JSON.stringify({ pid, out: newest?.out, turn: game.turn })}\n`);
await once(process.stdin.resume(), 'end');
