import { z } from 'zod';
import { diskSchema } from './disk.js';
import { QUOTAS } from './token-quotas.js';

const statusSchema = z
  .enum(['ok', 'degraded', 'draining'])
  .describe('ok: all is well; degraded: something below is not; draining: the process is ending');
const live = z.literal(true).describe('Always true: the process answers');
const uptime = z.int().nonnegative().describe('Seconds since the process started');

const proxyDependencySchema = z.object({
  up: z.boolean().describe('Whether the link to the proxy is open'),
  disk: diskSchema.optional().describe('The disk of the proxy; absent while the proxy does not answer'),
});

const proxyStateSchema = z.object({
  id: z.string().describe('Its name'),
  url: z.string().describe('Where the gateway reaches it'),
  up: z.boolean().describe('Whether the link to it is open'),
  games: z.int().nonnegative().nullable().describe('Games it runs; null where it is not known'),
  draining: z.boolean().describe('Whether it gives its games to others and takes no new ones'),
});

const sessionsDependencySchema = z.object({
  kept: z
    .boolean()
    .describe(
      'Whether sessions are written to disk or to Redis, so that they survive a crash of the gateway',
    ),
});

/** `GET /health` of the gateway. */
export const healthSchema = z.object({
  status: statusSchema,
  live,
  ready: z.boolean().describe('Whether agents can log in now'),
  uptime_s: uptime,
  dependencies: z
    .object({
      proxy: proxyDependencySchema.describe(
        'The proxies together, which have the games: up while any of them is',
      ),
      proxies: z.array(proxyStateSchema).describe('Each proxy that the gateway knows'),
      sessions: sessionsDependencySchema.describe('The session journal, or Redis'),
    })
    .describe('What the gateway needs'),
});

const gatewaysDependencySchema = z.object({
  linked: z.int().nonnegative().describe('Number of gateways with an open link'),
});

const gameServersDependencySchema = z.object({
  up: z.boolean().describe('Whether a freeciv-server of a supported version is installed'),
  problem: z.string().optional().describe('Why none is, and what to do; absent when one is'),
  installed: z
    .array(
      z.object({
        version: z.string().nullable().describe('As it says itself; null when it says none'),
        path: z.string().describe('Its program'),
      }),
    )
    .describe(
      'The game servers of supported versions, the one that games get unless they ask for another first',
    ),
  running: z.int().nonnegative().describe('Number of game servers that run'),
  recovering: z.int().nonnegative().describe('Number of games whose server was lost and is being replaced'),
  lost: z
    .int()
    .nonnegative()
    .describe('Number of games that could not be recovered; the next request for one tries again'),
  most: z.int().positive().describe('Limit of game servers (MAX_GAMES)'),
});

const memoryDependencySchema = z.object({
  full: z.boolean().describe('Whether a game or seat was refused for want of memory and still has no room'),
  problem: z.string().optional().describe('What to do then; absent while there is room'),
  taken_mb: z
    .int()
    .nonnegative()
    .describe('MB that running games take, or will take when all agents they wait for play'),
  limit_mb: z.int().nonnegative().describe('MB that the heap can hold (--max-old-space-size)'),
});

/** `GET /health` on the proxy's own port. */
export const proxyHealthSchema = z.object({
  status: statusSchema,
  live,
  ready: z.boolean().describe('Whether games can be created and played now'),
  uptime_s: uptime,
  dependencies: z
    .object({
      gateways: gatewaysDependencySchema.describe('The gateways'),
      game_servers: gameServersDependencySchema.describe('The game servers'),
      memory: memoryDependencySchema.describe('The memory for games and seats'),
      disk: diskSchema.describe('The disk with DATA_DIR'),
    })
    .describe('What the proxy needs'),
});

/** `GET /health/live`: the process runs. */
export const liveSchema = z.object({ live });

/** Fields of a refusal beside its sentence; which ones depends on the error code. */
export const restErrorDetailsSchema = z
  .record(z.string(), z.unknown().describe('A detail, such as retry_after or expected'))
  .describe('More about it, by name; the fields depend on the code');

/** The body of every REST answer that refuses. */
export const restErrorSchema = z.object({
  error: z.string().describe('What is wrong and what to do, in a sentence'),
  code: z.string().optional().describe('Error code; absent when access was refused'),
  path: z.string().optional().describe('The field at fault, as a dotted path'),
  details: restErrorDetailsSchema.optional(),
});

const adminSessionSchema = z.object({
  agent_id: z.string().describe('The agent'),
  session: z.string().describe('The first characters of the session id'),
  game_id: z.string().describe('The game'),
  connected: z.boolean().describe('Whether a socket is attached to the session'),
  address: z.string().describe('IP address of the latest socket'),
  last_seq: z.int().nonnegative().describe('Number of the last push; 0 for none'),
});

/** `GET /api/admin/sessions`. */
export const adminSessionsSchema = z.object({
  sessions: z.array(adminSessionSchema).describe('All sessions of this gateway'),
});

const quotasSchema = z
  .partialRecord(z.enum(QUOTAS), z.int().positive().describe('The most it may have'))
  .describe('By name; what is absent has no limit');

const adminTokenSchema = z.object({
  token: z.string().describe('The first digits of its hash'),
  source: z
    .enum(['settings', 'made', 'issued'])
    .describe('settings: LLM_API_TOKENS or its file; made: by POST /api/tokens; issued: a JSON Web Token'),
  scopes: z
    .array(
      z.object({
        agents: z.string().describe('The agents, as a pattern'),
        games: z.string().describe('The games, as a pattern'),
        rights: z.array(z.string()).describe('play, watch, manage'),
      }),
    )
    .describe('What it opens'),
  quotas: quotasSchema,
  use: z
    .object({
      games: z.int().nonnegative().describe('Games that it has made and that are not over'),
      disk_mb: z.number().nonnegative().describe('MB of all games that it has made, on the disk'),
      seats: z.int().nonnegative().describe('Seats of its sessions at this gateway'),
      connections: z.int().nonnegative().describe('Sockets of agents at this gateway'),
      messages: z
        .int()
        .nonnegative()
        .nullable()
        .describe('Messages and requests in the last minute; null where its messages have no quota'),
    })
    .describe('What it has'),
});

/** `GET /api/admin/tokens`. */
export const adminTokensSchema = z.object({
  tokens: z.array(adminTokenSchema).describe('The tokens in force, those with most games first'),
});

/** The tokens in force as the operator sees them. */
export type AdminTokens = z.infer<typeof adminTokensSchema>;

/** `GET /api/admin/overview`. */
export const adminOverviewSchema = z.object({
  draining: z.boolean().describe('Whether new sockets are refused'),
  sockets: z.int().nonnegative().describe('Sockets of agents'),
  spectators: z.int().nonnegative().describe('Sockets of spectators'),
  sessions: z.int().nonnegative().describe('Sessions that can be resumed'),
  in_flight: z.int().nonnegative().describe('Requests of agents that are not answered yet'),
  unread_bytes: z.int().nonnegative().describe('Bytes in memory that agents have not read yet'),
  limits_hit: z
    .record(z.string(), z.int().describe('How often'))
    .describe('How often each limit has refused something since the start'),
  proxies: z.array(proxyStateSchema).describe('Each proxy that the gateway knows'),
});

/** How a gateway is, as its operator sees it. */
export type AdminOverview = z.infer<typeof adminOverviewSchema>;

/** The body of `POST /api/admin/drain`. */
export const drainSchema = z.strictObject({ drain: z.boolean().describe('Whether to take no new sockets') });

/** `POST /api/admin/drain`. */
export const drainedSchema = z.object({
  draining: z.boolean().describe('Whether new sockets are refused now'),
});

/** `DELETE /api/admin/sessions/{session}`. */
export const endedSessionsSchema = z.object({
  ended: z.int().positive().describe('Sessions that were ended'),
});

/** `DELETE /api/admin/tokens/{token}`. */
export const revokedTokenSchema = z.object({
  revoked: z.string().describe('The first digits of the hash of the token that is revoked now'),
});

/** `POST /api/admin/tokens/reload`. */
export const reloadedSchema = z.object({
  reloaded: z.literal(true).describe('Always true: the tokens were read again'),
});

/** The health of the gateway. */
export type Health = z.infer<typeof healthSchema>;
/** The health of the proxy. */
export type ProxyHealth = z.infer<typeof proxyHealthSchema>;
/** A session as the gateway's operator sees it. */
export type AdminSession = z.infer<typeof adminSessionSchema>;

/** The body of POST /api/tokens: for which agents in which games the token is to be. */
export const tokenRequestSchema = z.strictObject({
  agents: z
    .string()
    .regex(/^[A-Za-z0-9._:@*-]{1,64}$/, 'expected an agent id, in which * matches any text')
    .describe('The agent, or a pattern of agent ids in which * matches any text'),
  games: z
    .string()
    .regex(/^[A-Za-z0-9._*-]{1,64}$/, 'expected a game id, in which * matches any text')
    .default('*')
    .describe('The game, or a pattern of game ids'),
});

/** A token that was made; it is told once. */
export const madeTokenSchema = tokenRequestSchema.extend({
  token: z.string().describe('The token: the gateway keeps only its hash'),
});
