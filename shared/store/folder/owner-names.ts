/**
 * The owners of games, as names in the folder `owners`. Each is a symbolic link to the id of a process, so that it appears
 * at once with what it says, takes no room on the disk, and only one process can make it:
 * - `<game>@<fence>`: the process owns the game; the highest fence counts.
 * - `<game>@<fence>-`: the owner of that fence has released the game.
 * - `<game>@<fence>?<process>`: the process asks whether the owner of that fence is alive; an owner that is removes it.
 */
export interface OwnerName {
  readonly gameId: string;
  readonly fence: number;
  readonly kind: 'owned' | 'released' | 'asked';
  /** As in the folder. */
  readonly name: string;
}

/** Undefined for a name of something else. */
export function parseOwnerName(name: string): OwnerName | undefined {
  const [, gameId, fence, mark = ''] = /^([^@]+)@(\d+)(-|\?.+)?$/.exec(name) ?? [];
  if (gameId === undefined || fence === undefined) return undefined;
  const kind = mark === '' ? 'owned' : mark === '-' ? 'released' : 'asked';
  return { gameId, fence: Number(fence), kind, name };
}

/** The name by which a process owns a game. */
export function ownedName(gameId: string, fence: number): string {
  return `${gameId}@${fence}`;
}

/** The name of a released game. */
export function releasedName(gameId: string, fence: number): string {
  return `${gameId}@${fence}-`;
}

/** The name by which a process asks after the owner of a fence. */
export function askedName(gameId: string, fence: number, processId: string): string {
  return `${gameId}@${fence}?${processId}`;
}

/** What the names say of one game. */
export interface GameNames {
  /** The highest fence that was ever given out; 0 before the first. */
  readonly fence: number;
  /** Whether a process has that fence, and has not released it. */
  readonly isOwned: boolean;
  readonly all: readonly OwnerName[];
}

/** What names say of one game; they are all of that game. */
function summary(all: readonly OwnerName[]): GameNames {
  const given = all.filter(({ kind }) => kind !== 'asked');
  const fence = given.reduce((highest, found) => Math.max(highest, found.fence), 0);
  const isReleased = given.some((found) => found.fence === fence && found.kind === 'released');
  return { fence, isOwned: fence > 0 && !isReleased, all };
}

/** The names in a folder by game. */
export function groupNames(names: readonly string[]): ReadonlyMap<string, GameNames> {
  const groups = new Map<string, OwnerName[]>();
  for (const name of names) {
    const found = parseOwnerName(name);
    if (found === undefined) continue;
    const group = groups.get(found.gameId);
    if (group === undefined) groups.set(found.gameId, [found]);
    else group.push(found);
  }
  return new Map([...groups].map(([gameId, all]) => [gameId, summary(all)]));
}

/** Finds the names of one game. */
export function namesOfGame(names: readonly string[], gameId: string): GameNames {
  return groupNames(names.filter((name) => name.startsWith(`${gameId}@`))).get(gameId) ?? summary([]);
}
