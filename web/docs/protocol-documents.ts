import { isJsonObject, type JsonObject } from '#shared/core/json.js';

/** Addresses of the documents that the page shows. */
export const documentRoutes = {
  sockets: '/docs/asyncapi.json',
  rest: '/docs/openapi.json',
  proxy: '/docs/openapi-proxy.json',
} as const;

/** A message of a socket. */
export interface DocumentedMessage {
  readonly name: string;
  readonly summary: string;
  /** Whether the gateway sends it. */
  readonly isSent: boolean;
  /** The names of the messages that answer it. */
  readonly answers: readonly string[];
  readonly payload: JsonObject;
}

/** A socket with its messages. */
export interface DocumentedChannel {
  readonly name: string;
  readonly address: string;
  readonly title: string;
  readonly messages: readonly DocumentedMessage[];
}

/** A route with its method. */
export interface Operation {
  readonly id: string;
  readonly tag: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** All of it as text, for the search. */
  readonly text: string;
}

/** The documents as the page shows them. */
export interface ProtocolDocuments {
  readonly channels: readonly DocumentedChannel[];
  readonly operations: readonly Operation[];
  /** The schemas that messages and routes refer to, by name. */
  readonly types: Readonly<Record<string, JsonObject>>;
  /** The OpenAPI documents of the gateway and of the proxy's own port. */
  readonly rest: JsonObject;
  readonly proxy: JsonObject;
}

/** Loads the documents from the gateway that serves the page. Rejects when it cannot be reached. */
export async function loadDocuments(): Promise<ProtocolDocuments> {
  const { sockets, rest, proxy } = documentRoutes;
  return readDocuments(...(await Promise.all([load(sockets), load(rest), load(proxy)])));
}

/** What the page shows of an AsyncAPI document and of two OpenAPI documents. */
export function readDocuments(sockets: JsonObject, rest: JsonObject, proxy: JsonObject): ProtocolDocuments {
  const all = [sockets, rest, proxy].map((document) => at(document, 'components', 'schemas'));
  return {
    channels: channelsOf(sockets),
    operations: operationsOf(rest),
    types: Object.assign({}, ...all),
    rest,
    proxy,
  };
}

const SHARED = '#/components/schemas/';

/** The name of the shared schema that a `$ref` leads to; undefined for another reference. */
export function sharedName(reference: string): string | undefined {
  return reference.startsWith(SHARED) ? reference.slice(SHARED.length) : undefined;
}

/** The object at that place; empty when there is none. */
function at(document: JsonObject, ...path: readonly string[]): JsonObject {
  let part: unknown = document;
  for (const key of path) part = isJsonObject(part) ? part[key] : undefined;
  return isJsonObject(part) ? part : {};
}

async function load(route: string): Promise<JsonObject> {
  const answer = await fetch(route);
  if (!answer.ok) throw new Error(`${route}: ${answer.status}`);
  const document: unknown = await answer.json();
  return isJsonObject(document) ? document : {};
}

function channelsOf(document: JsonObject): readonly DocumentedChannel[] {
  const operations = Object.entries(at(document, 'operations'));
  return Object.entries(at(document, 'channels')).map(([name, channel]) => {
    const { address, title, messages } = objectOf(channel);
    return {
      name,
      address: String(address),
      title: String(title),
      messages: Object.entries(objectOf(messages)).map(([message, about]) => {
        const sent = operations.find(([id]) => id === `${name}_send_${message}`);
        const received = operations.find(([id]) => id === `${name}_receive_${message}`);
        const { summary, payload } = objectOf(about);
        return {
          name: message,
          summary: String(summary),
          isSent: sent !== undefined,
          answers: answersOf(objectOf(received?.[1])),
          payload: objectOf(payload),
        };
      }),
    };
  });
}

/** The last part of each reference is the name of a message. */
function answersOf(operation: JsonObject): readonly string[] {
  const { messages } = at(operation, 'reply');
  if (!Array.isArray(messages)) return [];
  return messages.map((message) => String(objectOf(message).$ref).split('/').at(-1) ?? '');
}

function operationsOf(document: JsonObject): readonly Operation[] {
  return Object.entries(at(document, 'paths')).flatMap(([path, methods]) =>
    Object.entries(objectOf(methods)).map(([method, operation]) => {
      const { operationId, tags, summary } = objectOf(operation);
      const tag = Array.isArray(tags) ? String(tags[0]) : '';
      const text = JSON.stringify(operation);
      return {
        id: String(operationId),
        tag,
        method: method.toUpperCase(),
        path,
        summary: String(summary),
        text,
      };
    }),
  );
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}
