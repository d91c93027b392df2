import { seededRandom } from '#shared/core/seeded-random.js';
import type { AgentConnection } from '../../agent/agent-connection.js';
import type { Bot, Fact } from '../bots/bot.js';
import { BOTS } from '../bots/bots.js';
import { Builder } from '../bots/builder.js';
import { Obedient } from '../bots/obedient.js';
import { halfClosedEyes, openEyes } from './strategist/reading.js';
import { Strategist } from './strategist/strategist.js';

/** Makes a bot for a seat that an agent has. Its turns are ended for it. */
export type ComparedBotMaker = (
  agent: AgentConnection,
  without: ReadonlySet<Fact>,
  seed: number,
) => Omit<Bot, 'endTurn'>;

/** Does what the brief advises, nothing else. */
const obedient: ComparedBotMaker = (agent, without) => new Obedient(agent, without);
/** Decides by the brief, rows of cities, options and standing plans. */
const builder: ComparedBotMaker = (agent, without) => new Builder(agent, without);
/** Settles, builds and buys by all of `llm_optimized`. */
export const informed: ComparedBotMaker = (agent, _, seed) =>
  new Strategist(agent, openEyes, seededRandom(seed));
/** The same knowing own units and offers alone. */
export const restricted: ComparedBotMaker = (agent, _, seed) =>
  new Strategist(agent, halfClosedEyes, seededRandom(seed));

/** Bots that no fact is kept from. */
const others = Object.keys(BOTS).filter((name) => !['obedient', 'builder'].includes(name));

function bot(name: string): ComparedBotMaker {
  return (agent, _, seed) => {
    const make = BOTS[name];
    if (make === undefined) throw new Error(`there is no bot ${name}`);
    return make(agent, seed);
  };
}

/** The players that can be compared, by name. */
export const PLAYERS: Readonly<Record<string, ComparedBotMaker>> = {
  ...Object.fromEntries(others.map((name) => [name, bot(name)])),
  ...{ obedient, builder, informed, restricted },
};
