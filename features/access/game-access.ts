import type { Clock } from '#shared/core/clock.js';
import { ok, type Result } from '#shared/core/result.js';
import type { Watched } from '#shared/protocol/spectator/requests.js';
import type { AdminAccess } from '../../gateway/auth/admin-access.js';
import {
  type Access,
  type AccessRefusal,
  authenticate,
  bearerHash,
  type Caller,
  deny,
  denyBearer,
  GRANTED,
} from '../../gateway/auth/bearer.js';
import type { TokenStore } from '../../gateway/auth/token-store.js';
import type { LoginLimits } from '../../gateway/limits/login-limits.js';
import {
  type CallerRights,
  isAllowed,
  type Need,
  type RequestName,
  requestRights,
} from './request-rights.js';
import type { SpectatorAccess, ViewGrant } from './spectator-access.js';

/** What GameAccess is made with. */
export interface GameAccessOptions {
  readonly admin: AdminAccess;
  readonly spectators: SpectatorAccess;
  readonly tokens: TokenStore;
  /** Whether that is the id of a session of this agent's seat. */
  isSessionOf(sessionId: string, agentId: string, gameId: string): boolean;
  readonly limits: LoginLimits;
  readonly clock: Clock;
}

/** What a request is about. */
export interface Subject {
  /** The game; without it any. */
  readonly gameId?: string | undefined;
  /** The agent whose seat or model it is about; without it none. */
  readonly agentId?: string | undefined;
}

/** Access to the REST routes, by the table of `requestRights`. Wrong tokens are counted as at a login. */
export class GameAccess {
  readonly #options: GameAccessOptions;

  constructor(options: GameAccessOptions) {
    this.#options = options;
  }

  /** Grants a request to callers that have what its row in the table needs. */
  authorize(row: RequestName, caller: Caller, subject: Subject = {}): Access {
    return this.#authorize(requestRights[row], caller, subject);
  }

  /** The same for a request about several games: each is needed. */
  authorizeAll(row: RequestName, caller: Caller, gameIds: readonly string[]): Access {
    const need = requestRights[row];
    const refused = gameIds
      .map((gameId) => this.#authorize(need, caller, { gameId }))
      .find((granted) => !granted.ok);
    return refused ?? (gameIds.length > 0 ? GRANTED : this.#authorize(need, caller, {}));
  }

  /** Grants access to callers with any known token: to be told what is wrong with a request. */
  authorizeAny(caller: Caller): Access {
    return this.#authorize('known', caller, {});
  }

  /** What a caller may see of a game or of the seat that `view` names, once the row of its request grants that. */
  authorizeView(row: RequestName, caller: Caller, gameId: string, view: Watched['view']): Access<ViewGrant> {
    const agentId = view !== undefined && 'agent' in view ? view.agent : undefined;
    const granted = this.authorize(row, caller, { gameId, agentId });
    if (!granted.ok) return granted;
    const grant = this.#options.spectators.grantFor(bearerHash(caller.authorization), gameId, view);
    return grant === undefined ? this.#refuse(caller, requestRights[row], { gameId, agentId }) : ok(grant);
  }

  /** The relation of a caller to a game and an agent. */
  rightsOf(caller: Caller, { gameId, agentId }: Subject): CallerRights {
    const { admin, spectators, tokens } = this.#options;
    const hash = bearerHash(caller.authorization);
    const { inForce } = tokens;
    return {
      isAdmin: admin.isAdminToken(hash),
      isKnown: inForce.isKnown(hash),
      covers: gameId === undefined ? inForce.isKnown(hash) : inForce.coversGame(hash, gameId),
      isPublic: spectators.isPublic,
      watches: spectators.watches(hash, gameId),
      plays: inForce.grants(hash, 'play', gameId),
      isAgent: agentId !== undefined && this.#isAgent(caller, hash, agentId, gameId),
      manages: inForce.grants(hash, 'manage', gameId),
    };
  }

  /** Whether the caller may manage the game. */
  canManage(caller: Caller, gameId: string): boolean {
    return isAllowed('manage', this.rightsOf(caller, { gameId }));
  }

  /** Whether the caller may play as that agent in the game. */
  canPlayAs(caller: Caller, agentId: string, gameId: string): boolean {
    return isAllowed('play', this.rightsOf(caller, { gameId, agentId }));
  }

  /** How many whole turns behind the game the caller's view of all players must be. */
  delayTurnsOf({ authorization }: Caller): number {
    return this.#options.spectators.delayTurnsOf(bearerHash(authorization));
  }

  /** The same for the turn number alone: 0 for callers who manage the game. */
  turnNumberDelayOf(caller: Caller, gameId: string): number {
    return this.rightsOf(caller, { gameId }).manages ? 0 : this.delayTurnsOf(caller);
  }

  /** Whether the caller may know the game's seeds: with them anybody can generate the same map. */
  canSeeSeeds(caller: Caller, gameId: string): boolean {
    return isAllowed('oversee', this.rightsOf(caller, { gameId }));
  }

  /**
   * Whether the caller may know what the model of an agent takes and says: with a token of that agent for the game, or the
   * right to manage it.
   */
  isOwnerOf(caller: Caller, gameId: string, agentId: string): boolean {
    return isAllowed('owner', this.rightsOf(caller, { gameId, agentId }));
  }

  /** Whether the caller is the admin. */
  isAdmin({ authorization }: Caller): boolean {
    return this.#options.admin.isAdminToken(bearerHash(authorization));
  }

  /** Whether the list of games shows this game to a caller who may read that list. */
  canList(caller: Caller, gameId: string): boolean {
    return isAllowed('read', this.rightsOf(caller, { gameId }));
  }

  /** Whether the caller is that agent: by a token that acts for it, or by one that may play as it and a session of its seat. */
  #isAgent({ sessionId }: Caller, hash: Buffer | undefined, agentId: string, gameId?: string): boolean {
    const { inForce } = this.#options.tokens;
    if (gameId === undefined || inForce.actsFor(hash, agentId, gameId))
      return inForce.acceptsAgent(hash, agentId, gameId);
    const hasSession = sessionId !== undefined && this.#options.isSessionOf(sessionId, agentId, gameId);
    return hasSession && inForce.acceptsAgent(hash, agentId, gameId);
  }

  #authorize(need: Need, caller: Caller, subject: Subject): Access {
    if (isAllowed(need, this.rightsOf(caller, subject))) return GRANTED;
    return this.#refuse(caller, need, subject);
  }

  /** Why the caller is refused; a wrong token is counted. */
  #refuse(caller: Caller, need: Need, subject: Subject): Result<never, AccessRefusal> {
    const { admin, tokens, limits, clock } = this.#options;
    const authenticated = authenticate(caller, {
      limits,
      clock,
      name: subject.agentId ?? 'games',
      isKnown: (hash) => admin.isAdminToken(hash) || tokens.inForce.isKnown(hash),
      isPending: (hash) => tokens.isPending(hash),
      refusalOf: (hash) => tokens.refusalOf(hash),
    });
    if (!authenticated.ok) return denyBearer(authenticated.failure);
    return deny(403, whyRefused(need, subject, this.rightsOf(caller, subject)));
  }
}

/** What a known token lacks, in a sentence. */
function whyRefused(
  need: Need,
  { gameId = 'of that id', agentId }: Subject,
  { covers }: CallerRights,
): string {
  const isOfAgent = need === 'view' || need === 'own';
  if (isOfAgent && agentId !== undefined)
    return `This token is not for that view of the game ${gameId}: it takes the right to watch, or the agent's token`;
  if (need === 'play' && agentId !== undefined)
    return `This token does not act for ${agentId} in the game ${gameId}: it takes a token for that agent alone, or x-session-id with the session of its seat`;
  if (need === 'owner') return `This token is neither for ${agentId} nor to manage the game ${gameId}`;
  if (!covers && (need === 'read' || need === 'player')) return `This token is not for the game ${gameId}`;
  if (need === 'mint')
    return `This token lacks the rights to play and manage the games ${gameId} (LLM_API_TOKENS: token=agents/games/play+manage)`;
  const right = need === 'manage' ? 'manage' : need === 'player' ? 'play' : 'watch';
  return `This token lacks the right to ${right} the game ${gameId} (LLM_API_TOKENS: token=agents/games/${right})`;
}
