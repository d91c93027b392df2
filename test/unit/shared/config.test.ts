import { describe, expect, test } from 'vitest';
import { readConfig } from '#shared/core/config.js';

function read(environment: Readonly<Record<string, string | undefined>>) {
  const config = readConfig(environment);
  if (!config.ok) throw new Error(config.failure.join('; '));
  return config.value;
}

test('without settings everything has its default', () => {
  expect(read({})).toEqual({
    GATEWAY_HOST: '127.0.0.1',
    GATEWAY_PORT: 8003,
    PROXY_HOST: '127.0.0.1',
    PROXY_URLS: [],
    PROXY_PORT: 8002,
    LLM_API_TOKENS: [],
    MCP_AUTHORIZATION_SERVERS: [],
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
    ALLOWED_ORIGINS: [],
    ALLOWED_HOSTS: [],
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
    AUDIT_MAX_GB: 5,
    AUDIT_MAX_DAYS: 365,
    LOG_LEVEL: 'info',
  });
});

test('an empty variable counts as unset', () => {
  expect(read({ GATEWAY_PORT: '', PROXY_SECRET: '', LOG_LEVEL: undefined })).toEqual(read({}));
});

describe('a setting is read from text', () => {
  test.each([
    ['GATEWAY_PORT', '0', 0],
    ['GATEWAY_PORT', '65535', 65_535],
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
  ])('%s: %s', (name, text, value) => {
    expect(read({ [name]: text })).toMatchObject({ [name]: value });
  });
});

describe('a bad setting is named with what is wrong, without its value', () => {
  test.each([
    ['GATEWAY_PORT', '65536', 'GATEWAY_PORT: Too big: expected number to be <=65535'],
    ['PROXY_PORT', '-1', 'PROXY_PORT: Too small: expected number to be >=0'],
    ['PROXY_SECRET', '0123456789abcde', 'PROXY_SECRET: expected at least 16 characters'],
    ['ADMIN_TOKEN', 'short', 'ADMIN_TOKEN: expected at least 16 characters'],
    ['MAX_GAMES', '0', 'MAX_GAMES: Too small: expected number to be >=1'],
    ['HEARTBEAT_S', '0', 'HEARTBEAT_S: Too small: expected number to be >0'],
    ['MAX_MESSAGE_BYTES', '2097153', 'MAX_MESSAGE_BYTES: Too big: expected number to be <=2097152'],
    ['TRAJECTORIES_MAX_MB', '1025', 'TRAJECTORIES_MAX_MB: Too big: expected number to be <=1024'],
    ...['70000', '0-5', '9-8', 'a1-2', '1-2b', '1-4294967295'].map((range) => [
      'FREECIV_UIDS',
      range,
      'FREECIV_UIDS: expected first-last, two whole numbers above 0',
    ]),
  ])('%s: %s', (name, text, sentence) => {
    expect(readConfig({ [`${name}`]: text })).toEqual({ ok: false, failure: [sentence] });
  });

  test('each on a line of its own', () => {
    const config = readConfig({ GATEWAY_PORT: 'x', LOG_LEVEL: 'loud' });
    expect(config.ok ? [] : config.failure.map((line) => line.split(':')[0])).toEqual([
      'GATEWAY_PORT',
      'LOG_LEVEL',
    ]);
  });
});
