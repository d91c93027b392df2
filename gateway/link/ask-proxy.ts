import type { JsonObject } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { Link } from './game-link.js';
import { answerFailure, faultFailure } from './link-messages.js';

/** A question that the gateway asks on behalf of an operator, a page or a client that has no session. */
export type ProxyQuestion = Parameters<Link['requestWhenUp']>[0];

/** The data of the proxy's answer, within `deadlineMs` and once the proxy is there; an `error` answer is a failure. */
export async function askProxy(
  link: Link,
  question: ProxyQuestion,
  deadlineMs: number,
): Promise<Result<JsonObject>> {
  const outcome = await link.requestWhenUp(question, deadlineMs);
  if (!outcome.ok) return fail(faultFailure(outcome.failure, question.type, link.retryAfter));
  return outcome.value.type === 'error' ? fail(answerFailure(outcome.value)) : ok(outcome.value.data);
}

/** Milliseconds that operators and pages wait: a game may have to be restored first. */
const OPERATOR_MS = 60_000;

/**
 * As `askProxy`, about a game and on behalf of an operator; `unrestricted` shows what only operators see, `isPublic` what
 * everybody sees.
 */
export function askAsOperator(
  link: Link,
  type: ProxyQuestion['type'],
  gameId: string,
  {
    data = {},
    unrestricted,
    isPublic = false,
  }: { readonly data?: JsonObject; readonly unrestricted?: boolean; readonly isPublic?: boolean } = {},
): Promise<Result<JsonObject>> {
  const question = { type, agent_id: 'operator', game_id: gameId, unrestricted, data };
  return askProxy(link, isPublic ? { ...question, public: true } : question, OPERATOR_MS);
}
