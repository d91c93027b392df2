import { lstat, mkdir, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What is done to a file. */
export const damages = ['cut', 'zeroed', 'noise', 'folder', 'link', 'missing', 'newer'] as const;
export type Damage = (typeof damages)[number];

/** Kinds of file in the folder of a game, by the pattern of their paths in it. */
export const gameFiles = {
  'game.json': /^game\.json$/,
  'newest save': /^saves\/freeciv-T\d+.*-auto\.sav/,
  'every save': /^saves\/.*\.sav/,
  journal: /^journal\/T\d+\.jsonl$/,
  ledger: /^ledger\.jsonl$/,
  manifest: /^manifest\.json$/,
  orders: /^orders\//,
  plans: /^plans\//,
  recording: /^recordings\//,
  notes: /^notes/,
} as const;
export type GameFile = keyof typeof gameFiles;

/** Kinds of which only the last, by name, is damaged. */
const onlyLast: readonly GameFile[] = ['newest save', 'journal'];

/** The files of a kind in a game's folder, as paths. */
export async function filesOf(folder: string, kind: GameFile): Promise<readonly string[]> {
  const all = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = all
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name))
    .filter((path) => gameFiles[kind].test(path.slice(folder.length + 1)))
    .sort();
  return onlyLast.includes(kind) ? paths.slice(-1) : paths;
}

/** Damages a file. `victim` is where a link leads: nothing may be written there. */
export async function damage(path: string, how: Damage, victim: string): Promise<void> {
  const { size } = await lstat(path);
  switch (how) {
    case 'cut':
      return truncate(path, Math.floor(size / 2));
    case 'zeroed':
      return overwrite(path, (bytes) => bytes.fill(0, 0, 64));
    case 'noise':
      return overwrite(path, (bytes) => bytes.map((byte, i) => byte ^ ((i * 167 + 13) & 0xff)));
    case 'newer':
      return overwrite(path, newer);
    case 'missing':
      return rm(path);
    case 'folder':
      await rm(path);
      await mkdir(path);
      return;
    case 'link':
      await rm(path);
      return symlink(victim, path);
  }
}

async function overwrite(path: string, change: (bytes: Buffer) => Uint8Array): Promise<void> {
  await writeFile(path, change(await readFile(path)));
}

/** Its version, where it tells one: in JSON by that name, else in the byte behind the mark it begins with. */
function newer(bytes: Buffer): Uint8Array {
  const text = bytes.toString('latin1');
  const raised = text.replaceAll(/"(version|format)":\s*\d+/g, '"$1":9999');
  if (raised !== text) return Buffer.from(raised, 'latin1');
  if (text.startsWith('{')) return Buffer.from(text.replace('{', '{"version":9999,'), 'latin1');
  return bytes.fill(0x7f, 3, 8);
}
