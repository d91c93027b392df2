import { Client } from '@modelcontextprotocol/client';
import { createMcpHandler, InMemoryTransport } from '@modelcontextprotocol/server';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { createMcpServer } from '../../../features/mcp/server/mcp-server.js';
import { SeatTasks } from '../../../features/mcp/server/seat-tasks.js';
import type { ScriptedSeat } from './scripted-seat.js';

const VERSION = '2026-07-28';

/** Sends requests of revision 2026-07-28 to the server of a seat, as a client with those capabilities. */
export function modernClient(seat: ScriptedSeat, capabilities: JsonObject = {}) {
  const tasks = new SeatTasks(seat);
  const handler = createMcpHandler(() => createMcpServer(seat, { changes: 'none', tasks }), {
    legacy: 'reject',
  });
  return async (method: string, params: JsonObject = {}) => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': VERSION,
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    };
    const body = { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } };
    const named = params.name ?? params.uri ?? params.taskId;
    const headers = {
      ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      ...{ 'mcp-protocol-version': VERSION, 'mcp-method': method },
      ...(typeof named === 'string' && { 'mcp-name': named }),
    };
    const request = new Request('http://127.0.0.1/mcp', {
      ...{ method: 'POST', headers, body: JSON.stringify(body) },
    });
    const answer: unknown = await (await handler.fetch(request, { parsedBody: body })).json();
    const { result, error } = isJsonObject(answer) ? answer : {};
    return { result: isJsonObject(result) ? result : {}, error: isJsonObject(error) ? error : undefined };
  };
}

/** A client of the SDK that speaks an earlier revision, connected to the server of a seat. */
export async function earlierClient(
  seat: ScriptedSeat,
  capabilities: JsonObject = {},
  options: { readonly canAsk?: boolean } = {},
): Promise<Client> {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const client = new Client(
    { name: 'a-test', version: '1.0.0' },
    { capabilities, versionNegotiation: { mode: 'legacy' } },
  );
  await createMcpServer(seat, { changes: 'subscribed', ...options }).connect(far);
  await client.connect(near);
  return client;
}
