import type { RuleEntry } from '#shared/protocol/state/answers.js';
import type { PacketFields } from '../../freeciv/generated/packets-3.0.js';
import { isGreatWonder } from '../../rules/lookup/cities.js';
import { isPlayer } from '../../rules/lookup/players.js';
import type { World } from '../../world/world.js';
import { requiresWords } from './requirement-words.js';
import { ruleEntry } from './rule-entry.js';

type Building = PacketFields['ruleset_building'];

const genera: Record<string, string> = {
  IG_GREAT_WONDER: 'A great wonder: only one in the world',
  IG_SMALL_WONDER: 'A small wonder: one for each player',
  IG_IMPROVEMENT: 'A city improvement',
  IG_SPECIAL: 'Special production',
};

/** What the ruleset says of a building, in sentences. */
export function buildingEntry(world: World, building: Building): RuleEntry {
  return ruleEntry('building', building, [
    costWords(world, building),
    requiresWords(world, building.reqs) ?? 'Requires nothing.',
    requiresWords(world, building.obsReqs, 'Becomes obsolete with'),
    wonderWords(world, building),
  ]);
}

function costWords(world: World, building: Building): string {
  const genus = genera[building.genus] ?? 'A building';
  if (building.flags.has('IF_GOLD')) return `${genus}: turns shields into gold, and is never finished.`;
  const shields = Math.max(1, Math.trunc((building.buildCost * (world.game?.shieldbox ?? 100)) / 100));
  return `${genus}. Costs ${shields} shields; upkeep ${building.upkeep} gold a turn.`;
}

/** Everybody is told who built a great wonder. */
function wonderWords(world: World, building: Building): string | undefined {
  if (!isGreatWonder(building)) return undefined;
  const owner = world.game?.greatWonderOwners[building.id];
  if (owner === undefined || !isPlayer(owner))
    return owner === DESTROYED ? 'It has been destroyed.' : 'Nobody has built it yet.';
  return `Built by ${world.players.get(owner)?.name ?? 'somebody'}.`;
}

/** In place of an owner: it was built and is lost. */
const DESTROYED = 161;
