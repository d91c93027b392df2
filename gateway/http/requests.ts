import type { FastifyInstance, FastifyRequest } from 'fastify';
import { failure } from '#shared/core/failure.js';
import { isJsonObject, type JsonObject, parseJson } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { gameIdSchema } from '#shared/protocol/envelope.js';
import type { Caller } from '../auth/bearer.js';

/** The sender of a request, as access checks need it. */
export function callerOf(request: FastifyRequest): Caller {
  const { authorization, 'x-session-id': session } = request.headers;
  const sessionId = typeof session === 'string' ? session : undefined;
  return { authorization, address: request.clientAddress, sessionId };
}

/** The game id in the path of a request; E140 when no game can have such an id. */
export function gameIdOf({ params }: FastifyRequest): Result<string> {
  const id = gameIdSchema.safeParse(isJsonObject(params) ? params.game_id : undefined);
  return id.success ? ok(id.data) : fail(failure('E140', 'No game has such an id', { path: 'game_id' }));
}

/** Passes JSON bodies to the handlers as text, so that they can answer a malformed body with their own sentence. */
export function keepJsonAsText(app: FastifyInstance): void {
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
}

/** The JSON object in a body that was kept as text; `code` is that of the failure when it is something else. */
export function jsonBodyOf({ body }: FastifyRequest, code: 'E104' | 'E105'): Result<JsonObject> {
  const parsed = typeof body === 'string' ? parseJson(body) : body;
  if (isJsonObject(parsed)) return ok(parsed);
  return fail(failure(code, 'The body is not a JSON object', { path: 'body' }));
}
