import { render } from 'preact';
import { GamePage } from '../../../../web/parts/game-page.js';
import { gameId, staticPage } from '../../../../web/state.js';
import { RecordedLink } from './recorded-link.js';

/** A page beside recordings that shows them turn by turn, without a gateway: `replay.html#/game/ID?turn=5`. */
function ReplayPage() {
  const id = gameId.value;
  if (id !== undefined) return <GamePage key={id} id={id} />;
  return (
    <main class="list">
      <h1>Recorded games</h1>
      <p>
        The <a href="index.html">tournament</a> has links to all games, turn by turn.
      </p>
    </main>
  );
}

staticPage.value = {
  home: 'index.html',
  recordingAddress: (id) => `recordings/${id}.fcr`,
  openLink: (options) => new RecordedLink(options, `recordings/${options.gameId}.fcr`),
};
const root = document.getElementById('page');
if (root !== null) render(<ReplayPage />, root);
