import { SeatPage } from '../seat/parts/seat-page.js';
import { gameId, playPlace, status } from '../state.js';
import { GameList } from './game-list.js';
import { GamePage } from './game-page.js';
import { TokenForm } from './token-form.js';

export function App() {
  const play = playPlace.value;
  if (play !== undefined) return <SeatPage id={play.gameId} />;
  if (status.value.name === 'needs_token') return <TokenForm />;
  const id = gameId.value;
  return id === undefined ? <GameList /> : <GamePage key={id} id={id} />;
}
