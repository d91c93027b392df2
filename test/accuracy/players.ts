/**
 * What the state is worth: `npm run compare -- --seeds 1,2,3 --turns 50`. One player program plays the same games
 * twice on the real server against AIs: once reading all of `llm_optimized`, once only own units and offers. Prints
 * the scores that the server has logged for the last turn; code 1 when knowing more did not win every time.
 */
import { parseArgs } from 'node:util';
import { type Outcome, playStrategist } from '../support/strategist/play-strategist.js';
import { halfClosedEyes, openEyes } from '../support/strategist/reading.js';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1,2,3,4,5,6' },
    turns: { type: 'string', default: '50' },
  },
});
const turns = Number(values.turns);
let beaten = true;
for (const seed of values.seeds.split(',').map(Number)) {
  const informed = await playStrategist(openEyes, { seed, turns });
  const restricted = await playStrategist(halfClosedEyes, { seed, turns });
  if (informed.score <= restricted.score) beaten = false;
  console.log(`seed ${seed}, turn ${turns}: ${shown(informed)} with the state, ${shown(restricted)} without`);
}
process.exitCode = beaten ? 0 : 1;

function shown({ score, cities, citizens, techs }: Outcome): string {
  return `${score} points (${cities} cities, ${citizens} citizens, ${techs} techs)`;
}
