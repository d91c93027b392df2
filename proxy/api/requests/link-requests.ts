import { failure } from '#shared/core/failure.js';
import { fail, ok } from '#shared/core/result.js';
import type { Span } from '#shared/core/tracing.js';
import type { LinkAnswer, LinkRequest } from '#shared/protocol/link.js';
import { linkAnswer } from '../link-messages.js';
import type {
  Answer,
  AskedRequest,
  LinkRow,
  LinkServices,
  LinkState,
  LinkStep,
  SeatRow,
} from './asked-request.js';
import { readySeat } from './ready-seats.js';

/** Answers one request of a gateway as its row has it, in any case: an exception is logged and answered with E121 or E500. */
export async function answerLinkRequest(
  services: LinkServices,
  link: LinkState,
  request: LinkRequest,
  signal: AbortSignal,
): Promise<LinkAnswer> {
  const row: LinkRow | SeatRow = services.table[request.type];
  using span = beginSpan(services, request);
  const asked: AskedRequest = { services, link, request, span, signal, found: ok(undefined) };
  const begun: LinkStep[] = [];
  let answer: Answer | undefined;
  try {
    answer = await refusalOf(asked, row.steps, begun);
    if (row.needs === undefined) answer ??= await row.handle(asked);
    else if (answer === undefined) {
      const agent = await readySeat(row.needs, asked);
      answer = agent.ok ? await row.handle({ ...asked, agent: agent.value }, request.data) : agent;
    }
  } catch (error) {
    answer = internalError(asked, error);
  }
  const told = linkAnswer(request, await finished(asked, begun, answer), Date.now());
  span?.result(told.type === 'error' ? String(told.data.error_code) : 'ok');
  const { journal } = asked;
  return journal === undefined || told.type === 'error' ? told : { ...told, journal };
}

/** The part of a traced request that this proxy answers; what the gateway does not trace has none. */
function beginSpan(
  { tracing }: LinkServices,
  { type, trace, agent_id, game_id }: LinkRequest,
): Span | undefined {
  if (trace === undefined) return undefined;
  return tracing?.begin(`proxy ${type}`, trace, { 'freeciv.agent': agent_id, 'freeciv.game': game_id });
}

/** What the first step that does so answers in place of the handler; `begun` gets the steps before it. */
async function refusalOf(
  asked: AskedRequest,
  steps: readonly LinkStep[],
  begun: LinkStep[],
): Promise<Answer | undefined> {
  for (const step of steps) {
    const answer = await step.before?.(asked);
    if (answer !== undefined) return answer;
    begun.push(step);
  }
  return undefined;
}

/** The answer, once all steps that were begun have ended. */
async function finished(asked: AskedRequest, begun: readonly LinkStep[], answer: Answer): Promise<Answer> {
  let told = answer;
  for (const step of begun.toReversed())
    try {
      told = (await step.after?.(asked, told)) ?? told;
    } catch (error) {
      told = internalError(asked, error);
    }
  return told;
}

function internalError({ services, request }: AskedRequest, error: unknown): Answer {
  const { type, agent_id: agent, game_id: game } = request;
  services.log.error({ err: error, agent, game, type }, 'request failed');
  const code = type === 'state_query' ? 'E121' : 'E500';
  return fail(failure(code, 'Internal error; the request may be sent again'));
}
