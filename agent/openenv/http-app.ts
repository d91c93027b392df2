import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { parseJson } from '#shared/core/json.js';
import type { Result } from '#shared/core/result.js';
import { environmentSchema, metadata, openApi } from './documents.js';
import { MAX_WAITING, validationError } from './env-session.js';
import { type HttpSessions, tooMany } from './http-sessions.js';
import {
  type EnvError,
  type EnvErrorCode,
  resetSchema,
  type StepResult,
  stateBeforeReset,
  stepRequestSchema,
} from './messages.js';

/** What the HTTP routes work with. */
export interface OpenEnvAppOptions {
  readonly gateway: string;
  readonly sessions: HttpSessions;
  /** Why a request is not answered, or the token that it plays with. */
  admit(request: FastifyRequest['raw']): Result<string, HttpRefusal>;
}

/** Why a request is not answered. */
export interface HttpRefusal {
  readonly status: number;
  readonly message: string;
}

const MAX_BODY_BYTES = 1 << 20;

const statuses: Readonly<Partial<Record<EnvErrorCode, number>>> = {
  VALIDATION_ERROR: 422,
  CAPACITY_REACHED: 503,
};

/** The HTTP routes of the specification. A failure is `{detail}`, as the specification's servers word it. */
export function createHttpApp({ gateway, sessions, admit }: OpenEnvAppOptions): FastifyInstance {
  const app = fastify({ logger: false, forceCloseConnections: true, bodyLimit: MAX_BODY_BYTES });
  const tokens = new WeakMap<FastifyRequest, string>();
  const tokenOf = (request: FastifyRequest) => tokens.get(request) ?? '';
  app.addHook('onRequest', async (request, reply) => {
    const admitted = admit(request.raw);
    if (admitted.ok) tokens.set(request, admitted.value);
    else return reply.code(admitted.failure.status).send({ detail: admitted.failure.message });
  });
  speakJson(app);
  app.post('/reset', async (request, reply) => {
    const wish = resetSchema.safeParse(request.body ?? {});
    if (!wish.success) return refuse(reply, validationError(wish.error));
    return send(reply, await sessions.reset(tokenOf(request), wish.data));
  });
  app.post('/step', async (request, reply) => {
    const wish = stepRequestSchema.safeParse(request.body);
    if (!wish.success) return refuse(reply, validationError(wish.error));
    const { action, timeout_s: timeoutS, episode_id: episodeId } = wish.data;
    const session = sessions.find(tokenOf(request), episodeId ?? undefined);
    if (session === undefined) return refuse(reply, noEpisode);
    if (session.waiting >= MAX_WAITING) return refuse(reply, tooMany);
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort(new Error('The client is gone')));
    return send(reply, await session.step(action, { timeoutS, signal: gone.signal }));
  });
  app.get<{ Querystring: { episode_id?: string } }>('/state', (request, reply) => {
    const session = sessions.find(tokenOf(request), request.query.episode_id);
    return reply.send(session?.state ?? stateBeforeReset);
  });
  app.get('/schema', async (request, reply) => {
    const schema = await environmentSchema(gateway, tokenOf(request));
    return schema.ok ? reply.send(schema.value) : reply.code(503).send({ detail: schema.failure.message });
  });
  app.get('/metadata', (_request, reply) => reply.send(metadata));
  app.get('/health', (_request, reply) => reply.send({ status: 'healthy' }));
  app.get('/openapi.json', (_request, reply) => reply.send(openApi()));
  app.post('/mcp', (_request, reply) => reply.send(noMcp));
  return app;
}

/** Every body is JSON, whatever its content type says, and every failure is `{detail}`. */
function speakJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, text, done) => {
    const body = text === '' ? {} : parseJson(String(text));
    done(
      body === undefined ? Object.assign(new Error('The body is not JSON'), { statusCode: 422 }) : null,
      body,
    );
  });
  app.setErrorHandler((error: Error & { readonly statusCode?: number }, _request, reply) =>
    reply
      .code(error.statusCode ?? 500)
      .send({ detail: error.statusCode === undefined ? 'Internal error' : error.message }),
  );
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ detail: 'Not Found' }));
}

const noEpisode: EnvError = { code: 'EXECUTION_ERROR', message: 'Reset the environment first' };

const noMcp = {
  jsonrpc: '2.0',
  id: null,
  error: { code: -32_601, message: 'The Model Context Protocol is at /mcp of the gateway' },
} as const;

function send(reply: FastifyReply, result: Result<StepResult, EnvError>): FastifyReply {
  return result.ok ? reply.send(result.value) : refuse(reply, result.failure);
}

function refuse(reply: FastifyReply, { code, message, errors }: EnvError): FastifyReply {
  return reply.code(statuses[code] ?? 500).send({ detail: errors ?? message });
}
