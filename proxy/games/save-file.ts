import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

const unzip = promisify(gunzip);

/** The text of a save byte for byte, one character each: names may be in any encoding. Undefined when it is damaged. */
export async function readSave(file: string): Promise<string | undefined> {
  try {
    // A device in its place would be read for ever.
    if (!(await stat(file)).isFile()) return undefined;
    return (await unzip(await readFile(file))).toString('latin1');
  } catch {
    return undefined;
  }
}
