import { expect, test } from 'vitest';
import { z } from 'zod';
import { authSuccessDataSchema, errorDataSchema, welcomeDataSchema } from '#shared/protocol/agent-answers.js';
import { healthSchema, liveSchema, restErrorSchema } from '#shared/protocol/rest.js';
import { startFixture } from './support/gateway-fixture.js';
import { RawAgentSocket } from './support/raw-agent-socket.js';

test('the page /docs, its documents and Swagger UI come from the gateway alone', async () => {
  await using fixture = await startFixture();
  const get = (path: string) => fetch(`http://127.0.0.1:${fixture.port}${path}`);
  const page = await get('/docs');
  expect(page.headers.get('content-type')).toContain('text/html');
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
  const html = await page.text();
  expect(html).not.toMatch(/https?:|<script>|style="/);
  const files = [...html.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, file = '']) => file);
  expect(files).toEqual(expect.arrayContaining(['/docs.js', '/docs/asyncapi.json', '/docs/openapi.json']));
  for (const file of [...files, '/docs/swagger-ui.js', '/docs/swagger-ui.css', '/docs/openapi-proxy.json'])
    expect((await get(file)).status, file).toBe(200);
  expect(await (await get('/docs/asyncapi.json')).json()).toMatchObject({ asyncapi: '3.0.0' });
  expect(await (await get('/docs/openapi.json')).json()).toMatchObject({ openapi: '3.1.0' });
});

test('what the gateway really says is as the documents tell', async () => {
  await using fixture = await startFixture();
  const agent = new RawAgentSocket(fixture.port, 'my-agent');
  z.strictObject(welcomeDataSchema.shape).parse((await agent.next()).data);
  const auth = await agent.logIn();
  authSuccessDataSchema.parse(auth.data);
  agent.sendRequest('state_query', { format: 'xml' });
  errorDataSchema.parse((await agent.next()).data);
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${fixture.port}${path}`)).json();
  z.strictObject(healthSchema.shape).parse(await get('/health'));
  liveSchema.parse(await get('/health/live'));
  restErrorSchema.parse(await get('/api/admin/sessions'));
});
