import fastifySwagger from '@fastify/swagger';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fastify } from 'fastify';
import { beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { JsonObject } from '#shared/core/json.js';
import { agentMessages } from '../../../features/pages/agent-messages.js';
import { asyncApi } from '../../../features/pages/asyncapi.js';
import { documents } from '../../../features/pages/document-routes.js';
import { openApiOptions, proxyOpenApi, type RestDocument } from '../../../features/pages/openapi.js';
import { contentsOf, search } from '../../../web/docs/contents.js';
import { Examples } from '../../../web/docs/example.js';
import { readDocuments } from '../../../web/docs/protocol-documents.js';
import { startFixture } from '../../integration/gateway/support/gateway-fixture.js';
import { undescribed } from '../../support/undescribed.js';

let rest: RestDocument;

beforeAll(async () => {
  await using gateway = await startFixture();
  const answer = await fetch(`http://127.0.0.1:${gateway.port}/docs/openapi.json`);
  rest = z
    .looseObject({ paths: z.record(z.string(), z.looseObject({})), components: z.looseObject({}) })
    .parse(await answer.json());
});

test.each(documents)('$route is JSON, and each reference in it leads somewhere', ({ render }) => {
  const document: unknown = JSON.parse(render(rest));
  const references = referencesIn(document);
  for (const reference of references) expect(resolve(document, reference), reference).toBeDefined();
});

test('the messages of the sockets are referred to, and a reference that leads nowhere is found', () => {
  expect(referencesIn(asyncApi()).length).toBeGreaterThan(agentMessages.length);
  expect(resolve({ a: { 'b/c': 1 } }, '#/a/b~1c')).toBe(1);
  expect(resolve({ a: {} }, '#/a/b')).toBeUndefined();
  expect(resolve({ a: {} }, 'elsewhere.json')).toBeUndefined();
});

/** The documents as the page reads them. */
function shown() {
  const proxy: JsonObject = { ...proxyOpenApi() };
  return readDocuments(asyncApi(), { ...rest }, proxy);
}

test('the contents of the page lead to every message, route and shared type', () => {
  const { channels, operations, types } = shown();
  const entries = contentsOf(shown()).flatMap((group) => group.entries);
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
  const labels = entries.map(({ label }) => label);
  expect(channels[0]?.messages.map(({ name }) => name)).toEqual(agentMessages.map(({ name }) => name));
  for (const { name } of agentMessages) expect(labels).toContain(name);
  for (const [path, methods = {}] of Object.entries(rest.paths ?? {}))
    for (const method of Object.keys(methods)) expect(labels).toContain(`${method.toUpperCase()} ${path}`);
  expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length);
  for (const type of Object.keys(types)) expect(labels).toContain(type);
});

test('the search finds messages and routes by their fields and words, names first', () => {
  const labels = (words: string) =>
    search(contentsOf(shown()), words).map(({ entries }) => entries.map(({ label }) => label));
  expect(labels('include_legal_actions').flat()).toContain('state_query');
  expect(labels('Deletes the GAME').flat()).toContain('DELETE /api/games/{game_id}');
  expect(labels('action')[0]?.[0]).toContain('action');
  expect(labels('xylophone')).toEqual([]);
});

test('the example of each message fits the schema of the message', () => {
  const { channels, types } = shown();
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'all', components: { schemas: types } });
  const examples = new Examples(types);
  for (const { name, payload } of channels.flatMap(({ messages }) => messages)) {
    const text = JSON.stringify(payload).replaceAll('"#/components', '"all#/components');
    const isFitting = ajv.compile(JSON.parse(text));
    isFitting(examples.of(payload));
    expect(isFitting.errors ?? [], name).toEqual([]);
  }
});

const operationSchema = z.looseObject({
  summary: z.string().min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))).min(1),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string() })).default([]),
  responses: z.record(z.string(), z.looseObject({ description: z.string().min(1) })),
});

test('every route of the REST document says what it is for, what it answers and which tokens it takes', () => {
  const operations = Object.entries(rest.paths ?? {}).flatMap(([path, methods = {}]) =>
    Object.entries(methods).map(([method, operation]) => [`${method} ${path}`, operation] as const),
  );
  expect(operations.length).toBeGreaterThan(20);
  for (const [route, operation] of operations) {
    const { security, parameters, responses } = operationSchema.parse(operation);
    expect(Object.keys(responses).filter((status) => status.startsWith('2'))).toHaveLength(1);
    const names = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name);
    expect(names, route).toEqual([...route.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    const needsToken = security.every((tokens) => Object.keys(tokens).length > 0);
    if (needsToken) expect(Object.keys(responses), route).toContain('401');
    if (needsToken) expect(Object.keys(responses), route).toContain('429');
    if (names.includes('game_id')) expect(Object.keys(responses), route).toContain('404');
  }
});

test('a route that is not documented is found', async () => {
  const app = fastify();
  await app.register(fastifySwagger, openApiOptions);
  app.get('/new', () => 'new');
  await app.ready();
  expect(() => app.swagger()).toThrow('/new is not documented');
});

test('every message of the documents says what it is for, and answers point to messages', () => {
  const names = agentMessages.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const { summary, answer, name } of agentMessages) {
    expect(summary, name).not.toBe('');
    if (answer !== undefined) expect(names).toContain(answer);
  }
});

test.each(documents)('$route describes every field of every message and answer', ({ render }) => {
  expect(undescribed(JSON.parse(render(rest)))).toEqual([]);
});

/** Schemas above this size are shared by a reference where a document has them twice. */
const MAX_REPEATED_CHARS = 1000;

test.each(documents)('$route has each larger schema once', ({ render }) => {
  const large = objectsIn(JSON.parse(render(rest)))
    .map(({ description: _description, ...schema }) => JSON.stringify(schema))
    .filter((text) => text.length > MAX_REPEATED_CHARS);
  expect(large.length).toBeGreaterThan(2);
  expect(large.filter((text, at) => large.indexOf(text) !== at)).toEqual([]);
});

test('a field without a description and an object of unknown fields are found', () => {
  const b = { description: 'b', type: 'object' };
  const object = { type: 'object', properties: { a: { type: 'string' }, b } };
  expect(undescribed({ data: object })).toEqual([
    { path: '/data/properties/a', problem: 'a field without a description' },
    { path: '/data/properties/b', problem: 'an object of unknown fields' },
  ]);
});

/** Each schema of an object, or of one of several forms, in a JSON value. */
function objectsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  const isSchema = 'properties' in value || 'anyOf' in value || 'oneOf' in value;
  return isSchema ? [{ ...value }, ...inner] : inner;
}

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
