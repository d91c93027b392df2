import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { serve } from '../services/serve.mjs';

/**
 * Serves the page with this one game, on a free port unless GATEWAY_PORT says another, until Ctrl-C.
 * @param {import('./open-recording.mjs').OpenRecording} recording
 */
export async function showRecording({ file, gameId, reader }) {
  const folder = await mkdtemp(join(tmpdir(), 'freeciv-replay-'));
  try {
    const recordings = join(folder, 'games', gameId, 'recordings');
    await mkdir(recordings, { recursive: true });
    const [first, last] = [reader.index.turns[0], reader.index.turns.at(-1)];
    // Of a game's own folder the views of its seats come too.
    const isInGame = basename(file) === 'whole.fcr';
    const names = isInGame ? (await readdir(dirname(file))).filter((name) => name.endsWith('.fcr')) : [];
    if (!isInGame) await symlink(file, join(recordings, 'whole.fcr'));
    for (const name of names) await symlink(join(dirname(file), name), join(recordings, name));
    const environment = { GATEWAY_PORT: '0', ...process.env, DATA_DIR: folder, PROXY_PORT: '0' };
    await serve(environment, ({ port }) =>
      [
        `${gameId}, turns ${first} to ${last}:`,
        '',
        `  http://127.0.0.1:${port}/#/game/${gameId}?turn=${first}`,
        '',
        'Ctrl-C ends it.',
        '',
      ].join('\n'),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
