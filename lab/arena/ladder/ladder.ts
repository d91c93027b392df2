import { basename } from 'node:path';
import { z } from 'zod';
import { END } from '../play/match-result.js';
import { type Estimate, estimateText } from '../statistics/estimate.js';
import { orderSentence } from '../statistics/rating-intervals.js';
import type { CheckpointFigures, Tournament } from '../statistics/tournament.js';
import ownLadder from './ladder.json' with { type: 'json' };

const ladderSchema = z.strictObject({
  /** Points of the server's AIs at the end of a game, by contestant. */
  ratings: z.record(z.string(), z.number()),
});

/** The ratings of the server's AIs among these players, which stay as they were measured; for all others there are games. */
export function fixedRatings(players: readonly string[]): ReadonlyMap<string, number> {
  const { ratings } = ladderSchema.parse(ownLadder);
  return new Map(Object.entries(ratings).filter(([player]) => players.includes(player)));
}

/** Where the ratings are kept, from the root of the repository. */
export const LADDER_FILE = 'lab/arena/ladder/ladder.json';

/** The ladder as a tournament has measured it: content of LADDER_FILE. */
export function ladderJson({ checkpoints }: Tournament): string {
  const rated = checkpoints.at(-1)?.ratings ?? [];
  const ais = rated.filter(({ player }) => player.startsWith('ai:'));
  const ratings = Object.fromEntries(ais.map(({ player, points }) => [player, Math.round(points)]));
  return `${JSON.stringify({ ratings }, null, 2)}\n`;
}

/** The page about the ladder, in Markdown; `args` are those of `npm run arena`. */
export function ladderPage(tournament: Tournament, args: readonly string[]): string {
  const { manifest, checkpoints, matches } = tournament;
  const { made_with: made, options } = manifest;
  const last = checkpoints.at(-1);
  if (last === undefined) return '# Ladder\n\nNo game counts.\n';
  const left = matches.length - last.games;
  return `# Ladder

What the levels of the game server's AI and the bots are worth against each other. The ratings of the AIs are fixed points: every later [arena](arena.md) with one of them in it rates the others beside them.

Made by:

    ${shownCommand(args)}

${last.games} games of ${options.turns} turns, ${options.perGame} players in each, on ${new Set(matches.map(({ seed }) => seed)).size} maps; each player had each place of each map. ${left} games are left out. freeciv-server ${made.server ?? 'unknown'}, commit ${made.commit ?? 'unknown'}. Intervals hold the true value with 95 per cent.

${ratingTable(last)}

${orderSentence(last.ratings, (player) => `\`${player}\``)}

${errorTable(tournament)}

${checkpoints.map(figuresTable).join('\n\n')}

## One against the other

Games in which the player of the row was ahead, level or behind at the end.

${recordTable(last, tournament.contestants)}
`;
}

/** What was run, as anyone runs it: a file or folder of this machine without its place. */
function shownCommand(args: readonly string[]): string {
  const words = args.map((word) =>
    word.replace(/^(--[\w-]+=)?(\/.+)$/, (_, option = '', path) => option + basename(path)),
  );
  const quoted = words.map((word) => (/^[\w.,:/=-]+$/.test(word) ? word : `'${word}'`));
  return `npm run arena -- ${quoted.join(' ')}`;
}

/** How the errors of ratings shrink with the games that are played. */
function errorTable({ errors }: Tournament): string {
  const rows = errors.map(({ games, seeds, median, largest }) => [
    String(games),
    String(seeds),
    `± ${Math.round(median)}`,
    `± ${Math.round(largest)}`,
  ]);
  return table(['Games', 'Maps', 'Half of the players are known to', 'All to'], rows);
}

function ratingTable({ ratings }: CheckpointFigures): string {
  const rows = ratings.map(({ player, points, low, high }) => [
    `\`${player}\``,
    String(Math.round(points)),
    `${Math.round(low)} to ${Math.round(high)}`,
  ]);
  return table(['Player', 'Rating', '95 %'], rows);
}

function figuresTable({ checkpoint, figures, ratings }: CheckpointFigures): string {
  const text = (value: Estimate | undefined) => (value === undefined ? '' : estimateText(value));
  const rows = ratings.flatMap(({ player }) => {
    const own = figures.find(({ contestant }) => contestant === player);
    if (own === undefined) return [];
    const { games, score, cities, techs, survival } = own;
    return [
      [
        `\`${player}\``,
        String(games),
        text(score),
        text(cities),
        text(techs),
        `${Math.round(survival * 100)} %`,
      ],
    ];
  });
  const heading = checkpoint === END ? 'At the end' : `At turn ${checkpoint}`;
  return `## ${heading}\n\n${table(['Player', 'Games', 'Score', 'Cities', 'Technologies', 'Alive'], rows)}`;
}

function recordTable({ records }: CheckpointFigures, contestants: readonly string[]): string {
  const rows = contestants.map((contestant) => [
    `\`${contestant}\``,
    ...contestants.map((opponent) => {
      const record = records[contestant]?.[opponent];
      return record === undefined ? '' : `${record.wins} / ${record.draws} / ${record.losses}`;
    }),
  ]);
  return table(['', ...contestants.map((contestant) => `\`${contestant}\``)], rows);
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  return [heads, heads.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
