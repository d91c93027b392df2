import { followAdvice } from './followed-advice.js';

/** Sizes of the maps in tiles, each with less land for the same players. */
const MAPS = [
  { xsize: 36, ysize: 28 },
  { xsize: 28, ysize: 20 },
  { xsize: 24, ysize: 18 },
] as const;
const TURNS = 90;
const PLAYERS = 5;
/** Of all that is advised. */
const MAX_REFUSED_SHARE = 0.02;

/** Follows all advice in that many games, the first with that seed, and prints how much was refused; false when that was too much. */
export async function measureAdvice({
  games,
  seed: first,
}: {
  readonly games: number;
  readonly seed: number;
}): Promise<boolean> {
  let [advised, refused, refusedAgain, asTold, otherwise] = [0, 0, 0, 0, 0];
  for (let game = 0; game < games; game += 1) {
    const seed = first + game;
    const { xsize, ysize } = MAPS[game % MAPS.length] ?? MAPS[0];
    const came = await followAdvice({ seed, turns: TURNS, players: PLAYERS, xsize, ysize });
    for (const line of [...came.refused, ...came.settled.otherwise]) console.log(`seed ${seed}, ${line}`);
    console.log(
      `seed ${seed}, ${xsize}x${ysize}: ${came.advised} advised, ${came.refused.length} refused, ${came.refusedAgain.length} again; ${came.settled.asTold} cities as told, ${came.settled.otherwise.length} not`,
    );
    advised += came.advised;
    refused += came.refused.length;
    refusedAgain += came.refusedAgain.length;
    asTold += came.settled.asTold;
    otherwise += came.settled.otherwise.length;
  }
  const share = refused / Math.max(1, advised);
  console.log(
    `${advised} advised, ${refused} refused (${(share * 100).toFixed(1)} %), ${refusedAgain} again; ${asTold} of ${asTold + otherwise} cities as told`,
  );
  return share <= MAX_REFUSED_SHARE && refusedAgain === 0;
}
