import { z } from 'zod';
import { fail, ok, type Result } from './result.js';
import { textProblem } from './text-problem.js';

/** Whole numbers from `first` to `last`, both included. */
export interface IdRange {
  readonly first: number;
  readonly last: number;
}

/** Higher ones mean "no id" to the system. */
const MAX_ID = 0xffff_fffe;

/** Reads "first-last". Undefined when the text is not a range, or the range contains root. */
export function parseIdRange(text: string): IdRange | undefined {
  const [, first, last] = (/^(\d+)-(\d+)$/.exec(text) ?? []).map(Number);
  if (first === undefined || last === undefined) return undefined;
  return first > 0 && first <= last && last <= MAX_ID ? { first, last } : undefined;
}

const port = z.coerce.number().int().min(0).max(65_535);
const count = z.coerce.number().int().min(1);
const seconds = z.coerce.number().positive();
const listOr = (preset: string) =>
  z
    .string()
    .default(preset)
    .transform((text) =>
      text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    );
const list = listOr('');

/** The URL by which gateways reach a proxy: of `host:port` or of a WebSocket URL without a path; others stay as they are. */
export function proxyUrl(place: string): string {
  const url = place.includes('://') ? place : `ws://${place}`;
  return /^wss?:\/\/[^/]+\/?$/.test(url) ? `${url.replace(/\/$/, '')}/llmsocket/8002` : url;
}

/** Every setting of gateway and proxy, read from the environment. docs/configuration.md documents each. */
export const configSchema = z.object({
  GATEWAY_HOST: z.string().min(1).default('127.0.0.1'),
  GATEWAY_PORT: port.default(8003),
  PLAY_PORT: port.default(0),
  PLAY_HOST: z.string().min(1).optional(),
  PROXY_HOST: z.string().min(1).default('127.0.0.1'),
  PROXY_PORT: port.default(8002),
  PROXY_URLS: list
    .transform((places) => places.map(proxyUrl))
    .refine(
      (urls) => urls.every((url) => /^wss?:/.test(url) && URL.canParse(url)),
      'expected host:port or WebSocket URLs, separated by commas',
    ),
  REDIS_URL: z.string().min(1).optional(),
  STORAGE_URL: z.string().min(1).optional(),
  PROXY_ID: z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/,
      'expected 1-64 of A-Z a-z 0-9 . _ : -, the first a letter or digit',
    )
    .optional(),
  PROXY_ADVERTISE_URL: z.url({ protocol: /^wss?$/, error: 'expected a ws:// or wss:// URL' }).optional(),
  PROXIES: z
    .string()
    .regex(/^(auto|[1-9]\d?)$/, 'expected a whole number from 1 to 99, or auto')
    .transform((text) => (text === 'auto' ? text : Number(text)))
    .default(1),
  LEASE_S: seconds.default(5),
  PROXY_SECRET: z.string().min(16, 'expected at least 16 characters').optional(),
  PROXY_OLD_SECRET: z.string().min(16, 'expected at least 16 characters').optional(),
  SETTINGS_FILE: z.string().min(1).optional(),
  LLM_API_TOKENS: list,
  LLM_API_TOKENS_FILE: z.string().min(1).optional(),
  ADMIN_TOKEN: z.string().min(16, 'expected at least 16 characters').optional(),
  JWT_ISSUER: z.string().min(1).optional(),
  JWT_AUDIENCE: list,
  JWT_JWKS: z.string().min(1).optional(),
  JWT_ALGORITHMS: listOr('RS256,ES256,EdDSA'),
  JWT_CLOCK_SKEW_S: z.coerce.number().min(0).max(300).default(30),
  JWT_AGENTS_CLAIM: z.string().min(1).default('agents'),
  JWT_GAMES_CLAIM: z.string().min(1).default('games'),
  METRICS_NEED_TOKEN: z.stringbool().default(false),
  TLS_CERT_FILE: z.string().min(1).optional(),
  TLS_KEY_FILE: z.string().min(1).optional(),
  TRANSPORT: z.enum(['ws', 'uws', 'auto']).default('ws'),
  RESUME_BY_ADDRESS: z.stringbool().default(false),
  DATA_DIR: z.string().min(1).default('./data'),
  FREECIV_SERVER: z.string().min(1).optional(),
  FREECIV_SANDBOX: z.enum(['auto', 'off', 'required']).default('auto'),
  FREECIV_UIDS: z
    .string()
    .transform(parseIdRange)
    .refine((range) => range !== undefined, 'expected first-last, two whole numbers above 0')
    .optional(),
  SCENARIOS_DIR: z.string().min(1).optional(),
  MAX_GAMES: count.default(10),
  MAX_CONNECTIONS_PER_AGENT: count.default(2),
  MAX_SOCKETS: count.default(10_000),
  MAX_SOCKETS_PER_ADDRESS: count.default(2_000),
  RATE_MESSAGES_PER_MINUTE: count.default(100),
  RATE_BURST: count.default(20),
  RATE_ACTIONS_PER_MINUTE: count.default(30),
  TOKEN_QUOTAS: listOr('games=5'),
  ALLOWED_ORIGINS: list,
  ALLOWED_HOSTS: list,
  TRUSTED_PROXIES: list,
  PROXY_PROTOCOL: z.stringbool().default(false),
  MCP_AUTHORIZATION_SERVERS: list,
  FOREIGN_SERVERS: list,
  REMOTE_AGENT_HOSTS: list,
  REMOTE_AGENT_KEY: z.string().min(16, 'expected at least 16 characters').optional(),
  SPECTATORS: z.enum(['auto', 'open', 'public', 'token']).default('auto'),
  SPECTATOR_DELAY_TURNS: z.coerce.number().int().min(0).default(0),
  SESSION_TIMEOUT_S: seconds.default(120),
  SESSION_EXPIRES_S: seconds.default(3600),
  HEARTBEAT_S: seconds.default(30),
  /** Well below what the proxy takes from a gateway. */
  MAX_MESSAGE_BYTES: count.max(2 << 20).default(1 << 20),
  TURN_TIME_LIMIT_S: z.coerce.number().int().min(0).default(300),
  ABSENT_WAIT_S: z.coerce.number().min(0).default(30),
  GAME_IDLE_S: seconds.default(3600),
  /** Larger files cannot be read at once. */
  TRAJECTORIES_MAX_MB: z.coerce.number().int().min(0).max(1024).default(64),
  ARCHIVE_MAX_GB: z.coerce.number().positive().default(20),
  ARCHIVE_MAX_DAYS: z.coerce.number().positive().default(365),
  AGENT_DATA_MAX_DAYS: z.coerce.number().positive().default(365),
  AUDIT_TO: z
    .string()
    .regex(/^(files|stdout|s3:\/\/.+)$/, 'expected files, stdout or the s3:// URL of a bucket')
    .default('files'),
  AUDIT_MAX_GB: z.coerce.number().positive().default(5),
  AUDIT_MAX_DAYS: z.coerce.number().positive().default(365),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/, error: 'expected an http:// or https:// URL' })
    .optional(),
  TRACE_RATIO: z.coerce.number().min(0).max(1).default(0.01),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error']).default('info'),
});

/** The settings of gateway and proxy, checked and with defaults. */
export type Config = z.infer<typeof configSchema>;

/** Reads the configuration from the environment; empty counts as unset. The failure names variables, never values. */
export function readConfig(
  environment: Readonly<Record<string, string | undefined>>,
): Result<Config, readonly string[]> {
  const set = Object.entries(environment).filter(([, value]) => value !== undefined && value !== '');
  const parsed = configSchema.safeParse(Object.fromEntries(set));
  if (parsed.success) return ok(parsed.data);
  return fail(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${textProblem(issue)}`));
}
