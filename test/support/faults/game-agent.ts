import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AcknowledgedFacts, type SeatState, seatStateSchema } from './acknowledged-facts.js';
import { AgentConnection, ConnectionLost, type Data, type Message, Unanswered } from './agent-connection.js';
import { PushSequence } from './push-sequence.js';

export interface GameAgentOptions {
  readonly agentId: string;
  readonly gameId: string;
  readonly token: string;
  readonly gameConfig: Data;
  readonly port: () => number;
  readonly observer: AgentObserver;
}

/** Who judges what an agent sees. */
export interface AgentObserver {
  /** A turn in which the agent was told that it can act. */
  turn(agentId: string, turn: number): void;
  /** Something that must not be, in a sentence. */
  violation(agentId: string, sentence: string): void;
  /** Something acknowledged is not there; no violation when the game says by itself that not all is back. */
  suspicion(agentId: string, sentence: string): void;
  /** The game said that something is lost or not known. */
  named(agentId: string, sentence: string): void;
  /** The game has come to its end, or the agent's nation has. */
  gameOver(agentId: string): void;
  /** The game could not be brought back; it may yet be, when what is in the way has gone. */
  gameAway(agentId: string, sentence: string): void;
  /** The game cannot be played on: its error code and sentence. */
  gameLost(agentId: string, sentence: string): void;
  /** An end of turn is on its way. */
  endTurnSent(agentId: string): void;
}

/** Codes after which the game itself is not there for its agent any more. */
const lostCodes: readonly unknown[] = ['E140', 'E142'];
const namingStatus: readonly unknown[] = ['lost', 'incomplete'];
const MIN_RETRY_MS = 300;

interface UnderWay {
  readonly data: Data;
  readonly correlationId: string;
}

/** An agent that keeps its session over every loss of its socket, and asks again for the answer it has not got. */
export class GameAgent {
  readonly agentId: string;
  readonly facts = new AcknowledgedFacts();
  readonly #options: GameAgentOptions;
  readonly #sequence = new PushSequence();
  #connection: AgentConnection | undefined;
  #session: unknown;
  #isStopped = false;
  #asked: { readonly what: string; readonly since: number } | undefined;

  constructor(options: GameAgentOptions) {
    this.agentId = options.agentId;
    this.#options = options;
  }

  /** What it waits for and how long it has, for a person who looks for the cause of a standstill. */
  get waitsFor(): string {
    if (this.#asked === undefined) return `${this.agentId} waits for nothing`;
    const { what, since } = this.#asked;
    return `${this.agentId} waits for the answer to ${what} for ${Math.round((performance.now() - since) / 1000)} s`;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Ends what is under way: its requests reject with ConnectionLost. */
  stop(): void {
    this.#isStopped = true;
    this.#connection?.cut();
  }

  /** The full state, judged against what was acknowledged; undefined when it cannot be had now. */
  async state(): Promise<{ readonly state: SeatState; readonly offers: readonly Data[] } | undefined> {
    const answer = await this.ask('state_query', { format: 'full', include_legal_actions: true });
    const state = seatStateSchema.safeParse(answer?.data?.data);
    if (!state.success) return undefined;
    const { observer } = this.#options;
    observer.turn(this.agentId, state.data.turn);
    for (const sentence of this.facts.observe(state.data)) observer.suspicion(this.agentId, sentence);
    const { legal_actions: offers } = state.data;
    return { state: state.data, offers: Array.isArray(offers) ? offers : [] };
  }

  /** Carries out an action; whether it was acknowledged as applied. */
  async act(action: Data): Promise<boolean> {
    if (action.action_type === 'end_turn') this.#options.observer.endTurnSent(this.agentId);
    const answer = await this.ask('action', action);
    const isApplied = answer?.type === 'action_result' && answer.data?.outcome === 'applied';
    if (isApplied) this.facts.acknowledge(answer.data?.changes);
    else this.facts.doubt(action);
    return isApplied;
  }

  /** Asks until there is an answer, over as many sockets as that takes; undefined when the agent is stopped. */
  async ask(type: string, data: Data): Promise<Message | undefined> {
    const underWay = { data, correlationId: randomUUID() };
    const what = `${type} ${data.action_type ?? ''} ${underWay.correlationId}`;
    this.#asked = { what, since: performance.now() };
    while (!this.#isStopped) {
      const answer = await this.#askOnce(type, underWay);
      if (answer === undefined) continue;
      this.#asked = undefined;
      if (answer.type === 'error') await this.#judgeError(answer);
      return answer;
    }
    return undefined;
  }

  async #askOnce(type: string, { data, correlationId }: UnderWay): Promise<Message | undefined> {
    try {
      this.#connection ??= await this.#connect();
      return await this.#connection?.request(type, data, correlationId);
    } catch (error) {
      this.#connection?.cut();
      this.#connection = undefined;
      if (error instanceof Unanswered)
        this.#options.observer.violation(this.agentId, `no answer: ${error.message}`);
      else if (!(error instanceof ConnectionLost)) throw error;
      await pause(MIN_RETRY_MS);
      return undefined;
    }
  }

  /** A logged in connection; undefined when the login was refused. */
  async #connect(): Promise<AgentConnection | undefined> {
    const { port, gameId, token, gameConfig } = this.#options;
    const connection = await AgentConnection.open(port(), this.agentId, (push) => this.#hear(push));
    const isNew = this.#session === undefined;
    const resume = isNew ? {} : { session_id: this.#session, last_seq: this.#sequence.last || 0 };
    const login = {
      api_token: token,
      model: 'scripted',
      game_id: gameId,
      game_config: gameConfig,
      ...resume,
    };
    const answer = await connection.request('llm_connect', login);
    if (answer.type === 'error') return this.#refused(connection, answer);
    if (isNew) this.#sequence.reset();
    else if (answer.data?.resync === true) this.#sequence.resync();
    this.#session = answer.data?.session_id;
    this.#heedNaming(answer.data);
    return connection;
  }

  /** What the game says that it has lost need not be there. */
  #heedNaming(data: Data = {}): void {
    if (data.incomplete !== true) return;
    this.facts.forget();
    this.#options.observer.named(this.agentId, JSON.stringify(data));
  }

  async #refused(connection: AgentConnection, answer: Message): Promise<undefined> {
    connection.cut();
    if (answer.data?.error_code === 'E124') {
      this.#options.observer.named(this.agentId, 'its session is gone');
      this.#session = undefined;
      return undefined;
    }
    await this.#judgeError(answer);
    throw new ConnectionLost(String(answer.data?.error_code));
  }

  async #judgeError({ data }: Message): Promise<void> {
    const sentence = `${data?.error_code}: ${data?.error_message}`;
    if (data?.error_code === 'E143') this.#options.observer.gameOver(this.agentId);
    if (lostCodes.includes(data?.error_code)) this.#options.observer.gameLost(this.agentId, sentence);
    await pause(MIN_RETRY_MS);
  }

  #hear({ type, seq, data = {} }: Message): void {
    const { observer } = this.#options;
    const wrong = seq === undefined ? undefined : this.#sequence.take(seq, data);
    if (wrong !== undefined) observer.violation(this.agentId, wrong);
    if (type === 'turn_start' && typeof data.turn === 'number') observer.turn(this.agentId, data.turn);
    if (type === 'game_ended' || data.event === 'defeated') observer.gameOver(this.agentId);
    if (isNaming(type, data)) this.#heedNaming({ incomplete: true, ...data });
    if (data.status === 'lost') observer.gameAway(this.agentId, JSON.stringify(data));
  }
}

/** Whether a push says that something acknowledged is lost or unknown. */
function isNaming(type: string, data: Data): boolean {
  if (type === 'event') return data.event === 'action_not_restored';
  return type === 'status' && (namingStatus.includes(data.status) || 'incomplete' in data);
}
