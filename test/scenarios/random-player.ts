import type { Offer } from '#shared/protocol/state/offer.js';
import { AgentError } from '../../agent/errors.js';
import { seededRandom } from '../support/seeded-random.js';
import { passTurn, type ScenarioPlayer, type ScenarioSeat } from './play-scenario.js';

/** Enough to use what most stages have once in a turn. */
const MAX_ACTIONS_PER_TURN = 6;

/** Does what is offered, each offer as likely as any other. */
export function randomPlayer(seed: number): ScenarioPlayer {
  const random = seededRandom(seed);
  return async (seats) => {
    while (!seats.every(({ isOver }) => isOver)) {
      for (const seat of seats) await playTurn(seat, random);
      await passTurn(seats);
    }
  };
}

async function playTurn(seat: ScenarioSeat, random: () => number): Promise<void> {
  for (let done = 0; done < MAX_ACTIONS_PER_TURN && !seat.isOver; done += 1) {
    const offer = await oneOffer(seat, random);
    if (offer === undefined || offer.type === 'end_turn') return;
    await seat.tries(offer.type, { ...offer });
  }
}

/** Undefined when there is none, and when the game has just ended. */
async function oneOffer(seat: ScenarioSeat, random: () => number): Promise<Offer | undefined> {
  try {
    const { offers } = await seat.agent.offers();
    return offers[Math.floor(random() * offers.length)];
  } catch (error) {
    if (error instanceof AgentError) return undefined;
    throw error;
  }
}
