import { type Failure, failure } from '#shared/core/failure.js';
import type { JsonObject } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { LlmConnectData } from '#shared/protocol/agent-requests.js';
import type { RemoteSeatWish } from '#shared/protocol/game-config.js';
import { gameInfoSchema } from '#shared/protocol/game-summary.js';
import { type RemoteSeatView, remoteStates } from '#shared/protocol/remote-seats.js';
import { mcpToolsSchema } from '#shared/protocol/tools.js';
import { askProxy } from '../../gateway/link/ask-proxy.js';
import type { Link } from '../../gateway/link/game-link.js';
import type { RemoteServices } from './agent-caller.js';
import { RemoteAgent } from './remote-agent.js';
import type { RemoteHosts } from './remote-hosts.js';
import type { RemoteSeatFile } from './remote-seat-file.js';

/** Ids that a manager of a game may give; other ids belong to the tokens that may play as them. */
const REMOTE_PREFIX = 'remote-';

/** Remote seats at the same time: each has a connection and a timer. */
const MAX_REMOTE_SEATS = 1_000;

/** What the table of remote seats works with. */
export interface RemoteAgentsOptions extends Omit<RemoteServices, 'functions'> {
  readonly link: Link;
  readonly hosts: RemoteHosts;
  readonly file: RemoteSeatFile;
}

/** The caller that asks for remote seats: it may give an id that has a seat already if it may play as that agent. */
export interface SeatGiver {
  mayPlay(agentId: string): boolean;
}

/** All seats that this gateway drives for agents elsewhere. They are saved, and the next process calls the agents again. */
export class RemoteAgents {
  readonly #options: RemoteAgentsOptions;
  readonly #services: RemoteServices;
  readonly #questions: SeatQuestions;
  /** In the order of the requests. */
  readonly #agents = new Set<RemoteAgent>();

  constructor(options: RemoteAgentsOptions) {
    this.#options = options;
    this.#questions = new SeatQuestions(options.link);
    this.#services = { ...options, functions: () => this.#questions.functions() };
  }

  /** Calls the agents of the seats that an earlier process has saved. */
  restore(): void {
    for (const { gameId, agentId, wish } of this.#options.file.read()) {
      const url = this.#options.hosts.checkUrl(wish.agent_url);
      if (!url.ok) {
        this.#options.agents.log.warn(
          { game: gameId, agent: agentId },
          'a remote agent is not allowed any more',
        );
        continue;
      }
      void this.#add(gameId, agentId, url.value, wish).startWhenever();
    }
  }

  /** Why these seats cannot be given to anybody; undefined when each URL is allowed and there is room. E105, E112. */
  refusal(wishes: readonly RemoteSeatWish[], path: string): Failure | undefined {
    for (const [index, { agent_url }] of wishes.entries()) {
      const url = this.#options.hosts.checkUrl(agent_url, `${path}.${index}.agent_url`);
      if (!url.ok) return url.failure;
    }
    const ids = wishes.flatMap(({ agent_id }) => agent_id ?? []);
    if (new Set(ids).size < ids.length) return failure('E105', 'Two seats have the same agent_id', { path });
    const driven = [...this.#agents].filter(({ isEnded }) => !isEnded).length;
    if (driven + wishes.length <= MAX_REMOTE_SEATS) return undefined;
    return failure('E112', `This gateway drives ${MAX_REMOTE_SEATS} remote seats already`);
  }

  /** Takes a seat for an agent elsewhere and begins to call it; idempotent. E105: its URL or id is not allowed. */
  async seat(gameId: string, wish: RemoteSeatWish, giver: SeatGiver): Promise<Result<RemoteAgent>> {
    const refused = this.refusal([wish], 'seats');
    const url = this.#options.hosts.checkUrl(wish.agent_url);
    if (!url.ok) return url;
    if (refused !== undefined) return fail(refused);
    const seated = await this.#questions.seatedIn(gameId);
    if (!seated.ok) return seated;
    const agentId = wish.agent_id ?? this.#freeId(gameId, seated.value);
    const known = this.#find(gameId, agentId);
    if (known !== undefined && known.wish.agent_url === wish.agent_url) return ok(known);
    const isFree = agentId.startsWith(REMOTE_PREFIX) && !this.#isSeated(gameId, agentId, seated.value);
    if (known !== undefined || !(isFree || giver.mayPlay(agentId))) return fail(agentIdTaken(agentId));
    const agent = this.#add(gameId, agentId, url.value, wish);
    const started = await agent.start();
    if (started.ok) {
      this.#save();
      return ok(agent);
    }
    agent.end(started.failure.message);
    this.#agents.delete(agent);
    return started;
  }

  /** Checks the seats of an llm_connect; the returned function gives them where the login makes a new game. E105: no right. */
  async prepare(
    tokenHash: Buffer,
    { game_id: gameId, create, game_config: { seats = [] } }: LlmConnectData,
  ): Promise<Result<() => void>> {
    const { tokens, log } = this.#options.agents;
    if (seats.length === 0 || !create) return ok(() => {});
    const path = 'data.game_config.seats';
    if (!tokens.inForce.grants(tokenHash, 'manage', gameId))
      return fail(failure('E105', 'Seats for agents elsewhere need the right to manage the game', { path }));
    const refused = this.refusal(seats, path);
    if (refused !== undefined) return fail(refused);
    const seated = await this.#questions.seatedIn(gameId);
    if (seated.ok) return ok(() => {});
    if (seated.failure.code !== 'E140') return seated;
    const mayPlay = (agentId: string) => tokens.inForce.acceptsAgent(tokenHash, agentId, gameId);
    const give = async () => {
      for (const wish of seats) {
        const given = await this.seat(gameId, wish, { mayPlay });
        if (!given.ok)
          log.warn({ game: gameId, reason: given.failure.message }, 'a remote agent got no seat');
      }
    };
    return ok(() => void give());
  }

  /** Takes the seat back: the agent gets a last message and is not called again. False when there is no such seat. */
  takeBack(gameId: string, agentId: string): boolean {
    const agent = this.#find(gameId, agentId);
    if (agent === undefined) return false;
    agent.end('The seat was taken back');
    this.#agents.delete(agent);
    return true;
  }

  viewsOf(gameId: string, showsUrls: boolean): RemoteSeatView[] {
    return [...this.#agents].filter((agent) => agent.gameId === gameId).map((agent) => agent.view(showsUrls));
  }

  dropGame(gameId: string): void {
    for (const agent of [...this.#agents]) {
      if (agent.gameId !== gameId) continue;
      agent.end('The game is deleted');
      this.#agents.delete(agent);
    }
  }

  counts(): ReadonlyMap<string, number> {
    const all = [...this.#agents].map((agent) => agent.view(false).state);
    return new Map(remoteStates.map((state) => [state, all.filter((one) => one === state).length]));
  }

  /** Closes all connections; the seats stay saved. */
  closeAll(): void {
    for (const agent of this.#agents) agent.restart();
    this.#agents.clear();
  }

  #add(gameId: string, agentId: string, url: URL, wish: RemoteSeatWish): RemoteAgent {
    if (this.#agents.size >= 2 * MAX_REMOTE_SEATS) this.#forgetEnded();
    const agent = new RemoteAgent(this.#services, {
      gameId,
      agentId,
      url,
      wish,
      onEnded: () => this.#save(),
    });
    this.#agents.add(agent);
    return agent;
  }

  #forgetEnded(): void {
    for (const agent of [...this.#agents]) if (agent.isEnded) this.#agents.delete(agent);
  }

  #find(gameId: string, agentId: string): RemoteAgent | undefined {
    return [...this.#agents].find(
      (agent) => agent.gameId === gameId && agent.agentId === agentId && !agent.isEnded,
    );
  }

  #isSeated(gameId: string, agentId: string, seated: ReadonlySet<string>): boolean {
    return seated.has(agentId) || this.#options.agents.sessions.findSeat(agentId, gameId) !== undefined;
  }

  #freeId(gameId: string, seated: ReadonlySet<string>): string {
    for (let number = 1; ; number += 1) {
      const id = `${REMOTE_PREFIX}${number}`;
      if (this.#find(gameId, id) === undefined && !this.#isSeated(gameId, id, seated)) return id;
    }
  }

  #save(): void {
    const lasting = [...this.#agents].filter(({ isEnded }) => !isEnded);
    this.#options.file.write(lasting.map(({ gameId, agentId, wish }) => ({ gameId, agentId, wish })));
  }
}

/** Why a seat cannot be given: its id is another agent's. */
function agentIdTaken(agentId: string): Failure {
  const message = `The agent_id ${agentId} is not yours to give: one that is free and begins with ${REMOTE_PREFIX}, or that your token may play as`;
  return failure('E105', message, { path: 'agent_id' });
}

/** For what only the proxy answers, in milliseconds. */
const DEADLINE_MS = 10_000;

class SeatQuestions {
  readonly #link: Link;
  #functions: Promise<readonly JsonObject[] | undefined> | undefined;

  constructor(link: Link) {
    this.#link = link;
  }

  /** The agents that have a seat in a game. E140: there is no such game. */
  async seatedIn(gameId: string): Promise<Result<ReadonlySet<string>>> {
    const question = { agent_id: 'operator', game_id: gameId, unrestricted: true, data: {} };
    const info = await askProxy(this.#link, { type: 'game_info', ...question }, DEADLINE_MS);
    if (!info.ok) return info;
    const { seats } = gameInfoSchema.pick({ seats: true }).parse(info.value);
    return ok(new Set(seats.map(({ agent_id }) => agent_id)));
  }

  /** The functions of remote agents as MCP defines tools, asked for once; undefined while the proxy is away. */
  functions(): Promise<readonly JsonObject[] | undefined> {
    this.#functions ??= this.#askFunctions().then((functions) => {
      if (functions === undefined) this.#functions = undefined;
      return functions;
    });
    return this.#functions;
  }

  async #askFunctions(): Promise<readonly JsonObject[] | undefined> {
    const question = { agent_id: 'tools', game_id: 'all', data: { set: 'small', format: 'mcp' } };
    const tools = await askProxy(this.#link, { type: 'tools', ...question }, DEADLINE_MS);
    return tools.ok ? mcpToolsSchema.safeParse(tools.value).data?.tools : undefined;
  }
}
