import { turnsText } from '#shared/core/turns-text.js';
import type { ScenarioState } from '#shared/protocol/scenario.js';
import type { BriefNation, PackedBrief, TurnsEnded } from '#shared/protocol/state/brief.js';
import { adviceLines } from './advice-lines.js';

const TITLES = {
  happened: 'Happened',
  decisions: 'Decide',
  threats: 'Threats',
  counsel: 'Counsel',
  units: 'Own units',
} as const;
const LISTS = ['happened', 'decisions', 'threats', 'counsel', 'units'] as const;

/** A brief as text: a line for the turn, one for the nation, the lists with a line for each entry, and how many lines are left out. */
export function briefText(brief: PackedBrief): string {
  const { turn, year_name, ended, defeated, nation, scenario, game, lessons, more = {} } = brief;
  const end = ended === undefined ? '' : `; ${endText(ended)}`;
  const advice = adviceLines(brief.advice ?? []);
  const lists = {
    ...brief,
    decisions: (brief.decisions ?? []).filter((line) => !isAdvised(line, brief.advice)),
  };
  return [
    `Turn ${turn} (${year_name})${end}.`,
    ...(game === undefined ? [] : [game]),
    ...(lessons === undefined ? [] : [`Your lessons from earlier games:\n${lessons}`]),
    ...(defeated === undefined ? [] : ['Your nation is destroyed.']),
    ...(scenario === undefined ? [] : scenarioText(scenario)),
    ...(nation ? [nationText(nation)] : []),
    ...LISTS.flatMap((list) => listText(TITLES[list], lists[list] ?? [])),
    ...listText('Advised', advice),
    ...moreText(more),
  ].join('\n');
}

/** Whether a line about settlers is left out, because the advice for the same unit has its place and yields. */
function isAdvised(line: string, advice: PackedBrief['advice'] = []): boolean {
  const [, unit] = /^settle: \S+ (\d+) at /.exec(line) ?? [];
  return advice.some(
    ({ do: { action_type: type, unit_id: id } }) => type === 'settle' && String(id) === unit,
  );
}

function endText({ turns, why }: TurnsEnded): string {
  return `${turnsText(turns)} passed, ended for: ${why}`;
}

/** The task of a scenario, then a line for each goal with how far it is reached. */
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
  place,
}: BriefNation): string {
  const name = research?.name ?? 'nothing';
  const time = research?.turns == null ? '' : ` in ${turnsText(research.turns)}`;
  return [
    `Gold ${gold} (${income < 0 ? '' : '+'}${income})`,
    `tax/lux/sci ${rates}`,
    government ?? 'no government',
    ...(research === null ? [] : [`research ${name}${time} (${research.bulbs_per_turn} bulbs a turn)`]),
    ...(score === null ? [] : [`score ${score}`]),
    ...(rank === null ? (place === undefined ? [] : [`place ${place}`]) : [`rank ${rank}`]),
  ].join(', ');
}

function listText(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `- ${line}`)];
}

/** `Left out: advice 8, counsel 1 (all: sections ["advice"] of brief)`. */
function moreText(more: NonNullable<PackedBrief['more']>): readonly string[] {
  const [first] = Object.keys(more);
  if (first === undefined) return [];
  const counts = Object.entries(more).map(([list, count]) => `${list} ${count}`);
  return [`Left out: ${counts.join(', ')} (all: sections ["${first}"] of brief)`];
}
