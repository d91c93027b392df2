import { errorCodes } from '#shared/core/error-codes.js';
import { closeRows } from './close-words.js';
import { openApi } from './openapi.js';
import { proxyApi } from './proxy-api.js';
import type { SocketMessage } from './socket-message.js';
import { agentMessages, spectatorMessages } from './socket-messages.js';

/** The documents as one page: no script, nothing from elsewhere. */
export function docsPage(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>FreeCiv LLM gateway: protocol</title>
<link rel="stylesheet" href="/docs/style.css">
</head>
<body>
<h1>FreeCiv LLM gateway: protocol</h1>
<p>For programs: <a href="/docs/asyncapi.json">AsyncAPI 3</a> for the sockets, <a href="/docs/openapi.json">OpenAPI 3.1</a> for REST, and for <a href="/docs/openapi-proxy.json">the proxy's own port</a>.</p>
${socketSection('/ws/agent/{agent_id}', agentMessages)}
${socketSection('/ws/spectator/{game_id}', spectatorMessages)}
${restSection('REST', openApi())}
${restSection('The proxy’s own port, for operators', openApi(proxyApi))}
<h2>Error codes</h2>
${table(['Code', 'Meaning', 'May work later'], errorRows())}
<h2>Close codes</h2>
${table(['Code', 'Meaning', 'Come back'], closeRows())}
</body>
</html>
`;
}

function errorRows(): readonly (readonly string[])[] {
  return Object.entries(errorCodes).map(([code, { meaning, retry }]) => [
    code,
    meaning,
    retry ? 'yes' : 'no',
  ]);
}

function socketSection(address: string, messages: readonly SocketMessage[]): string {
  return `<h2><code>${escaped(address)}</code></h2>\n${messages.map(messagePart).join('\n')}`;
}

function messagePart({ name, type, from, summary, data, answer }: SocketMessage): string {
  const answered =
    answer === undefined ? '' : `Answered by <code>${escaped(answer)}</code> or <code>error</code>.`;
  return details(
    `<code>${escaped(name)}</code> ${escaped(summary)} <small>From the ${from}${type === name ? '' : `, type ${escaped(type)}`}</small>`,
    answered,
    data,
  );
}

function restSection(title: string, { paths }: ReturnType<typeof openApi>): string {
  const parts = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) =>
      details(
        `<code>${method.toUpperCase()} ${escaped(path)}</code> ${escaped('summary' in operation ? String(operation.summary) : '')}`,
        '',
        operation,
      ),
    ),
  );
  return `<h2>${title}</h2>\n${parts.join('\n')}`;
}

/** Title and text are HTML. */
function details(title: string, text: string, schema: object): string {
  const json = escaped(JSON.stringify(schema, undefined, 2));
  return `<details><summary>${title}</summary>${text === '' ? '' : `<p>${text}</p>`}<pre>${json}</pre></details>`;
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const head = heads.map((cell) => `<th>${escaped(cell)}</th>`).join('');
  const body = rows.map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`);
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>`;
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
