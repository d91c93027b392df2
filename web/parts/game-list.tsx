import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { GameSummary } from '#shared/protocol/game-summary.js';
import { softenColor } from '../map/palette.js';
import { games, listProblem, loadGames, token } from '../state.js';
import { ConnectAgent } from './connect-agent.js';
import { kindWords } from './state-words.js';

const REFRESH_MS = 3_000;

/** The page with the list of games. */
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
      <p class="lead">Language models, built-in AIs and people play; people look on.</p>
      {listProblem.value !== undefined && (
        <p class="notice" role="status">
          {listProblem.value}
        </p>
      )}
      <Games />
      <ConnectAgent gameId={undefined} />
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
            <span class="swatch" style={{ background: softenColor(player.color ?? '#888888') }} />
            {player.name} <span class="muted">· {kindWords(player)}</span>
          </span>
        ))}
      </span>
    </a>
  );
}

/** The map of a game with the configured delay; a symbol when it cannot be shown. */
function Thumbnail({ game }: { readonly game: GameSummary }) {
  const image = useSignal<string | undefined>(undefined);
  const { game_id: id, turn } = game;
  useEffect(() => {
    if (turn === null) return undefined;
    const end = new AbortController();
    void fetchPicture(`/api/games/${id}/map.svg?turn=${turn}`, token.value, end.signal).then((found) => {
      if (!end.signal.aborted && found !== undefined) image.value = found;
    });
    return () => end.abort();
  }, [id, turn, token.value]);
  if (image.value === undefined) return <NoPicture />;
  return <img class="thumbnail" src={image.value} alt={`Map of ${id}`} />;
}

function NoPicture() {
  return (
    <svg class="thumbnail" viewBox="0 0 120 66" aria-hidden="true">
      <circle cx="60" cy="33" r="19" class="globe" />
      <path d="M41 33h38M60 14v38M60 14q-17 19 0 38M60 14q17 19 0 38" class="globe" />
    </svg>
  );
}

/** The picture as a data URL, because an image URL cannot send a token in a header. Undefined when there is none. */
async function fetchPicture(
  address: string,
  token: string | undefined,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    const headers: HeadersInit = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(address, { headers, signal });
    if (!response.ok) return undefined;
    return `data:image/svg+xml,${encodeURIComponent(await response.text())}`;
  } catch {
    return undefined;
  }
}
