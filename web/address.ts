/** What the page shows, as its address says it: `#/game/ID?turn=42&player=3`. */
export interface Place {
  readonly gameId: string;
  /** Undefined: live. */
  readonly turn: number | undefined;
  /** The player through whose eyes; undefined: the whole game. */
  readonly player: number | undefined;
}

/** Undefined: the list of games. */
export function placeIn(hash: string): Place | undefined {
  const [, gameId, query = ''] = /^#\/game\/([A-Za-z0-9._-]+)(?:\?(.*))?$/.exec(hash) ?? [];
  if (gameId === undefined) return undefined;
  const fields = new URLSearchParams(query);
  return { gameId, turn: countIn(fields.get('turn')), player: countIn(fields.get('player')) };
}

/** A seat to be played, `#/play/ID`; without an id in a game that is to be made. Undefined: the page of something else. */
export function playIn(hash: string): { readonly gameId: string | undefined } | undefined {
  const found = /^#\/play(?:\/([A-Za-z0-9._-]+))?$/.exec(hash);
  return found === null ? undefined : { gameId: found[1] };
}

export function addressOf({ gameId, turn, player }: Place): string {
  const fields = new URLSearchParams();
  if (turn !== undefined) fields.set('turn', String(turn));
  if (player !== undefined) fields.set('player', String(player));
  return `#/game/${gameId}${fields.size === 0 ? '' : `?${fields}`}`;
}

function countIn(text: string | null): number | undefined {
  return text !== null && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}
