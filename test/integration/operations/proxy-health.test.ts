import { expect, test } from 'vitest';
import { liveSchema, proxyHealthSchema } from '#shared/protocol/rest.js';
import { proxyOpenApi } from '../../../features/pages/openapi.js';
import { startStack } from '../../support/stack.js';

test('the proxy says on its own port how it is, as its document tells, and counts what depends on it', async () => {
  await using stack = await startStack();
  const agent = await stack.agent('ann');
  await agent.connect({ api_token: stack.token, game_id: 'well', game_config: { players: 2 } });
  for (const path of Object.keys(proxyOpenApi().paths ?? {}))
    expect((await fetch(`${stack.proxyHttpUrl}${path}`)).status, path).toBe(200);
  const health = proxyHealthSchema.parse(await (await fetch(`${stack.proxyHttpUrl}/health`)).json());
  expect(health).toMatchObject({ status: 'ok', ready: true });
  expect(health.dependencies).toMatchObject({
    gateways: { linked: 1 },
    game_servers: { up: true, running: 1, lost: 0 },
    disk: { troubles: [] },
  });
  expect((await fetch(`${stack.proxyHttpUrl}/elsewhere`)).status).toBe(404);
});

test('a proxy without a freeciv-server lives and is not ready', async () => {
  await using stack = await startStack({ FREECIV_SERVER: '/nowhere/freeciv-server' });
  const response = await fetch(`${stack.proxyHttpUrl}/health`);
  expect(response.status).toBe(503);
  const { status, ready, dependencies } = proxyHealthSchema.parse(await response.json());
  expect({ status, ready, up: dependencies.game_servers.up }).toEqual({
    status: 'degraded',
    ready: false,
    up: false,
  });
  liveSchema.parse(await (await fetch(`${stack.proxyHttpUrl}/health/live`)).json());
});
