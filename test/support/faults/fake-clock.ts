import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface FakeClock extends AsyncDisposable {
  /** Holds by how much the wall clock is wrong, `+7200` for example; read again every second. */
  readonly file: string;
  /** Environment of the processes whose clock it is. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A wall clock that can jump, by libfaketime; undefined where that is not installed. The monotonic clock is left alone. */
export async function fakeClock(): Promise<FakeClock | undefined> {
  const library = await findLibrary();
  if (library === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'freeciv-clock-'));
  const file = join(folder, 'offset');
  await writeFile(file, '+0');
  const environment = {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  return { file, environment, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

async function findLibrary(): Promise<string | undefined> {
  for (const folder of await readdir('/usr/lib').catch((): string[] => [])) {
    const path = join('/usr/lib', folder, 'faketime');
    const names = await readdir(path).catch((): string[] => []);
    if (names.includes('libfaketimeMT.so.1')) return join(path, 'libfaketimeMT.so.1');
  }
  return undefined;
}
