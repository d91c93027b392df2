import { type Failure, failure } from '#shared/core/failure.js';
import { isJsonObject, type JsonObject } from '#shared/core/json.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { MessageLoad, Sender } from '../limits/agent-limits.js';
import { tooManyMessages } from '../limits/rate-limit-errors.js';
import { answerFailure } from '../link/link-messages.js';
import { textOf } from '../session/agent-message.js';
import type { Session } from '../session/session.js';
import { restarting } from './active-session.js';
import { AGENT_BOUNDS } from './agent-bounds.js';
import { actionsIn, type GameRequest, readRequest } from './agent-request.js';
import type { AgentServices } from './agent-services.js';
import { type AgentFrame, type Rejection, readAgentFrame } from './frame.js';

/** What a request counts towards the limits of its agent. */
export type RequestLoad = Pick<MessageLoad, 'bytes' | 'actions'>;

/** Undefined when a request is counted, else why it is not carried out. A promise where it waits. */
export type Admission = Failure | undefined | Promise<Failure | undefined>;

/**
 * Sends a message through the session of an agent that has no socket, within the agent's limits, as if it came on one.
 * `admit` counts it, or says why it is not carried out. `enter` finds the session, or begins one, once the message is admitted.
 * Returns the whole message of the answer.
 */
export async function requestWithoutSocket(
  services: AgentServices,
  sender: Sender,
  enter: () => Promise<Result<Session>>,
  message: JsonObject,
  admit: (load: RequestLoad) => Admission = (load) => countRequest(services, sender, load),
): Promise<Result<JsonObject>> {
  const { bytes, frame } = frameOf(services, message);
  const refusal = await admit({ bytes, actions: frame.ok ? actionsIn(frame.value) : 0 });
  if (refusal !== undefined) return fail(refusal);
  const read = requestIn(services, frame);
  if (!read.ok) return read;
  if (services.isDraining()) return fail(restarting());
  const session = await enter();
  if (!session.ok) return session;
  const text = await services.inFlight.run(() => services.relay.answer(session.value, read.value));
  if (text === undefined)
    return fail(
      failure('E135', 'The same request is already under way', {
        path: 'correlation_id',
        details: { retry_after: 1 },
      }),
    );
  return resultOf(JSON.parse(textOf(text)));
}

/** Counts a request of an agent that comes in no message on a socket. E110: over a limit of the agent. */
export function countRequest(
  { limits, clock, metrics }: AgentServices,
  sender: Sender,
  { bytes, actions }: RequestLoad,
): Failure | undefined {
  const hit = limits.admit(sender, { bytes, free: false, actions }, clock.monotonic());
  if (hit === undefined) return undefined;
  metrics.limitsHit.inc({ limit: hit.limit });
  return tooManyMessages(hit);
}

/** The request to the game that a message is, checked like one on a socket and not counted. */
export function readMessage(services: AgentServices, message: JsonObject): Result<GameRequest> {
  return requestIn(services, frameOf(services, message).frame);
}

function frameOf({ settings, forms }: AgentServices, message: JsonObject) {
  const bytes = Buffer.from(JSON.stringify(message));
  const limits = { bytes: settings.maxMessageBytes, ...AGENT_BOUNDS.messageShape };
  const frame = readAgentFrame(bytes, limits, forms);
  return { bytes: bytes.length, frame };
}

function requestIn({ forms }: AgentServices, frame: Result<AgentFrame, Rejection>): Result<GameRequest> {
  if (!frame.ok) return fail(frame.failure.reason);
  const read = readRequest(frame.value, forms);
  if (!read.ok) return read;
  return read.value.kind === 'game'
    ? ok(read.value)
    : fail(failure('E103', 'Only requests to the game can be sent here'));
}

function resultOf(answer: unknown): Result<JsonObject> {
  if (!isJsonObject(answer)) return fail(failure('E500', 'The answer of the game could not be read'));
  if (answer.type !== 'error' || !isJsonObject(answer.data)) return ok(answer);
  return fail(answerFailure({ data: answer.data }));
}
