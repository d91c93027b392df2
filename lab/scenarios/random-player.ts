import { AgentError } from '../../agent/client.js';
import { seededRandom } from '../../test/support/seeded-random.js';
import { RandomBot } from '../bots/random.js';
import { passTurn, type ScenarioPlayer, type ScenarioSeat } from './play-scenario.js';

/** The bot `random` of the arena on each seat: it does what it draws of all offers. */
export function randomPlayer(seed: number): ScenarioPlayer {
  return async (seats) => {
    await Promise.all(seats.map(({ agent }) => agent.push('turn_start')));
    const bots = seats.map((seat, at) => ({
      seat,
      bot: new RandomBot(seat.agent, seededRandom(seed * 100 + at)),
    }));
    while (!seats.every(({ isOver }) => isOver)) {
      for (const { seat, bot } of bots) await playTurn(seat, bot);
      await passTurn(seats);
    }
  };
}

/** What is refused because the game has just ended is no harm. */
async function playTurn(seat: ScenarioSeat, bot: RandomBot): Promise<void> {
  if (seat.isOver) return;
  await bot.turn().catch((error: unknown) => {
    if (!(error instanceof AgentError)) throw error;
  });
}
