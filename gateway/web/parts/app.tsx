import { gameId, status } from '../state.js';
import { GameList } from './game-list.js';
import { GamePage } from './game-page.js';
import { TokenForm } from './token-form.js';

export function App() {
  if (status.value.name === 'needs_token') return <TokenForm />;
  const id = gameId.value;
  return id === undefined ? <GameList /> : <GamePage key={id} id={id} />;
}
