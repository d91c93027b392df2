import type { Clock } from '#shared/core/clock.js';
import { type Config, readConfig } from '#shared/core/config.js';
import { createLogger } from '#shared/core/log.js';
import type { Tracing } from '#shared/core/tracing.js';
import { AgentConnection } from '../../agent/agent-connection.js';
import type { Broadcasts } from '../../features/watching/broadcasts.js';
import type { KeptSeats } from '../../proxy/api/seats/kept-seat.js';
import type { Games } from '../../proxy/games/lifecycle/games.js';
import { startGateway } from '../../services/gateway/gateway.js';
import { startProxy } from '../../services/proxy/proxy.js';
import { ContractCheck } from './contract.js';
import { makeDataFolder } from './services/data-folder.js';
import { openToWatch, proxySecret, token, unlimited } from './services/settings.js';
import { workAtOnce } from './work-at-once.js';

/** Gateway and proxy on ports of their own, with a data folder of their own. */
export interface Stack extends AsyncDisposable {
  readonly token: string;
  /** What gateways show to the proxy. */
  readonly proxySecret: string;
  readonly gatewayUrl: string;
  readonly httpUrl: string;
  readonly proxyHttpUrl: string;
  readonly games: Games;
  readonly broadcasts: Broadcasts;
  /** What the proxy keeps of seats. */
  readonly seats: KeptSeats;
  readonly dataDir: string;
  /** A connected agent that has had its welcome; closed with the stack. */
  agent(agentId: string): Promise<AgentConnection>;
}

export interface StackOptions {
  /** The port where the gateway finds the proxy that has this one, when something stands between the two. */
  linkPort?(proxyPort: number): Promise<number>;
  /** Milliseconds between a lost link and the next. */
  readonly backoff?: number;
  /** What turns are timed by. */
  readonly clock?: Clock;
  /** Whether what agents are sent is checked against its schemas; true without it. Benches measure without. */
  readonly checksMessages?: boolean;
  /** Traces of gateway and proxy. */
  readonly tracing?: { readonly gateway: Tracing; readonly proxy: Tracing };
}

/** Starts the real parts in this process; game servers are real processes. */
export async function startStack(
  environment: Readonly<Record<string, string>> = {},
  options: StackOptions = {},
): Promise<Stack> {
  const data = await makeDataFolder();
  const config = configOf({
    ...unlimited,
    ...givenServer(),
    ...openToWatch(environment),
    DATA_DIR: data.path,
    ...environment,
  });
  const log = createLogger('test', config.LOG_LEVEL);
  const proxy = await startProxy({
    config,
    log,
    work: workAtOnce(),
    tracing: options.tracing?.proxy,
    ...withClock(options),
  });
  const linkPort = (await options.linkPort?.(proxy.port)) ?? proxy.port;
  const { backoff } = options;
  const gateway = await startGateway({
    config: { ...config, PROXY_PORT: linkPort },
    log,
    timeouts: backoff === undefined ? {} : { backoff: { first: backoff, max: backoff } },
    tracing: options.tracing?.gateway,
  });
  const gatewayUrl = `ws://127.0.0.1:${gateway.port}`;
  const agents: AgentConnection[] = [];
  const contract = new ContractCheck();
  return {
    token,
    proxySecret,
    gatewayUrl,
    httpUrl: `http://127.0.0.1:${gateway.port}`,
    proxyHttpUrl: `http://127.0.0.1:${proxy.port}`,
    games: proxy.games,
    broadcasts: proxy.broadcasts,
    seats: proxy.seats,
    dataDir: config.DATA_DIR,
    async agent(agentId) {
      const agent = await AgentConnection.open({
        gateway: gatewayUrl,
        agentId,
        ...(options.checksMessages !== false && { onMessage: contract.check }),
      });
      agents.push(agent);
      return agent;
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(agents.map((agent) => agent.close()));
      await gateway.close();
      await proxy.close();
      await data[Symbol.asyncDispose]();
      contract.end();
    },
  };
}

function withClock({ clock }: StackOptions): { clock?: Clock } {
  return clock === undefined ? {} : { clock };
}

/** Where the system's own server is of another version, the tests are told which one to take. */
function givenServer(): Readonly<Record<string, string>> {
  const { FREECIV_SERVER } = process.env;
  return FREECIV_SERVER === undefined ? {} : { FREECIV_SERVER };
}

function configOf(environment: Readonly<Record<string, string>>): Config {
  const read = readConfig(environment);
  if (!read.ok) throw new Error(read.failure.join('; '));
  return read.value;
}
