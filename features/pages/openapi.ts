import type { FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import type { z } from 'zod';
import { isJsonObject } from '#shared/core/json.js';
import { proxyHealthSchema, restErrorSchema } from '#shared/protocol/rest.js';
import { liveDocs } from '../../gateway/http/http-app.js';
import type { RouteDocs } from '../../gateway/http/route-docs.js';
import { routeRights } from '../access/request-rights.js';
import { componentsOf, jsonSchema } from './json-schema.js';

/** The one answer that is neither a success nor a failure; it has no content. */
const NOT_MODIFIED = '304';
const bearer = (description: string) => ({ type: 'http', scheme: 'bearer', description }) as const;

/** The options of @fastify/swagger: the OpenAPI document is made from the routes of the app and their `config.docs`. */
export const openApiOptions: FastifyDynamicSwaggerOptions = {
  openapi: {
    openapi: '3.1.0',
    info: { title: 'FreeCiv LLM gateway: REST', version: '1.0.0' },
    servers: [{ url: 'http://127.0.0.1:8003' }],
    components: {
      securitySchemes: { admin: bearer('ADMIN_TOKEN'), agent: bearer('A token of LLM_API_TOKENS') },
    },
  },
  convertConstToEnum: false,
  transform({ url, route }) {
    const docs = route.config?.docs;
    if (docs === undefined) throw new Error(`${url} is not documented: its config needs docs`);
    if (docs === 'hidden') return { url, schema: { hide: true } };
    const rights = routeRights(String(route.method), url);
    if (rights === undefined) throw new Error(`${url} has no row in the table of rights`);
    return {
      url,
      schema: {
        ...schemaOf({ ...docs, summary: `${docs.summary} ${rights.says}`.trim() }, rights.tokens),
        tags: [tagOf(url)],
        operationId: `${route.method} ${url}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_'),
      },
    };
  },
  transformObject(document) {
    if (!('openapiObject' in document)) return document.swaggerObject;
    const { openapiObject } = document;
    for (const path of Object.values(openapiObject.paths ?? {}))
      for (const operation of Object.values(path ?? {})) relaxBody(operation);
    const components = { ...openapiObject.components, schemas: componentsOf(openapiObject.paths) };
    return Object.assign(openapiObject, { components });
  },
};

/** Under which heading a route stands: the first of these that begins its address. */
const TAGS: readonly (readonly [string, string])[] = [
  ['/api/games', 'games'],
  ['/api/scenarios', 'games'],
  ['/api/tools', 'agents'],
  ['/api/conversations', 'agents'],
  ['/api/v1/chat', 'agents'],
  ['/api/game/', 'flat dialect'],
  ['/mcp', 'mcp'],
  ['/.well-known', 'mcp'],
];

function tagOf(url: string): string {
  return TAGS.find(([start]) => url.startsWith(start))?.[1] ?? 'operators';
}

/** Makes the body of an operation optional if it has no required field: @fastify/swagger calls every body required. */
function relaxBody(operation: unknown): void {
  if (!isJsonObject(operation) || !isJsonObject(operation.requestBody)) return;
  const { content } = operation.requestBody;
  const json = isJsonObject(content) ? content['application/json'] : undefined;
  const schema = isJsonObject(json) ? json.schema : undefined;
  const isRequired = isJsonObject(schema) && Array.isArray(schema.required) && schema.required.length > 0;
  Object.assign(operation.requestBody, { required: isRequired });
}

/** The documentation of a route in the form of @fastify/swagger. */
function schemaOf(
  { summary, query, body, ok, status = 200, ...rest }: RouteDocs,
  tokens: readonly ('open' | 'agent' | 'admin')[],
): FastifySchema {
  const { failures, failure = restErrorSchema } = rest;
  const failed = Object.entries(failures).map(([code, description]) => [
    code,
    code === NOT_MODIFIED ? { description, type: 'null' } : { description, ...content(failure) },
  ]);
  return {
    summary,
    security: tokens.map((token) => (token === 'open' ? {} : { [token]: [] })),
    ...(query !== undefined && { querystring: jsonSchema(query, 'input') }),
    ...(body !== undefined && { body: jsonSchema(body, 'input') }),
    response: { [status]: { description: 'OK', ...content(ok) }, ...Object.fromEntries(failed) },
  };
}

function content(answer: z.ZodType | string) {
  if (typeof answer === 'string') return { content: { [answer]: { schema: { type: 'string' } } } };
  return { content: { 'application/json': { schema: jsonSchema(answer, 'output') } } };
}

/** The REST routes of the proxy's own port. They are for operators, who keep the port closed to others. */
const proxyRoutes: Readonly<Record<string, RouteDocs>> = {
  '/health': {
    summary: 'Whether games can be created and played now, and the state of game servers and disk.',
    ok: proxyHealthSchema,
    failures: { '503': 'They cannot: the proxy is ending, or there is no freeciv-server' },
    failure: proxyHealthSchema,
  },
  '/health/live': liveDocs,
  '/metrics': { summary: 'Metrics for Prometheus.', ok: 'text/plain', failures: {} },
};

/** What the documents need of an OpenAPI document. */
export interface RestDocument {
  readonly paths?: Readonly<Record<string, object | undefined>>;
  readonly components?: object;
}

/** The OpenAPI document of the proxy's own port, whose routes are not made with fastify. */
export function proxyOpenApi(): RestDocument {
  const operations = Object.entries(proxyRoutes).map(([path, docs]) => {
    const { summary, security, response } = schemaOf(docs, ['open']);
    return [path, { get: { summary, security, responses: response } }];
  });
  const paths = Object.fromEntries(operations);
  return {
    ...{ openapi: '3.1.0', info: { title: 'FreeCiv LLM proxy: health and metrics', version: '1.0.0' } },
    ...{ servers: [{ url: 'http://127.0.0.1:8002' }], paths },
    components: { schemas: componentsOf(paths) },
  };
}
