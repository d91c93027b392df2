import { randomBytes } from 'node:crypto';
import type { Clock } from '#shared/core/clock.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { revocationUnknown } from '../../../gateway/auth/bearer.js';
import { hashToken } from '../../../gateway/auth/token-rule.js';
import type { TokenStore } from '../../../gateway/auth/token-store.js';
import type { ConnectionSlots, LoginLimits } from '../../../gateway/limits/login-limits.js';
import type { SharedSlots } from '../../../gateway/limits/shared-limits.js';
import type { TokenQuotas } from '../../../gateway/limits/token-quotas.js';

/** Why people are refused: the reasons in metrics and audit. */
export type RefusalReason =
  /** The client of another protocol, or one that sends more than it may. */
  | 'protocol'
  /** It was silent, or its person was. */
  | 'late'
  /** There were too many connections, in total or from its address. */
  | 'capacity'
  | 'draining'
  | 'token'
  /** Too many wrong tokens came from its address. */
  | 'too_many_tokens'
  /** The token is not for one seat of one game. */
  | 'broad_token'
  /** Quotas of the token, or connections of the agent. */
  | 'quota'
  /** The proxy is away, or it cannot be told whether the token was revoked. */
  | 'unavailable'
  /** The proxy has refused the seat. */
  | 'seat';

/** A seat of a game, and the token that opens it. */
export interface PersonSeat {
  readonly agentId: string;
  readonly gameId: string;
  readonly tokenHash: Buffer;
}

/** Why a token is refused, in a sentence for the person. */
export interface AdmissionRefusal {
  readonly reason: RefusalReason;
  readonly sentence: string;
  /** The person may enter another token. */
  readonly mayRetry: boolean;
  /** Where the token is for a seat. */
  readonly seat?: PersonSeat;
}

/** A seat that counts towards the quotas of its token and the connections of its agent until it is disposed of. */
export interface AdmittedSeat extends Disposable {
  readonly seat: PersonSeat;
}

/** What admission works with. */
export interface AdmissionServices {
  readonly tokens: TokenStore;
  readonly quotas: TokenQuotas;
  readonly slots: ConnectionSlots;
  /** The slots over all gateways, where there are several. */
  readonly sharedSlots: SharedSlots | undefined;
  readonly loginLimits: LoginLimits;
  readonly clock: Clock;
}

const BROAD_TOKEN = 'This token is not for one seat of one game: ask for an invitation';
const TOO_MANY_CONNECTIONS = 'This seat has all the connections it may have: close one, then try again';

/** Gives the seat that a person's token is for. Wrong tokens are counted as at the login of an agent. */
export async function admitPerson(
  services: AdmissionServices,
  token: string,
  address: string,
): Promise<Result<AdmittedSeat, AdmissionRefusal>> {
  const { tokens, quotas, slots, sharedSlots } = services;
  const tokenHash = hashToken(token);
  await tokens.admit(token);
  if (!tokens.inForce.isKnown(tokenHash)) return fail(unknownToken(services, tokenHash, address));
  const named = tokens.inForce.seatOf(tokenHash);
  if (named === undefined) return fail({ reason: 'broad_token', sentence: BROAD_TOKEN, mayRetry: true });
  const seat = { ...named, tokenHash };
  const { agentId } = seat;
  const used = (sentence: string) => fail({ reason: 'quota' as const, sentence, mayRetry: false, seat });
  const reserved = quotas.reserve({ ...seat, isAttached: true });
  if (!reserved.ok) return used(reserved.failure.message);
  if (!slots.reserve(agentId)) {
    reserved.value[Symbol.dispose]();
    return used(TOO_MANY_CONNECTIONS);
  }
  const id = `person-${randomBytes(9).toString('base64url')}`;
  const release = () => {
    reserved.value[Symbol.dispose]();
    slots.release(agentId);
    sharedSlots?.release(agentId, id);
  };
  if ((await sharedSlots?.reserve(agentId, id)) !== 'full') return ok({ seat, [Symbol.dispose]: release });
  release();
  return used(TOO_MANY_CONNECTIONS);
}

function unknownToken(
  { tokens, loginLimits, clock }: AdmissionServices,
  tokenHash: Buffer,
  address: string,
): AdmissionRefusal {
  if (tokens.isPending(tokenHash))
    return { reason: 'unavailable', sentence: revocationUnknown().message, mayRetry: true };
  const wait = loginLimits.recordFailure(address, 'person', clock.monotonic());
  if (wait > 0) {
    const sentence = `Too many wrong tokens came from your address: try again in ${wait} s`;
    return { reason: 'too_many_tokens', sentence, mayRetry: false };
  }
  const why = tokens.refusalOf(tokenHash) ?? 'This token is wrong, or was withdrawn';
  return { reason: 'token', sentence: `${why}. Paste the token of your invitation.`, mayRetry: true };
}
