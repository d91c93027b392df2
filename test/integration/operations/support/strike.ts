import type { SplitStack } from '../../../support/services/split-stack.js';
import type { ResumingAgent } from './resuming-agent.js';

export const strikes = ['socket', 'both sockets', 'gateway', 'proxy', 'game server'] as const;
export type Strike = (typeof strikes)[number];

/** Strikes when the agents have sent so many requests; resolves when a gateway or proxy that was killed is there again. */
export async function strikeAfter(
  requests: number,
  strike: Strike,
  stack: SplitStack,
  agents: readonly ResumingAgent[],
): Promise<void> {
  await new Promise<void>((resolve) => {
    let sent = 0;
    const count = () => {
      sent++;
      if (sent === requests) resolve();
    };
    for (const agent of agents) agent.onSent = count;
  });
  await kill(strike, stack, agents);
}

async function kill(strike: Strike, stack: SplitStack, agents: readonly ResumingAgent[]): Promise<void> {
  switch (strike) {
    case 'socket':
      return agents[0]?.cut();
    case 'both sockets':
      for (const agent of agents) agent.cut();
      return;
    case 'gateway':
      return stack.restartGateway();
    case 'proxy':
      await stack.killProxy();
      return stack.startProxy();
    case 'game server':
      return stack.killServers();
  }
}
