import { seededRandom } from '#shared/core/seeded-random.js';
import type { Bot, BotSeat } from './bot.js';
import { Builder } from './builder.js';
import { Diplomat } from './diplomat.js';
import { Obedient } from './obedient.js';
import { RandomBot } from './random.js';
import { Warlord } from './warlord.js';

/** Makes a bot for a seat; what it draws follows the seed. */
export type BotMaker = (seat: BotSeat, seed: number) => Bot;

/** The bots by name. */
export const BOTS: Readonly<Record<string, BotMaker>> = {
  random: (seat, seed) => new RandomBot(seat, seededRandom(seed)),
  obedient: (seat) => new Obedient(seat),
  builder: (seat) => new Builder(seat),
  warlord: (seat) => new Warlord(seat),
  diplomat: (seat) => new Diplomat(seat),
};
