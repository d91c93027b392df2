import type { CounselLine } from '#shared/protocol/state/counsel.js';
import { cityEconomy } from '../../rules/cities/city-economy.js';
import { outputs } from '../../rules/cities/outputs.js';
import { diplomacyEntry, livingPlayers } from '../../rules/lookup/players.js';
import type { RealmBasis } from '../../rules/players/realm-forecast.js';
import type { World } from '../../world/world.js';
import { turnsText } from '../optimized/text-parts.js';
import { percentOf } from './wording.js';

/** Cities whose granary lasts longer are not spoken of. */
const MAX_FAMINE_TURNS = 3;

/** Cities that eat more than they make and have little left, the next to starve first. */
export function famineCounsel({ world, cities }: RealmBasis): readonly CounselLine[] {
  return cities
    .flatMap((basis) => {
      const { id, name, detail } = basis.city;
      const food = cityEconomy(world, basis).surplus[outputs.food] ?? 0;
      const stock = detail?.foodStock ?? 0;
      const turns = food < 0 ? Math.floor(stock / -food) + 1 : Number.POSITIVE_INFINITY;
      return turns > MAX_FAMINE_TURNS ? [] : [{ city_id: id, name, food, stock, turns }];
    })
    .sort((a, b) => a.turns - b.turns)
    .map(({ name, ...figures }) => ({
      kind: 'famine',
      text: `${name} makes ${figures.food} food a turn with ${figures.stock} in store: ${whenWords(figures.turns)} a unit that it feeds or a citizen starves`,
      weight: Math.max(5, percentOf(1, cities.length)),
      figures,
    }));
}

function whenWords(turns: number): string {
  return turns === 1 ? 'at this turn change' : `in ${turns} turns`;
}

/** Ceasefires that last longer are not spoken of. */
const MAX_CEASEFIRE_TURNS = 5;

/** Ceasefires that turn into war again within a few turns, the next first. */
export function treatyCounsel(world: World): readonly CounselLine[] {
  const me = world.seat.player;
  if (me === undefined) return [];
  return livingPlayers(world)
    .flatMap(({ playerno, name }) => {
      const entry = diplomacyEntry(world, me, playerno);
      if (entry?.type !== 'DS_CEASEFIRE' || entry.turnsLeft <= 0 || entry.turnsLeft > MAX_CEASEFIRE_TURNS)
        return [];
      return [{ name, figures: { player_id: playerno, turns: entry.turnsLeft } }];
    })
    .sort((a, b) => a.figures.turns - b.figures.turns)
    .map(({ name, figures }) => ({
      kind: 'treaty',
      text: `The ceasefire with ${name} ends in ${turnsText(figures.turns)} and is war again; a peace treaty before that keeps it`,
      weight: 30 - 2 * figures.turns,
      figures,
    }));
}
