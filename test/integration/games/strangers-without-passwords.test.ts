import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findServerBinary } from '../../../proxy/games/server/server-binary.js';
import { startStack } from '../../support/stack.js';
import { stranger } from '../../support/stranger.js';
import { TwoAgents } from '../../support/two-agents.js';

test('a server that knows no passwords has strangers cut in each of its lives', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'freeciv-open-'));
  const found = await findServerBinary(process.env.FREECIV_SERVER);
  const FREECIV_SERVER = join(folder, 'freeciv-server');
  const knowsNone = 'case "$*" in *--auth*) echo "Unrecognized option: \\"--auth\\"" >&2; exit 1;; esac';
  await writeFile(FREECIV_SERVER, `#!/bin/sh\n${knowsNone}\nexec ${found.ok ? found.value : ''} "$@"\n`);
  await chmod(FREECIV_SERVER, 0o755);
  await chmod(folder, 0o755);
  await using stack = await startStack({ FREECIV_SERVER });
  const game = await TwoAgents.begin(stack, 'open');
  const isCut = async () => {
    const line = await stranger(stack, 'open');
    if (line.ok) await line.value.closed;
    // The server may cut it before the stranger has read that it was let in.
    else expect(line.failure.message).toMatch(/ECONNRESET|closed the connection/);
  };
  await isCut();
  process.kill(stack.games.get('open')?.serverPid ?? 0, 'SIGKILL');
  await game.isBack();
  await isCut();
  await game.nextTurn();
  await rm(folder, { recursive: true, force: true });
});
