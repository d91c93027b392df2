import { render } from 'preact';
import { MatchDetail } from './match-detail.js';
import { MatchList } from './match-list.js';
import { ScenarioScores } from './scenario-scores.js';
import { SideBySide } from './side-by-side.js';
import { Standings } from './standings.js';
import { tournament } from './tournament-state.js';

/** The page of a tournament: one file, with the data in it. */
function TournamentPage() {
  const { contestants, matches, manifest, scenarios } = tournament;
  const length =
    scenarios === undefined ? `${manifest.options.turns} turns` : `${scenarios.scenarios.length} scenarios`;
  return (
    <main class="tournament">
      <header>
        <h1>Tournament</h1>
        <p class="lead">
          {contestants.length} players, {matches.length} games of {length}. <a href="report.html">Report</a> ·{' '}
          <a href="standings.csv">CSV</a> · <a href="matches.jsonl">JSON Lines</a> ·{' '}
          <a href="manifest.json">Manifest</a>
        </p>
      </header>
      {scenarios === undefined ? <Standings /> : <ScenarioScores table={scenarios} />}
      <div class="two">
        <MatchList />
        <MatchDetail />
      </div>
      {scenarios === undefined && <SideBySide />}
    </main>
  );
}

const root = document.getElementById('page');
if (root !== null) render(<TournamentPage />, root);
