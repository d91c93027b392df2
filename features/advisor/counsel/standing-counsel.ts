import type { CounselLine } from '#shared/protocol/state/counsel.js';
import { livingPlayers } from '../../../proxy/rules/lookup/players.js';
import { knownTechCount, ownResearch } from '../../../proxy/rules/lookup/research.js';
import { ownStanding, seenPlace } from '../../../proxy/views/entities/nation-view.js';
import type { World } from '../../../proxy/world/world.js';
import { countText } from '../text-parts.js';

/** Being behind by fewer technologies than this is not spoken of. */
const MIN_TECHS_BEHIND = 2;
const BEHIND_WEIGHT = 6;

/** The place in the world where the nation is behind: by score where all scores are known, else by technologies known anywhere. */
export function standingCounsel(world: World): readonly CounselLine[] {
  const own = world.players.get(world.seat.player ?? -1);
  const research = ownResearch(world);
  if (own === undefined || research === undefined || world.game === undefined) return [];
  const players = livingPlayers(world).filter(({ barbarianType }) => barbarianType === 'NOT_A_BARBARIAN');
  const { rank, ranked_players: known } = ownStanding(world);
  const techs = knownTechCount(research);
  const anywhere = Math.max(techs, world.game.globalAdvanceCount);
  const isBehind = 2 * (rank ?? 0) > players.length || anywhere - techs >= MIN_TECHS_BEHIND;
  if (!isBehind || players.length < 2) return [];
  const place =
    rank === null
      ? `Place ${seenPlace(world) ?? 'unknown'}`
      : `Place ${rank} of ${players.length} by score (${own.score}, best ${Math.max(...players.map(({ score }) => score))})`;
  return [
    {
      kind: 'standing',
      text: `${place}; ${countText(techs, 'tech')} known of ${anywhere} that somebody knows`,
      weight: BEHIND_WEIGHT,
      figures: {
        rank,
        players: players.length,
        scores_known: known,
        techs,
        techs_anywhere: anywhere,
      },
    },
  ];
}
