import { expect, test } from 'vitest';
import { asyncApi } from '../../../gateway/docs/asyncapi.js';
import { documents } from '../../../gateway/docs/documents.js';
import { openApi } from '../../../gateway/docs/openapi.js';
import { docsPage } from '../../../gateway/docs/page.js';
import { agentMessages } from '../../../gateway/docs/socket-messages.js';
import { gameRoutes } from '../../../gateway/http/games/game-route-table.js';
import { sourceFiles } from './source-files.js';

const isJson = ({ route }: { route: string }) => route.endsWith('.json');

test.each(documents.filter(isJson))(
  '$route is JSON, and each reference in it leads somewhere',
  ({ render }) => {
    const document: unknown = JSON.parse(render());
    const references = referencesIn(document);
    for (const reference of references) expect(resolve(document, reference), reference).toBeDefined();
  },
);

test('the messages of the sockets are referred to, and a reference that leads nowhere is found', () => {
  expect(referencesIn(asyncApi()).length).toBeGreaterThan(agentMessages.length);
  expect(resolve({ a: { 'b/c': 1 } }, '#/a/b~1c')).toBe(1);
  expect(resolve({ a: {} }, '#/a/b')).toBeUndefined();
  expect(resolve({ a: {} }, 'elsewhere.json')).toBeUndefined();
});

test('the page shows every message and route, and links to documents that are served', () => {
  const html = docsPage();
  const routes = documents.map(({ route }) => route);
  for (const [, link = ''] of html.matchAll(/href="([^"]+)"/g)) expect(routes).toContain(link);
  for (const { name } of agentMessages) expect(html).toContain(`<code>${name}</code>`);
  for (const path of Object.keys(openApi().paths)) expect(html).toContain(` ${path}</code>`);
});

test('the REST document has every route of the gateway, and no other', () => {
  const sources = sourceFiles(['gateway/http']).flatMap(({ text }) => [
    ...text.matchAll(/\bapp\.(get|post)\(\s*'([^']+)'/g),
  ]);
  const routes = sources
    .map(([, method, path]) => `${method} ${path?.replace(/:(\w+)/g, '{$1}')}`)
    .filter((route) => route !== 'get /')
    // These are made of the same list as their documents.
    .concat(gameRoutes.map(({ method, path }) => `${method} ${path}`));
  const documented = Object.entries(openApi().paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method} ${path}`),
  );
  expect(documented.toSorted()).toEqual(routes.toSorted());
});

test('every message of the documents says what it is for, and answers point to messages', () => {
  const names = agentMessages.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { summary, answer, name } of agentMessages) {
    expect(summary, name).not.toBe('');
    if (answer !== undefined) expect(names).toContain(answer);
  }
});

/** Each `$ref` of a JSON value. */
function referencesIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) =>
    key === '$ref' && typeof part === 'string' ? [part] : referencesIn(part),
  );
}

/** What a reference inside a document leads to; undefined when it leads nowhere. */
function resolve(document: unknown, reference: string): unknown {
  if (!reference.startsWith('#')) return undefined;
  const steps = reference.split('/').slice(1);
  return steps.reduce<unknown>((value, step) => {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
  }, document);
}
