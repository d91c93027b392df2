import type { AgentClient } from '../../gateway/support/agent-client.js';

/** Asks once on every client and waits for all; the times of each. Without ids: answers that are kept would be counted in. */
export async function askAll(agents: readonly AgentClient[]): Promise<readonly number[]> {
  return Promise.all(
    agents.map(async (agent) => {
      const began = performance.now();
      agent.sendSpec('state_query', {});
      await agent.nextOf('state_update');
      return performance.now() - began;
    }),
  );
}
