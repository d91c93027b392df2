import { z } from 'zod';
import { errorCodes } from '#shared/core/error-codes.js';
import { closeCodes, closeMeanings, closeNames, mayReconnect } from '#shared/protocol/close-codes.js';
import { agentMessages } from './agent-messages.js';
import { type FieldRow, fieldRows, typeWords } from './field-table.js';
import { componentsOf, isSharedName, type JsonSchema } from './json-schema.js';
import { proxyOpenApi, type RestDocument } from './openapi.js';
import { remoteAgentDocs } from './remote-agent-docs.js';
import type { SocketMessage } from './socket-message.js';
import { spectatorMessages } from './spectator-messages.js';

/** The style of the page. */
export const docsStyle = `:root { color-scheme: light dark; font: 16px / 1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
pre { overflow-x: auto; padding: 0.5rem; border: 1px solid; }
table { border-collapse: collapse; }
th, td { padding: 0.2rem 0.8rem 0.2rem 0; text-align: left; }
summary { cursor: pointer; padding: 0.2rem 0; }
nav li { margin: 0.3rem 0; }
`;

/** The documents as one HTML page without scripts. `rest` is the OpenAPI document of the gateway. */
export function docsPage(rest: RestDocument): string {
  const sections = [
    socketSection('agents', '/ws/agent/{agent_id}', agentMessages),
    socketSection('spectators', '/ws/spectator/{game_id}', spectatorMessages),
    socketSection('remote-seats', 'agent_url of a remote seat', remoteAgentDocs),
    restSection('rest', 'REST', rest),
    restSection('proxy', 'The proxy’s own port, for operators', proxyOpenApi()),
    tableSection('errors', 'Error codes', table(['Code', 'Meaning', 'May work later'], errorRows())),
    tableSection('closes', 'Close codes', table(['Code', 'Meaning', 'Come back'], closeRows())),
    typeSection(
      componentsOf([agentMessages, spectatorMessages, remoteAgentDocs, rest.paths, proxyOpenApi()]),
    ),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>FreeCiv LLM gateway: protocol</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<p><a href="/">← The games of this gateway</a></p>
<h1>FreeCiv LLM gateway: protocol</h1>
<p>For programs: <a href="/docs/asyncapi.json">AsyncAPI 3</a> for the sockets, <a href="/docs/openapi.json">OpenAPI 3.1</a> for REST, and for <a href="/docs/openapi-proxy.json">the proxy's own port</a>.</p>
<nav aria-label="Contents">
<h2>Contents</h2>
<p>Every message and route stands here: the search of the browser (Ctrl-F) finds it, and its link opens it.</p>
<ul>
${sections.map(contentsOf).join('\n')}
</ul>
</nav>
${sections.map(sectionPart).join('\n')}
</body>
</html>
`;
}

/** A part of a section that opens when its title is clicked, or a link to it. Title and content are HTML. */
interface Part {
  readonly name: string;
  readonly title: string;
  readonly content: string;
}

/** A section of the page: its parts, or a table of its own. The title is HTML. */
interface Section {
  readonly id: string;
  readonly title: string;
  readonly parts: readonly Part[];
  readonly content?: string;
}

function tableSection(id: string, title: string, content: string): Section {
  return { id, title, parts: [], content };
}

function contentsOf({ id, title, parts }: Section): string {
  const links = parts.map(({ name }) => `<a href="#${anchorOf(id, name)}"><code>${escaped(name)}</code></a>`);
  return `<li><a href="#${id}">${title}</a>${links.length === 0 ? '' : `: ${links.join(', ')}`}</li>`;
}

function sectionPart({ id, title, parts, content = '' }: Section): string {
  const details = parts.map(
    // The target of the link is inside the details element, because a browser opens the one around a target.
    (part) =>
      `<details><summary>${part.title}</summary><div id="${anchorOf(id, part.name)}">${part.content}</div></details>`,
  );
  return `<h2 id="${id}">${title}</h2>\n${details.join('\n')}${content}`;
}

/** The id of a part. The id of a type is its name: tables link to it. */
function anchorOf(section: string, name: string): string {
  return section === 'types' ? name : `${section}-${name.replaceAll(/[^A-Za-z0-9_]+/g, '-')}`;
}

function errorRows(): readonly (readonly string[])[] {
  return Object.entries(errorCodes).map(([code, { meaning, retry }]) => [
    code,
    escaped(meaning),
    retry ? 'yes' : 'no',
  ]);
}

/** Code, meaning, and whether a client should reconnect, for each close code. */
function closeRows(): readonly (readonly string[])[] {
  return closeNames.map((name) => {
    const code = closeCodes[name];
    return [String(code), escaped(closeMeanings[name]), mayReconnect(code) ? 'yes' : 'no'];
  });
}

function socketSection(id: string, address: string, messages: readonly SocketMessage[]): Section {
  return { id, title: `<code>${escaped(address)}</code>`, parts: messages.map(messagePart) };
}

function messagePart({ name, type, from, summary, data, answer, fields }: SocketMessage): Part {
  const answered =
    answer === undefined ? '' : `<p>Answered by <code>${escaped(answer)}</code> or <code>error</code>.</p>`;
  const rows = [
    ...Object.entries(fields ?? {}).flatMap(([field, schema]) =>
      fieldRows({ properties: { [field]: schema } }),
    ),
    ...(data === undefined ? [] : fieldRows(data, 'data')),
  ];
  return {
    name,
    title: `<code>${escaped(name)}</code> ${escaped(summary)} <small>From the ${from}${type === name ? '' : `, type ${escaped(type)}`}</small>`,
    content: `${answered}${rows.length === 0 ? '' : fieldTable(rows)}`,
  };
}

function fieldTable(rows: readonly FieldRow[]): string {
  return table(
    ['Field', 'Type', 'Meaning'],
    rows.map(({ path, type, isOptional, description }) => [
      escaped(path),
      `${typeCell(type)}${isOptional ? ', optional' : ''}`,
      escaped(description),
    ]),
  );
}

function restSection(id: string, title: string, { paths = {} }: RestDocument): Section {
  const parts = Object.entries(paths).flatMap(([path, methods = {}]) =>
    Object.entries(methods).map(([method, operation]) =>
      operationPart(`${method.toUpperCase()} ${path}`, restOperationSchema.parse(operation)),
    ),
  );
  return { id, title, parts };
}

const mediaSchema = z.object({ schema: z.record(z.string(), z.unknown()) });

/** What the page shows of an operation of an OpenAPI document. */
const restOperationSchema = z.object({
  summary: z.string(),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        required: z.boolean().default(false),
        description: z.string().default('From the path'),
        schema: z.record(z.string(), z.unknown()),
      }),
    )
    .default([]),
  requestBody: z.object({ content: z.record(z.string(), mediaSchema) }).optional(),
  responses: z.record(
    z.string(),
    z.object({ description: z.string(), content: z.record(z.string(), mediaSchema).default({}) }),
  ),
});

function operationPart(
  route: string,
  { summary, parameters, requestBody, responses }: z.infer<typeof restOperationSchema>,
): Part {
  const sent = [
    ...parameters.map(({ name, required, description, schema }) => ({
      path: name,
      type: typeWords(schema),
      isOptional: !required,
      description,
    })),
    ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => fieldRows(schema, 'body')),
  ];
  const answers = Object.entries(responses).map(([status, { description, content }]) => [
    status,
    Object.entries(content)
      .map(([type, { schema }]) => (type === 'application/json' ? typeCell(typeWords(schema)) : type))
      .join(', '),
    escaped(description),
  ]);
  const fields = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, { content }]) => Object.values(content))
    .flatMap(({ schema }) => fieldRows(schema));
  return {
    name: route,
    title: `<code>${escaped(route)}</code> ${escaped(summary)}`,
    content: [
      sent.length === 0 ? '' : fieldTable(sent),
      table(['Status', 'Answer', 'Meaning'], answers),
      fields.length === 0 ? '' : fieldTable(fields),
    ].join('\n'),
  };
}

/** The shared schemas that the tables above name. */
function typeSection(schemas: Readonly<Record<string, JsonSchema>>): Section {
  const parts = Object.entries(schemas).map(([name, schema]) => ({
    name,
    title: `<code>${name}</code>`,
    content: fieldTable(fieldRows(schema)),
  }));
  return { id: 'types', title: 'Types', parts };
}

/** A table whose cells are HTML. */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((cell) => `<th>${cell}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${cell}</td>`).join('')}</tr>`);
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>`;
}

/** A type in words as HTML: the name of a shared schema links to its table. */
function typeCell(type: string): string {
  return escaped(type).replaceAll(/\b[A-Z][A-Za-z]+\b(?!&quot;)/g, (word) =>
    isSharedName(word) ? `<a href="#${word}">${word}</a>` : word,
  );
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
