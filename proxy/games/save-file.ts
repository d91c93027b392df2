import { readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

const unzip = promisify(gunzip);

/** The largest maps at their end have a tenth of it; more is a trap for our memory. */
const MAX_SAVE_TEXT_BYTES = 64 << 20;

/** The text of a save byte for byte, one character each: names may be in any encoding. Undefined when it is damaged. */
export async function readSave(file: string): Promise<string | undefined> {
  try {
    // A device in its place would be read for ever.
    if (!(await stat(file)).isFile()) return undefined;
    return await saveText(await readFile(file));
  } catch {
    return undefined;
  }
}

/** The same of the bytes of a save. */
export async function saveText(bytes: Buffer): Promise<string | undefined> {
  try {
    return (await unzip(bytes, { maxOutputLength: MAX_SAVE_TEXT_BYTES })).toString('latin1');
  } catch {
    return undefined;
  }
}
