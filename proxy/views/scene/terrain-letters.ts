import type { PacketFields } from '../../freeciv/generated/packets-3.0.js';
import { displayName } from '../../rules/lookup/names.js';
import type { Ruleset } from '../../world/ruleset.js';

type Terrain = PacketFields['ruleset_terrain'];

/** Water is drawn with signs, so that coasts can be seen; more kinds of it than there are get letters. */
const waters = ['~', ':', '=', '%'];

const letters = new WeakMap<Ruleset, ReadonlyMap<number, string>>();

/** One sign for each terrain of the ruleset: for land the first free letter of its name. */
export function terrainLetters(ruleset: Ruleset): ReadonlyMap<number, string> {
  const known = letters.get(ruleset);
  if (known?.size === ruleset.terrains.size) return known;
  const taken = new Map<string, number>();
  for (const terrain of commonFirst(ruleset.terrains.values())) {
    const letter = candidates(terrain).find((candidate) => !taken.has(candidate)) ?? '.';
    taken.set(letter, terrain.id);
  }
  const byTerrain = new Map([...taken].map(([letter, id]) => [id, letter]));
  letters.set(ruleset, byTerrain);
  return byTerrain;
}

/** Grassland, plains and what else players start on get the letter one expects. */
function commonFirst(terrains: Iterable<Terrain>): readonly Terrain[] {
  const rank = ({ flags }: Terrain) => (flags.has('TER_STARTER') ? 0 : 1);
  return [...terrains].sort((a, b) => rank(a) - rank(b));
}

function candidates({ tclass, name }: Terrain): readonly string[] {
  const own = displayName(name).toLowerCase().match(/[a-z]/g) ?? [];
  const any = [...'abcdefghijklmnopqrstuvwxyz'];
  return tclass === 'TC_OCEAN' ? [...waters, ...own, ...any] : [...own, ...any];
}
