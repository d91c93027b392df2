/** Parts of a cluster that can be killed or hang; gateways and proxies by their number. */
export type Part =
  | { readonly kind: 'gateway' | 'proxy'; readonly index: number }
  | { readonly kind: 'game server' | 'store' };

/** The networks of a cluster: agents to gateways, gateways to proxies, both to the store. */
const HOPS = ['agents', 'links', 'store'] as const;
export type Hop = (typeof HOPS)[number];

/** One fault. `ms` is how long it lasts. */
export type ClusterFault =
  | { readonly kind: 'kill'; readonly part: Part; readonly ms: number }
  | { readonly kind: 'hang'; readonly part: Part; readonly ms: number }
  /** Ended by SIGTERM and started again, as in a rollout. */
  | { readonly kind: 'restart'; readonly part: Part; readonly ms: number }
  /** Ended by SIGTERM; the build of this repository takes its place. Not drawn. */
  | { readonly kind: 'upgrade'; readonly part: Part; readonly ms: number }
  | { readonly kind: 'cut'; readonly hop: Hop; readonly ms: number }
  | { readonly kind: 'hold'; readonly hop: Hop; readonly ms: number }
  | { readonly kind: 'delay'; readonly hop: Hop; readonly byMs: number; readonly ms: number }
  | { readonly kind: 'double'; readonly hop: 'agents' | 'links'; readonly ms: number }
  | { readonly kind: 'full disk'; readonly ms: number }
  | { readonly kind: 'clock'; readonly seconds: number; readonly ms: number };

/** How many of what there are. */
export interface ClusterSize {
  readonly gateways: number;
  readonly proxies: number;
}

/** How often each kind is drawn, of all. */
const WEIGHTS: Readonly<Record<Exclude<ClusterFault['kind'], 'upgrade'>, number>> = {
  kill: 30,
  hang: 20,
  restart: 10,
  cut: 12,
  hold: 8,
  delay: 8,
  double: 6,
  'full disk': 3,
  clock: 3,
};

/** The next fault of a run; `random` gives numbers in [0, 1). */
export function drawFault(random: () => number, size: ClusterSize): ClusterFault {
  const kind = drawKind(random);
  const ms = Math.round(500 + 7_500 * random());
  switch (kind) {
    case 'kill':
    case 'hang':
      return { kind, part: drawPart(random, size), ms };
    case 'restart': {
      const isGateway = random() < 0.5;
      const part = isGateway ? drawIndex('gateway', random, size) : drawIndex('proxy', random, size);
      return { kind, part, ms: 0 };
    }
    case 'cut':
      return { kind, hop: drawHop(random), ms: 0 };
    case 'hold':
      return { kind, hop: drawHop(random), ms };
    case 'delay':
      return { kind, hop: drawHop(random), byMs: Math.round(20 + 400 * random()), ms };
    case 'double':
      return { kind, hop: random() < 0.5 ? 'agents' : 'links', ms };
    case 'full disk':
      return { kind, ms };
    case 'clock':
      return { kind, seconds: Math.round((random() - 0.5) * 20_000), ms };
  }
}

/** A fault in words. */
export function describeFault(fault: ClusterFault): string {
  const time = fault.ms > 0 ? ` for ${(fault.ms / 1000).toFixed(1)} s` : '';
  switch (fault.kind) {
    case 'kill':
    case 'hang':
    case 'restart':
    case 'upgrade':
      return `${fault.kind} ${named(fault.part)}${time}`;
    case 'cut':
    case 'hold':
    case 'double':
      return `${fault.kind} ${fault.hop}${time}`;
    case 'delay':
      return `delay ${fault.hop} by ${fault.byMs} ms${time}`;
    case 'full disk':
      return `full disk${time}`;
    case 'clock':
      return `clock ${fault.seconds >= 0 ? '+' : ''}${fault.seconds} s${time}`;
  }
}

function named(part: Part): string {
  return 'index' in part ? `${part.kind} ${part.index}` : part.kind;
}

function drawKind(random: () => number): keyof typeof WEIGHTS {
  const kinds = ['kill', 'hang', 'restart', 'cut', 'hold', 'delay', 'double', 'full disk', 'clock'] as const;
  let left = random() * Object.values(WEIGHTS).reduce((sum, weight) => sum + weight, 0);
  for (const kind of kinds) {
    left -= WEIGHTS[kind];
    if (left < 0) return kind;
  }
  return 'kill';
}

function drawPart(random: () => number, size: ClusterSize): Part {
  const at = random();
  if (at < 0.3) return drawIndex('gateway', random, size);
  if (at < 0.6) return drawIndex('proxy', random, size);
  return { kind: at < 0.85 ? 'game server' : 'store' };
}

function drawIndex(kind: 'gateway' | 'proxy', random: () => number, size: ClusterSize): Part {
  const count = kind === 'gateway' ? size.gateways : size.proxies;
  return { kind, index: Math.floor(random() * count) };
}

function drawHop(random: () => number): Hop {
  return HOPS[Math.floor(random() * HOPS.length)] ?? 'agents';
}

/** A rolling upgrade: every proxy, then every gateway, one after the other. */
export function rollingUpgrade({ proxies, gateways }: ClusterSize): readonly ClusterFault[] {
  const upgrades = (kind: 'proxy' | 'gateway', count: number): readonly ClusterFault[] =>
    Array.from({ length: count }, (_, index) => ({ kind: 'upgrade', part: { kind, index }, ms: 0 }));
  return [...upgrades('proxy', proxies), ...upgrades('gateway', gateways)];
}
