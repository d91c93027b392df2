import type { CounselLine } from '#shared/protocol/state/counsel.js';
import { displayName, listUpTo, wireNameOf } from '../../../proxy/rules/lookup/names.js';
import { areAtWar, livingPlayers, type Player, researchOf } from '../../../proxy/rules/lookup/players.js';
import type { Tech } from '../../../proxy/rules/lookup/research.js';
import { meetingObstacle, teachableTechs } from '../../../proxy/rules/players/diplomacy.js';
import type { RealmTotals } from '../../../proxy/rules/players/realm-forecast.js';
import { techCost } from '../../../proxy/rules/players/tech-cost.js';
import { nameText } from '../../../proxy/world/name-text.js';
import type { World } from '../../../proxy/world/world.js';
import { weightOf } from './line-parts.js';

type TradeLine = Extract<CounselLine, { kind: 'tech_trade' }>;

const MAX_LINES = 2;
const MAX_NAMED = 4;

/**
 * Players that know technologies that this player lacks, and lack some that it knows, as embassies show: where both may teach
 * (setting `tradingtech`), a meeting is possible and there is no war. The bulbs of those that can be exchanged one for one are
 * at stake. At most two lines; whether the other agrees is not known.
 */
export function tradeCounsel(world: World, now: RealmTotals): readonly TradeLine[] {
  if (world.game?.tradingTech !== true) return [];
  return livingPlayers(world)
    .flatMap((other) => tradeLine(world, other, now) ?? [])
    .sort((a, b) => b.weight - a.weight)
    .slice(0, MAX_LINES);
}

function tradeLine(world: World, other: Player, now: RealmTotals): TradeLine | undefined {
  const me = world.seat.player ?? -1;
  const mine = researchOf(world, me);
  const theirs = researchOf(world, other.playerno);
  if (mine === undefined || theirs === undefined || mine.id === theirs.id) return undefined;
  if (areAtWar(world, me, other.playerno) !== false || meetingObstacle(world, other) !== undefined)
    return undefined;
  const cost = ({ id }: Tech) => techCost(world, mine, id).bulbs;
  const wanted = teachableTechs(world, other.playerno, me).sort((a, b) => cost(b) - cost(a));
  const offered = teachableTechs(world, me, other.playerno);
  const count = Math.min(wanted.length, offered.length);
  if (count === 0) return undefined;
  const bulbs = wanted.slice(0, count).reduce((sum, tech) => sum + cost(tech), 0);
  return {
    kind: 'tech_trade',
    text: `${nameText(other.name)} knows ${techNames(wanted)}, which we lack, and lacks ${techNames(offered)}: one for one saves up to ${bulbs} bulbs`,
    weight: weightOf(bulbs, now),
    figures: { player_id: other.playerno, wanted: wireNames(wanted), offered: wireNames(offered), bulbs },
  };
}

function techNames(techs: readonly Tech[]): string {
  return listUpTo(
    MAX_NAMED,
    techs.map(({ name }) => displayName(name)),
  );
}

function wireNames(techs: readonly Tech[]): readonly string[] {
  return techs.map((tech) => wireNameOf(tech) ?? tech.name);
}
