import type { Sender } from '../../gateway/limits/agent-limits.js';

/** An agent that sends messages, in one game unless another is named. */
export function sender(agentId: string, gameId = 'game'): Sender {
  return { agentId, gameId, tokenHash: Buffer.from(`token of ${agentId} in ${gameId}`) };
}
