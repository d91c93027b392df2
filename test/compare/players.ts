import { seededRandom } from '../support/seeded-random.js';
import { halfClosedEyes, openEyes } from '../support/strategist/reading.js';
import { Strategist } from '../support/strategist/strategist.js';
import { Builder } from './builder.js';
import { Obedient } from './obedient.js';
import type { PlayerMaker } from './player.js';

/** Does what the brief advises, nothing else. */
const obedient: PlayerMaker = (agent, without) => new Obedient(agent, without);
/** Decides by the brief, rows of cities, options and standing plans. */
const builder: PlayerMaker = (agent, without) => new Builder(agent, without);
/** Settles, builds and buys by all of `llm_optimized`. */
export const informed: PlayerMaker = (agent, _, seed) => new Strategist(agent, openEyes, seededRandom(seed));
/** The same knowing own units and offers alone. */
export const restricted: PlayerMaker = (agent, _, seed) =>
  new Strategist(agent, halfClosedEyes, seededRandom(seed));

/** The players that can be compared, by name. */
export const PLAYERS: Readonly<Record<string, PlayerMaker>> = { obedient, builder, informed, restricted };
