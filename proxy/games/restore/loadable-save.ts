import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readKeptFile } from '#shared/core/disk/read-file.js';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { SavedTurn } from '../saves/game-saves.js';
import { inflateSave, readSave } from '../saves/save-file.js';
import type { ServerProcess } from '../server/server-process.js';
import { drawsBetween, type RandomState, randomStateIn, rewound, withRandomState } from './random-state.js';

/**
 * A save made ready to be loaded. A server that takes up a game draws some random numbers that the one before it did
 * not, so that the same actions would find other things in the same huts. It is given a save from which those draws lead
 * to where the generator stood; how many they are shows when it has started.
 */
export interface LoadableSave {
  readonly file: string;
  /** Undefined when the save cannot be changed, because it is of another compression. */
  readonly random: { readonly wanted: RandomState; readonly given: RandomState } | undefined;
}

/** Far more than were ever seen. */
const MAX_DRAWS = 5000;

/** E123 with details.save when the save is damaged, with details.disk when the disk does not give it now. */
export async function loadableSave(
  { file }: SavedTurn,
  saves: string,
  draws: number,
): Promise<Result<LoadableSave>> {
  if (!file.endsWith('.gz')) return ok({ file, random: undefined });
  const read = await readKeptFile(file);
  if (read.kind === 'inaccessible')
    return fail(
      failure('E123', `A save of the game cannot be read now: ${read.reason}`, {
        details: { disk: read.reason },
      }),
    );
  const text = await readSave(file);
  const wanted = text === undefined ? undefined : randomStateIn(text);
  if (text === undefined || wanted === undefined) {
    const reason = read.kind === 'damaged' ? read.reason : 'it is not a whole save';
    return fail(failure('E123', 'The save of the game is damaged', { details: { save: 'damaged', reason } }));
  }
  const given = rewound(wanted, draws);
  const changed = join(saves, 'restored.sav');
  await writeFile(changed, withRandomState(text, given), 'latin1');
  return ok({ file: changed, random: { wanted, given } });
}

/** How many draws the server made since it loaded the save; undefined when that cannot be told. */
export async function drawsSinceLoad(
  { random }: LoadableSave,
  server: ServerProcess,
): Promise<number | undefined> {
  if (random === undefined) return undefined;
  const saved = await server.run('save restored-check');
  const bytes = saved.ok ? await server.readWritten('restored-check.sav.gz') : undefined;
  const text = bytes === undefined ? undefined : await inflateSave(bytes);
  const now = text === undefined ? undefined : randomStateIn(text);
  return now === undefined ? undefined : drawsBetween(random.given, now, MAX_DRAWS);
}
