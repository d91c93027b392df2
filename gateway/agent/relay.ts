import { randomUUID } from 'node:crypto';
import type { Clock } from '#shared/core/clock.js';
import { type Failure, failure } from '#shared/core/failure.js';
import type { Logger } from '#shared/core/log.js';
import { fail, type Result } from '#shared/core/result.js';
import type { Tracing } from '#shared/core/tracing.js';
import type { OutgoingEnvelope } from '#shared/protocol/envelope.js';
import { gameRequests } from '#shared/protocol/game-requests.js';
import type { LinkAnswer } from '#shared/protocol/link.js';
import { keptAnswer } from '#shared/protocol/state/kept-answer.js';
import type { ToolName } from '#shared/protocol/tools.js';
import {
  type AuditedCall,
  type AuditLog,
  auditedActions,
  auditRecordsOf,
  auditRecordsOfCall,
  resultCode,
} from '../audit/audited-actions.js';
import type { Metrics } from '../core/metrics.js';
import { ordinaryForm, stateAsItCame } from '../forms/answer-form.js';
import { answerFailure, isOutcomeUnknown, namingTurn, type Sent } from '../link/link-messages.js';
import { agentMessage, errorMessage, type MessageText } from '../session/agent-message.js';
import {
  type AuditedAction,
  type BegunRequest,
  isResolvable,
  type SentRequest,
} from '../session/persistence/session-records.js';
import type { Session } from '../session/session.js';
import { payloadDigest } from '../session/session-answers.js';
import type { GameRequest } from './agent-request.js';

/** What the relay works with. */
export interface RelayOptions {
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly audit: AuditLog;
  readonly tracing?: Tracing | undefined;
}

/** What came of a request, and how it was sent in the end. */
interface Worked {
  readonly result: Result<LinkAnswer>;
  readonly begun: BegunRequest;
  /** When it came, by the monotonic clock. */
  readonly since: number;
  /** Nothing more is known than before. */
  readonly isAudited: boolean;
}

/** An answer as it is sent; `call`: of a tool call what is audited. */
interface Written {
  readonly text: MessageText;
  /** What the session keeps of it. */
  readonly kept: MessageText;
  readonly call?: AuditedCall | undefined;
}

/** Sends the requests of sessions to the proxy and writes the agents' answers. */
export class Relay {
  readonly #options: RelayOptions;

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  /**
   * The one answer to a request, as text ready to send; undefined when the same request is in flight already, because
   * its answer serves both. A request with a correlation_id that has an answer is not executed again. When that answer says
   * that the outcome is unknown, the proxy is asked whether it knows the outcome by now.
   */
  answer(session: Session, request: GameRequest): Promise<MessageText | undefined> {
    const { reads } = gameRequests[request.type];
    const begun = begunRequest(session, request, this.#options.clock.now());
    const found = session.begin(begun, reads);
    switch (found.kind) {
      case 'in_flight':
        return Promise.resolve(undefined);
      case 'answered':
        return Promise.resolve(found.answer);
      case 'conflict':
        return Promise.resolve(this.#written(session, request, fail(conflict(begun.id))).text);
      case 'unknown':
        return this.#askAgain(session, request, begun, found.sent);
      case 'new':
        return this.#execute(session, request, begun);
    }
  }

  /** The answer to a request that was answered as unknown before: what the proxy knows of it by now. Nothing is executed. */
  async #askAgain(
    session: Session,
    request: GameRequest,
    begun: BegunRequest,
    sent: SentRequest,
  ): Promise<MessageText> {
    const since = this.#options.clock.monotonic();
    const { outbox, turn } = sent;
    const asked = { ...askedActions(request, begun.deeds), turn };
    const told = await session.seat.outcome({ key: session.requestKey(begun.id), outbox }, asked);
    const result = namingTurn(told, turn);
    const isAudited = isOutcomeUnknown(result);
    return this.#finish(session, request, { result, begun: { ...begun, outbox }, since, isAudited });
  }

  /**
   * Answers the requests that were in flight when an earlier gateway process ended, as the proxy says what became of them.
   */
  async recover(session: Session): Promise<void> {
    const recovered = session.unanswered.filter(isResolvable).map(async (begun) => {
      const { clock, audit } = this.#options;
      const { id, outbox, action, batch, turn } = begun;
      const asked = { action, batch, turn };
      const told = await session.seat.outcome({ key: session.requestKey(id), outbox }, asked);
      const result = namingTurn(told, turn);
      const to = { agentId: session.agentId, correlationId: id };
      const now = clock.now();
      const answer = result.ok
        ? agentMessage(result.value.type, to, now, result.value.data)
        : errorMessage(result.failure, to, now);
      for (const record of auditRecordsOf(session, begun, result, now)) audit.record(record);
      const text = JSON.stringify(answer);
      session.finish(begun, text, sentRequest(begun, result));
      session.deliverAnswer(text);
    });
    await Promise.all(recovered);
  }

  /** Asks the proxy for what a request asks for. */
  async #execute(session: Session, request: GameRequest, begun: BegunRequest): Promise<MessageText> {
    const since = this.#options.clock.monotonic();
    let noted = begun;
    // The seat may have been joined at another proxy, and another turn have begun, while the request waited for its link.
    const onSent = ({ once, turn }: Sent) => {
      const { isUnnamed, outbox } = begun;
      if (isUnnamed || once === undefined || (once.outbox === outbox && turn === begun.turn)) return;
      noted = { ...begun, outbox: once.outbox, turn: turn ?? begun.turn };
      session.noteBegun(noted);
    };
    const result = await this.#ask(session, request, onSent);
    return this.#finish(session, request, { result, begun: noted, since, isAudited: false });
  }

  /** Writes the answer to a request; counts, logs, audits and records what came of it. */
  #finish(session: Session, request: GameRequest, { result, begun, since, isAudited }: Worked): MessageText {
    const { clock, metrics, log, audit } = this.#options;
    const { type, correlationId } = request;
    const { text, kept, call } = this.#written(session, request, result);
    const lasted = clock.monotonic() - since;
    metrics.requestSeconds.observe({ type }, lasted / 1000);
    const ms = Math.round(lasted);
    const code = resultCode(result);
    metrics.requests.inc({ type, result: code });
    const { agentId: agent, gameId: game } = session;
    log.debug({ agent, game, correlationId, type, result: code, ms }, 'answered');
    const at = begun.at + ms;
    const records =
      call === undefined
        ? auditRecordsOf(session, begun, result, at)
        : auditRecordsOfCall(session, begun, result, at, call);
    if (!isAudited) for (const record of records) audit.record(record);
    session.finish(begun, kept, sentRequest(begun, result));
    return text;
  }

  async #ask(
    session: Session,
    request: GameRequest,
    onSent: (sent: Sent) => void,
  ): Promise<Result<LinkAnswer>> {
    const { tracing, log } = this.#options;
    const { seat, agentId } = session;
    const { type, data, form, correlationId } = request;
    const key = gameRequests[type].reads ? undefined : session.requestKey(correlationId);
    const send = (trace: string | undefined) =>
      form.ask({ type, data, key, trace, onSent }, (one) => seat.request(one));
    try {
      return await (tracing === undefined ? send(undefined) : traced(tracing, session, request, send));
    } catch (error) {
      log.error({ err: error, agent: agentId, type }, 'request failed');
      return fail(failure('E500', 'Internal error'));
    }
  }

  /** The answer in the form that the client reads. */
  #written(session: Session, request: GameRequest, result: Result<LinkAnswer>): Written {
    const { type, data, form, correlationId } = request;
    const to = { agentId: session.agentId, correlationId };
    const now = this.#options.clock.now();
    const answered = { type, data, result, isCompact: isCompact(session, request) };
    const state = form === ordinaryForm ? stateAsItCame(answered, to, now) : undefined;
    if (state !== undefined) return { text: state, kept: state };
    const message = form.write(answered, to, now);
    const call = form.tool === undefined ? undefined : callOf(request, form.tool, message);
    const text = JSON.stringify(message);
    const kept = message.data && keptAnswer(message.data);
    return { text, kept: kept === message.data ? text : JSON.stringify({ ...message, data: kept }), call };
  }
}

/** Sends a request as a part of its trace. */
async function traced(
  tracing: Tracing,
  { agentId, gameId }: Session,
  { type, traceparent }: GameRequest,
  send: (trace: string | undefined) => Promise<Result<LinkAnswer>>,
): Promise<Result<LinkAnswer>> {
  const about = { 'freeciv.agent': agentId, 'freeciv.game': gameId };
  using span = tracing.begin(`agent ${type}`, traceparent, about);
  const result = await send(span?.traceparent);
  span?.result(resultCode(result));
  return result;
}

/** The question to the proxy about a request with an unknown outcome; undefined for an answer with a known one. */
function sentRequest(
  { outbox }: Pick<BegunRequest, 'outbox'>,
  result: Result<LinkAnswer>,
): SentRequest | undefined {
  if (outbox === undefined || !isOutcomeUnknown(result)) return undefined;
  const { details } = result.ok ? answerFailure(result.value) : result.failure;
  const turn = details?.turn;
  return { outbox, turn: typeof turn === 'number' ? turn : undefined };
}

/** A tool call with the result that the model reads. */
function callOf({ data }: GameRequest, tool: ToolName, { data: result }: OutgoingEnvelope): AuditedCall {
  return { tool, data, text: typeof result?.text === 'string' ? result.text : '' };
}

/** Whether the agent wants a compact verdict. */
function isCompact({ seat }: Session, { data }: GameRequest): boolean {
  return (data.verbosity ?? (seat.isCompact && 'compact')) === 'compact';
}

/** What the proxy must know of a request to tell by the turn what became of it: an action, or a batch that may have ended the turn. */
function askedActions(
  { type, data }: Pick<GameRequest, 'type' | 'data'>,
  deeds: readonly AuditedAction[],
): Pick<BegunRequest, 'action' | 'batch'> {
  if (type === 'action') return { action: data };
  return type === 'action_batch' && deeds.some(({ action }) => action === 'end_turn') ? { batch: data } : {};
}

/** The record of a request in its session. One without a correlation_id cannot be repeated: its digest is not needed. */
function begunRequest(session: Session, request: GameRequest, at: number): BegunRequest {
  const { type, data, form, correlationId } = request;
  const { reads } = gameRequests[type];
  const actions = reads ? [] : auditedActions(type, data);
  if (correlationId === undefined)
    return { isUnnamed: true, deeds: actions, at, id: reads ? '' : randomUUID(), digest: '' };
  const isTranslated = form.isTranslated || isCompact(session, request);
  const digest = digestOf(request, actions);
  const { heard, turn } = session.seat.progress;
  const how = {
    outbox: heard?.outbox,
    ...(!isTranslated && askedActions(request, actions)),
    turn: reads ? undefined : turn,
    isTranslated: isTranslated || undefined,
  };
  return { isUnnamed: false, deeds: actions, at, id: correlationId, digest, ...how };
}

/** The digest of a request. That of an action is made already: the audit has the same as the hash of its arguments. */
function digestOf({ type, data, form }: GameRequest, [action]: readonly AuditedAction[]): string {
  if (form.digested !== undefined) return payloadDigest(type, { ...data, ...form.digested });
  return type === 'action' && action !== undefined ? action.args_hash : payloadDigest(type, data);
}

function conflict(correlationId: string): Failure {
  return failure('E135', 'This correlation_id was used for another request', {
    path: 'correlation_id',
    details: { correlation_id: correlationId },
  });
}
