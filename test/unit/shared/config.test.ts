import { expect, test } from 'vitest';
import { readConfig } from '#shared/core/config.js';
import { unreadSentence, unreadSettings } from '#shared/core/unread-settings.js';

function read(environment: Readonly<Record<string, string | undefined>>) {
  const config = readConfig(environment);
  if (!config.ok) throw new Error(config.failure.join('; '));
  return config.value;
}

test('without settings everything has its default', () => {
  expect(read({})).toEqual({
    GATEWAY_HOST: '127.0.0.1',
    GATEWAY_PORT: 8003,
    PLAY_PORT: 0,
    PROXY_HOST: '127.0.0.1',
    PROXY_URLS: [],
    PROXY_PORT: 8002,
    LLM_API_TOKENS: [],
    JWT_AUDIENCE: [],
    JWT_ALGORITHMS: ['RS256', 'ES256', 'EdDSA'],
    JWT_CLOCK_SKEW_S: 30,
    JWT_AGENTS_CLAIM: 'agents',
    JWT_GAMES_CLAIM: 'games',
    MCP_AUTHORIZATION_SERVERS: [],
    FOREIGN_SERVERS: [],
    REMOTE_AGENT_HOSTS: [],
    METRICS_NEED_TOKEN: false,
    TRANSPORT: 'ws',
    RESUME_BY_ADDRESS: false,
    PROXIES: 1,
    LEASE_S: 5,
    DATA_DIR: './data',
    FREECIV_SANDBOX: 'auto',
    MAX_GAMES: 10,
    MAX_CONNECTIONS_PER_AGENT: 2,
    MAX_SOCKETS: 10_000,
    MAX_SOCKETS_PER_ADDRESS: 2_000,
    RATE_MESSAGES_PER_MINUTE: 100,
    RATE_BURST: 20,
    RATE_ACTIONS_PER_MINUTE: 30,
    TOKEN_QUOTAS: ['games=5'],
    ALLOWED_ORIGINS: [],
    ALLOWED_HOSTS: [],
    TRUSTED_PROXIES: [],
    PROXY_PROTOCOL: false,
    SPECTATORS: 'auto',
    SPECTATOR_DELAY_TURNS: 0,
    SESSION_TIMEOUT_S: 120,
    SESSION_EXPIRES_S: 3600,
    HEARTBEAT_S: 30,
    MAX_MESSAGE_BYTES: 1_048_576,
    TURN_TIME_LIMIT_S: 300,
    ABSENT_WAIT_S: 30,
    GAME_IDLE_S: 3600,
    TRAJECTORIES_MAX_MB: 64,
    ARCHIVE_MAX_GB: 20,
    ARCHIVE_MAX_DAYS: 365,
    AGENT_DATA_MAX_DAYS: 365,
    AUDIT_TO: 'files',
    AUDIT_MAX_GB: 5,
    AUDIT_MAX_DAYS: 365,
    TRACE_RATIO: 0.01,
    LOG_LEVEL: 'info',
  });
});

test('an empty variable counts as unset', () => {
  expect(read({ GATEWAY_PORT: '', PROXY_SECRET: '', LOG_LEVEL: undefined })).toEqual(read({}));
});

test.each([
  ['GATEWAY_PORT', '0', 0],
  ['GATEWAY_PORT', '65535', 65_535],
  ['PLAY_PORT', '5556', 5556],
  ['PLAY_HOST', 'play.example', 'play.example'],
  ['LLM_API_TOKENS', 'one, two,,three ', ['one', 'two', 'three']],
  ['METRICS_NEED_TOKEN', 'true', true],
  ['RESUME_BY_ADDRESS', 'no', false],
  ['PROXY_SECRET', '0123456789abcdef', '0123456789abcdef'],
  ['FREECIV_UIDS', '70000-70999', { first: 70_000, last: 70_999 }],
  ['FREECIV_UIDS', '1-1', { first: 1, last: 1 }],
  ['FREECIV_UIDS', '1-4294967294', { first: 1, last: 4_294_967_294 }],
  ['MAX_GAMES', '1', 1],
  ['HEARTBEAT_S', '0.5', 0.5],
  ['TURN_TIME_LIMIT_S', '0', 0],
  ['MAX_MESSAGE_BYTES', '2097152', 2_097_152],
  ['TRANSPORT', 'uws', 'uws'],
])('the setting %s is read from text: %s', (name, text, value) => {
  expect(read({ [name]: text })).toMatchObject({ [name]: value });
});

test.each([
  ['GATEWAY_PORT', '65536', 'GATEWAY_PORT: expected 65535 or less'],
  ['PROXY_PORT', '-1', 'PROXY_PORT: expected 0 or more'],
  ['PROXY_SECRET', '0123456789abcde', 'PROXY_SECRET: expected at least 16 characters'],
  ['MAX_GAMES', 'many', 'MAX_GAMES: expected a number'],
  ['RATE_BURST', '1.5', 'RATE_BURST: expected a whole number'],
  ['METRICS_NEED_TOKEN', 'perhaps', 'METRICS_NEED_TOKEN: expected true or false'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL: expected one of debug, info, warn, error'],
  ['PROXY_ADVERTISE_URL', 'nowhere', 'PROXY_ADVERTISE_URL: expected a ws:// or wss:// URL'],
  ['ADMIN_TOKEN', 'short', 'ADMIN_TOKEN: expected at least 16 characters'],
  ['MAX_GAMES', '0', 'MAX_GAMES: expected 1 or more'],
  ['HEARTBEAT_S', '0', 'HEARTBEAT_S: expected more than 0'],
  ['MAX_MESSAGE_BYTES', '2097153', 'MAX_MESSAGE_BYTES: expected 2097152 or less'],
  ['TRAJECTORIES_MAX_MB', '1025', 'TRAJECTORIES_MAX_MB: expected 1024 or less'],
  ...['70000', '0-5', '9-8', 'a1-2', '1-2b', '1-4294967295'].map((range) => [
    'FREECIV_UIDS',
    range,
    'FREECIV_UIDS: expected first-last, two whole numbers above 0',
  ]),
])('a bad setting %s is named with what is wrong, without its value: %s', (name, text, sentence) => {
  expect(readConfig({ [`${name}`]: text })).toEqual({ ok: false, failure: [sentence] });
});

test('bad settings are named, each on a line of its own', () => {
  const config = readConfig({ GATEWAY_PORT: 'x', LOG_LEVEL: 'loud' });
  expect(config.ok ? [] : config.failure.map((line) => line.split(':')[0])).toEqual([
    'GATEWAY_PORT',
    'LOG_LEVEL',
  ]);
});

test.each([
  ['RATE_MESAGES_PER_MINUTE', 'RATE_MESSAGES_PER_MINUTE'],
  ['PROXY_URL', 'PROXY_URLS'],
  ['TURN_TIME_LIMIT', 'TURN_TIME_LIMIT_S'],
  ['log_level', 'LOG_LEVEL'],
])('a variable %s that is nearly a setting is named, with %s', (name, didYouMean) => {
  const [unread, ...others] = unreadSettings({ [name]: 'a secret', PATH: '/bin', DATA_DIR: 'data' });
  expect(others).toEqual([]);
  expect(unread).toEqual({ name, didYouMean });
  expect(unread && unreadSentence(unread)).toBe(
    `there is no setting ${name}, so it is not read; did you mean ${didYouMean}?`,
  );
});

test('a variable that is nearly a setting is neither what a client reads nor what is anybody else’s', () => {
  const others = [
    'LLM_API_TOKEN',
    'FREECIV_GATEWAY',
    'GATEWAY_URL',
    'HOME',
    'PATH',
    'XDG_DATA_DIRS',
    'AWS_REGION',
  ];
  const kubernetes = [
    'GATEWAY_SERVICE_HOST',
    'GATEWAY_PORT_8003_TCP',
    'PROXY_SERVICE_PORT',
    'SESSION_MANAGER',
  ];
  const environment = Object.fromEntries([...others, ...kubernetes].map((name) => [name, '1']));
  expect(unreadSettings(environment)).toEqual([]);
});
