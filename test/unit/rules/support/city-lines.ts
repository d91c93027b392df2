import { bestTileSwap } from '../../../../features/advisor/rules/tile-swap.js';
import {
  freeTiles,
  isInDisorder,
  usableSpecialists,
  workedTiles,
} from '../../../../proxy/rules/cities/citizens.js';
import { cityBasis, cityEconomy } from '../../../../proxy/rules/cities/city-economy.js';
import { martialLaw, unhappinessByUnits, unitUpkeep } from '../../../../proxy/rules/cities/city-support.js';
import { coinage } from '../../../../proxy/rules/cities/income.js';
import { distanceToCentre, supportedUnits } from '../../../../proxy/rules/cities/realm.js';
import { tileOutput } from '../../../../proxy/rules/cities/tile-output.js';
import { cityTiles } from '../../../../proxy/rules/lookup/cities.js';
import { buyCost, stockAfterChange } from '../../../../proxy/rules/production/build-costs.js';
import { buildTargets, canChangeProduction } from '../../../../proxy/rules/production/build-targets.js';
import {
  canBuy,
  isSureToBuy,
  productionPrice,
  sellableBuildings,
  sellPrice,
} from '../../../../proxy/rules/production/buy-and-sell.js';
import { targetOf } from '../../../../proxy/rules/production/target.js';
import { isUsefulTask, taskExtras, usefulTasks } from '../../../../proxy/rules/terrain/worker-tasks.js';
import type { City } from '../../../../proxy/world/city.js';
import type { World } from '../../../../proxy/world/world.js';
import { must } from '../../../support/changed-world.js';
import { ownCities } from '../../../support/own-things.js';
import { sign } from './unit-lines.js';

/** The seat's own cities, and two others. */
function someCities(world: World): City[] {
  const cities = [...world.cities.values()];
  const others = cities.filter(({ owner }) => owner !== world.seat.player);
  return [...ownCities(world), ...others.slice(0, 2)];
}

/** What each city makes, spends and feels, and the rules behind it. */
export function economyLines(world: World): string[] {
  return someCities(world).flatMap((city) => {
    const basis = cityBasis(world, city);
    const { waste, prod, usage, surplus, moods, disorder, celebrates } = cityEconomy(world, basis);
    const units = supportedUnits(world, city);
    const swap = bestTileSwap(world, basis);
    return [
      `${city.name} (${city.size}) prod ${prod} waste ${waste} usage ${usage} surplus ${surplus} base ${basis.citizenBase} bonus ${basis.effects.bonus}`,
      `  moods ${Object.values(moods).join(' ')} ${[disorder, celebrates, isInDisorder(city)].map(sign).join('')} units ${unitUpkeep(world, city, units)} buildings ${basis.effects.buildingUpkeep}`,
      `  law ${martialLaw(world, city)} upset ${unhappinessByUnits(world, city, units)} far ${distanceToCentre(world, city)} coins ${coinage(world, city)} of 7 ${coinage(world, city, 7)}`,
      `  works ${workedTiles(world, city)} free ${freeTiles(world, city)} specialists ${usableSpecialists(world, city)} swap ${swap?.from} ${swap?.to} ${swap?.gain}`,
    ];
  });
}

/** What each city can build, for how much, and in how many turns; what it can buy and sell. */
export function productionLines(world: World): string[] {
  return someCities(world).flatMap((city) => {
    const targets = buildTargets(world, city).map(
      ({ kind, value, ruleName, cost, turns, popCost, certain }) => {
        const target = must(targetOf(world, kind, value));
        const stock = stockAfterChange(world, city, target);
        const price = `${buyCost(world, city, target, stock)}/${buyCost(world, city, target, 0)}`;
        return `${ruleName} ${cost} ${turns} ${popCost} ${stock} ${price}${certain ? '' : '?'}`;
      },
    );
    const sells = sellableBuildings(world, city).map((id) => `${id}=${sellPrice(world, id)}`);
    const may = [isSureToBuy(world, city), canChangeProduction(city)].map(sign).join('');
    return [
      `${city.name}: ${targets.join(', ')}`,
      `  ${canBuy(world, city)} ${may} ${productionPrice(world, city)} sells ${sells.join(' ')}`,
    ];
  });
}

/** What the tiles of a city bring with it and without it, and what workers could do there. */
export function tileLines(world: World): string[] {
  const [city] = [...world.cities.values()].filter(({ detail }) => detail !== undefined);
  return city === undefined ? [] : (cityTiles(world, city) ?? []).map((tile) => tileLine(world, city, tile));
}

function tileLine(world: World, city: City, tile: number): string {
  const yields = [0, 1, 2].map(
    (output) => `${tileOutput(world, tile, output, city)}/${tileOutput(world, tile, output)}`,
  );
  const tasks = usefulTasks.map((task) => {
    const extras = taskExtras(world, city, tile, task)?.map(({ id }) => id);
    return `${sign(isUsefulTask(world, city, tile, task))}${extras}`;
  });
  return `${tile} ${yields.join(' ')} ${tasks.join(' ')} ${taskExtras(world, city, tile, 'transform')}`;
}
