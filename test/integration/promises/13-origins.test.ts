import { expect, test } from 'vitest';
import { allowedOrigins, isOriginAllowed } from '../../../gateway/limits/socket-registry.js';
import { promised } from '../../support/promised.js';
import { startFixture } from '../gateway/support/gateway-fixture.js';
import { RawAgentSocket } from '../gateway/support/raw-agent-socket.js';
import { upgradeStatus } from '../gateway/support/upgrade-status.js';

const configured = ['https://arena.example', 'http://lab.example:8080'];
const allowed = allowedOrigins(configured, 8003);

const good = [
  'https://arena.example',
  'http://lab.example:8080',
  'http://localhost:8003',
  'http://127.0.0.1:8003',
  'http://[::1]:8003',
];

const bad = [
  '',
  'null',
  '*',
  'https://arena.example/',
  'https://arena.example:443',
  'http://arena.example',
  'https://ARENA.example',
  'https://arena.example.evil.example',
  'https://evil.example/https://arena.example',
  'https://evil.example#https://arena.example',
  'https://arena.example@evil.example',
  'https://xarena.example',
  'https://sub.arena.example',
  'https://arena.example.',
  ' https://arena.example',
  'https://arena.example ',
  'https://arena.example, https://evil.example',
  'https://arena.example\u0000',
  'https:\\\\arena.example',
  'https:arena.example',
  '//arena.example',
  'arena.example',
  'wss://arena.example',
  'file://',
  'chrome-extension://arena.example',
  'http://lab.example',
  'http://lab.example:8081',
  'http://lab.example:80808',
  'http://localhost',
  'http://localhost:8002',
  'https://localhost:8003',
  'http://localhost.:8003',
  'http://localhost:8003.evil.example',
  'http://127.0.0.1',
  'http://127.0.0.1:8003/',
  'http://127.1:8003',
  'http://0.0.0.0:8003',
  'http://[::]:8003',
  'http://[0:0:0:0:0:0:0:1]:8003',
  'http://2130706433:8003',
];

test.each(good)('the origin %s may connect', (origin) => {
  expect(isOriginAllowed(origin, allowed)).toBe(true);
});

test.each(bad)('the origin %j may not', (origin) => {
  expect(isOriginAllowed(origin, allowed)).toBe(false);
});

test('promise 13: the table of origins holds, over the wire too, and who sends no origin needs a token', async () => {
  await using fixture = await startFixture({ ALLOWED_ORIGINS: configured.join(',') });
  const { port } = fixture;
  const wrong = [
    ...good.filter((origin) => !isOriginAllowed(origin, allowed)),
    ...bad.filter((origin) => isOriginAllowed(origin, allowed)),
  ];
  promised(
    13,
    { what: 'origins taken for what they are not', value: wrong.length },
    { exactly: 0 },
    { of: good.length + bad.length },
  );
  for (const origin of configured) expect(await upgradeStatus(port, '/ws/agent/a', { origin })).toBe(101);
  // HTTP itself cuts spaces at the ends, and carries no NUL.
  const sendable = bad.filter((origin) => origin.trim() === origin && !origin.includes('\u0000'));
  for (const origin of sendable)
    expect(await upgradeStatus(port, '/ws/agent/a', { origin }), origin).toBe(403);
  const agent = await RawAgentSocket.open(port, 'no-origin');
  agent.sendRequest('state_query', {});
  expect(await agent.next()).toMatchObject({ data: { error_code: 'E120' } });
});
