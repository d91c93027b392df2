import { Tabs } from '../../../../web/parts/tabs.js';
import { shareText } from '../../statistics/estimate.js';
import type { ScenarioTable } from '../../statistics/scenario-table.js';
import { Table } from './table.js';

interface ScenarioScoresProps {
  readonly table: ScenarioTable;
  readonly contestants: readonly string[];
}

/** The scores of all players in all scenarios, by difficulty. */
export function ScenarioScores({ table, contestants }: ScenarioScoresProps) {
  const { difficulties, scenarios, figures, overall } = table;
  return (
    <section class="card" aria-labelledby="scenarios">
      <h2 id="scenarios">Scenarios</h2>
      <p class="muted">
        Scores from 0 to 1: means over seeds with 95 per cent intervals, and how many of the games were
        solved. In all: the mean over scenarios.
      </p>
      <Tabs
        label="Difficulty"
        choices={difficulties.map((difficulty) => [difficulty, difficulty])}
        panel={(difficulty) => {
          const at = <T extends { readonly contestant: string; readonly difficulty: string }>(
            entries: readonly T[],
            contestant: string,
          ) => entries.filter((one) => one.contestant === contestant && one.difficulty === difficulty);
          const rows = scenarios.map(
            (name) =>
              [
                name,
                ...contestants.map((contestant) => (
                  <Score
                    key={contestant}
                    figures={at(figures, contestant).find(({ scenario }) => scenario === name)}
                  />
                )),
              ] as const,
          );
          const inAll = contestants.map((contestant) => {
            const [own] = at(overall, contestant);
            return <strong key={contestant}>{own && shareText(own.score)}</strong>;
          });
          return <Table heads={['Scenario', ...contestants]} rows={[...rows, ['In all', ...inAll]]} />;
        }}
      />
    </section>
  );
}

function Score({ figures }: { readonly figures: ScenarioTable['figures'][number] | undefined }) {
  if (figures === undefined) return null;
  const { score, solved, games, tokens, costUsd } = figures;
  return (
    <>
      {shareText(score)}{' '}
      <span class="muted">
        {solved}/{games}
        {tokens !== undefined && (
          <>
            <br />
            {Math.round(tokens.mean)} tokens{costUsd !== undefined && `, $${costUsd.mean.toFixed(4)}`}
          </>
        )}
      </span>
    </>
  );
}
