import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The lines of the audit in that folder. */
export async function auditOf(dataDir: string): Promise<unknown[]> {
  const [file = ''] = await readdir(join(dataDir, 'audit'));
  const text = await readFile(join(dataDir, 'audit', file), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
}
