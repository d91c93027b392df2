import { ShowsAll } from '../../../../web/parts/tabs.js';
import type { Tournament } from '../../statistics/tournament.js';
import { MatchDetail } from './match-detail.js';
import { MatchList } from './match-list.js';
import { LeftOut, RecordedGames, Repeating } from './match-notes.js';
import { ScenarioScores } from './scenario-scores.js';
import { SideBySide } from './side-by-side.js';
import { MeanCurves, ProcessTable, Standings } from './standings.js';

interface TournamentPageProps {
  readonly tournament: Tournament;
  /** Whether no script runs in it: nothing can be chosen, and all of it is shown. */
  readonly isReport?: boolean;
}

/** The page of a tournament. */
export function TournamentPage({ tournament, isReport = false }: TournamentPageProps) {
  const { contestants, scenarios } = tournament;
  return (
    <ShowsAll.Provider value={isReport}>
      <main class="tournament">
        <header>
          <h1>Tournament</h1>
          <p class="lead">
            {leadText(tournament)} Intervals hold the true value with 95 per cent.
            {!isReport && <FileLinks />}
          </p>
        </header>
        {scenarios === undefined ? (
          <>
            <Standings tournament={tournament} />
            <MeanCurves tournament={tournament} />
          </>
        ) : (
          <ScenarioScores table={scenarios} contestants={contestants} />
        )}
        <ProcessTable tournament={tournament} />
        {isReport ? <RecordedGames tournament={tournament} /> : <Matches tournament={tournament} />}
        <LeftOut tournament={tournament} />
        <Repeating tournament={tournament} />
      </main>
    </ShowsAll.Provider>
  );
}

/** `3 players, 24 games of 100 turns on 8 seeds; 23 games count.` */
function leadText({ contestants, matches, manifest, scenarios }: Tournament): string {
  const length =
    scenarios === undefined ? `${manifest.options.turns} turns` : `${scenarios.scenarios.length} scenarios`;
  const seeds = new Set(matches.map(({ seed }) => seed)).size;
  const counted = matches.filter(({ status }) =>
    scenarios === undefined ? status !== 'invalid' : status === 'valid',
  );
  return `${contestants.length} players, ${matches.length} games of ${length} on ${seeds} seeds; ${counted.length} games count.`;
}

function FileLinks() {
  return (
    <>
      {' '}
      <a href="report.html">Report</a> · <a href="standings.csv">CSV</a> ·{' '}
      <a href="matches.jsonl">JSON Lines</a> · <a href="manifest.json">Manifest</a>
    </>
  );
}

function Matches({ tournament }: { readonly tournament: Tournament }) {
  return (
    <>
      <div class="two">
        <MatchList tournament={tournament} />
        <MatchDetail tournament={tournament} />
      </div>
      {tournament.scenarios === undefined && <SideBySide tournament={tournament} />}
    </>
  );
}
