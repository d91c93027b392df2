import { performAction } from '../../proxy/actions/perform-action.js';
import type { Seat } from '../../proxy/games/seats/seat.js';
import { isGreatWonder } from '../../proxy/rules/cities.js';
import { buildTargets } from '../../proxy/rules/production.js';
import { ownCities } from '../support/own-things.js';
import type { PlayedGame } from '../support/played-game.js';
import { runLua } from './lua.js';

/** The way to a spaceship, in the order in which it is gone; rule names of both rulesets. */
const spaceRace = ['Space Module', 'Space Component', 'Space Structural', 'Apollo Program', 'Factory'];

/** Has cities build what takes many turns of purpose: a spaceship where it can be, else wonders; and lists of work. */
export async function pursue(game: PlayedGame, seat: Seat, random: () => number): Promise<void> {
  await runLua(game, [`edit.change_gold(find.player(${seat.world.seat.player ?? -1}), 1500)`]);
  const rates = seat.world.players.get(seat.world.seat.player ?? -1);
  // The server tells of gold only with the next player_info: any request of the player brings one.
  if (rates !== undefined) {
    const { tax, luxury, science } = rates;
    await seat.request('player_rates', { tax, luxury, science });
  }
  for (const { id } of ownCities(seat.world)) {
    const city = seat.world.cities.get(id);
    const improvements = city === undefined ? [] : buildTargets(seat.world, city);
    const wonders = improvements.filter(({ kind, value }) => {
      const thing = seat.world.ruleset.improvements.get(value);
      return kind === 'VUT_IMPROVEMENT' && thing !== undefined && isGreatWonder(thing);
    });
    const part = spaceRace.find((name) => improvements.some((target) => target.name === name));
    const target = part ?? wonders[Math.floor(random() * wonders.length)]?.name;
    if (target === undefined) continue;
    await performAction(seat, { type: 'city_production', city_id: id, target }, 'pursue');
    if (part !== undefined) await performAction(seat, { type: 'city_buy', city_id: id }, 'pursue');
    await performAction(seat, { type: 'city_worklist_append', city_id: id, items: ['Settlers'] }, 'pursue');
  }
}
