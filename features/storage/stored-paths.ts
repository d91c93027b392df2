import { COPY_MARK } from '../../proxy/games/disk/game-folder.js';
import { isUnfinished } from '../../proxy/games/disk/unfinished-files.js';

const MAX_PATH = 512;

/** Whether the bucket has the file: a path within a game's folder, not of a file that lives only for a while. */
export function isStoredPath(path: string): boolean {
  if (path.length > MAX_PATH || path === COPY_MARK || path.includes('\\') || path.includes('\0'))
    return false;
  const parts = path.split('/');
  return parts.every(isName) && parts[0] !== 'run' && !isUnfinished(parts.at(-1) ?? '');
}

/** True for files that only grow: what was written once stays as it is. */
export function isAppendOnly(path: string): boolean {
  return path.endsWith('.jsonl') || (isRecording(path) && !path.endsWith('.json'));
}

/** True for files that are written all the time and that no acknowledged action needs. */
export function isRecording(path: string): boolean {
  return path.startsWith('recordings/');
}

function isName(part: string): boolean {
  return part !== '' && part !== '.' && part !== '..';
}
