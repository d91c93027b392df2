import type { ErrorCode } from '#shared/core/error-codes.js';
import { saysNobodyListens } from '#shared/core/nobody-listens.js';
import type { ErrorData } from '#shared/protocol/state/messages.js';

/** The gateway refused a request, or its answer is not known. Each code has a class of its own: see docs/errors.md. */
export class AgentError extends Error {
  readonly code: ErrorCode;
  /** What is wrong, in the gateway's own sentence. */
  readonly sentence: string;
  /** `retry_after` (seconds), `path`, `expected`, `did_you_mean`, and fields that depend on the code. */
  readonly details: ErrorData['details'];

  constructor({ code, message, details }: Pick<ErrorData, 'code' | 'message' | 'details'>) {
    super(`${code}: ${message}`);
    this.name = new.target.name;
    this.code = code;
    this.sentence = message;
    this.details = details;
  }

  /** Seconds until the same request may work; undefined where the gateway does not know. */
  get retryAfter(): number | undefined {
    return this.details.retry_after;
  }

  /** True when the request may have been carried out: the state shows whether it was. */
  get isOutcomeUnknown(): boolean {
    return this.details.outcome === 'unknown';
  }
}

/** E101: a required field is missing. */
export class MissingField extends AgentError {}
/** E102: the token is missing, wrong or revoked. */
export class WrongToken extends AgentError {}
/** E103: the message type is not known. */
export class UnknownMessageType extends AgentError {}
/** E104: the message is not a JSON object. */
export class MalformedMessage extends AgentError {}
/** E105: a field has a value it cannot have; `details.path` names it. */
export class BadValue extends AgentError {}
/** E106: the message is too large or too deep. */
export class MessageTooLarge extends AgentError {}
/** E107: the agent id is not the one of the connection. */
export class WrongAgentId extends AgentError {}
/** E110: over a rate limit. A seat waits and sends the request again by itself. */
export class RateLimited extends AgentError {}
/** E111: the agent has all the connections it may have. */
export class TooManyConnections extends AgentError {}
/** E112: the server is at its capacity. */
export class AtCapacity extends AgentError {}
/** E113: the quota of the token is used up; `details.quota` names it. */
export class QuotaUsedUp extends AgentError {}
/** E120: no login yet. */
export class NotLoggedIn extends AgentError {}
/** E121: the state could not be made. */
export class StateQueryFailed extends AgentError {}
/** E122: the game has not begun, or the agent has no seat in it. */
export class NoSeatYet extends AgentError {}
/** E123: the game cannot be reached, or is being restored. */
export class GameUnreachable extends AgentError {}
/** E124: the session has expired. A seat begins another one by itself. */
export class SessionExpired extends AgentError {}
/** E125: another connection has taken the session over. */
export class SessionTakenOver extends AgentError {}
/** E126: another session holds the seat, and the token is for more agents than this one. */
export class SeatHeld extends AgentError {}
/** E130: the action is not valid; nothing was sent to the game server. */
export class InvalidAction extends AgentError {}
/** E131: the game server refused the action, in its own sentence. */
export class ActionRefused extends AgentError {}
/** E131 with `outcome: "unknown"`: what was asked for may have been done. The next state shows whether it was. */
export class OutcomeUnknown extends AgentError {}
/** E132: no answer within the gateway's deadline. */
export class DeadlinePassed extends AgentError {}
/** E133: the turn of the action is over; nothing was done. */
export class TurnOver extends AgentError {}
/** E134: stopped on request. */
export class Stopped extends AgentError {}
/** E135: the correlation id was used for another request. */
export class CorrelationConflict extends AgentError {}
/** E140: there is no such game. */
export class NoSuchGame extends AgentError {}
/** E141: the game has no free seat. */
export class GameFull extends AgentError {}
/** E142: the game could not be started. */
export class GameNotStarted extends AgentError {}
/** E143: the game is over, or the agent's nation is destroyed. */
export class GameOver extends AgentError {}
/** E144: the game is paused. */
export class GamePaused extends AgentError {}
/** E145: a person plays the seat now. */
export class PlayedByPerson extends AgentError {}
/** E146: the game is on a server of others, which has no console and no saves here. */
export class OnOtherServer extends AgentError {}
/** E500: an error of the gateway or the proxy. */
export class InternalError extends AgentError {}

const errorClasses = {
  E101: MissingField,
  E102: WrongToken,
  E103: UnknownMessageType,
  E104: MalformedMessage,
  E105: BadValue,
  E106: MessageTooLarge,
  E107: WrongAgentId,
  E110: RateLimited,
  E111: TooManyConnections,
  E112: AtCapacity,
  E113: QuotaUsedUp,
  E120: NotLoggedIn,
  E121: StateQueryFailed,
  E122: NoSeatYet,
  E123: GameUnreachable,
  E124: SessionExpired,
  E125: SessionTakenOver,
  E126: SeatHeld,
  E130: InvalidAction,
  E131: ActionRefused,
  E132: DeadlinePassed,
  E133: TurnOver,
  E134: Stopped,
  E135: CorrelationConflict,
  E140: NoSuchGame,
  E141: GameFull,
  E142: GameNotStarted,
  E143: GameOver,
  E144: GamePaused,
  E145: PlayedByPerson,
  E146: OnOtherServer,
  E500: InternalError,
} as const satisfies Readonly<Record<ErrorCode, typeof AgentError>>;

/** The error for the `data` of an `error` message, of the class of its code. */
export function agentError(data: Pick<ErrorData, 'code' | 'message' | 'details'>): AgentError {
  const Known =
    data.code === 'E131' && data.details.outcome === 'unknown' ? OutcomeUnknown : errorClasses[data.code];
  // A newer gateway may have codes that this table has not.
  return new (Known ?? AgentError)(data);
}

/** The connection closed, or could not be opened. A seat opens another one by itself, as long as that may help. */
export class GatewayLost extends Error {
  override readonly name: string = 'GatewayLost';
  /** The close code; 1006 when there was no close frame. */
  readonly closeCode: number;
  /** The reason in the close frame, or the system's words; may be empty. */
  readonly reason: string;

  constructor(closeCode: number, reason: string, cause?: AgentError) {
    super(`the connection closed with ${closeCode}${reason === '' ? '' : ` (${reason})`}`, { cause });
    this.closeCode = closeCode;
    this.reason = reason;
  }
}

/** No connection to the address could be opened, or it closed before the gateway sent anything. */
export class NoGateway extends GatewayLost {
  override readonly name = 'NoGateway';
  override readonly message: string;
  /** Whether the network reports that nothing listens there, or that there is no such host. */
  readonly isRefused: boolean;

  constructor(address: string, reason: string) {
    super(1006, reason);
    const why = reason === '' ? '' : ` (${reason})`;
    this.message = `No gateway answers at ${address}${why}. Is npm start running there?`;
    this.isRefused = saysNobodyListens(reason);
  }
}

/** The seat was closed by its owner; a request of it was not answered before. */
export class SeatClosed extends Error {
  override readonly name = 'SeatClosed';

  constructor() {
    super('the seat is closed');
  }
}
