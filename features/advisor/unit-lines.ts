import { describeOccupation, placeName, unitName } from '../../proxy/orders/descriptions.js';
import { occupationOf } from '../../proxy/orders/occupation.js';
import { nonZeroOutputs } from '../../proxy/views/entities/wire-values.js';
import { nameText } from '../../proxy/world/name-text.js';
import type { Unit } from '../../proxy/world/unit.js';
import type { World } from '../../proxy/world/world.js';

/** Each of a seat's own units in a line: `Warriors 131 Roma (3, 4), home Capua 140, costs 1 shield, fortified`. */
export function unitLines(world: World, units: readonly Unit[]): readonly string[] {
  return units.toSorted((a, b) => a.id - b.id).map((unit) => unitLine(world, unit));
}

function unitLine(world: World, unit: Unit): string {
  const home = world.cities.get(unit.detail?.homecity ?? -1);
  const occupation = occupationOf(world, unit);
  return [
    `${unitName(world, unit)} ${placeName(world, unit.tile)}`,
    home === undefined ? 'no home' : `home ${nameText(home.name)} ${home.id}`,
    ...upkeepWords(unit),
    occupation === undefined ? 'idle' : describeOccupation(world, occupation),
  ].join(', ');
}

/** `costs 1 shield 1 food` a turn; nothing where it costs nothing. */
function upkeepWords({ detail }: Unit): readonly string[] {
  const costs = Object.entries(nonZeroOutputs(detail?.upkeep ?? []));
  return costs.length === 0
    ? []
    : [`costs ${costs.map(([output, amount]) => `${amount} ${output}`).join(' ')} a turn`];
}
