import { randomUUID } from 'node:crypto';
import { type Failure, failure } from '#shared/core/failure.js';
import type { Logger } from '#shared/core/log.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { OutgoingEnvelope } from '#shared/protocol/envelope.js';
import { gameRequests } from '#shared/protocol/game-operations.js';
import type { LinkAnswer } from '#shared/protocol/link.js';
import type { AuditLog } from './audit/audit-log.js';
import { auditedActions, auditRecordsOf, resultCode } from './audit/audited-actions.js';
import type { Clock } from './clock.js';
import { flatAnswer } from './dialect/flat-answer.js';
import { flatStateAnswer, flatStateQuery } from './dialect/flat-state.js';
import { legacyAnswer } from './dialect/legacy-answer.js';
import type { GameRequest } from './input/agent-request.js';
import type { Metrics } from './metrics.js';
import { errorMessage, outgoing } from './outgoing.js';
import { payloadDigest } from './session/answer-store.js';
import type { BegunRequest } from './session/kept/record.js';
import type { Session } from './session/session.js';

export interface RelayOptions {
  readonly clock: Clock;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly audit: AuditLog;
}

/** By what a request is known when it comes again. */
type Named = Pick<BegunRequest, 'id' | 'digest'>;

interface Executed {
  readonly result: Result<LinkAnswer>;
  /** As text ready to send. */
  readonly answer: string;
}

/** Carries requests of sessions to the proxy and makes the agents' answers of what comes back. */
export class Relay {
  readonly #options: RelayOptions;

  constructor(options: RelayOptions) {
    this.#options = options;
  }

  /**
   * The one answer to a request, as text ready to send; undefined when the same request is already under way
   * and its answer will serve. A request with a correlation_id already answered is not executed again.
   */
  async answer(session: Session, request: GameRequest): Promise<string | undefined> {
    const { correlationId, legacy } = request;
    const { reads } = gameRequests[request.type];
    if (correlationId === undefined)
      return reads ? (await this.#execute(session, request)).answer : this.#act(session, request, undefined);
    const digest = payloadDigest(
      request.type,
      legacy === undefined ? request.data : { ...request.data, legacy },
    );
    const recalled = session.answers.recall(correlationId, digest);
    switch (recalled.name) {
      case 'under_way':
        return undefined;
      case 'answered':
        return recalled.answer;
      case 'conflict':
        return this.#encode(session, request, fail(conflict(correlationId)));
      case 'new': {
        if (!reads) return this.#act(session, request, { id: correlationId, digest });
        session.answers.begin(correlationId, digest, reads);
        const { answer } = await this.#execute(session, request);
        session.answers.finish(correlationId, answer);
        return answer;
      }
    }
  }

  /** What may change the game: on record before and after, so that a gateway that follows can tell of it. */
  async #act(session: Session, request: GameRequest, named: Named | undefined): Promise<string> {
    const { clock, audit } = this.#options;
    const name = named ?? { id: randomUUID(), digest: '' };
    const isUnnamed = named === undefined;
    const began = clock.monotonic();
    const begun: BegunRequest = { isUnnamed, deeds: auditedActions(request), at: clock.now(), ...name };
    session.begin(begun);
    const { result, answer } = await this.#execute(session, request);
    const ms = Math.round(clock.monotonic() - began);
    for (const record of auditRecordsOf(session, begun, result, begun.at + ms)) audit.record(record);
    session.finish(begun, answer);
    return answer;
  }

  async #execute(session: Session, request: GameRequest): Promise<Executed> {
    const { metrics, log } = this.#options;
    const timed = metrics.requestSeconds.startTimer({ type: request.type });
    const result = await this.#ask(session, request);
    const answer = this.#encode(session, request, result);
    const code = resultCode(result);
    const ms = Math.round(timed() * 1000);
    metrics.requests.inc({ type: request.type, result: code });
    const { correlationId } = request;
    log.debug(
      {
        agent: session.agentId,
        game: session.seat.gameId,
        correlationId,
        type: request.type,
        result: code,
        ms,
      },
      'answered',
    );
    return { result, answer };
  }

  async #ask(session: Session, request: GameRequest): Promise<Result<LinkAnswer>> {
    try {
      if (request.type === 'state_query' && request.dialect === 'flat' && request.legacy === undefined) {
        const answer = await session.seat.ask({ type: 'state_query', ...flatStateQuery(request.data) });
        return answer.ok ? ok(flatStateAnswer(answer.value, request.data)) : answer;
      }
      const key = gameRequests[request.type].reads ? undefined : session.requestKey(request.correlationId);
      return await session.seat.ask({ type: request.type, data: request.data, key });
    } catch (error) {
      this.#options.log.error({ err: error, agent: session.agentId, type: request.type }, 'request failed');
      return fail(failure('E500', 'Internal error'));
    }
  }

  #encode(session: Session, request: GameRequest, result: Result<LinkAnswer>): string {
    return JSON.stringify(this.#envelope(session, request, result));
  }

  #envelope(session: Session, request: GameRequest, result: Result<LinkAnswer>): OutgoingEnvelope {
    const to = { agentId: session.agentId, correlationId: request.correlationId };
    const now = this.#options.clock.now();
    if (!result.ok) return errorMessage(result.failure, to, now);
    const shaped = shapedAnswer(request, result.value);
    if (!shaped.ok) return errorMessage(shaped.failure, to, now);
    const { type, data } = shaped.value;
    const answer = outgoing(type, to, now, data);
    return request.dialect === 'flat' && type !== 'error' ? flatAnswer(answer) : answer;
  }
}

/** The answer in the form that was asked for. */
function shapedAnswer(
  { legacy }: GameRequest,
  answer: LinkAnswer,
): Result<Pick<LinkAnswer, 'data'> & { type: string }> {
  return legacy === undefined || answer.type === 'error' ? ok(answer) : legacyAnswer(legacy, answer);
}

function conflict(correlationId: string): Failure {
  return failure('E135', 'This correlation_id was used for another request', {
    path: 'correlation_id',
    details: { correlation_id: correlationId },
  });
}
