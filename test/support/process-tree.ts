import { readdirSync, readFileSync } from 'node:fs';

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly state: string;
}

/** The processes of this machine, as /proc tells; none where there is no /proc. */
function processes(): readonly Process[] {
  return numbersIn('/proc').flatMap((pid) => {
    try {
      // The name stands in parentheses and may hold anything.
      const [state, parent] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      return [{ pid, parent: Number(parent), state: state ?? '' }];
    } catch {
      return []; // gone meanwhile
    }
  });
}

/** The ids of a process and of all that it started, whatever group or session they are in. */
export function processTree(root: number): readonly number[] {
  const all = processes();
  const found = [root];
  for (const pid of found)
    found.push(...all.filter(({ parent }) => parent === pid).map((child) => child.pid));
  return found;
}

/** Those of the processes that are there; one that has ended and that nobody has asked about does not count. */
export function alive(pids: readonly number[]): readonly number[] {
  return processes()
    .filter(({ pid, state }) => pids.includes(pid) && state !== 'Z' && state !== 'X')
    .map(({ pid }) => pid);
}

function numbersIn(folder: string): readonly number[] {
  try {
    return readdirSync(folder)
      .filter((name) => /^\d+$/.test(name))
      .map(Number);
  } catch {
    return [];
  }
}
