import type { Cancel } from '#shared/core/clock.js';
import { errorCodes } from '#shared/core/error-codes.js';
import { type JsonObject, parseJson } from '#shared/core/json.js';
import type { Result } from '#shared/core/result.js';
import { CHAT_CAPABILITY } from '#shared/protocol/chat.js';
import type { RemoteSeatWish } from '#shared/protocol/game-config.js';
import { REMOTE_PROTOCOL, type RemoteGatewayData } from '#shared/protocol/remote-agent.js';
import type { RemoteSeatView, RemoteState } from '#shared/protocol/remote-seats.js';
import { findOrCreateSession } from '../../gateway/agent/find-session.js';
import { type MessageText, textOf } from '../../gateway/session/agent-message.js';
import type { NumberedPush } from '../../gateway/session/push-ring.js';
import type { Session, SessionSocket } from '../../gateway/session/session.js';
import { AgentCaller, type RemoteServices } from './agent-caller.js';
import { callCloses } from './agent-channel.js';
import { MAX_CALLS, RemoteConversation } from './remote-conversation.js';
import { keptResult } from './remote-message.js';
import { RemoteTurns } from './remote-turns.js';

/** A seat for an agent elsewhere: where it is, and what was asked for. */
export interface RemoteAgentOptions {
  readonly gameId: string;
  readonly agentId: string;
  readonly url: URL;
  readonly wish: RemoteSeatWish;
  /** Nothing more comes of the seat: its game is over or gone. */
  onEnded(): void;
}

/** After this a seat that cannot be had now is asked for again, in milliseconds. */
const JOIN_RETRY_MS = 2_000;

/** The player of a session: it gets the turns and the pushes. */
interface Play {
  readonly session: Session;
  readonly turns: RemoteTurns;
  readonly conversation: RemoteConversation;
  readonly stopPushes: () => void;
}

/** The agent of one seat, which listens elsewhere: the gateway takes the seat, calls the agent, and plays what it says. */
export class RemoteAgent implements SessionSocket {
  readonly remoteAddress: string;
  readonly gameId: string;
  readonly agentId: string;
  /** The session of a remote seat has no token: no login and no resume by address can be for it. */
  readonly tokenHash = Buffer.alloc(32);
  readonly wish: RemoteSeatWish;
  readonly #options: RemoteAgentOptions;
  readonly #services: RemoteServices;
  readonly #caller: AgentCaller;
  #state: RemoteState = 'joining';
  #play: Play | undefined;
  #cancelJoin: Cancel = () => {};
  #problem: string | undefined;

  constructor(services: RemoteServices, options: RemoteAgentOptions) {
    this.#services = services;
    this.#options = options;
    this.gameId = options.gameId;
    this.agentId = options.agentId;
    this.wish = options.wish;
    this.remoteAddress = options.url.host;
    this.#caller = new AgentCaller(services, options.agentId, options.url, {
      hello: () => this.#hello(),
      onText: (bytes) => this.#received(bytes),
      onDown: () => this.#leave('waiting'),
      mayCall: () => this.#mayCall(),
    });
  }

  /** Whether nothing more comes of it. */
  get isEnded(): boolean {
    return this.#state === 'ended';
  }

  /** The facts that every spectator of the game may know; the URL only for managers of the game. */
  view(showsUrl: boolean): RemoteSeatView {
    return {
      agent_id: this.agentId,
      agent_url: showsUrl ? this.#options.url.href : null,
      state: this.#state,
      player_id: this.#play?.session.seat.seated?.player_id ?? null,
      turn: this.#play?.turns.turn ?? null,
      connects: this.#caller.connects,
      calls: this.#play?.conversation.calls ?? 0,
      problem: this.#problem ?? this.#caller.problem ?? null,
    };
  }

  /** Takes the seat and begins to call the agent. Fails with what the proxy says of the seat. */
  async start(): Promise<Result<Session>> {
    const session = await this.#enter();
    if (!session.ok || this.#state !== 'joining') return session;
    this.#problem = undefined;
    this.#state = 'connecting';
    this.#caller.call();
    return session;
  }

  /** Does the same again and again until the seat can be had, or never can. */
  async startWhenever(): Promise<void> {
    const started = await this.start();
    if (started.ok || this.isEnded) return;
    const { code, message } = started.failure;
    this.#problem = message;
    const again = () => void this.startWhenever();
    if (errorCodes[code].retry) this.#cancelJoin = this.#services.agents.clock.after(JOIN_RETRY_MS, again);
    else this.end(message);
  }

  /** Ends it for good: the agent is told why, and the seat is left. */
  end(reason: string): void {
    if (this.isEnded) return;
    this.#caller.send('end', { reason });
    this.#stop(callCloses.end, 'end');
    this.#options.onEnded();
  }

  /** The gateway restarts: the next one calls the agent again. */
  restart(): void {
    const turn = this.#play?.turns.turn;
    if (turn !== undefined) this.#caller.send('stop', { reason: 'restart', turn });
    this.#stop(callCloses.restart, 'restart: the next gateway calls again');
  }

  push({ seq, text }: NumberedPush): void {
    this.#play?.session.markSent(seq);
    this.#caller.sendText(text);
  }

  sendAnswer(text: MessageText): void {
    const result = keptResult(parseJson(textOf(text)));
    if (result !== undefined) this.#caller.send('function_result', result);
  }

  onTaken(by: 'socket' | 'operator'): void {
    this.#caller.close(callCloses.end, by === 'socket' ? 'replaced' : 'ended by the operator');
  }

  async #enter(): Promise<Result<Session>> {
    const { model, nation, leader_name, turn_policy, chat } = this.wish;
    const capabilities = chat ? [CHAT_CAPABILITY] : [];
    const wishes = { model, nation, leader_name, turn_policy, capabilities };
    const agent = { agentId: this.agentId, gameId: this.gameId, tokenHash: this.tokenHash, wishes };
    const entered = await findOrCreateSession(this.#services.agents, agent);
    if (entered.ok && entered.value !== this.#play?.session) this.#adopt(entered.value);
    return entered;
  }

  #adopt(session: Session): void {
    const { agents } = this.#services;
    const caller = this.#caller;
    this.#play?.stopPushes();
    const turns = new RemoteTurns(agents.clock, session.seat, this.wish.deadline_s, {
      sync: (data) => caller.send('state_sync', data),
      ask: (data) => caller.send('user_message', data),
      late: (turn) => this.#late(turn),
    });
    const conversation = new RemoteConversation({
      caller: { services: agents, sender: this, enter: () => this.#enter() },
      turns,
      answerPerson: (request_id, text) => agents.chat.receive(session, { request_id, kind: 'final', text }),
      send: (type, data) => caller.send(type, data),
      onReady: (lastSeq) => this.#ready(lastSeq),
      onStatus: (status) => {
        this.#state = status;
      },
    });
    const stopPushes = session.onPush(({ type, data }) => this.#onPush(type, data));
    this.#play = { session, turns, conversation, stopPushes };
  }

  async #hello(): Promise<RemoteGatewayData<'hello'> | undefined> {
    const { channel, functions } = this.#services;
    const defined = await functions();
    if (defined === undefined) return undefined;
    this.#play?.conversation.begin();
    return {
      protocol: REMOTE_PROTOCOL,
      game_id: this.gameId,
      player_id: this.#play?.session.seat.seated?.player_id ?? null,
      resumed: this.#caller.connects > 0,
      last_seq: this.#play?.session.sentSeq ?? 0,
      ready_within_s: channel.handshakeMs / 1000,
      deadline_s: this.wish.deadline_s,
      max_message_bytes: channel.maxMessageBytes,
      max_calls: MAX_CALLS,
      functions: [...defined],
    };
  }

  #onPush(type: string, { status }: JsonObject): void {
    if (type === 'game_ended') this.end('The game is over');
    else if (type === 'status' && (status === 'deleted' || status === 'lost'))
      this.end(`The game is ${status}`);
    else if (type === 'turn_start' || type === 'game_ready' || type === 'status')
      void this.#play?.turns.tell();
  }

  #ready(lastSeq: number | undefined): void {
    this.#caller.ready();
    this.#return(lastSeq, 'ready');
    for (const answer of this.#play?.session.drainUndelivered() ?? []) this.sendAnswer(answer);
    this.#play?.turns.begin();
  }

  #received(bytes: Uint8Array): void {
    if (this.#play === undefined || this.isEnded) return;
    // A sign of life.
    if (this.#state === 'silent') this.#return(undefined, 'processing');
    this.#play.conversation.onMessage(bytes);
    if (this.#play.conversation.isRefused)
      this.#caller.close(callCloses.refused, 'too many messages that are not valid');
  }

  /** The agent is there, and gets the pushes that it was not sent. */
  #return(lastSeq: number | undefined, state: RemoteState): void {
    const session = this.#play?.session;
    this.#state = state;
    session?.attach(this);
    for (const push of session?.pushesAfter(lastSeq).pushes ?? []) this.push(push);
  }

  /** The agent lets its time go by: it counts as away, and its turn ends by its turn_policy. */
  #late(turn: number): void {
    this.#caller.send('stop', { reason: 'deadline', turn });
    this.#services.metrics.deadlines.inc();
    this.#state = 'silent';
    this.#play?.session.detach(this);
  }

  /** The session may have expired, and the game may be gone. */
  async #mayCall(): Promise<boolean> {
    const entered = await this.#enter();
    if (this.isEnded) return false;
    const mayCome = entered.ok || errorCodes[entered.failure.code].retry;
    if (mayCome) this.#state = 'connecting';
    else this.end(entered.failure.message);
    return mayCome;
  }

  #stop(code: number, reason: string): void {
    this.#cancelJoin();
    this.#leave('ended');
    this.#caller.stop(code, reason);
    this.#play?.stopPushes();
  }

  /** The seat has no agent now. */
  #leave(state: 'waiting' | 'ended'): void {
    this.#state = state;
    if (this.#play === undefined) return;
    const { session, turns } = this.#play;
    turns.hold();
    if (session.isAttachedTo(this)) session.detach(this);
    else this.#services.agents.sessions.leave(session);
  }
}
