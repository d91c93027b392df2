import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { GameSummary } from '#shared/protocol/game-summary.js';
import { token } from '../state.js';

/** A game's map, as far behind the game as it may be shown; a symbol where there is none to be shown. */
export function Thumbnail({ game }: { readonly game: GameSummary }) {
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

/** As a data URL: pictures by address could not show a token. Undefined where there is none. */
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
