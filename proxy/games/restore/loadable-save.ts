import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { moveObstruction } from '#shared/core/disk/quarantine.js';
import { readKeptFile } from '#shared/core/disk/read-file.js';
import { removeEntry } from '#shared/core/disk/remove.js';
import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { WriteGuard } from '../disk/write-guard.js';
import { inflateSave, readSave, SaveSections } from '../saves/save-file.js';
import type { SavedTurn } from '../saves/stored-saves.js';
import type { ServerProcess } from '../server/server-process.js';

/**
 * A save made ready to be loaded. A server that loads a game draws some random numbers that the server before it did
 * not draw, so that the same actions would find other things in the same huts. The save is changed so that those draws
 * lead to the old state of the generator; their number shows when the server has started.
 */
export interface LoadableSave {
  readonly file: string;
  /** Undefined when the save cannot be changed, because it is of another compression. */
  readonly random: { readonly wanted: RandomState; readonly given: RandomState } | undefined;
  /** The usernames that have players in it; undefined when it cannot be read here, for the same reason. */
  readonly usernames: ReadonlySet<string> | undefined;
}

/** Far more than were ever seen. */
const MAX_DRAWS = 5000;

/** The place and the owner of the save that is made ready. */
export interface LoadableSaveOptions {
  readonly saves: string;
  /** Random numbers that a server draws when it loads it. */
  readonly draws: number;
  readonly guard: WriteGuard;
  /** Of the owner of the game. The file has it in its name: an earlier owner that is still running writes to another file. */
  readonly fence: number;
}

/** E123 with details.save when the save is damaged, with details.disk when the disk does not give it now. */
export async function loadableSave(
  { file }: SavedTurn,
  { saves, draws, guard, fence }: LoadableSaveOptions,
): Promise<Result<LoadableSave>> {
  if (!file.endsWith('.gz')) return ok({ file, random: undefined, usernames: undefined });
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
  const changed = join(saves, `restored-${fence}.sav`);
  const changedText = withRandomState(text, given);
  guard.checkOwned();
  removeEarlier(saves, fence);
  moveObstruction(changed);
  writeFileSync(changed, changedText, 'latin1');
  return ok({ file: changed, random: { wanted, given }, usernames: usernamesIn(text) });
}

function usernamesIn(text: string): ReadonlySet<string> {
  const save = new SaveSections(text);
  return new Set(save.numbered('player').map((player) => save.text(`player${player}`, 'username')));
}

/** Removes the files of earlier owners; before they had a fence in their names there was one `restored.sav`. */
function removeEarlier(saves: string, fence: number): void {
  for (const name of readdirSync(saves)) {
    const found = /^restored(?:-(\d+))?\.sav$/.exec(name);
    if (found !== null && Number(found[1] ?? 0) < fence) removeEntry(join(saves, name));
  }
}

/** How many random numbers the server drew since it loaded the save; undefined when that cannot be determined. */
export async function drawsSinceLoad(
  { random }: LoadableSave,
  server: ServerProcess,
): Promise<number | undefined> {
  if (random === undefined) return undefined;
  const saved = await server.run('save restored-check');
  const bytes = saved.ok ? await server.readOutputFile('restored-check.sav.gz') : undefined;
  const text = bytes === undefined ? undefined : await inflateSave(bytes);
  const now = text === undefined ? undefined : randomStateIn(text);
  return now === undefined ? undefined : drawsBetween(random.given, now, MAX_DRAWS);
}

/** The server's random number generator as it stands in a save: 56 words, each new one the sum of two old ones. */
export interface RandomState {
  readonly words: readonly number[];
  /** Where the newest word stands; the other two places of the generator follow from it. */
  readonly newest: number;
}

const SIZE = 56;
const WORDS_A_LINE = 7;
/** From the place that is replaced next to the one that is added to it. */
const LAG = 31;

/** The state in the text of a save; undefined when it holds none. */
export function randomStateIn(save: string): RandomState | undefined {
  const newest = /^index_X=(\d+)$/m.exec(save)?.[1];
  const words = [...save.matchAll(/^table\d="([0-9a-f ]+)"$/gm)].flatMap(([, line = '']) =>
    line
      .trim()
      .split(/ +/)
      .map((word) => Number.parseInt(word, 16)),
  );
  return newest === undefined || words.length !== SIZE ? undefined : { words, newest: Number(newest) };
}

/** The text of the save with another state in it. */
export function withRandomState(save: string, { words, newest }: RandomState): string {
  const index = (name: string, value: number): [RegExp, string] => [
    new RegExp(`^index_${name}=\\d+$`, 'm'),
    `index_${name}=${value % SIZE}`,
  ];
  const places = [index('X', newest), index('J', newest + 1), index('K', newest + 1 + LAG)];
  const placed = places.reduce((text, [from, to]) => text.replace(from, to), save);
  return placed.replace(/^table(\d)="[0-9a-f ]+"$/gm, (_, line: string) => {
    const start = Number(line) * WORDS_A_LINE;
    const own = words.slice(start, start + WORDS_A_LINE).map((word) => word.toString(16).padStart(8, ' '));
    return `table${line}="${own.join(' ')}"`;
  });
}

/** The state one draw later. */
function drawn({ words, newest }: RandomState): RandomState {
  const next = (newest + 1) % SIZE;
  return { newest: next, words: words.with(next, sum(words, next, next + LAG)) };
}

/** The state that becomes this one after this many draws. */
export function rewound(state: RandomState, draws: number): RandomState {
  let { words, newest } = state;
  for (let i = 0; i < draws; i += 1) {
    const added = words[(newest + LAG) % SIZE] ?? 0;
    words = words.with(newest, ((words[newest] ?? 0) - added) >>> 0);
    newest = (newest + SIZE - 1) % SIZE;
  }
  return { words, newest };
}

/** How many draws lead from one state to the other, if no more than `most` do. */
export function drawsBetween(from: RandomState, to: RandomState, most: number): number | undefined {
  let state = from;
  for (let draws = 0; draws <= most; draws += 1) {
    if (isSame(state, to)) return draws;
    state = drawn(state);
  }
  return undefined;
}

function isSame(a: RandomState, b: RandomState): boolean {
  return a.newest === b.newest && a.words.every((word, index) => word === b.words[index]);
}

function sum(words: readonly number[], a: number, b: number): number {
  return ((words[a % SIZE] ?? 0) + (words[b % SIZE] ?? 0)) >>> 0;
}
