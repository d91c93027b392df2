import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { z } from 'zod';
import type { ClusterMember } from '../../../../test/support/cluster/cluster-member.js';
import { ClusterStack } from '../../../../test/support/cluster/cluster-stack.js';
import { type ProcessUsage, usageOf, usageOfAll } from '../../../../test/support/process-usage.js';

const healthSchema = z.looseObject({
  dependencies: z.looseObject({ proxies: z.array(z.looseObject({ up: z.boolean() })) }),
});
const LOOK_MS = 100;

/** Enough sockets from one address, and games that stay in memory and with their proxy however busy the machine is. */
const SETTINGS = {
  MAX_SOCKETS_PER_ADDRESS: '10000',
  ABSENT_WAIT_S: '3600',
  GAME_IDLE_S: '86400',
  LEASE_S: '60',
};

/** Gateways, proxies and a Redis without networks in between; every gateway has found every proxy. */
export async function startScaleStack(size: {
  readonly gateways: number;
  readonly proxies: number;
  /** Of each proxy. */
  readonly maxGames: number;
}): Promise<ClusterStack> {
  const stack = await ClusterStack.start({ ...size, isDirect: true, environment: SETTINGS });
  for (const gateway of stack.gateways)
    while ((await proxiesUp(gateway)) < size.proxies) await pause(LOOK_MS);
  return stack;
}

/** The address of a gateway or proxy for WebSockets. */
export function addressOf({ port }: ClusterMember): string {
  return `ws://127.0.0.1:${port}`;
}

/** The processes of a cluster by what they are. */
export const PARTS = ['gateways', 'proxies', 'game servers', 'Redis'] as const;

/** What the parts of a cluster have used so far and hold now. */
export function usageByPart(stack: ClusterStack): Readonly<Record<(typeof PARTS)[number], ProcessUsage>> {
  return {
    gateways: usageOfAll(stack.gateways.map(({ pid }) => pid)),
    proxies: usageOfAll(stack.proxies.map(({ pid }) => pid)),
    'game servers': usageOfAll(stack.gameServers()),
    Redis: usageOf(stack.redis.pid),
  };
}

/** How many commands Redis has carried out, those of scripts included. */
export async function redisCommands({ redis }: ClusterStack): Promise<number> {
  const client = new Redis(redis.url);
  const stats = await client.info('stats');
  client.disconnect();
  return Number(/^total_commands_processed:(\d+)/m.exec(stats)?.[1] ?? Number.NaN);
}

/** The resident megabytes of each process. */
export function megabytesOf(pids: readonly number[]): readonly number[] {
  return pids.map((pid) => usageOf(pid).megabytes);
}

async function proxiesUp({ port }: ClusterMember): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/health`);
  return healthSchema.parse(await answer.json()).dependencies.proxies.filter(({ up }) => up).length;
}
