import type { CounselLine } from '#shared/protocol/state/counsel.js';
import { diplomacyEntry, livingPlayers } from '../../rules/lookup/players.js';
import type { World } from '../../world/world.js';
import { turnsText } from '../optimized/text-parts.js';

/** Ceasefires that last longer are not spoken of. */
const MAX_TURNS = 5;

/** Ceasefires that turn into war again within a few turns, the next first. */
export function treatyCounsel(world: World): readonly CounselLine[] {
  const me = world.seat.player;
  if (me === undefined) return [];
  return livingPlayers(world)
    .flatMap(({ playerno, name }) => {
      const entry = diplomacyEntry(world, me, playerno);
      if (entry?.type !== 'DS_CEASEFIRE' || entry.turnsLeft <= 0 || entry.turnsLeft > MAX_TURNS) return [];
      return [{ name, figures: { player_id: playerno, turns: entry.turnsLeft } }];
    })
    .sort((a, b) => a.figures.turns - b.figures.turns)
    .map(({ name, figures }) => ({
      kind: 'treaty',
      text: `The ceasefire with ${name} ends in ${turnsText(figures.turns)} and is war again; a peace treaty before that keeps it`,
      weight: 30 - 2 * figures.turns,
      figures,
    }));
}
