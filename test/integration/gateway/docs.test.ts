import { expect, test } from 'vitest';
import { z } from 'zod';
import { authSuccessDataSchema, errorDataSchema, welcomeDataSchema } from '#shared/protocol/agent-answers.js';
import { healthSchema, liveSchema, restErrorSchema } from '#shared/protocol/rest.js';
import { startFixture } from './support/gateway-fixture.js';
import { RawAgentSocket } from './support/raw-agent-socket.js';

test('the page /docs and its documents are served, and load nothing from elsewhere', async () => {
  await using fixture = await startFixture();
  const get = (path: string) => fetch(`http://127.0.0.1:${fixture.port}${path}`);
  const page = await get('/docs');
  expect(page.headers.get('content-type')).toContain('text/html');
  expect(page.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  const html = await page.text();
  expect(html).not.toMatch(/<script|https?:\/\/(?!127\.0\.0\.1)|style="/);
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, href = '']) => href);
  expect(links).toContain('/docs/style.css');
  const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => `#${id}`));
  expect(links.filter((link) => link.startsWith('#') && !ids.has(link))).toEqual([]);
  // A way back, and contents that lead to every message and route.
  expect(links).toContain('/');
  for (const link of ['#agents', '#agents-state_query', '#rest-GET-api-games', '#errors', '#types'])
    expect(links, link).toContain(link);
  const documents = links.filter((link) => !link.startsWith('#'));
  for (const link of documents) expect((await get(link)).status, link).toBe(200);
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
