import type { Fields } from '../../agent/client.js';

/** Tiles from which an enemy is awaited. */
const NEAR_TILES = 3;
/** Units that hold a city in danger. */
const DEFENDERS = 2;

/** A city that an enemy is near to. */
const THREAT = /(?<tiles>\d+) tiles? .* of "?(?<city>.+?)"? \(defenders: (?<present>\d+)\)/;

/** The names of the cities that threats of a brief are about. */
export function citiesNamed(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => THREAT.exec(line)?.groups?.city ?? []);
}

/** Plans to defend the cities that enemies are near to, by the threats of a brief. A city whose name is in `defended` has one, and gets into it. */
export function threatOrders(
  lines: readonly string[],
  cityIds: ReadonlyMap<string, number>,
  defended: Set<string>,
): readonly Fields[] {
  return lines.flatMap((line) => {
    const { tiles, city: name = '', present } = THREAT.exec(line)?.groups ?? {};
    const id = cityIds.get(name);
    if (id === undefined || Number(tiles) > NEAR_TILES || Number(present) >= DEFENDERS || defended.has(name))
      return [];
    defended.add(name);
    return [{ action_type: 'defend', actor_id: id, number: DEFENDERS }];
  });
}
