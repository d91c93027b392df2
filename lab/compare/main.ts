/**
 * What the state and its advice are worth: `npm run compare -- --players obedient,builder --seeds 31-40 --turns 100`. Plays
 * the same games against AIs with several players, some of them kept from a fact each time (`--without sites,rates`), and
 * `--ruleset generated` plays by other rules than the classic ones, and
 * prints what they and the AIs of the same games score at turn 50 and at the end: means with 95 per cent intervals. `--out`
 * names a file for all figures as JSON. Code 1 when a player scores less than the mean of the AIs.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { estimateText } from '../arena/statistics/estimate.js';
import { FACTS, type Fact } from '../bots/bot.js';
import { PLAYERS } from './players.js';
import { type PlayedMatch, playSeries, type SeriesOptions, type Summary, summaries } from './series.js';

const { values } = parseArgs({
  options: {
    seeds: { type: 'string', default: '1-6' },
    turns: { type: 'string', default: '100' },
    players: { type: 'string', default: 'obedient,builder' },
    ruleset: { type: 'string', default: 'classic' },
    level: { type: 'string', default: 'easy' },
    ais: { type: 'string', default: '4' },
    without: { type: 'string', default: '' },
    out: { type: 'string' },
    refused: { type: 'boolean', default: false },
  },
});

const options: SeriesOptions = {
  seeds: seedsOf(values.seeds),
  turns: Number(values.turns),
  players: namesOf(values.players, Object.keys(PLAYERS)),
  ruleset: values.ruleset,
  level: values.level,
  without: namesOf(values.without, FACTS).filter((name): name is Fact => FACTS.some((fact) => fact === name)),
  ais: Number(values.ais),
};
const played = await playSeries(options, (match) => console.log(matchText(match)));
const figures = summaries(options, played);
console.table(figures.map(row));
if (values.out !== undefined)
  await writeFile(
    values.out,
    `${JSON.stringify({ options, summaries: figures, matches: played }, null, 1)}\n`,
  );
const isBehind = figures.some(
  ({ without, turn, lead }) => without === undefined && turn === options.turns && lead.mean < 0,
);
process.exitCode = isBehind ? 1 : 0;

/** `31-33,40` as 31, 32, 33 and 40. */
function seedsOf(text: string): readonly number[] {
  return text.split(',').flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}

function namesOf(text: string, known: readonly string[]): readonly string[] {
  const names = text.split(',').filter((name) => name !== '');
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`There is no ${unknown}; there are: ${known.join(', ')}`);
  return names;
}

function matchText(match: PlayedMatch): string {
  const { player, without, seed, scores, cities, citizens, techs, refused, seconds } = match;
  const name = without === undefined ? player : `${player} without ${without}`;
  const points = Object.entries(scores).map(
    ([turn, { own, ais }]) => `turn ${turn}: ${own} (AIs ${ais.join(' ')})`,
  );
  const lines = values.refused ? refused.map((line) => `\n  ${line}`).join('') : '';
  return `seed ${seed}, ${name}: ${points.join(', ')}; ${cities} cities, ${citizens} citizens, ${techs} techs, ${refused.length} refused, ${seconds} s${lines}`;
}

function row({ player, without, turn, own, ais, lead, ahead, worth }: Summary) {
  return {
    player,
    ...(options.without.length > 0 && { without: without ?? '' }),
    turn,
    games: own.count,
    points: estimateText(own),
    AIs: estimateText(ais),
    lead: estimateText(lead),
    'ahead of the best AI': `${ahead} of ${own.count}`,
    ...(options.without.length > 0 && {
      'worth of the fact': worth === undefined ? '' : estimateText(worth),
    }),
  };
}
