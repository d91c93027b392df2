import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { isFixed } from '../../../tools/doctor/server-security.mjs';

/** Where a Debian package of the server would be that has this change log. */
async function packaged(changelog: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'freeciv-package-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const documents = join(folder, 'usr/share/doc/freeciv-server');
  await mkdir(documents, { recursive: true });
  await writeFile(join(documents, 'changelog.Debian.gz'), gzipSync(changelog));
  return join(folder, 'usr/games/freeciv-server');
}

test('CVE-2026-33250 is fixed since 3.2.4, and in older packages whose change log names it', async () => {
  const path = '/nowhere/freeciv-server';
  const versions = ['3.0.6', '3.1.4', '3.2.3', '3.2.4', '3.2.10', '3.3.0'];
  expect(versions.filter((version) => isFixed({ path, version }))).toEqual(['3.2.4', '3.2.10', '3.3.0']);
  expect(isFixed({ path, version: undefined })).toBe(false);
  const fixed = await packaged('freeciv (3.0.6-1+deb12u1) bookworm-security\n\n  * CVE-2026-33250\n');
  expect(isFixed({ path: fixed, version: '3.0.6' })).toBe(true);
  const old = await packaged('freeciv (3.0.6-1) unstable\n\n  * New upstream release.\n');
  expect(isFixed({ path: old, version: '3.0.6' })).toBe(false);
});
