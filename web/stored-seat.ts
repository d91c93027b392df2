/** The seat that is played in this tab, kept in its session storage. Its token is never part of a URL. */
export interface StoredSeat {
  readonly token: string;
  readonly agentId: string;
  readonly gameId: string;
  /** The session to resume, and the number of its last received push. */
  readonly sessionId: string | undefined;
  readonly seq: number;
}

const STORAGE_KEY = 'seat';

/** The seat of a game; undefined when none is played in this tab. */
export function loadStoredSeat(gameId: string): StoredSeat | undefined {
  const text = sessionStorage.getItem(STORAGE_KEY);
  if (text === null) return undefined;
  const stored: StoredSeat = JSON.parse(text);
  return stored.gameId === gameId ? stored : undefined;
}

/** Keeps a seat for this tab. */
export function storeSeat(seat: StoredSeat): void {
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(seat));
}

/** Forgets the seat. */
export function clearStoredSeat(): void {
  sessionStorage.removeItem(STORAGE_KEY);
}

/** The last token that was entered, so that it need not be entered again. */
export function lastToken(): string {
  const text = sessionStorage.getItem(STORAGE_KEY);
  if (text === null) return sessionStorage.getItem('token') ?? '';
  const stored: StoredSeat = JSON.parse(text);
  return stored.token;
}
