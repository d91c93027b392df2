import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AgentConnection } from '../../../agent/agent-connection.js';
import { AgentError, GatewayLost } from '../../../agent/errors.js';
import { AcknowledgedFacts, type SeatState, seatStateSchema } from './acknowledged-facts.js';
import { PushSequence } from './push-sequence.js';

type Data = Readonly<Record<string, unknown>>;

/** An answer, an error included. */
interface Answer {
  readonly isError: boolean;
  readonly data: Data;
}

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
  /** The game could not be restored; it may yet be, when what is in the way has gone. */
  gameAway(agentId: string, sentence: string): void;
  /** The game cannot be played on: its error code and sentence. */
  gameLost(agentId: string, sentence: string): void;
  /** An end of turn is on its way. */
  endTurnSent(agentId: string): void;
}

/** Longer than any deadline of the gateway: what has no answer then never gets one. */
const MAX_ANSWER_MS = 100_000;
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

  /** Ends what is under way: its requests reject with GatewayLost. */
  stop(): void {
    this.#isStopped = true;
    this.#connection?.cut('stopped');
  }

  /** The full state, judged against what was acknowledged; undefined when it cannot be had now. */
  async state(): Promise<{ readonly state: SeatState; readonly offers: readonly Data[] } | undefined> {
    const answer = await this.ask('state_query', { format: 'full', include_legal_actions: true });
    const state = seatStateSchema.safeParse(answer?.data.data);
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
    const isApplied = answer !== undefined && !answer.isError && answer.data.outcome === 'applied';
    if (isApplied) this.facts.acknowledge(answer.data.changes);
    else this.facts.doubt(action);
    return isApplied;
  }

  /** Asks until there is an answer, over as many sockets as that takes; undefined when the agent is stopped. */
  async ask(type: string, data: Data): Promise<Answer | undefined> {
    const underWay = { data, correlationId: randomUUID() };
    const what = `${type} ${data.action_type ?? ''} ${underWay.correlationId}`;
    this.#asked = { what, since: performance.now() };
    while (!this.#isStopped) {
      const answer = await this.#askOnce(type, underWay);
      if (answer === undefined) continue;
      this.#asked = undefined;
      if (answer.isError) await this.#judgeError(answer.data);
      return answer;
    }
    return undefined;
  }

  async #askOnce(type: string, { data, correlationId }: UnderWay): Promise<Answer | undefined> {
    const signal = AbortSignal.timeout(MAX_ANSWER_MS);
    try {
      this.#connection ??= await this.#connect();
      if (this.#connection === undefined) return undefined;
      return { isError: false, data: await this.#connection.request(type, data, { correlationId, signal }) };
    } catch (error) {
      if (error instanceof AgentError) return { isError: true, data: dataOf(error) };
      this.#connection?.cut('lost');
      this.#connection = undefined;
      if (signal.aborted)
        this.#options.observer.violation(this.agentId, `no answer: ${type} ${correlationId}`);
      else if (!(error instanceof GatewayLost)) throw error;
      await pause(MIN_RETRY_MS);
      return undefined;
    }
  }

  /** A logged in connection; undefined when its session is gone. Rejects with GatewayLost when the login was refused. */
  async #connect(): Promise<AgentConnection | undefined> {
    const { port, gameId, token, gameConfig } = this.#options;
    const connection = await AgentConnection.open({
      gateway: `ws://127.0.0.1:${port()}`,
      agentId: this.agentId,
      onMessage: ({ type, seq, data = {} }) => this.#hear(type, seq, { ...data }),
    });
    const isNew = this.#session === undefined;
    const resume = isNew ? {} : { session_id: this.#session, last_seq: this.#sequence.last || 0 };
    const login = { api_token: token, model: 'scripted', game_id: gameId, game_config: gameConfig };
    try {
      const answer = await connection.connect({ ...login, ...resume });
      if (isNew) this.#sequence.reset();
      else if (answer.resync === true) this.#sequence.resync();
      this.#session = answer.session_id;
      this.#heedNaming({ ...answer });
      return connection;
    } catch (error) {
      connection.cut('refused');
      if (!(error instanceof AgentError)) throw error;
      return this.#refused(error);
    }
  }

  /** What the game says that it has lost need not be there. */
  #heedNaming(data: Data = {}): void {
    if (data.incomplete !== true) return;
    this.facts.forget();
    this.#options.observer.named(this.agentId, JSON.stringify(data));
  }

  async #refused(error: AgentError): Promise<undefined> {
    if (error.code === 'E124') {
      this.#options.observer.named(this.agentId, 'its session is gone');
      this.#session = undefined;
      return undefined;
    }
    await this.#judgeError(dataOf(error));
    throw new GatewayLost(1006, error.code);
  }

  async #judgeError(data: Data): Promise<void> {
    const sentence = `${data.error_code}: ${data.error_message}`;
    if (data.error_code === 'E143') this.#options.observer.gameOver(this.agentId);
    if (lostCodes.includes(data.error_code)) this.#options.observer.gameLost(this.agentId, sentence);
    await pause(MIN_RETRY_MS);
  }

  #hear(type: string, seq: number | undefined, data: Data): void {
    const { observer } = this.#options;
    if (seq === undefined) return;
    const wrong = this.#sequence.take(seq, data);
    if (wrong !== undefined) observer.violation(this.agentId, wrong);
    if (type === 'turn_start' && typeof data.turn === 'number') observer.turn(this.agentId, data.turn);
    if (type === 'game_ended' || data.event === 'defeated') observer.gameOver(this.agentId);
    if (isNaming(type, data)) this.#heedNaming({ incomplete: true, ...data });
    if (data.status === 'lost') observer.gameAway(this.agentId, JSON.stringify(data));
  }
}

function dataOf({ code, sentence, details }: AgentError): Data {
  return { error_code: code, error_message: sentence, details };
}

/** Whether a push says that something acknowledged is lost or unknown. */
function isNaming(type: string, data: Data): boolean {
  if (type === 'event') return data.event === 'action_not_restored';
  return type === 'status' && (namingStatus.includes(data.status) || 'incomplete' in data);
}
