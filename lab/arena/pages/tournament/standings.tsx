import { PROCESS_METRICS, processDefinitions, processText } from '#shared/protocol/process-definitions.js';
import { ProcessFormulas } from '../../../../web/parts/process-formulas.js';
import { Tabs } from '../../../../web/parts/tabs.js';
import { estimateText } from '../../statistics/estimate.js';
import { meanCurve } from '../../statistics/mean-curve.js';
import { orderSentence } from '../../statistics/rating-intervals.js';
import type { CheckpointFigures, Tournament } from '../../statistics/tournament.js';
import { Curves } from './curves.js';
import { intervalText, RatingChart } from './rating-chart.js';
import { colorOf } from './series-colors.js';
import { Table } from './table.js';

interface StandingsProps {
  readonly tournament: Tournament;
}

/** The contestants at each checkpoint, the end first. */
export function Standings({ tournament }: StandingsProps) {
  const { checkpoints, contestants, fixed, errors } = tournament;
  if (checkpoints.length === 0) return <p class="card">No game counts yet.</p>;
  const choices = checkpoints
    .map((one) => [one.checkpoint === 'end' ? 'End' : `Turn ${one.checkpoint}`, one] as const)
    .toReversed();
  const note =
    fixed.length === 0
      ? 'The mean of all is 1000.'
      : `Fixed by the ladder of the game server: ${fixed.join(', ')}.`;
  return (
    <section class="card" aria-labelledby="standings">
      <h2 id="standings">Standings</h2>
      <p class="muted">
        Elo points by the model of Bradley and Terry: 400 more are odds of ten to one. {note} Means are over
        seeds.
      </p>
      <Tabs
        label="When"
        choices={choices}
        panel={(figures, when) => <Checkpoint figures={figures} when={when} contestants={contestants} />}
      />
      {errors.length > 0 && (
        <>
          <p class="muted">How well the ratings at the end are known, after more and more games:</p>
          <Table
            heads={['Games', 'Seeds', 'Half of the players', 'All players']}
            rows={errors.map(({ games, seeds, median, largest }) => [
              ...([games, seeds] as const),
              ...[`± ${Math.round(median)}`, `± ${Math.round(largest)}`],
            ])}
          />
        </>
      )}
    </section>
  );
}

interface CheckpointProps {
  readonly figures: CheckpointFigures;
  readonly when: string;
  readonly contestants: readonly string[];
}

function Checkpoint({ figures: now, when, contestants }: CheckpointProps) {
  const hasModels = now.figures.some(({ tokens }) => tokens !== undefined);
  const heads = ['Player', 'Rating', '95 %', 'Games', 'Score', 'Cities', 'Techs', 'Alive'];
  const rows = now.ratings.map((rated) => {
    const own = now.figures.find(({ contestant }) => contestant === rated.player);
    const { score, cities, techs, tokens, costUsd } = own ?? {};
    const model = [tokens && estimateText(tokens), costUsd?.mean.toFixed(4)];
    return [
      <PlayerName key="name" player={rated.player} contestants={contestants} />,
      <strong key="rating">{Math.round(rated.points)}</strong>,
      ...[intervalText(rated), own?.games],
      ...[score, cities, techs].map((figure) => figure && estimateText(figure)),
      ...[`${Math.round((own?.survival ?? 0) * 100)} %`, ...(hasModels ? model : [])],
    ] as const;
  });
  return (
    <>
      <RatingChart label={`Ratings, ${when}`} ratings={now.ratings} contestants={contestants} />
      <Table heads={[...heads, ...(hasModels ? ['Tokens', 'US dollars'] : [])]} rows={rows} />
      <p class="muted">{orderSentence(now.ratings, (player) => player)}</p>
      <p class="muted">{now.games} games. Ahead / level / behind, the player of the row against the other:</p>
      <Table
        heads={['Player', ...contestants]}
        rows={contestants.map((contestant) => [
          contestant,
          ...contestants.map((opponent) => {
            const record = now.records[contestant]?.[opponent];
            return record && `${record.wins} / ${record.draws} / ${record.losses}`;
          }),
        ])}
      />
    </>
  );
}

function PlayerName({
  player,
  contestants,
}: {
  readonly player: string;
  readonly contestants: readonly string[];
}) {
  return (
    <>
      <span class="swatch" style={{ background: colorOf(player, contestants) }} aria-hidden="true" />
      {player}
    </>
  );
}

/** What the contestants had over the turns, in the mean of all games that count. */
export function MeanCurves({ tournament: { matches, contestants } }: StandingsProps) {
  return (
    <section class="card" aria-labelledby="over-turns">
      <h2 id="over-turns">Over the turns</h2>
      <p class="muted">Means of all games that count, with their 95 per cent bands.</p>
      <Curves
        label="means of all games"
        lines={contestants.map((name) => ({
          ...{ name, color: colorOf(name, contestants) },
          points: (column) => meanCurve(matches, name, column),
        }))}
      />
    </section>
  );
}

/** How those with a seat played, beside their scores. */
export function ProcessTable({ tournament: { process } }: StandingsProps) {
  const metrics = PROCESS_METRICS.filter((metric) =>
    process.some(({ means }) => means[metric] !== undefined),
  );
  if (metrics.length === 0) return null;
  return (
    <section class="card" aria-labelledby="process">
      <h2 id="process">How they played</h2>
      <Table
        heads={['Player', 'Games', ...metrics.map((metric) => processDefinitions[metric].label)]}
        rows={process.map(({ contestant, games, means }) => [
          contestant,
          games,
          ...metrics.map((metric) => processText(metric, means[metric]?.mean)),
        ])}
      />
      <p class="muted">Means over seeds:</p>
      <ProcessFormulas metrics={metrics} />
    </section>
  );
}
