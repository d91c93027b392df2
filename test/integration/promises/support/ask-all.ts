import type { RawAgentSocket } from '../../gateway/support/raw-agent-socket.js';

/** Asks once on every client and waits for all; the times of each. Without ids: answers that are kept would be counted in. */
export async function askAll(agents: readonly RawAgentSocket[]): Promise<readonly number[]> {
  return Promise.all(
    agents.map(async (agent) => {
      const began = performance.now();
      agent.sendRequest('state_query', {});
      await agent.nextOf('state_update');
      return performance.now() - began;
    }),
  );
}
