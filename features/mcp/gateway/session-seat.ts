import type { Clock } from '#shared/core/clock.js';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { mapAnswerSchema, mapQuestionSchema } from '#shared/protocol/agent-requests.js';
import type { GameConfigInput } from '#shared/protocol/game-config.js';
import { scenarioListSchema } from '#shared/protocol/scenario.js';
import { type McpTool, mcpToolsSchema } from '#shared/protocol/tools.js';
import type { AgentServices } from '../../../gateway/agent/agent-services.js';
import {
  findOrCreateSession,
  knownSession,
  type SocketlessAgent,
} from '../../../gateway/agent/find-session.js';
import { countRequest, requestWithoutSocket } from '../../../gateway/agent/requests-without-socket.js';
import { askProxy } from '../../../gateway/link/ask-proxy.js';
import type { Link } from '../../../gateway/link/game-link.js';
import type { Session } from '../../../gateway/session/session.js';
import type { McpSeat, SeatPush, SeatRequestOptions, SeatRequestType } from '../server/mcp-seat.js';
import { WaitingCalls } from './waiting-calls.js';

/** What seats over MCP work with. */
export interface McpServices {
  readonly agents: AgentServices;
  readonly link: Link;
}

/** An agent that pauses for less than this between two requests still counts as connected, in milliseconds. */
const THINKING_MS = 300_000;

/** For requests that only the proxy answers, in milliseconds. */
const DEADLINE_MS = 10_000;

/** The seat of an agent that plays over MCP, in the session that its socket would have. It outlives its clients. */
export class SessionSeat implements McpSeat {
  readonly clock: Clock;
  readonly keepsNames = true;
  readonly #services: McpServices;
  readonly #agent: SocketlessAgent;
  readonly #listeners = new Set<(push: SeatPush) => void>();
  readonly #waiting: WaitingCalls;
  #session: Session | undefined;
  #entering: Promise<Result<Session>> | undefined;
  #stopPushes = () => {};
  #isHeld = false;

  constructor(services: McpServices, agent: SocketlessAgent) {
    this.clock = services.agents.clock;
    this.#services = services;
    this.#agent = agent;
    this.#waiting = new WaitingCalls(services.agents, agent, () => this.#known()?.seat.progress.turn);
  }

  async tools(set: 'small' | 'full'): Promise<Result<readonly McpTool[]>> {
    const question = { agent_id: 'tools', game_id: 'all', data: { set, format: 'mcp' } };
    const data = await askProxy(this.#services.link, { type: 'tools', ...question }, DEADLINE_MS);
    return data.ok ? ok(mcpToolsSchema.parse(data.value).tools) : data;
  }

  async request(
    type: SeatRequestType,
    data: JsonObject,
    { traceparent, correlationId, signal, onBegin }: SeatRequestOptions = {},
  ): Promise<Result<JsonObject>> {
    const named = correlationId === undefined ? {} : { correlation_id: correlationId };
    const message = { type, agent_id: this.#agent.agentId, data, traceparent, ...named };
    const answer = await requestWithoutSocket(
      this.#services.agents,
      this.#agent,
      () => {
        onBegin?.();
        return this.enter();
      },
      message,
      signal &&
        ((load) => this.#waiting.admit(load, signal, () => this.#known()?.hasBegun(correlationId) === true)),
    );
    if (!answer.ok) return answer;
    return ok(isJsonObject(answer.value.data) ? answer.value.data : {});
  }

  async hasBegun(correlationId: string): Promise<boolean> {
    return this.#known()?.hasBegun(correlationId) === true;
  }

  get isPlaying(): boolean {
    return this.#services.link.isUp && this.#known()?.seat.progress.turn !== undefined;
  }

  async isGameMissing(): Promise<boolean> {
    if (this.#known() !== undefined) return false;
    const { agentId: agent_id, gameId: game_id } = this.#agent;
    const question = { agent_id, game_id, unrestricted: true, data: {} };
    const told = await askProxy(this.#services.link, { type: 'game_info', ...question }, DEADLINE_MS);
    return !told.ok && told.failure.code === 'E140';
  }

  async scenarios(): Promise<Result<JsonObject>> {
    const question = { agent_id: 'scenarios', game_id: 'all', unrestricted: true, data: {} };
    const data = await askProxy(this.#services.link, { type: 'scenario_list', ...question }, DEADLINE_MS);
    return data.ok ? ok(scenarioListSchema.parse(data.value)) : data;
  }

  async mapPicture(): Promise<Result<string>> {
    const refusal = countRequest(this.#services.agents, this.#agent, { bytes: 0, actions: 0 });
    if (refusal !== undefined) return fail(refusal);
    const entered = await this.enter();
    if (!entered.ok) return entered;
    const { agentId: agent_id, gameId: game_id } = this.#agent;
    const data = { ...mapQuestionSchema.parse({ agent_id, format: 'png' }) };
    const own = { agent_id, game_id, unrestricted: true };
    const answer = await askProxy(this.#services.link, { type: 'game_map', ...own, data }, DEADLINE_MS);
    return answer.ok ? ok(mapAnswerSchema.parse(answer.value).body ?? '') : answer;
  }

  /** Finds the session of the agent or begins one, and with it the game. */
  enter(config?: GameConfigInput): Promise<Result<Session>> {
    this.#entering ??= this.#enter(config).finally(() => {
      this.#entering = undefined;
    });
    return this.#entering;
  }

  onPush(listener: (push: SeatPush) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Notes whether a client waits for something: its agent is connected for as long as it does. */
  setHeld(isHeld: boolean): void {
    this.#isHeld = isHeld;
    this.#touch();
  }

  /** The client has ended its session: its agent is away at once. */
  leave(): void {
    if (this.#session !== undefined) this.#services.agents.sessions.leave(this.#session);
  }

  /** Refuses the calls that wait for room in the limits of the agent: the gateway restarts. */
  endWaits(): void {
    this.#waiting.endAll();
  }

  close(): void {
    this.endWaits();
    this.#stopPushes();
    this.#session = undefined;
  }

  /** The session of the agent in its game, if this gateway has one. */
  #known(): Session | undefined {
    return knownSession(this.#services.agents, this.#agent);
  }

  async #enter(config: GameConfigInput | undefined): Promise<Result<Session>> {
    const wishes = config === undefined ? {} : { wishes: { game_config: config } };
    const entered = await findOrCreateSession(this.#services.agents, { ...this.#agent, ...wishes }, true);
    if (!entered.ok) return entered;
    if (this.#session !== entered.value) this.#adopt(entered.value);
    this.#touch();
    return entered;
  }

  #adopt(session: Session): void {
    this.#stopPushes();
    // The agent uses the new session: a waiting client would otherwise hold the earlier one for ever.
    this.#session?.leave();
    this.#session = session;
    this.#stopPushes = session.onPush(({ type, data }) => {
      for (const listener of this.#listeners) listener({ type, data });
    });
  }

  #touch(): void {
    const forMs = this.#isHeld ? Number.POSITIVE_INFINITY : THINKING_MS;
    if (this.#session !== undefined) this.#services.agents.sessions.touch(this.#session, forMs);
  }
}
