import { upsets } from '../../../proxy/rules/cities/city-support.js';
import { canHelpWonders } from '../../../proxy/rules/units/action-enablers.js';
import type { World } from '../../../proxy/world/world.js';
import { settlingOutlook } from '../settling/settling.js';
import { type Situation, situationOf } from '../situation.js';
import { endangeredCities, threats } from '../threats/threats.js';

/**
 * What the choices of production of a nation depend on: while each of these is the same as before, so are the choices. A unit that
 * moves changes one of them where it enters or leaves a city, upsets citizens, founds cities or helps to build wonders.
 */
export function choiceInputs(world: World): readonly unknown[] {
  const situation = situationOf(world);
  const endangered = [...endangeredCities(threats(situation))].join();
  const barbarians = world.settings.get('onsetbarbs');
  // The outlook is made anew once anything but a unit has changed: it stands for all of that.
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
  // The way of a helper depends on all units and tiles.
  const areUnderWay = helpers.some(({ detail }) => detail?.hasOrders === true);
  return [kinds.join(), areUnderWay && world.positionVersion, ...helpers];
}
