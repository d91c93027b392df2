import { z } from 'zod';
import { type Failure, failure } from '#shared/core/failure.js';
import { parseJson } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { Invitation, MadeInvitation } from '#shared/protocol/invitations.js';
import type { MintedTokens } from '../../../gateway/auth/minted-tokens.js';
import { hashToken } from '../../../gateway/auth/token-rule.js';
import { fingerprintOf } from '../../../gateway/limits/token-quotas.js';

/** The beginning of the ids of agents that stand for people. */
const PERSON_PREFIX = 'person-';
/** Invitations that one game may have. */
const MAX_INVITATIONS = 50;
/** The digits of a hash that name an invitation, as those of a token's fingerprint. */
const ID_PATTERN = /^[0-9a-f]{16}$/;

/** What the file of an invitation has. */
const noteSchema = z.object({ name: z.string().nullable(), made_at: z.number().nullable() });
const NO_NOTE = { name: null, made_at: null };

/** What invitations work with. */
export interface InvitationServices {
  readonly minted: MintedTokens;
  /** PLAY_HOST; null without. */
  readonly host: string | null;
  /** PLAY_PORT; null when it is off. */
  readonly port: number | null;
  /** Whether the token of this hash is in force. */
  isInForce(hash: Buffer): boolean;
  /** In seconds since 1970. */
  now(): number;
  /** The invitations, by their ids, whose persons are connected here. */
  connected(): ReadonlySet<string>;
  /** Closes the connections whose tokens are no longer in force. */
  closeRevoked(): void;
}

/** Who invites whom. */
export interface Wish {
  readonly gameId: string;
  /** By default the first of person-1, person-2 … that is free. */
  readonly agentId: string | undefined;
  readonly name: string | undefined;
  /** The agents that have a seat in the game. */
  readonly seated: ReadonlySet<string>;
  /** Whether who invites may play as that agent. */
  mayPlay(agentId: string): boolean;
}

/** The invitations of people: tokens for one seat of one game. */
export class InvitationBook {
  readonly #services: InvitationServices;

  constructor(services: InvitationServices) {
    this.#services = services;
  }

  /** Where clients connect. */
  get place() {
    const { host, port } = this.#services;
    return { host, port };
  }

  /** The invitations to a game that are in force, the oldest first. */
  list(gameId: string): Invitation[] {
    const { minted, connected, isInForce } = this.#services;
    const here = connected();
    const found = minted.invitationsTo(gameId).flatMap(({ hash, agentId, note }) => {
      const bytes = Buffer.from(hash, 'hex');
      const id = fingerprintOf(bytes);
      const read = noteSchema.safeParse(parseJson(note));
      const about = read.success ? read.data : NO_NOTE;
      const invitation = { invitation_id: id, game_id: gameId, agent_id: agentId, ...about };
      return isInForce(bytes) ? [{ ...invitation, connected: here.has(id) }] : [];
    });
    return found.toSorted((a, b) => (a.made_at ?? 0) - (b.made_at ?? 0));
  }

  /** Makes an invitation. E105: people cannot connect, or the agent is not the caller's to give; E112: the game has all it may have; E500: as `mint` of tokens. */
  make(wish: Wish): Result<MadeInvitation> {
    const { minted, host, port, now } = this.#services;
    if (port === null)
      return fail(
        failure('E105', 'No client can connect: PLAY_PORT is off. Set it to a port, and start again'),
      );
    const { gameId, name = null } = wish;
    const agentId = this.#agentOf(wish);
    if (!agentId.ok) return agentId;
    const replaced = this.list(gameId).filter((one) => one.agent_id === agentId.value);
    if (replaced.some((one) => one.connected)) return fail(seatTaken(agentId.value));
    if (minted.invitationsTo(gameId).length - replaced.length >= MAX_INVITATIONS) return fail(tooMany());
    const note = JSON.stringify({ name, made_at: now() });
    const token = minted.mint({ agents: agentId.value, games: gameId }, note);
    if (!token.ok) return token;
    // A seat is for one person: an earlier invitation to it ends.
    for (const one of replaced) {
      const withdrawn = this.withdraw(gameId, one.invitation_id);
      if (!withdrawn.ok) return withdrawn;
    }
    return ok({
      invitation_id: fingerprintOf(hashToken(token.value)),
      game_id: gameId,
      agent_id: agentId.value,
      name,
      token: token.value,
      host,
      port,
    });
  }

  /** Takes an invitation out of force and ends the connection of its person. E500: the disk refused it. */
  withdraw(gameId: string, id: string): Result<undefined> {
    const { minted, closeRevoked } = this.#services;
    if (ID_PATTERN.test(id) && !minted.withdraw(gameId, id))
      return fail(failure('E500', 'The invitation could not be withdrawn: the disk refused it'));
    closeRevoked();
    return ok(undefined);
  }

  #agentOf({ gameId, agentId, seated, mayPlay }: Wish): Result<string> {
    const invited = new Set(this.#services.minted.invitationsTo(gameId).map((one) => one.agentId));
    if (agentId === undefined) return ok(firstFree((id) => seated.has(id) || invited.has(id)));
    // The seat of a person may be given again, such as when a token is lost.
    const isOfPerson = agentId.startsWith(PERSON_PREFIX) && (invited.has(agentId) || !seated.has(agentId));
    if (isOfPerson || mayPlay(agentId)) return ok(agentId);
    const message = `The agent_id ${agentId} is not yours to give: one that is free and begins with ${PERSON_PREFIX}, or that your token may play as`;
    return fail(failure('E105', message, { path: 'agent_id' }));
  }
}

function seatTaken(agentId: string): Failure {
  const sentence = `A person plays ${agentId} now: withdraw its invitation first, or invite to another seat`;
  return failure('E105', sentence, { path: 'agent_id' });
}

function tooMany(): Failure {
  return failure('E112', `A game has at most ${MAX_INVITATIONS} invitations: withdraw some`);
}

function firstFree(isTaken: (agentId: string) => boolean): string {
  for (let number = 1; ; number += 1) {
    const id = `${PERSON_PREFIX}${number}`;
    if (!isTaken(id)) return id;
  }
}
