import { lstatSync, renameSync, type Stats, statSync } from 'node:fs';
import { dirname } from 'node:path';

/** Names of what was put aside end so, with a number from 1 on. */
const SUFFIX = '.damaged-';

/** True for the name of a file that was put aside. */
export function isQuarantined(name: string): boolean {
  return /\.damaged-\d+$/.test(name);
}

/** Renames what is damaged to `<name>.damaged-<n>`; its new path, undefined when there is none or the disk refuses. */
export function quarantine(path: string): string | undefined {
  try {
    if (entryAt(path) === undefined) return undefined;
    for (let n = 1; ; n += 1) {
      const aside = `${path}${SUFFIX}${n}`;
      if (entryAt(aside) !== undefined) continue;
      renameSync(path, aside);
      return aside;
    }
  } catch {
    return undefined;
  }
}

/** Renames what is in the place of our file or its folder. Returns each former path and its new name. */
export function moveObstruction(file: string): readonly { readonly path: string; readonly aside: string }[] {
  const folder = dirname(file);
  const inTheWay = [
    ...(isFitOrMissing(folder, (found) => found.isDirectory()) ? [] : [folder]),
    ...(isFitOrMissing(file, (found) => !found.isDirectory()) ? [] : [file]),
  ];
  return inTheWay.flatMap((path) => {
    const aside = quarantine(path);
    return aside === undefined ? [] : [{ path, aside }];
  });
}

function isFitOrMissing(path: string, isFit: (found: Stats) => boolean): boolean {
  const entry = entryAt(path);
  if (entry === undefined) return true;
  const found = targetOf(path);
  return found !== undefined && isFit(found);
}

/** What has that name, a link as such. */
function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Undefined for a link that leads nowhere, or round in circles. */
function targetOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
