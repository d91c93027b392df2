/** Something that an agent was told, by the last turn in which it was so. */
interface Seen {
  readonly seen: number;
}

/** What was told is new again when it was not so for this many turns. */
export const MAX_ABSENT_TURNS = 10;

/** The log of what was told, in a turn in which some of it is so again: `present` has its keys. What was not so for long is not kept. */
export function stillTold<T extends Seen>(
  told: ReadonlyMap<string, T>,
  present: ReadonlySet<string>,
  turn: number,
): readonly (readonly [string, T])[] {
  return [...told]
    .map(([key, one]) => [key, present.has(key) ? { ...one, seen: turn } : one] as const)
    .filter(([, { seen }]) => turn - seen < MAX_ABSENT_TURNS);
}
