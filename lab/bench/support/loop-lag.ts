import type { SplitStack } from '../../../test/support/services/split-stack.js';

/** How long an event loop was kept from its next turn, in milliseconds. */
export interface LoopLag {
  readonly p50: number;
  readonly p99: number;
  readonly longest: number;
}

/** Of both processes, since it was asked last. */
export async function loopLags(stack: SplitStack): Promise<Readonly<Record<'gateway' | 'proxy', LoopLag>>> {
  return {
    gateway: await loopLagOf('gateway', stack.gateway.port),
    proxy: await loopLagOf('proxy', stack.proxy.port),
  };
}

/** Of the gateway or proxy at a port, since it was asked last. */
export function loopLagOf(service: 'gateway' | 'proxy', port: number): Promise<LoopLag> {
  return service === 'gateway'
    ? lagAt(`http://127.0.0.1:${port}/api/metrics`, '')
    : lagAt(`http://127.0.0.1:${port}/metrics`, 'freeciv_proxy_');
}

/** The monitor looks every 10 ms, and counts them in. */
const LOOK_MS = 10;

async function lagAt(url: string, prefix: string): Promise<LoopLag> {
  const lines = (await (await fetch(url)).text()).split('\n');
  const ms = (name: string) => {
    const line = lines.find((each) => each.startsWith(`${prefix}nodejs_eventloop_lag_${name}_seconds `));
    return Math.max(0, Number(line?.split(' ')[1] ?? Number.NaN) * 1000 - LOOK_MS);
  };
  return { p50: ms('p50'), p99: ms('p99'), longest: ms('max') };
}
