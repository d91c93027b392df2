import { supposePlayer } from '../../../proxy/rules/lookup/supposed-world.js';
import { VersionCache } from '../../../proxy/rules/lookup/version-cache.js';
import { maxRate, type Rates } from '../../../proxy/rules/players/government.js';
import { currentRates, type RealmBasis, realmBasis } from '../../../proxy/rules/players/realm-forecast.js';
import type { World } from '../../../proxy/world/world.js';

const forecasts = new VersionCache<Map<string, RealmBasis>>(
  (world) => world,
  () => new Map(),
);

/** The realm under another government, with units, buildings and tiles of now and rates as far as it allows them. */
export function governmentForecast(world: World, player: number, government: number): RealmBasis {
  const known = forecasts.of(world);
  const key = `${player} ${government}`;
  const forecast = known.get(key) ?? forecastOf(world, player, government);
  known.set(key, forecast);
  return forecast;
}

function forecastOf(world: World, player: number, government: number): RealmBasis {
  const changed = supposePlayer(world, player, { government });
  const rates = limitedRates(currentRates(world, player), maxRate(changed, player));
  return realmBasis(supposePlayer(changed, player, rates), player);
}

/** Rates cut to a limit (`player_limit_to_max_rates`): what is over goes to taxes, then luxury, then science. */
function limitedRates({ tax, luxury, science }: Rates, most: number): Rates {
  const cut = { tax: Math.min(tax, most), luxury: Math.min(luxury, most), science: Math.min(science, most) };
  const toTax = Math.min(most - cut.tax, 100 - cut.tax - cut.luxury - cut.science);
  const withTax = { ...cut, tax: cut.tax + toTax };
  const rest = 100 - withTax.tax - withTax.luxury - withTax.science;
  const toLuxury = Math.min(most - withTax.luxury, rest);
  return { tax: withTax.tax, luxury: withTax.luxury + toLuxury, science: withTax.science + rest - toLuxury };
}
