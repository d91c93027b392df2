import { z } from 'zod';
import { failure } from '#shared/core/failure.js';
import { httpAddress } from '#shared/core/hosts.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { mcpToolsSchema } from '#shared/protocol/tools.js';
import {
  observationSchema,
  resetSchema,
  stateSchema,
  stepRequestSchema,
  stepResultSchema,
} from './messages.js';

const VERSION = '1.0.0';
const TOOLS_DEADLINE_MS = 10_000;

/** The answer to `GET /metadata`. */
export const metadata = {
  name: 'freeciv',
  description:
    'Real FreeCiv against its own AIs: short scenarios with a score, and whole games. An action is one of the action registry.',
  version: VERSION,
  readme_content: null,
  author: null,
  documentation_url: null,
} as const;

/** The answer to `GET /schema`: action, observation and state as JSON Schemas. Actions come from the gateway's registry. */
export async function environmentSchema(gateway: string, token: string): Promise<Result<object>> {
  const url = new URL('/api/tools?set=full&format=mcp', httpAddress(gateway));
  const options = {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(TOOLS_DEADLINE_MS),
  };
  const answer = await fetch(url, options).catch(() => undefined);
  if (answer?.ok !== true) return fail(failure('E123', `The gateway ${gateway} does not tell its actions`));
  const read = mcpToolsSchema.safeParse(await answer.json().catch(() => undefined));
  if (!read.success) return fail(failure('E123', `What answers at ${gateway} is no gateway`));
  const { tools } = read.data;
  const action = {
    type: 'object',
    required: ['action_type'],
    properties: { action_type: { enum: tools.map(({ name }) => name) }, metadata: { type: 'object' } },
    oneOf: tools.map(({ name, description, inputSchema: { properties = {}, required = [] } }) => ({
      title: name,
      description,
      properties: { action_type: { const: name }, ...Object(properties) },
      required: ['action_type', ...z.array(z.string()).parse(required)],
    })),
  };
  return ok({ action, observation: z.toJSONSchema(observationSchema), state: z.toJSONSchema(stateSchema) });
}

/** The routes, and what each is for. */
const routes = {
  '/reset': { post: { summary: 'Begins an episode', takes: resetSchema, gives: stepResultSchema } },
  '/step': { post: { summary: 'Does an action', takes: stepRequestSchema, gives: stepResultSchema } },
  '/state': { get: { summary: 'Where the episode stands', gives: stateSchema } },
  '/schema': { get: { summary: 'JSON Schemas of action, observation and state' } },
  '/metadata': { get: { summary: 'Name and description of the environment' } },
  '/health': { get: { summary: 'Whether the server answers' } },
  '/mcp': { post: { summary: 'Refuses: MCP is at /mcp of the gateway' } },
} as const satisfies Readonly<Record<string, Readonly<Record<string, RouteText>>>>;

interface RouteText {
  readonly summary: string;
  readonly takes?: z.ZodType;
  readonly gives?: z.ZodType;
}

/** The answer to `GET /openapi.json`. */
export function openApi(): object {
  const paths = Object.entries(routes).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, text]) => [method, operation(text)])),
  ]);
  const info = { title: 'OpenEnv environment: FreeCiv', version: VERSION, description: metadata.description };
  return { openapi: '3.1.0', info, paths: Object.fromEntries(paths) };
}

function operation({ summary, takes, gives }: RouteText): object {
  const answer = gives === undefined ? {} : { content: json(gives, 'output') };
  return {
    summary,
    ...(takes !== undefined && { requestBody: { content: json(takes, 'input') } }),
    responses: { 200: { description: 'OK', ...answer } },
  };
}

function json(schema: z.ZodType, io: 'input' | 'output') {
  return { 'application/json': { schema: z.toJSONSchema(schema, { io }) } };
}
