import { useEffect } from 'preact/hooks';
import type { GameSummary } from '#shared/protocol/game-summary.js';
import { softened } from '../map/palette.js';
import { games, listProblem, loadGames, token } from '../state.js';
import { Thumbnail } from './thumbnail.js';

const REFRESH_MS = 3_000;

export function GameList() {
  useEffect(() => {
    const end = new AbortController();
    const load = () => void loadGames(end.signal);
    load();
    const timer = setInterval(load, REFRESH_MS);
    document.title = 'FreeCiv games';
    return () => {
      end.abort();
      clearInterval(timer);
    };
  }, [token.value]);
  return (
    <main class="list">
      <div class="list-head">
        <h1>FreeCiv games</h1>
        <a class="play-link" href="#/play">
          New game
        </a>
      </div>
      <p class="lead">Language models, built-in AIs and people play; anybody may look on.</p>
      {listProblem.value !== undefined && (
        <p class="notice" role="status">
          {listProblem.value}
        </p>
      )}
      <Games />
    </main>
  );
}

function Games() {
  const list = games.value;
  if (list === undefined) return <p class="muted">Looking for games …</p>;
  if (list.length === 0) {
    return <p class="card muted">No game is running. One begins when an agent connects to the gateway.</p>;
  }
  return (
    <ul class="games">
      {list.map((game) => (
        <li key={game.game_id}>
          <GameCard game={game} />
        </li>
      ))}
    </ul>
  );
}

function GameCard({ game }: { readonly game: GameSummary }) {
  return (
    <a class="card game" href={`#/game/${game.game_id}`}>
      <Thumbnail game={game} />
      <span class="game-head">
        <strong>{game.game_id}</strong>
        <span class={`badge ${game.state}`}>{game.state}</span>
      </span>
      <span class="muted">{game.turn === null ? 'not begun yet' : `Turn ${game.turn}`}</span>
      <span class="seats">
        {game.players.map((player) => (
          <span key={player.name} class="seat">
            <span class="swatch" style={{ background: softened(player.color ?? '#888888') }} />
            {player.name} <span class="muted">· {player.is_ai ? 'AI' : 'agent'}</span>
          </span>
        ))}
      </span>
    </a>
  );
}
