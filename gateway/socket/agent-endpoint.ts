import { fail, ok, type Result } from '#shared/core/result.js';
import { agentIdSchema } from '#shared/protocol/envelope.js';
import type { Endpoint, UpgradeRefusal } from '../transport/transport.js';
import type { AgentHub } from './agent-hub.js';

const prefix = '/ws/agent/';

/** The agents' sockets, at `/ws/agent/{agent_id}`. */
export function agentEndpoint(hub: AgentHub, maxMessageBytes: number): Endpoint {
  return {
    prefix,
    maxMessageBytes,
    admit({ url, ...from }) {
      const agentId = readAgentId(url);
      if (!agentId.ok) return agentId;
      const visitor = { ...from, agentId: agentId.value };
      const refusal = hub.refuse(visitor);
      return refusal === undefined ? ok((connection) => hub.accept(connection, visitor)) : fail(refusal);
    },
  };
}

/** The agent id in the path of an upgrade request; 400 when it cannot be one. */
function readAgentId(url: string): Result<string, UpgradeRefusal> {
  const [path = ''] = url.split('?', 1);
  const id = agentIdSchema.safeParse(decoded(path.slice(prefix.length)));
  if (id.success) return ok(id.data);
  return fail({ status: 400, message: `Bad agent id: ${id.error.issues[0]?.message ?? 'not an id'}` });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
