import { seededRandom } from '#shared/core/seeded-random.js';
import type { Seat } from '../../proxy/games/seats/seat.js';
import { type PlayedGame, playGame } from '../../test/support/played-game.js';
import type { Age } from './ages.js';
import { pursue } from './ambitions.js';
import { setEncounters } from './encounters.js';
import type { Recall } from './recall.js';
import { sampleOffers, sampleTurnEnd } from './sample-offers.js';
import { setScene } from './scenery.js';
import { giveVotes, talk } from './talks.js';
import type { Tally } from './tally.js';
import { tryEverything } from './try-everything.js';

const SAMPLES_IN_A_TURN = 40;
const MAX_GAMES = 8;
/** In years. */
const SOON = 5;
/** A game whose seats have died out ends by itself. */
const MAX_TURNS = 60;

/**
 * Plays games of an age until that many samples of it are taken; recall is measured on the way. With things put
 * where no game would bring them the server breaks down now and then at a turn change: another game goes on for it.
 */
export async function playAge(
  age: Age,
  samples: number,
  seed: number,
  tally: Tally,
  recall: Recall,
): Promise<void> {
  const goal = tally.sum + samples;
  for (let number = 0; number < MAX_GAMES && tally.sum < goal; number += 1) {
    await using game = await started(age, seed + number);
    const lost = game.server.exited.then(() => true);
    const played = playOn(game, age, goal, seed + number, tally, recall).then(() => false);
    // What waits for a server that is gone fails, and says no more than `lost` does.
    played.catch(() => undefined);
    if (await Promise.race([lost, played])) console.log(`${age.ruleset}, seed ${seed + number}: server lost`);
  }
}

async function playOn(
  game: PlayedGame,
  age: Age,
  goal: number,
  seed: number,
  tally: Tally,
  recall: Recall,
): Promise<void> {
  const random = seededRandom(seed);
  for (let turn = 0; turn < age.head; turn += 1) {
    for (const seat of game.seats) await pursue(game, seat, age.allowance, random);
    await game.nextTurn();
  }
  for (let turn = 0; turn < MAX_TURNS && tally.sum < goal; turn += 1) {
    for (const [index, seat] of game.seats.entries()) {
      await setScene(game, seat, random);
      await setEncounters(game, seat, random, tally);
      await pursue(game, seat, age.allowance, random);
      await talk(game.seats, seat, random);
      const most = Math.min(SAMPLES_IN_A_TURN, goal - tally.sum);
      await sampleOffers(seat, most, random, tally, age.ruleset);
      // That takes long: one seat a turn.
      if (turn % game.seats.length === index)
        await tryEverything(game.seats, seat, random, recall, age.ruleset);
    }
    await sampleTurnEnd(game.seat, tally, age.ruleset);
    // When a spaceship arrives the game is over.
    if (game.seats.some(arrivesSoon)) return;
    await game.nextTurn();
  }
}

function arrivesSoon({ world }: Seat): boolean {
  const ship = world.spaceships.get(world.seat.player ?? -1);
  if (ship?.sshipState !== 'SSHIP_LAUNCHED') return false;
  const year = world.game?.year32 ?? world.game?.year16 ?? 0;
  return (ship.launchYear32 ?? ship.launchYear16 ?? 0) + ship.travelTime - year < SOON;
}

async function started(age: Age, seed: number): Promise<PlayedGame> {
  const game = await playGame({
    ruleset: age.ruleset,
    ...(age.binary === undefined ? {} : { binary: age.binary }),
    seats: 2,
    players: 4,
    commands: [
      `set gameseed ${seed}`,
      `set mapseed ${seed}`,
      `set techlevel ${age.techs}`,
      `set gold ${age.gold}`,
      'set size 1',
      'set startpos ALL',
      'set dispersion 3',
      'set contactturns 100',
      'set victories SPACERACE',
      'easy',
    ],
  });
  await giveVotes(game);
  await game.playUntil(age.from);
  return game;
}
