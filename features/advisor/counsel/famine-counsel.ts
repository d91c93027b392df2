import type { CounselLine } from '#shared/protocol/state/counsel.js';
import { cityEconomy } from '../../../proxy/rules/cities/city-economy.js';
import { outputs } from '../../../proxy/rules/lookup/outputs.js';
import type { RealmBasis } from '../../../proxy/rules/players/realm-forecast.js';
import { nameText } from '../../../proxy/world/name-text.js';

/** Cities whose granary lasts longer are not spoken of. */
const MAX_FAMINE_TURNS = 3;

/** Cities that eat more than they make and have little left, the next to starve first. A citizen of all citizens is at stake. */
export function famineCounsel({ world, cities }: RealmBasis): readonly CounselLine[] {
  const citizens = cities.reduce((sum, { city }) => sum + city.size, 0);
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
      text: `${nameText(name)} makes ${figures.food} food a turn with ${figures.stock} in store: ${whenWords(figures.turns)} a unit that it feeds or a citizen starves`,
      weight: Math.round(1000 / Math.max(1, citizens)) / 10,
      figures,
    }));
}

function whenWords(turns: number): string {
  return turns === 1 ? 'at this turn change' : `in ${turns} turns`;
}
