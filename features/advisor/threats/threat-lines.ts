import type { Threat } from '#shared/protocol/state/prospects.js';
import { listUpTo } from '../../../proxy/rules/lookup/names.js';
import { nameText } from '../../../proxy/world/name-text.js';
import type { World } from '../../../proxy/world/world.js';

/** Cities in one line. */
const MAX_NAMED = 4;

/**
 * A line for each threat, in their order; none twice. Units on one tile have one line: after the city that is most in danger it
 * names the others.
 */
export function threatLines(
  { cities }: Pick<World, 'cities'>,
  threats: readonly Threat[],
): readonly string[] {
  const sources = [...new Set(threats.map(sourceOf))];
  const lines = sources.map((source) => {
    const [worst, ...others] = threats.filter((threat) => sourceOf(threat) === source);
    const names = others.flatMap(({ city_id: id }) => {
      const city = cities.get(id ?? -1);
      return city === undefined ? [] : [nameText(city.name)];
    });
    const also = names.length === 0 ? '' : `; also near ${listUpTo(MAX_NAMED, names)}`;
    return `${worst?.description ?? ''}${also}`;
  });
  return [...new Set(lines)];
}

/** Where a threat stands, or its sentence where it stands nowhere. */
function sourceOf({ location, player_id: player, description }: Threat): string {
  return location === undefined ? description : `${player} ${location.x} ${location.y}`;
}
