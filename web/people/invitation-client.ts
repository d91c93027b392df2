import type { Invitations, MadeInvitation } from '#shared/protocol/invitations.js';
import { askGateway, type GatewayAnswer } from '../ask-gateway.js';

/** A game, and a token that may manage it. */
export interface Inviter {
  readonly gameId: string;
  readonly token: string;
}

/** The invitations to the game that are in force, and where people connect. */
export function listInvitations(inviter: Inviter, signal: AbortSignal): Promise<GatewayAnswer<Invitations>> {
  return ask(inviter, 'GET', '', { signal });
}

/** Invites a person; without a name nobody in particular. */
export function makeInvitation(inviter: Inviter, name: string): Promise<GatewayAnswer<MadeInvitation>> {
  return ask(inviter, 'POST', '', { body: name === '' ? {} : { name } });
}

/** Withdraws an invitation; answers with those that are left. */
export function withdrawInvitation(inviter: Inviter, id: string): Promise<GatewayAnswer<Invitations>> {
  return ask(inviter, 'DELETE', `/${id}`, {});
}

function ask<T>(
  { gameId, token }: Inviter,
  method: string,
  path: string,
  sent: Parameters<typeof askGateway>[3],
) {
  return askGateway<T>(token, method, `/api/games/${gameId}/invitations${path}`, sent);
}

/** Names that a client takes as they are, and a shell as one word. */
const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9_-]{0,31}$/;

/** What a person needs to join, as text to send; `token` stands in it as the password. */
export function invitationLines(made: MadeInvitation, ownHost: string, token: string): string {
  const { name, agent_id: agentId, port } = made;
  const host = made.host ?? ownHost;
  const login = name !== null && PLAIN_NAME.test(name) ? name : agentId;
  return [
    `Host: ${host}`,
    `Port: ${port}`,
    `Login: ${login}`,
    `Password: ${token}`,
    `freeciv-gtk3.22 -a -s ${host} -p ${port} -n ${login}`,
  ].join('\n');
}
