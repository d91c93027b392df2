import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { parseWith } from '#shared/core/parse.js';
import { madeTokenSchema, tokenRequestSchema } from '#shared/protocol/rest.js';
import type { MintedTokens } from '../../gateway/auth/minted-tokens.js';
import { sendFailure, sendRefusal } from '../../gateway/http/failures.js';
import { callerOf, jsonBodyOf, keepJsonAsText } from '../../gateway/http/requests.js';
import type { RouteDocs } from '../../gateway/http/route-docs.js';
import type { GameAccess } from '../access/game-access.js';

const tokenDocs: RouteDocs = {
  summary: 'Makes a token with the right play for one agent or several, in one game or several.',
  body: tokenRequestSchema,
  ok: madeTokenSchema,
  status: 201,
  failures: {
    '400': 'A pattern has a character that no id has; path says which',
    '401': 'No token, or a wrong one',
    '403': 'The token lacks the right to play or to manage these games',
    '429': 'Too many wrong tokens',
    '503': 'There are too many made tokens, or it cannot be told yet whether the token was revoked',
  },
};

/** `POST /api/tokens`: tokens for agents, for callers who play and manage their games. */
export function addTokenRoutes(host: FastifyInstance, access: GameAccess, minted: MintedTokens): void {
  void host.register(async (app) => {
    keepJsonAsText(app);
    app.post('/api/tokens', { config: { docs: tokenDocs } }, (request, reply) =>
      makeToken(access, minted, request, reply),
    );
  });
}

async function makeToken(
  access: GameAccess,
  minted: MintedTokens,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const body = jsonBodyOf(request, 'E105');
  const scope = body.ok ? parseWith(tokenRequestSchema, body.value) : body;
  const caller = callerOf(request);
  if (!scope.ok) {
    const known = access.authorizeAny(caller);
    return known.ok ? sendFailure(reply, scope.failure) : sendRefusal(reply, known.failure, 'E102');
  }
  // A pattern is a text that the patterns of the caller's token match only if they cover all it stands for.
  const { agents: agentId, games: gameId } = scope.value;
  const granted = access.authorize('POST /api/tokens', caller, { gameId, agentId });
  if (!granted.ok) return sendRefusal(reply, granted.failure, 'E102');
  const token = minted.mint(scope.value);
  if (!token.ok) return sendFailure(reply, token.failure);
  return reply
    .code(201)
    .header('cache-control', 'no-store')
    .send({ ...scope.value, token: token.value });
}
