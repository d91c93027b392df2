import { performAction } from '../../proxy/actions/perform-action.js';
import type { Seat } from '../../proxy/games/seats/seat.js';
import { isGreatWonder } from '../../proxy/rules/lookup/cities.js';
import { type BuildTarget, buildTargets } from '../../proxy/rules/production/build-targets.js';
import { ownCities } from '../../test/support/own-things.js';
import type { PlayedGame } from '../../test/support/played-game.js';
import { runLua } from './lua.js';

/** What a spaceship comes from, in the order in which it is built; rule names of both rulesets. */
const before = ['Factory', 'Apollo Program'];
/** Enough parts for one that arrives. */
const parts = { 'Space Module': 3, 'Space Component': 2, 'Space Structural': 20 };

type Parts = Record<keyof typeof parts, number>;

/** Has cities build what takes many turns of purpose: a spaceship where it can be, else wonders; and lists of work. */
export async function pursue(
  game: PlayedGame,
  seat: Seat,
  allowance: number,
  random: () => number,
): Promise<void> {
  const { world } = seat;
  const own = world.seat.player ?? -1;
  await runLua(game, [`edit.change_gold(find.player(${own}), ${allowance})`]);
  const rates = world.players.get(own);
  // The server tells of gold only with the next player_info: any request of the player brings one.
  if (rates !== undefined) {
    const { tax, luxury, science } = rates;
    await seat.request('player_rates', { tax, luxury, science });
  }
  const planned = builtParts(seat);
  for (const { id } of ownCities(world)) {
    const city = world.cities.get(id);
    const possible = city === undefined ? [] : buildTargets(world, city);
    const part = nextForShip(possible, planned);
    const target = part ?? pick(wonders(seat, possible), random);
    if (target === undefined) continue;
    await performAction(seat, { type: 'city_production', city_id: id, target }, 'pursue');
    if (part !== undefined) await performAction(seat, { type: 'city_buy', city_id: id }, 'pursue');
    await performAction(seat, { type: 'city_worklist_append', city_id: id, items: ['Settlers'] }, 'pursue');
  }
}

function builtParts({ world }: Seat): Parts {
  const ship = world.spaceships.get(world.seat.player ?? -1);
  return {
    'Space Module': ship?.modules ?? 0,
    'Space Component': ship?.components ?? 0,
    'Space Structural': ship?.structurals ?? 0,
  };
}

/** The part there are too few of, or what comes before parts; what is chosen counts as built. */
function nextForShip(possible: readonly BuildTarget[], planned: Parts): string | undefined {
  const canBuild = (wanted: string) => possible.some(({ name }) => name === wanted);
  const names = ['Space Module', 'Space Component', 'Space Structural'] as const;
  const part = names.find((name) => canBuild(name) && planned[name] < parts[name]);
  if (part === undefined) return before.find(canBuild);
  planned[part] += 1;
  return part;
}

function wonders({ world }: Seat, possible: readonly BuildTarget[]): string[] {
  return possible
    .filter(({ kind, value }) => {
      const thing = world.ruleset.improvements.get(value);
      return kind === 'VUT_IMPROVEMENT' && thing !== undefined && isGreatWonder(thing);
    })
    .map(({ name }) => name);
}

function pick<T>(things: readonly T[], random: () => number): T | undefined {
  return things[Math.floor(random() * things.length)];
}
