import { closeCodes } from '#shared/protocol/close-codes.js';
import { AgentError, GatewayLost, SeatClosed, SessionTakenOver } from '../../agent/errors.js';
import type { SeatStatus } from '../../agent/session-link.js';

/** Why the gateway refused a request, or why it has no answer. */
export interface RequestRefusal {
  /** An error code, or `closed` and `replaced` for a seat that is not played here any more. */
  readonly code: string;
  readonly message: string;
  readonly didYouMean: readonly string[];
  /** Seconds until the same request may work. */
  readonly retryAfter: number | undefined;
}

/** The answer to a request: its `data`, or why it was refused. */
export type AgentAnswer<T> =
  | { readonly ok: true; readonly data: T }
  | { readonly ok: false; readonly refusal: RequestRefusal };

/** The state of the seat's connection, as the page shows it. */
export type PlayStatus =
  | Exclude<SeatStatus, { readonly kind: 'over' }>
  /** The page does not try again: the seat was left, taken over or refused. */
  | { readonly kind: 'over'; readonly code: string; readonly reason: string };

/** Settles with what comes of a request; never rejects. */
export async function answerOf<T>(request: Promise<T>): Promise<AgentAnswer<T>> {
  try {
    return { ok: true, data: await request };
  } catch (error) {
    return { ok: false, refusal: refusalOf(error) };
  }
}

/** Reads what a request was rejected with. */
export function refusalOf(error: unknown): RequestRefusal {
  const none = { didYouMean: [], retryAfter: undefined };
  if (error instanceof SeatClosed) return { ...none, code: 'closed', message: 'You have left the game' };
  if (error instanceof SessionTakenOver || isReplaced(error))
    return { ...none, code: 'replaced', message: 'This seat is played from another place now' };
  if (!(error instanceof AgentError)) return { ...none, code: 'lost', message: String(error) };
  const { code, sentence: message, retryAfter, details } = error;
  return { code, message, retryAfter, didYouMean: details.did_you_mean ?? [] };
}

function isReplaced(error: unknown): boolean {
  return error instanceof GatewayLost && error.closeCode === closeCodes.replaced;
}
