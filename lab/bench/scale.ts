/**
 * `npm run bench -- scale [requests] [games] [crowd]`: how the parts of an installation grow, all three without a word.
 * `requests`: requests a second through several gateways to several proxies, beside bare relays. `games`: many games at once,
 * and a state beside busy games. `crowd`: what each of many agents and spectators holds. docs/sizing.md reckons with the figures.
 */
import { describeMachine, shownMachine } from '../../test/support/machine.js';
import { measureGames } from './support/scale/many-games.js';
import { measureCrowd } from './support/scale/many-people.js';
import { measureRequests } from './support/scale/requests.js';

const PARTS = { requests: measureRequests, games: measureGames, crowd: measureCrowd };
const names = Object.keys(PARTS);
const asked = process.argv.slice(2).filter((word) => names.includes(word));
console.log(shownMachine(describeMachine()));
for (const [name, measure] of Object.entries(PARTS))
  if (asked.length === 0 || asked.includes(name)) await measure();
