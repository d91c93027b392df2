import { render } from 'preact';
import { MatchDetail } from './match-detail.js';
import { MatchList } from './match-list.js';
import { SideBySide } from './side-by-side.js';
import { Standings } from './standings.js';
import { tournament } from './tournament-state.js';

/** The page of a tournament: one file, with the data in it. */
function TournamentPage() {
  const { contestants, matches, manifest } = tournament;
  return (
    <main class="tournament">
      <header>
        <h1>Tournament</h1>
        <p class="lead">
          {contestants.length} players, {matches.length} games of {manifest.options.turns} turns.{' '}
          <a href="report.html">Report</a> · <a href="standings.csv">CSV</a> ·{' '}
          <a href="matches.jsonl">JSON Lines</a> · <a href="manifest.json">Manifest</a>
        </p>
      </header>
      <Standings />
      <div class="two">
        <MatchList />
        <MatchDetail />
      </div>
      <SideBySide />
    </main>
  );
}

const root = document.getElementById('page');
if (root !== null) render(<TournamentPage />, root);
