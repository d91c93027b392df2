/** A seat that is played in this tab. It is kept as long as the tab is, and never stands in an address. */
export interface KeptSeat {
  readonly token: string;
  readonly agentId: string;
  readonly gameId: string;
  /** The session to resume, and its last push that was heard. */
  readonly sessionId: string | undefined;
  readonly seq: number;
}

const KEY = 'seat';

/** Undefined when no seat of that game is played here. */
export function keptSeat(gameId: string): KeptSeat | undefined {
  const text = sessionStorage.getItem(KEY);
  if (text === null) return undefined;
  const kept: KeptSeat = JSON.parse(text);
  return kept.gameId === gameId ? kept : undefined;
}

export function keepSeat(seat: KeptSeat): void {
  sessionStorage.setItem(KEY, JSON.stringify(seat));
}

export function forgetSeat(): void {
  sessionStorage.removeItem(KEY);
}

/** The token that was shown last, so that nobody types it twice. */
export function lastToken(): string {
  const text = sessionStorage.getItem(KEY);
  if (text === null) return sessionStorage.getItem('token') ?? '';
  const kept: KeptSeat = JSON.parse(text);
  return kept.token;
}
