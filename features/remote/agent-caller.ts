import { backoffDelay } from '#shared/core/backoff.js';
import type { Cancel } from '#shared/core/clock.js';
import type { JsonObject } from '#shared/core/json.js';
import type { RemoteGatewayData, RemoteGatewayMessageType } from '#shared/protocol/remote-agent.js';
import { AGENT_BOUNDS } from '../../gateway/agent/agent-bounds.js';
import type { AgentServices } from '../../gateway/agent/agent-services.js';
import { agentMessage } from '../../gateway/session/agent-message.js';
import {
  type AgentChannel,
  type AgentChannelOptions,
  callCloses,
  openAgentChannel,
} from './agent-channel.js';
import type { RemoteMetrics } from './remote-metrics.js';

/** What every remote seat works with. */
export interface RemoteServices {
  readonly agents: AgentServices;
  readonly metrics: RemoteMetrics;
  readonly channel: Omit<AgentChannelOptions, 'url'>;
  /** Gives [0, 1), for the back-off. */
  readonly random: () => number;
  /** The functions as MCP defines tools; undefined while the proxy is away. */
  functions(): Promise<readonly JsonObject[] | undefined>;
}

/** What a caller asks and tells of its connections. */
export interface CallerEvents {
  /** What to say first over each connection; undefined while that is not known. */
  hello(): Promise<RemoteGatewayData<'hello'> | undefined>;
  onText(bytes: Uint8Array): void;
  /** The connection is lost, or there is none; another attempt follows. */
  onDown(): void;
  /** Whether the agent will be called again. */
  mayCall(): Promise<boolean>;
}

/** Calls one agent, and calls it again after each loss, later and later. At most one connection is open. */
export class AgentCaller {
  readonly #services: RemoteServices;
  readonly #url: URL;
  readonly #agentId: string;
  readonly #events: CallerEvents;
  #channel: AgentChannel | undefined;
  #isReady = false;
  #attempt = 0;
  #connects = 0;
  #problem: string | undefined;
  #cancel: Cancel = () => {};

  constructor(services: RemoteServices, agentId: string, url: URL, events: CallerEvents) {
    this.#services = services;
    this.#agentId = agentId;
    this.#url = url;
    this.#events = events;
  }

  /** How often the agent was ready. */
  get connects(): number {
    return this.#connects;
  }

  /** Why the agent is not reached; undefined when it is, or was not called yet. */
  get problem(): string | undefined {
    return this.#problem;
  }

  call(): void {
    const { channel: options } = this.#services;
    const channel: AgentChannel = openAgentChannel(
      { ...options, url: this.#url },
      {
        onOpen: () => void this.#greet(channel),
        onText: (bytes) => {
          if (channel === this.#channel) this.#events.onText(bytes);
        },
        onDown: (reason) => this.#wentDown(channel, reason),
      },
    );
    this.#channel = channel;
  }

  /** The agent has answered hello. */
  ready(): void {
    this.#cancel();
    this.#isReady = true;
    this.#attempt = 0;
    this.#connects += 1;
    this.#problem = undefined;
    this.#services.metrics.connects.inc({ result: 'ok' });
  }

  /** Closes the connection; another attempt follows. */
  close(code: number, reason: string): void {
    this.#channel?.close(code, reason);
  }

  stop(code: number, reason: string): void {
    const channel = this.#channel;
    this.#channel = undefined;
    this.#cancel();
    channel?.close(code, reason);
  }

  send<T extends RemoteGatewayMessageType>(type: T, data: RemoteGatewayData<T>): void {
    const now = this.#services.agents.clock.now();
    this.sendText(JSON.stringify(agentMessage(type, { agentId: this.#agentId }, now, data)));
  }

  /** Sends a message as it is. An agent that does not read is cut off: it gets what it missed when it is back. */
  sendText(text: string): void {
    const channel = this.#channel;
    if (channel === undefined) return;
    if (channel.unreadBytes > AGENT_BOUNDS.maxUnreadBytes) channel.cut();
    else channel.send(text);
  }

  /** Says hello; the agent has as long as a handshake may take to answer that it is ready. */
  async #greet(channel: AgentChannel): Promise<void> {
    const { agents, channel: options } = this.#services;
    const hello = await this.#events.hello();
    if (channel !== this.#channel) return;
    if (hello === undefined) {
      channel.close(callCloses.tryAgain, 'the game is not reachable at the moment');
      return;
    }
    this.send('hello', hello);
    this.#cancel = agents.clock.after(options.handshakeMs, () => {
      this.#problem = 'The agent did not answer hello';
      channel.close(callCloses.noAnswer, 'hello was not answered');
    });
  }

  #wentDown(channel: AgentChannel, reason: string): void {
    if (channel !== this.#channel) return;
    const { agents, metrics, random } = this.#services;
    const { timeouts, clock, log } = agents;
    this.#channel = undefined;
    this.#cancel();
    metrics.connects.inc({ result: this.#isReady ? 'lost' : 'failed' });
    this.#isReady = false;
    this.#problem ??= reason;
    const delay = backoffDelay(this.#attempt, timeouts.backoff, random);
    this.#attempt += 1;
    log.info({ agent: this.#agentId, reason, retryMs: Math.round(delay) }, 'no connection to a remote agent');
    this.#cancel = clock.after(delay, () => void this.#callAgain());
    this.#events.onDown();
  }

  async #callAgain(): Promise<void> {
    if ((await this.#events.mayCall()) && this.#channel === undefined) this.call();
  }
}
