import { z } from 'zod';
import { toolsAnswerSchema, toolsQuerySchema } from '#shared/protocol/actions.js';
import { mapQuerySchema } from '#shared/protocol/agent-requests.js';
import { adminSessionsSchema, healthSchema, reloadedSchema, restErrorSchema } from '#shared/protocol/rest.js';
import { gamePaths } from './game-paths.js';
import { jsonSchema } from './json-schema.js';
import { legacyPaths } from './legacy-paths.js';
import { liveRoute } from './live-route.js';
import type { Route } from './rest-route.js';

const open = [{}];
const admin = [{ admin: [] }];
/** The one outcome besides 200 that is no failure; it has no content. */
const NOT_MODIFIED = '304';
const mapRoute = {
  method: 'get',
  query: mapQuerySchema,
  security: [{}, { agent: [] }, { admin: [] }],
  failures: {
    [NOT_MODIFIED]: 'The picture is the one of If-None-Match',
    '400': 'A bad agent_id or scale',
    '401': 'No token, or a wrong one',
    '403': 'The token is not for this agent, or may not watch',
    '404': 'No such game, no such agent in it, or nothing to be shown yet',
    '429': 'Too many wrong tokens',
    '503': 'The proxy is away',
  },
} as const;
const mapSummary =
  'needs a token of that agent, or the admin token. Without agent_id the whole game, for who may watch, as far behind it as SPECTATOR_DELAY_TURNS says, and the admin.';
const recordingQuery = z.object({
  view: z
    .string()
    .optional()
    .describe('An agent id, or player:N: the recording of that seat’s view; without it the whole game'),
});
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
  liveRoute,
  {
    path: '/api/metrics',
    method: 'get',
    summary: 'Metrics for Prometheus; for the admin only if METRICS_NEED_TOKEN is set.',
    security: [{}, { admin: [] }],
    ok: 'text/plain',
    failures: adminFailures,
  },
  ...gamePaths,
  ...legacyPaths,
  {
    ...mapRoute,
    path: '/api/games/{game_id}/map.svg',
    summary: `The map as an agent's seat knows it, as SVG; ${mapSummary}`,
    ok: 'image/svg+xml',
  },
  {
    ...mapRoute,
    path: '/api/games/{game_id}/map.png',
    summary: `The same as PNG; ${mapSummary}`,
    ok: 'image/png',
  },
  {
    path: '/api/games/{game_id}/recording.fcr',
    method: 'get',
    summary:
      'The file of the recording, up to what may be seen by now, for npm run replay. Who may: as on the spectator socket.',
    query: recordingQuery,
    security: [{}, { agent: [] }, { admin: [] }],
    ok: 'application/octet-stream',
    failures: {
      '400': 'A bad view',
      '401': 'No token, or a wrong one',
      '403': 'The token is not for that view',
      '404': 'No such game, or none that was recorded',
      '409': 'No such seat, or nothing that may be shown yet',
      '429': 'Too many wrong tokens',
      '503': 'The proxy is away',
    },
  },
  {
    path: '/api/tools',
    method: 'get',
    summary: 'The actions as tools for language models.',
    query: toolsQuerySchema,
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

/** The REST routes of one process. */
export interface Api {
  readonly title: string;
  readonly url: string;
  readonly routes: readonly Route[];
}

const gatewayApi: Api = { title: 'FreeCiv LLM gateway: REST', url: 'http://127.0.0.1:8003', routes };

/** REST routes as an OpenAPI 3.1 document, made from the schemas of their answers. */
export function openApi({ title, url, routes }: Api = gatewayApi) {
  const paths = new Map<string, Record<string, object>>();
  for (const route of routes) {
    paths.set(route.path, { ...paths.get(route.path), [route.method]: operation(route) });
  }
  const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description });
  return {
    openapi: '3.1.0',
    info: { title, version: '1.0.0' },
    servers: [{ url }],
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: { admin: bearer('ADMIN_TOKEN'), agent: bearer('A token of LLM_API_TOKENS') },
    },
  };
}

function operation(route: Route) {
  const { path, summary, query, body, security, ok, status = 200, failures } = route;
  const { failure = restErrorSchema } = route;
  const failed = Object.entries(failures).map(([code, description]) => [
    code,
    { description, ...(code === NOT_MODIFIED ? {} : content(failure)) },
  ]);
  const names = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []);
  const parameters = [...names.map(pathParameter), ...(query === undefined ? [] : queryParameters(query))];
  return {
    summary,
    security,
    ...(parameters.length > 0 && { parameters }),
    ...(body !== undefined && {
      requestBody: { content: { 'application/json': { schema: jsonSchema(body, 'input') } } },
    }),
    responses: { [status]: { description: 'OK', ...content(ok) }, ...Object.fromEntries(failed) },
  };
}

function pathParameter(name: string) {
  return { name, in: 'path', required: true, schema: { type: 'string' } };
}

function queryParameters(query: z.ZodObject) {
  const { required = [], properties = {} } = z.toJSONSchema(query, { io: 'input' });
  return Object.entries(properties).map(([name, schema]) => {
    return { name, in: 'query', required: required.includes(name), schema };
  });
}

function content(answer: z.ZodType | string) {
  if (typeof answer === 'string') return { content: { [answer]: { schema: { type: 'string' } } } };
  return { content: { 'application/json': { schema: jsonSchema(answer, 'output') } } };
}
