import type { Games } from '../../../proxy/games/lifecycle/games.js';

/** A batch that is held in its middle. */
export interface HeldBatch {
  /** Settles when the first part is done; what follows waits. */
  readonly reached: Promise<void>;
  release(): void;
}

/** Lets the actions of a seat pass until a worklist of its cities has so many entries; holds what follows until `release`. */
export function holdBatch(games: Games, gameId: string, agentId: string, entries: number): HeldBatch {
  const seat = games.get(gameId)?.seat(agentId);
  if (seat === undefined) throw new Error('there is no such seat');
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const isInMiddle = () =>
    [...seat.world.cities.values()].some(({ detail }) => detail?.worklist.length === entries);
  const reached = seat.until(isInMiddle, AbortSignal.timeout(60_000)).then(() => {
    // Behind this the next action of the batch waits.
    void seat.runInOrder(() => released);
  });
  return { reached, release };
}
