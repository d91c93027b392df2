import type { ScenarioState } from '#shared/protocol/scenario.js';
import type { Advice, BriefNation, PackedBrief, TurnsEnded } from '#shared/protocol/state/brief.js';
import { turnsText } from '../optimized/text-parts.js';

const TITLES = {
  happened: 'Happened',
  decisions: 'Decide',
  threats: 'Threats',
  counsel: 'Counsel',
  advice: 'Advised',
  units: 'Own units',
} as const;
type ListName = keyof typeof TITLES;
const LISTS = ['happened', 'decisions', 'threats', 'counsel'] as const;

/** A brief as text: a line for the turn, one for the nation, then the lists with a line for each entry. */
export function briefText(brief: PackedBrief): string {
  const { turn, year_name, version, ended, defeated, nation, scenario, game, lessons, units = [] } = brief;
  const end = ended === undefined ? '' : `; ${endText(ended)}`;
  return [
    `Turn ${turn} (${year_name}), version ${version}${end}.`,
    ...(game === undefined ? [] : [game]),
    ...(lessons === undefined ? [] : [`Your lessons from earlier games:\n${lessons}`]),
    ...(defeated === undefined ? [] : ['Your nation is destroyed.']),
    ...(scenario === undefined ? [] : scenarioText(scenario)),
    ...(nation ? [nationText(nation)] : []),
    ...LISTS.flatMap((list) => listText(list, brief[list] ?? [], brief.more)),
    ...listText('units', units, undefined),
    ...listText('advice', (brief.advice ?? []).map(adviceText), brief.more),
  ].join('\n');
}

function endText({ turns, why }: TurnsEnded): string {
  return `${turnsText(turns)} passed, ended for: ${why}`;
}

/** The goals and their standing: a line for each goal. */
function scenarioText({ goal, score, turns_left: left, progress }: ScenarioState): readonly string[] {
  return [
    `Task (score ${score}, ${turnsText(left)} left): ${goal}`,
    ...progress.map(({ goal: text, value, target }) => `- ${text}: ${value} of ${target}`),
  ];
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

function listText(list: ListName, lines: readonly string[], left: PackedBrief['more']): readonly string[] {
  const more = left?.[list] ?? 0;
  if (lines.length + more === 0) return [];
  const rest = more === 0 ? [] : [`- ${more} more (state_query {format: "brief", sections: ["${list}"]})`];
  return [`${TITLES[list]}:`, ...lines.map((line) => `- ${line}`), ...rest];
}

/** `city_production city_id 126, target settlers: room for a city at (3, 4)`. */
function adviceText({ do: { action_type: action, ...fields }, why }: Advice): string {
  const parts = Object.entries(fields).flatMap(([name, value]) => {
    if (value === undefined) return [];
    const shown = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return [`${name} ${shown}`];
  });
  return `${action} ${parts.join(', ')}: ${why}`;
}
