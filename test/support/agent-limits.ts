import { type AgentLimitSettings, AgentLimits, type Sender } from '../../gateway/limits/agent-limits.js';

const unlimited: AgentLimitSettings = {
  messagesPerMinute: 1e9,
  burst: 1e9,
  actionsPerMinute: 1e9,
};

/** The limits of a gateway that has no others than these. */
export function limitsOf(settings: Partial<AgentLimitSettings>, maxMessageBytes = 1 << 20): AgentLimits {
  const maxOfToken = () => Number.POSITIVE_INFINITY;
  return new AgentLimits({ settings: () => ({ ...unlimited, ...settings }), maxMessageBytes, maxOfToken });
}

/** An agent that sends messages, in one game unless another is named. */
export function sender(agentId: string, gameId = 'game'): Sender {
  return { agentId, gameId, tokenHash: Buffer.from(`token of ${agentId} in ${gameId}`) };
}
