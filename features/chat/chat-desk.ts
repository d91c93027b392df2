import { BoundedMap } from '#shared/core/bounded-map.js';
import type { Clock } from '#shared/core/clock.js';
import { fail, ok } from '#shared/core/result.js';
import type { ChatAnswerData, ChatReceived } from '#shared/protocol/chat.js';
import { statePatchAnswerSchema } from '#shared/protocol/link.js';
import type { DeltaState } from '#shared/protocol/state/delta.js';
import type { AuditLog } from '../../gateway/audit/audited-actions.js';
import type { Link } from '../../gateway/link/game-link.js';
import { seatPush } from '../../gateway/link/link-messages.js';
import type { RemoteSeat } from '../../gateway/link/remote-seat.js';
import type { Session } from '../../gateway/session/session.js';
import { payloadDigest } from '../../gateway/session/session-answers.js';
import type { SessionTable } from '../../gateway/session/session-table.js';
import {
  type AgentOutcome,
  type ChatFailure,
  type ChatOutcome,
  type ChatProgress,
  type ChatQuestion,
  PendingChat,
} from './pending-chat.js';

/** Messages to one model that may wait for an answer at a time. */
const MAX_PENDING_PER_SEAT = 4;
/** Replies that are held for messages that are sent again. */
const MAX_ANSWERED = 64;

const USED_FOR_ANOTHER: ChatFailure = {
  code: 'INVALID_ARGS',
  message: 'This request_id was used for another message',
  path: 'request_id',
};

/** What ChatDesk works with. */
export interface ChatDeskOptions {
  readonly clock: Clock;
  readonly link: Link;
  readonly sessions: SessionTable;
  readonly audit: AuditLog;
}

/** A message that was sent, by its request_id: the same one is not sent twice. */
interface SentChat {
  readonly digest: string;
  readonly outcome: Promise<ChatOutcome>;
  /** Undefined once it is answered. */
  pending: PendingChat | undefined;
}

/** Brings messages of people to the models that hold seats, and their answers back. */
export class ChatDesk {
  readonly #options: ChatDeskOptions;
  /** By seat and request_id. */
  readonly #pending = new Map<string, SentChat>();
  readonly #answered = new BoundedMap<string, SentChat>(MAX_ANSWERED);
  /** Replies that no request waits for: a client that sends the message again gets them. */
  readonly #late = new BoundedMap<string, ChatAnswerData>(MAX_ANSWERED);

  constructor(options: ChatDeskOptions) {
    this.#options = options;
  }

  /**
   * Sends a message to the model of a session's agent and settles with its answer. The same request_id is sent once:
   * all who ask get the same answer. `onProgress` hears what comes before the answer. Failures: INVALID_ARGS for a
   * request_id of another message, AGENT_UNAVAILABLE, TOO_MANY_REQUESTS, AI_TIMEOUT, and what the agent says.
   */
  ask(
    session: Session,
    question: ChatQuestion,
    onProgress: (progress: ChatProgress) => void = () => {},
  ): Promise<ChatOutcome> {
    const key = keyOf(session, question.requestId);
    const digest = payloadDigest('chat', question.message);
    const known = this.#pending.get(key) ?? this.#answered.get(key);
    if (known !== undefined && known.digest !== digest) return Promise.resolve(fail(USED_FOR_ANOTHER));
    const sent = known ?? this.#begin(session, key, question, digest);
    if ('failure' in sent) return Promise.resolve(fail(sent.failure));
    const stop = sent.pending?.onProgress(onProgress);
    return sent.outcome.finally(() => stop?.());
  }

  /** Takes a chat_answer of an agent; `awaited` tells whether somebody waits for it. */
  receive(session: Session, data: ChatAnswerData): ChatReceived {
    const { request_id: requestId } = data;
    const key = keyOf(session, requestId);
    const sent = this.#pending.get(key);
    if (sent === undefined && data.kind === 'final') this.#late.set(key, data);
    if (sent?.pending?.receive(data) === true) sent.pending = undefined;
    return { type: 'chat_received', success: true, request_id: requestId, awaited: sent !== undefined };
  }

  /** Ends all waits: the gateway stops. */
  close(): void {
    for (const { pending } of this.#pending.values())
      pending?.fail({ code: 'INTERNAL_ERROR', message: 'The gateway is restarting: send the message again' });
  }

  #begin(
    session: Session,
    key: string,
    question: ChatQuestion,
    digest: string,
  ): SentChat | { readonly failure: ChatFailure } {
    const late = this.#late.get(key);
    const refusal = late === undefined ? this.#refusal(session) : undefined;
    if (refusal !== undefined) return { failure: refusal };
    const pending = new PendingChat();
    if (late !== undefined) pending.receive(late);
    const outcome = this.#run(session, question, pending, digest);
    const sent: SentChat = { digest, outcome, pending };
    this.#pending.set(key, sent);
    void outcome.then((answer) => {
      this.#pending.delete(key);
      // What failed may be tried again under the same name.
      if (answer.ok) this.#answered.set(key, sent);
    });
    return sent;
  }

  #refusal({ seat }: Session): ChatFailure | undefined {
    if (!this.#canAnswer(seat))
      return {
        code: 'AGENT_UNAVAILABLE',
        message: `${seat.agentId} has no connection, or its model does not chat (capabilities: ["chat"])`,
      };
    const ofSeat = [...this.#pending.keys()].filter((key) => key.startsWith(keyOf(seat, '')));
    if (ofSeat.length < MAX_PENDING_PER_SEAT) return undefined;
    return { code: 'TOO_MANY_REQUESTS', message: `${ofSeat.length} messages wait for an answer already` };
  }

  /** Whether a connected agent of that seat has said that its model chats. */
  #canAnswer(seat: RemoteSeat): boolean {
    const sessions = this.#options.sessions.findByAgent(seat.agentId);
    return (
      seat.wantsPush('operator_message') &&
      sessions.some((session) => session.seat === seat && session.isAttached)
    );
  }

  async #run(
    { id, seat }: Session,
    { requestId, message, timeoutS }: ChatQuestion,
    pending: PendingChat,
    digest: string,
  ): Promise<ChatOutcome> {
    const { clock, link, sessions, audit } = this.#options;
    const began = clock.monotonic();
    const since = pending.isAnswered ? undefined : await fetchVersion(link, seat);
    const data = { request_id: requestId, message, deadline_s: timeoutS };
    if (!pending.isAnswered) sessions.push(seatPush(seat, 'operator_message', data, clock.now()));
    const cancel = clock.after(timeoutS * 1000, () =>
      pending.fail({ code: 'AI_TIMEOUT', message: `The model did not answer within ${timeoutS} s` }),
    );
    const answer = await pending.answered;
    cancel();
    audit.record({
      agent_id: seat.agentId,
      session: id.slice(0, 6),
      game_id: seat.gameId,
      correlation_id: requestId,
      action: 'operator_message',
      args_hash: digest,
      outcome: null,
      status: answer.kind === 'reply' ? 'ok' : answer.failure.code,
      duration_ms: Math.round(clock.monotonic() - began),
    });
    return this.#outcome(seat, requestId, answer, since);
  }

  async #outcome(
    seat: RemoteSeat,
    requestId: string,
    answer: AgentOutcome,
    since: number | undefined,
  ): Promise<ChatOutcome> {
    if (answer.kind === 'failed') return fail(answer.failure);
    const { text, toolEvents, usage } = answer.reply;
    const patch = since === undefined ? null : await fetchStatePatch(this.#options.link, seat, since);
    const { gameId, agentId } = seat;
    return ok({
      ok: true,
      request_id: requestId,
      game_id: gameId,
      agent_id: agentId,
      reply: text,
      tool_events: toolEvents,
      state_patch: patch,
      usage: usage ?? null,
    });
  }
}

function keyOf(
  { agentId, gameId }: { readonly agentId: string; readonly gameId: string },
  requestId: string,
) {
  return `${agentId} ${gameId} ${requestId}`;
}

/** The reply of a model waits for the state no longer than this. */
const STATE_DEADLINE_MS = 5000;

interface ChatSeat {
  readonly agentId: string;
  readonly gameId: string;
}

/** The version of a seat's state; undefined while the game cannot be asked. */
async function fetchVersion(link: Link, seat: ChatSeat): Promise<number | undefined> {
  return (await askState(link, seat, {}))?.version;
}

/** What changed in the state of a seat since a version; null while the game cannot be asked. */
async function fetchStatePatch(link: Link, seat: ChatSeat, since: number): Promise<DeltaState | null> {
  return (await askState(link, seat, { since_version: since }))?.patch ?? null;
}

/** Kept apart from the agent's own queries: the agent's deltas continue from its own last state. */
async function askState(
  link: Link,
  { agentId, gameId }: ChatSeat,
  data: { readonly since_version?: number },
) {
  const question = { type: 'state_patch', agent_id: agentId, game_id: gameId, data: { ...data } } as const;
  const outcome = await link.request(question, STATE_DEADLINE_MS);
  if (!outcome.ok || outcome.value.type === 'error') return undefined;
  return statePatchAnswerSchema.safeParse(outcome.value.data).data;
}
