import type { HistoryRow, SpectatorPlayer } from '#shared/protocol/spectator/messages.js';
import { softenColor } from '../map/palette.js';
import { history, picture, time } from '../state.js';
import { Tabs } from './tabs.js';
import { niceCeiling, TurnChart } from './turn-chart.js';

type Column = 2 | 3 | 4 | 5;

const measures: readonly (readonly [string, Column])[] = [
  ['Score', 2],
  ['Cities', 3],
  ['Techs', 4],
  ['Gold', 5],
];

/** Line chart of the players' score, cities, techs or gold by turn. */
export function Plot() {
  const view = picture.value?.view;
  const rows = history.value;
  const chart = (column: Column, name: string) =>
    new Set(rows.map(([turn]) => turn)).size < 2 ? (
      <p class="muted">Lines begin with the next turn.</p>
    ) : (
      <Lines rows={rows} name={name} column={column} players={[...(view?.players.values() ?? [])]} />
    );
  return (
    <section aria-labelledby="plot">
      <h2 id="plot">Over the turns</h2>
      <Tabs label="What is plotted" choices={measures} panel={chart} />
    </section>
  );
}

interface LinesProps {
  readonly rows: readonly HistoryRow[];
  readonly name: string;
  readonly column: Column;
  readonly players: readonly SpectatorPlayer[];
}

function Lines({ rows, name, column, players }: LinesProps) {
  const turns = rows.map(([turn]) => turn);
  const lines = players.map(({ id, color, nation }) => ({
    key: id,
    name: nation,
    color: softenColor(color),
    // A line has the turns only of which something is known.
    points: rows.flatMap((row) => {
      const value = row[1] === id ? row[column] : null;
      return value === null ? [] : [[row[0], value] as const];
    }),
  }));
  return (
    <TurnChart
      label={`${name} of each nation over the turns`}
      lines={lines}
      turns={[Math.min(...turns), Math.max(...turns)]}
      most={niceCeiling(Math.max(1, ...rows.map((row) => row[column] ?? 0)))}
      marked={time.value.kind === 'past' ? time.value.turn : undefined}
    />
  );
}
