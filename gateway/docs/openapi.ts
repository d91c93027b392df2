import type { z } from 'zod';
import {
  adminSessionsSchema,
  gameListSchema,
  healthSchema,
  liveSchema,
  reloadedSchema,
  restErrorSchema,
} from '#shared/messages/rest.js';
import { toolsAnswerSchema } from '#shared/messages/tools.js';
import { jsonSchema } from './json-schema.js';

interface Route {
  readonly path: string;
  readonly method: 'get' | 'post';
  readonly summary: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** JSON of that schema, or text of that type. */
  readonly ok: z.ZodType | string;
  readonly failures: Readonly<Record<string, string>>;
  /** What a failure says, when it is not an error. */
  readonly failure?: z.ZodType;
}

const open = [{}];
const admin = [{ admin: [] }];
const adminFailures = {
  '401': 'No admin token, or a wrong one',
  '403': 'ADMIN_TOKEN is not set',
  '429': 'Too many wrong tokens',
};

const routes: readonly Route[] = [
  {
    path: '/health',
    method: 'get',
    summary: 'Whether agents can log in now, and what is missing.',
    security: open,
    ok: healthSchema,
    failures: { '503': 'They cannot: it drains, or the proxy is away' },
    failure: healthSchema,
  },
  {
    path: '/health/live',
    method: 'get',
    summary: 'Answers while the process lives.',
    security: open,
    ok: liveSchema,
    failures: {},
  },
  {
    path: '/api/metrics',
    method: 'get',
    summary: 'Metrics for Prometheus; for the admin only if METRICS_NEED_TOKEN is set.',
    security: [{}, { admin: [] }],
    ok: 'text/plain',
    failures: adminFailures,
  },
  {
    path: '/api/games',
    method: 'get',
    summary: 'The games that run; needs a token unless SPECTATORS is open.',
    security: [{}, { agent: [] }],
    ok: gameListSchema,
    failures: { '401': 'No token, or a wrong one', '503': 'The proxy is away' },
  },
  {
    path: '/api/games/{game_id}/map.svg',
    method: 'get',
    summary: 'The map of a game as a picture; needs a token unless SPECTATORS is open.',
    security: [{}, { agent: [] }],
    ok: 'image/svg+xml',
    failures: { '401': 'No token, or a wrong one', '404': 'No such game', '503': 'The proxy is away' },
  },
  {
    path: '/api/tools',
    method: 'get',
    summary: 'The actions as tools for language models; ?format=openai or anthropic.',
    security: [{ agent: [] }],
    ok: toolsAnswerSchema,
    failures: { '400': 'No such format', '401': 'No token, or a wrong one', '503': 'The proxy is away' },
  },
  {
    path: '/api/admin/sessions',
    method: 'get',
    summary: 'The sessions of this gateway.',
    security: admin,
    ok: adminSessionsSchema,
    failures: adminFailures,
  },
  {
    path: '/api/admin/tokens/reload',
    method: 'post',
    summary: 'Reads the tokens again and closes the sockets of those taken out.',
    security: admin,
    ok: reloadedSchema,
    failures: { ...adminFailures, '409': 'They could not be read; the old ones stay' },
  },
];

/** The REST routes as an OpenAPI 3.1 document, made from the schemas of their answers. */
export function openApi() {
  const paths = new Map<string, Record<string, object>>();
  for (const route of routes) {
    paths.set(route.path, { ...paths.get(route.path), [route.method]: operation(route) });
  }
  const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description });
  return {
    openapi: '3.1.0',
    info: { title: 'FreeCiv LLM gateway: REST', version: '1.0.0' },
    servers: [{ url: 'http://127.0.0.1:8003' }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: { admin: bearer('ADMIN_TOKEN'), agent: bearer('A token of LLM_API_TOKENS') },
    },
  };
}

function operation({ path, summary, security, ok, failures, failure = restErrorSchema }: Route) {
  const failed = Object.entries(failures).map(([status, description]) => [
    status,
    { description, ...content(failure) },
  ]);
  const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
  return {
    summary,
    security,
    ...(names.length > 0 && { parameters: names.map(pathParameter) }),
    responses: { '200': { description: 'OK', ...content(ok) }, ...Object.fromEntries(failed) },
  };
}

function pathParameter(name: string) {
  return { name, in: 'path', required: true, schema: { type: 'string' } };
}

function content(answer: z.ZodType | string) {
  if (typeof answer === 'string') return { content: { [answer]: { schema: { type: 'string' } } } };
  return { content: { 'application/json': { schema: jsonSchema(answer, 'output') } } };
}
