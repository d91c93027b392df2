import { agentIdSchema } from '#shared/messages/envelope.js';
import { fail, ok, type Result } from '#shared/result.js';
import type { Refusal } from './transport.js';

const prefix = '/ws/agent/';

/** The agent id in the path of an upgrade request; 404 for another path, 400 for an id that cannot be one. */
export function readAgentPath(url: string): Result<string, Refusal> {
  const path = url.split('?', 1)[0] ?? '';
  if (!path.startsWith(prefix)) {
    return fail({ status: 404, message: `No such endpoint; agents connect to ${prefix}{agent_id}` });
  }
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
