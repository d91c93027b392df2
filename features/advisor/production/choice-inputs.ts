import { upsets } from '../../../proxy/rules/cities/city-support.js';
import { canHelpWonders } from '../../../proxy/rules/units/action-enablers.js';
import type { World } from '../../../proxy/world/world.js';
import { settlingOutlook } from '../settling/settling.js';
import { type Situation, situationOf } from '../situation.js';
import { endangeredCities, threats } from '../threats/threats.js';

/**
 * What the choices of production of a nation depend on: each is the same value as before where they are the same. Most units may move
 * without a change: not those that enter or leave a city, upset citizens, found cities or help to build wonders.
 */
export function choiceInputs(world: World): readonly unknown[] {
  const situation = situationOf(world);
  const endangered = [...endangeredCities(threats(situation))].join();
  const barbarians = world.settings.get('onsetbarbs');
  // It is another object once anything else than a unit has changed, too.
  const outlook = settlingOutlook(situation);
  return [outlook, endangered, barbarians, ...unitInputs(situation)];
}

function unitInputs({ world, units, cities }: Situation): readonly unknown[] {
  const centres = new Set(cities.map(({ tile }) => tile));
  const kinds = units.map((unit) => {
    const place = centres.has(unit.tile) ? unit.tile : upsets(world, unit);
    return `${unit.type}.${unit.detail?.homecity}.${place}`;
  });
  const helpers = units.filter((unit) => canHelpWonders(world, unit));
  // The ways of units that go to a wonder depend on all units and tiles.
  const areUnderWay = helpers.some(({ detail }) => detail?.hasOrders === true);
  return [kinds.join(), areUnderWay && world.positionVersion, ...helpers];
}
