import type { FastifyReply, FastifyRequest } from 'fastify';
import { sendFailure, sendRefusal } from '../../gateway/http/failures.js';
import { callerOf, gameIdOf } from '../../gateway/http/requests.js';
import type { GameAccess } from '../access/game-access.js';
import type { RequestName } from '../access/request-rights.js';

/** The game of a request whose sender may manage it; else the answer that was sent. */
export function managedGame(
  access: GameAccess,
  row: RequestName,
  request: FastifyRequest,
  reply: FastifyReply,
): string | FastifyReply {
  const gameId = gameIdOf(request);
  const granted = access.authorizeAll(row, callerOf(request), gameId.ok ? [gameId.value] : []);
  if (!granted.ok) return sendRefusal(reply, granted.failure, 'E102');
  return gameId.ok ? gameId.value : sendFailure(reply, gameId.failure);
}
