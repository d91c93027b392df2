import type { ClusterStack } from '../../../../test/support/cluster/cluster-stack.js';
import { usageOf, usageOfAll } from '../../../../test/support/process-usage.js';
import { BenchAgent } from '../bench-agent.js';
import { counted } from '../cost-lines.js';
import { figure } from '../figures.js';
import { named } from '../form.js';
import { seededConfigs } from '../seated-games.js';
import { startBareRelay } from '../start-script.js';
import { type AskedPace, askInTurns, joinedPace, paceFigures } from './ask-in-turns.js';
import { startScaleStack, usageByPart } from './scale-stack.js';

const GATEWAYS = named('gateways', 3, 1);
const PROXIES = named('proxies', 3, 1);
/** Of each way, so that each has the same number of connections and seats. */
const GAMES = named('way-games', 3, 1);
const AGENTS = named('way-agents', 4, 1);
const SECONDS = named('seconds', 1, 0.2);
const ROUNDS = named('rounds', 5, 1);

/** What is asked: what changed in a world that stands still, which is all relay, and a whole state that is made each time. */
const QUERIES = {
  small: { format: 'delta' },
  'state with offers': { format: 'llm_optimized', include_legal_actions: true },
} as const;
type QueryName = keyof typeof QUERIES;
const QUERY_NAMES = ['small', 'state with offers'] as const satisfies readonly QueryName[];

/** One way for requests to the same proxies: through this many gateways, or through bare relays. */
interface Way {
  readonly gateways: number | 'bare relay';
  readonly agents: readonly BenchAgent[];
}

/** What is measured: a cluster, and the processes of the bare relays in front of its proxies. */
interface Bench {
  readonly stack: ClusterStack;
  readonly relays: readonly number[];
}

/** A stretch of requests, with the milliseconds of CPU that each part used in it. */
interface Stretch {
  readonly pace: AskedPace;
  readonly cpuMs: Readonly<Record<string, number>>;
}

/**
 * Requests a second through 1, 2, 3 gateways to 1, 2, 3 proxies with real games, beside the same number of connections through
 * bare relays to the same proxies. All ways to a number of proxies take turns.
 */
export async function measureRequests(): Promise<void> {
  console.log(
    `requests: ${counted(GAMES * AGENTS, 'agent')} in ${counted(GAMES, 'game')} for each way, each with one request at a time`,
  );
  for (let proxies = 1; proxies <= PROXIES; proxies += 1) await measureProxies(proxies);
  console.log(
    'All processes share the cores of this machine: where they are busy, more processes give no more requests a second. ' +
      'The CPU of a request is what other numbers of cores are reckoned from.',
  );
}

async function measureProxies(proxies: number): Promise<void> {
  const maxGames = GAMES * (GATEWAYS + 1);
  await using stack = await startScaleStack({ gateways: GATEWAYS, proxies, maxGames });
  const relays = await Promise.all(stack.proxies.map(({ port }) => startBareRelay(port)));
  const ports = { relays: relays.map(({ port }) => port), gateways: stack.gateways.map(({ port }) => port) };
  const ways: Way[] = [
    { gateways: 'bare relay', agents: await takeSeats('relayed', ports.relays, BenchAgent.seated) },
  ];
  for (let gateways = 1; gateways <= GATEWAYS; gateways += 1) {
    const agents = await takeSeats(`of-${gateways}`, ports.gateways.slice(0, gateways), BenchAgent.loggedIn);
    ways.push({ gateways, agents });
  }
  for (const query of QUERY_NAMES)
    await measureWays({ stack, relays: relays.map(({ child }) => child.pid ?? 0) }, ways, query);
  for (const { socket } of ways.flatMap(({ agents }) => agents)) socket.terminate();
  for (const { child } of relays) child.kill('SIGTERM');
}

/** Seats in games that have begun, those of a game over the same relay, or over gateways in turn. */
async function takeSeats(
  name: string,
  ports: readonly number[],
  open: typeof BenchAgent.loggedIn,
): Promise<readonly BenchAgent[]> {
  const isRelayed = open === BenchAgent.seated;
  const agents = await Promise.all(
    seededConfigs(GAMES, AGENTS).flatMap((game_config, game) =>
      Array.from({ length: AGENTS }, (_, seat) => {
        const port = ports[(isRelayed ? game : game * AGENTS + seat) % ports.length] ?? 0;
        return open(port, `${name}-${game}-${seat}`, { game_id: `${name}-${game}`, game_config });
      }),
    ),
  );
  await Promise.all(agents.map(({ playing }) => playing));
  return agents;
}

async function measureWays(bench: Bench, ways: readonly Way[], query: QueryName): Promise<void> {
  const stretches = new Map<Way, Stretch[]>(ways.map((way) => [way, []]));
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const way of ways) {
      const stretch = await measureStretch(bench, way.agents, query);
      // The first round warms up.
      if (round > 0) stretches.get(way)?.push(stretch);
    }
  let bare = Number.NaN;
  for (const [way, measured] of stretches) {
    const { perSecond, p50, p99 } = paceFigures(joinedPace(measured.map(({ pace }) => pace)));
    const ofWay = wayName(way, bench.stack.proxies.length);
    if (way.gateways === 'bare relay') bare = perSecond;
    else figure(`${query}, ${ofWay}`, perSecond, '1/s', { name: 'bare relay', value: bare });
    const ratio = (perSecond / bare).toFixed(2);
    console.log(
      `${query.padEnd(18)} ${ofWay.padEnd(26)} ${perSecond.toFixed(0).padStart(6)} requests/s (${ratio} of the bare relay)   ` +
        `p50 ${p50.toFixed(1).padStart(6)} ms   p99 ${p99.toFixed(1).padStart(6)} ms   CPU ms a request: ${cpuOfRequest(measured)}`,
    );
  }
}

function wayName({ gateways }: Way, proxies: number): string {
  const ofProxies = counted(proxies, 'proxy', 'proxies');
  if (gateways === 'bare relay') return `bare relay, ${ofProxies}`;
  return `${counted(gateways, 'gateway')}, ${ofProxies}`;
}

async function measureStretch(
  bench: Bench,
  agents: readonly BenchAgent[],
  query: QueryName,
): Promise<Stretch> {
  const before = cpuSeconds(bench);
  const pace = await askInTurns(agents, QUERIES[query], SECONDS);
  const after = cpuSeconds(bench);
  const cpuMs = Object.fromEntries(
    Object.entries(after).map(([part, seconds]) => [part, (seconds - (before[part] ?? 0)) * 1000]),
  );
  return { pace, cpuMs };
}

/** Of the parts of a request's way, and of the agents that ask. */
function cpuSeconds({ stack, relays }: Bench): Readonly<Record<string, number>> {
  const { gateways, proxies } = usageByPart(stack);
  return {
    relay: usageOfAll(relays).cpuSeconds,
    gateway: gateways.cpuSeconds,
    proxy: proxies.cpuSeconds,
    Redis: usageOf(stack.redis.pid).cpuSeconds,
    agents: usageOf(process.pid).cpuSeconds,
  };
}

function cpuOfRequest(stretches: readonly Stretch[]): string {
  const answered = stretches.reduce((sum, { pace }) => sum + pace.answered, 0);
  return ['relay', 'gateway', 'proxy', 'Redis', 'agents']
    .map((part) => {
      const ms = stretches.reduce((sum, { cpuMs }) => sum + (cpuMs[part] ?? 0), 0);
      return `${part} ${(ms / answered).toFixed(3)}`;
    })
    .join(', ');
}
