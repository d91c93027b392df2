import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Config } from '#shared/core/config.js';
import { jsonShape, parseJson } from '#shared/core/json.js';
import { parseWith } from '#shared/core/parse.js';
import { ok, type Result } from '#shared/core/result.js';
import { agentIdSchema, gameIdSchema } from '#shared/protocol/envelope.js';
import { AGENT_BOUNDS } from '../../../gateway/agent/agent-bounds.js';
import type { AgentServices } from '../../../gateway/agent/agent-services.js';
import type { SocketlessAgent } from '../../../gateway/agent/find-session.js';
import { requestRefusal, tellHolders } from '../../../gateway/agent/seat-hold.js';
import { type AccessRefusal, authenticate, deny, denyBearer } from '../../../gateway/auth/bearer.js';
import { RIGHTS } from '../../../gateway/auth/token-rule.js';
import { sendRefusal } from '../../../gateway/http/failures.js';
import { callerOf, keepJsonAsText } from '../../../gateway/http/requests.js';
import type { RouteDocs } from '../../../gateway/http/route-docs.js';
import { isOriginAllowed } from '../../../gateway/limits/socket-registry.js';
import type { McpHub } from './mcp-hub.js';
import { isListen } from './seat-endpoint.js';
import { sendWeb, webRequest } from './web-messages.js';

/** What the MCP routes are made with. */
export interface McpRouteOptions {
  readonly agents: AgentServices;
  readonly hub: McpHub;
  /** Whether the transport sends an answer while it is being made. */
  readonly canStream: boolean;
  readonly scheme: 'http' | 'https';
  /** Who issues tokens. */
  readonly config: Pick<Config, 'JWT_ISSUER' | 'MCP_AUTHORIZATION_SERVERS'>;
}

const mcpQuerySchema = z.object({
  agent_id: agentIdSchema.default('mcp').describe('The agent that plays'),
  game_id: gameIdSchema
    .default('default')
    .describe('Its game; it is made with the first request for it when there is none of that id'),
  results: z
    .enum(['both', 'text'])
    .default('both')
    .describe(
      'What results of tools have: text and the same as structuredContent, or the text alone, for clients that would hand both to their model',
    ),
});

const metadataSchema = z.object({
  resource: z.string().describe('The URL of the MCP endpoint'),
  resource_name: z.string().describe('Its name, for people'),
  authorization_servers: z
    .array(z.string())
    .describe('JWT_ISSUER and MCP_AUTHORIZATION_SERVERS: who issues tokens'),
  scopes_supported: z
    .array(z.string())
    .optional()
    .describe('With JWT_ISSUER: the rights that a token may have in its claim scope'),
  bearer_methods_supported: z.array(z.literal('header')).describe('How the token is shown'),
});

const MCP_PATH = '/mcp';
const METADATA_PATH = '/.well-known/oauth-protected-resource';

/** The answer to a body that is not JSON, as JSON-RPC 2.0 asks. */
const PARSE_ERROR = { jsonrpc: '2.0', error: { code: -32_700, message: 'Parse error' }, id: null } as const;

const mcpDocs = (summary: string): RouteDocs => ({
  summary,
  query: mcpQuerySchema,
  ok: 'application/json',
  failures: {
    '400':
      'No id of an agent or game, no JSON (the body is the JSON-RPC error -32700), or no message of the protocol',
    '401': 'No token, or one that is not for this agent and game',
    '403': 'A page of another origin, or a token for several agents without x-session-id',
    '404': 'No such session',
    '405': 'The WebSocket library of this gateway cannot stream',
    '429': 'Too many wrong tokens, or this agent begins too many sessions or has too many open requests',
    '503': 'The gateway is restarting, at its capacity, or cannot tell yet whether the token was revoked',
  },
});

const docs = {
  POST: mcpDocs('The Model Context Protocol: one message of a client that plays a seat (docs/mcp.md).'),
  GET: mcpDocs('Changes of resources, for clients of revisions before 2026-07-28.'),
  DELETE: mcpDocs('Ends the session of a client of a revision before 2026-07-28. The seat stays.'),
} as const;

const metadataDocs: RouteDocs = {
  summary: 'Where clients of /mcp get a token (RFC 9728).',
  ok: metadataSchema,
  failures: {
    '404': 'Neither JWT_ISSUER nor MCP_AUTHORIZATION_SERVERS is set: the operator hands tokens out',
  },
};

/** `/mcp`, the Model Context Protocol over streamable HTTP, and the metadata of its authorization. */
export function addMcpRoutes(host: FastifyInstance, options: McpRouteOptions): void {
  void host.register(async (app) => {
    // The library reads the body itself, after its size is known.
    keepJsonAsText(app);
    for (const method of ['POST', 'GET', 'DELETE'] as const)
      app.route({
        method,
        url: MCP_PATH,
        config: { docs: docs[method] },
        handler: (request, reply) => answer(options, request, reply),
      });
    for (const url of [METADATA_PATH, `${METADATA_PATH}${MCP_PATH}`])
      app.get(url, { config: { docs: metadataDocs } }, (request, reply) =>
        sendMetadata(options, request, reply),
      );
  });
}

/** Without an authorization server there is nothing that clients could learn here. */
function sendMetadata(options: McpRouteOptions, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const issuers = issuersOf(options.config);
  if (issuers.length === 0)
    return reply.code(404).send({ error: 'Ask the operator of this gateway for a token' });
  return reply.send({
    resource: `${originOf(options, request)}${MCP_PATH}`,
    resource_name: 'FreeCiv',
    authorization_servers: issuers,
    // The gateway reads the scopes in the tokens of no other issuer.
    scopes_supported: options.config.JWT_ISSUER === undefined ? undefined : RIGHTS,
    bearer_methods_supported: ['header'],
  });
}

async function answer(options: McpRouteOptions, request: FastifyRequest, reply: FastifyReply) {
  const { agents, hub, canStream } = options;
  if (agents.isDraining()) return reply.code(503).send({ error: 'The gateway is restarting' });
  if (!isOriginAllowed(request.headers.origin, agents.settings.allowedOrigins()))
    return reply.code(403).send({ error: 'Pages of this origin may not connect: see ALLOWED_ORIGINS' });
  const query = parseWith(mcpQuerySchema, request.query);
  if (!query.ok) return reply.code(400).send({ error: query.failure.message });
  const agent = authorize(agents, request, query.value);
  if (!agent.ok) return refuse(options, request, reply, agent.failure);
  const text = typeof request.body === 'string' ? request.body : undefined;
  if (text !== undefined && !isBounded(text))
    return reply.code(400).send({ error: 'The message has too much structure', code: 'E106' });
  const body = text === undefined ? undefined : parseJson(text);
  if (request.method === 'POST' && body === undefined) return reply.code(400).send(PARSE_ERROR);
  if (!canStream && (request.method === 'GET' || isListen(body)))
    return reply
      .code(405)
      .send({ error: 'Changes of resources need the WebSocket library ws: see TRANSPORT' });
  const abort = new AbortController();
  // An answer that is cut is only closed, one of the other WebSocket library only finished.
  for (const event of ['close', 'finish']) reply.raw.once(event, () => abort.abort());
  abort.signal.addEventListener('abort', () => {
    if (!reply.raw.writableFinished) reply.raw.destroy();
  });
  const web = webRequest(request, originOf(options, request), text, abort.signal);
  const response = await hub.fetch(agent.value, web, body, { abort, canStream });
  return abort.signal.aborted ? reply.hijack() : sendWeb(reply, response, canStream);
}

function authorize(
  agents: AgentServices,
  request: FastifyRequest,
  { agent_id: agentId, game_id: gameId }: z.infer<typeof mcpQuerySchema>,
): Result<SocketlessAgent, AccessRefusal> {
  const { tokens, loginLimits: limits, clock } = agents;
  const isKnown = (hash: Buffer) => tokens.inForce.acceptsAgent(hash, agentId, gameId);
  const isPending = (hash: Buffer) => tokens.isPending(hash);
  const refusalOf = (hash: Buffer) => tokens.refusalOf(hash);
  const check = { limits, clock, name: agentId, isKnown, isPending, refusalOf };
  const tokenHash = authenticate(callerOf(request), check);
  if (tokenHash.ok) return admitted(agents, request, { agentId, gameId, tokenHash: tokenHash.value });
  const { failure } = tokenHash;
  if (failure.kind !== 'wrong' || failure.retryAfterS > 0 || failure.reason !== undefined)
    return denyBearer(failure);
  return deny(401, `Wrong token, or none for the agent ${agentId} in the game ${gameId}`);
}

/** The agent, if it may use its seat without a socket; the seat's holder is told. */
function admitted(
  agents: AgentServices,
  request: FastifyRequest,
  agent: SocketlessAgent,
): Result<SocketlessAgent, AccessRefusal> {
  const { sessionId } = callerOf(request);
  const refused = requestRefusal(agents, agent, sessionId);
  if (refused !== undefined) return deny(403, `${refused.message} (${refused.code})`);
  if (sessionId === undefined) tellHolders(agents, agent, 'request');
  return ok(agent);
}

/** Refuses a token; the header says where clients learn who issues one. */
function refuse(
  options: McpRouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { status, error }: AccessRefusal,
): FastifyReply {
  // With the header below, clients would ask the issuer for another token.
  if (status === 503 || status === 403) return sendRefusal(reply, { status, error });
  const metadata = `${originOf(options, request)}${METADATA_PATH}${MCP_PATH}`;
  const where = issuersOf(options.config).length === 0 ? '' : ` resource_metadata="${metadata}"`;
  reply.header('www-authenticate', `Bearer${where}`);
  return reply.code(status).send({ error });
}

/** The issuers of tokens for this gateway. */
function issuersOf({
  MCP_AUTHORIZATION_SERVERS: servers,
  JWT_ISSUER: issuer,
}: McpRouteOptions['config']): readonly string[] {
  return [...new Set(issuer === undefined ? servers : [issuer, ...servers])];
}

function originOf({ scheme }: McpRouteOptions, { host }: FastifyRequest): string {
  return `${scheme}://${host}`;
}

/** Messages have the bounds of those on a socket, with the levels that the protocol adds. */
function isBounded(text: string): boolean {
  const { depth, values, bare } = AGENT_BOUNDS.messageShape;
  const shape = jsonShape(Buffer.from(text), bare);
  return shape.depth <= depth + 4 && shape.values <= values && shape.bare <= bare;
}
