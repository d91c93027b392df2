/** What the package `freeciv-llm-gateway/client` exports: `connect`, the seat it gives, errors and types. */
import { AgentSeat, type SeatOptions } from './seat.js';

export type { ActionResult, BatchResult } from '#shared/protocol/state/action-result.js';
export type { PackedBrief } from '#shared/protocol/state/brief.js';
export type { PushMessage } from '#shared/protocol/state/messages.js';
export type { Offer } from '#shared/protocol/state/offer.js';
export type { StateOf, StateQuery } from '#shared/protocol/state/state-answer.js';
export type { Fields, Offers, PlayedTurn, RequestOptions, TranscriptMore } from './agent-requests.js';
export * from './errors.js';
export { AgentSeat, type EndTurnOptions, type LoginWishes, type SeatOptions } from './seat.js';
export type { SeatStatus, SessionPlace, TokenSource } from './session-link.js';
export type { OpenTurn } from './turns.js';

/** Takes a seat at a gateway (ws://127.0.0.1:8003). Rejects with the login's AgentError, or GatewayLost after `connectTimeoutMs`. */
export async function connect(gateway: string, options: SeatOptions): Promise<AgentSeat> {
  const seat = new AgentSeat(gateway, options);
  await seat.seated(options.signal);
  return seat;
}
