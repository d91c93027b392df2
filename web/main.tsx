import { render } from 'preact';
import { AdminPage } from './admin/admin-page.js';
import { GameList } from './parts/game-list.js';
import { GamePage } from './parts/game-page.js';
import { SeatPage } from './seat/parts/seat-page.js';
import { gameId, isAdminPage, playLocation, status, storeToken } from './state.js';

/** Asks for a token where watching needs one. */
function TokenForm() {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (!(form instanceof HTMLFormElement)) return;
    const text = new FormData(form).get('token');
    if (typeof text !== 'string' || text === '') return;
    storeToken(text);
    status.value = { kind: 'connecting' };
  };
  return (
    <main class="list">
      <h1>FreeCiv games</h1>
      <form class="card token" onSubmit={submit}>
        <label for="token">Watching needs a token here</label>
        <input id="token" name="token" type="password" autocomplete="off" required />
        <button type="submit">Watch</button>
      </form>
    </main>
  );
}

/** Selects the page of the URL: the operator's, a seat to play, a game to watch, or the list of games. */
function App() {
  if (isAdminPage.value) return <AdminPage />;
  const play = playLocation.value;
  if (play !== undefined) return <SeatPage id={play.gameId} />;
  if (status.value.kind === 'needs_token') return <TokenForm />;
  const id = gameId.value;
  return id === undefined ? <GameList /> : <GamePage key={id} id={id} />;
}

const root = document.getElementById('page');
if (root !== null) render(<App />, root);
