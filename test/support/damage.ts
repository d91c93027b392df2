import { mkdir, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredFileKind } from '#shared/protocol/disk.js';

/** What can become of a file: by a power cut, a failing disk, another release, or a person. */
export const damages = {
  cut: async (file) => truncate(file, Math.floor((await stat(file)).size / 2)),
  empty: (file) => truncate(file, 0),
  'head zeroed': async (file) => {
    const bytes = await readFile(file);
    await writeFile(file, bytes.fill(0, 0, Math.min(64, bytes.length)));
  },
  'middle zeroed': async (file) => {
    const bytes = await readFile(file);
    const middle = Math.floor(bytes.length / 2);
    await writeFile(file, bytes.fill(0, middle, Math.min(middle + 64, bytes.length)));
  },
  noise: async (file) => {
    const bytes = await readFile(file);
    // Always the same, so that a failure can be repeated.
    await writeFile(
      file,
      bytes.map((_, index) => (index * 167 + 41) % 256),
    );
  },
  'of a newer version': async (file) => {
    const text = (await readFile(file)).toString('latin1');
    await writeFile(file, text.replace(/"(version|format)":\s*\d+/, '"$1":99'), 'latin1');
  },
  'a folder': async (file) => {
    await rm(file, { recursive: true, force: true });
    await mkdir(join(file, 'inside'), { recursive: true });
  },
  'a link to nothing': async (file) => {
    await rm(file, { recursive: true, force: true });
    await symlink('nowhere', file);
  },
  'a link to itself': async (file) => {
    await rm(file, { recursive: true, force: true });
    await symlink(file, file);
  },
  missing: (file) => rm(file, { recursive: true, force: true }),
} as const satisfies Readonly<Record<string, (file: string) => Promise<void>>>;

export type DamageName = keyof typeof damages;

/** Where the files of each kind are, as patterns of paths within the folder of a game. */
const kinds: Readonly<Record<StoredFileKind, RegExp>> = {
  record: /^game\.json$/,
  save: /^saves\/.*-auto\.sav\.gz$/,
  journal: /^journal\/T\d+\.jsonl$/,
  ledger: /^ledger\.jsonl$/,
  diplomacy: /^diplomacy\.jsonl$/,
  manifest: /^manifest\.json$/,
  orders: /^orders\/.*\.json$/,
  plans: /^plans\/.*\.jsonl$/,
  notes: /^notes\/.*\.json$/,
  usage: /^usage\/.*\.jsonl$/,
  conversations: /^conversations\/.*\.jsonl$/,
  recording: /^recordings\/.*\.fcr$/,
  decisions: /^recordings\/.*\.fcd$/,
};

/** The files of one kind in the folder of a game, in the order of their names; the last is the newest. */
export async function filesOf(folder: string, kind: StoredFileKind): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true });
  return entries
    .filter((path) => kinds[kind].test(path))
    .sort()
    .map((path) => join(folder, path));
}
