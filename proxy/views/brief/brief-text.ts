import type { BriefNation, PackedBrief, TurnsEnded } from '#shared/protocol/state/brief.js';
import { turnsText } from '../optimized/text-parts.js';

const TITLES = { happened: 'Happened', decisions: 'Decide', threats: 'Threats', counsel: 'Counsel' } as const;
type ListName = keyof typeof TITLES;
const LISTS: readonly ListName[] = ['happened', 'decisions', 'threats', 'counsel'];

/** A brief as text: a line for the turn, one for the nation, then the lists with a line for each entry. */
export function briefText(brief: PackedBrief): string {
  const { turn, year_name, version, ended, defeated, nation } = brief;
  const end = ended === undefined ? '' : `; ${endText(ended)}`;
  return [
    `Turn ${turn} (${year_name}), version ${version}${end}.`,
    ...(defeated === undefined ? [] : ['Your nation is destroyed.']),
    ...(nation ? [nationText(nation)] : []),
    ...LISTS.flatMap((list) => listText(brief, list)),
  ].join('\n');
}

function endText({ turns, why }: TurnsEnded): string {
  return `${turnsText(turns)} passed, ended for: ${why}`;
}

function nationText({
  gold,
  gold_per_turn: income,
  rates,
  government,
  research,
  score,
  rank,
}: BriefNation): string {
  const name = research?.name ?? 'nothing';
  const time = research?.turns == null ? '' : ` in ${turnsText(research.turns)}`;
  return [
    `Gold ${gold} (${income < 0 ? '' : '+'}${income})`,
    `tax/lux/sci ${rates}`,
    government ?? 'no government',
    ...(research === null ? [] : [`research ${name}${time} (${research.bulbs_per_turn} bulbs a turn)`]),
    ...(score === null ? [] : [`score ${score}`]),
    rank === null ? 'rank unknown' : `rank ${rank}`,
  ].join(', ');
}

function listText(brief: PackedBrief, list: ListName): readonly string[] {
  const lines = brief[list] ?? [];
  const more = brief.more?.[list] ?? 0;
  if (lines.length + more === 0) return [];
  const rest = more === 0 ? [] : [`- ${more} more (state_query {format: "brief", sections: ["${list}"]})`];
  return [`${TITLES[list]}:`, ...lines.map((line) => `- ${line}`), ...rest];
}
