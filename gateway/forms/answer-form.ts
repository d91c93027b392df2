import { z } from 'zod';
import type { JsonObject } from '#shared/core/json.js';
import { ok, type Result } from '#shared/core/result.js';
import { unknownFields } from '#shared/core/unknown-fields.js';
import type { OutgoingEnvelope } from '#shared/protocol/envelope.js';
import { type GameRequestType, gameRequests } from '#shared/protocol/game-requests.js';
import type { LinkAnswer } from '#shared/protocol/link.js';
import type { ToolName } from '#shared/protocol/tools.js';
import { answerFailure, type SeatRequest } from '../link/link-messages.js';
import { unreadState } from '../link/read-link-message.js';
import { agentMessage, errorMessage, type Recipient, textAround } from '../session/agent-message.js';
import { compactAnswer, compactFailure, type ShapedAnswer } from './compact-answer.js';

type SendRequest = (request: SeatRequest) => Promise<Result<LinkAnswer>>;

/** A request with its answer, as the message for the agent is written from it. */
interface AnsweredRequest {
  readonly type: GameRequestType;
  readonly data: JsonObject;
  readonly result: Result<LinkAnswer>;
  readonly isCompact: boolean;
}

/** The form in which a client reads the answer to its request. The request itself has one form, whatever the client wrote. */
export interface AnswerForm {
  /** Told in the digest of a request: equal data may be asked for in two forms. Digests are kept on disk. */
  readonly digested?: JsonObject;
  /** Whether the answer depends on more than the session journal keeps of its request. */
  readonly isTranslated: boolean;
  readonly tool?: ToolName;
  /** Types of pushes that clients of this form do not know. */
  readonly unknownPushes?: ReadonlySet<string>;
  /** What the client looks for in the message of E110. */
  readonly limitNote?: string;
  ask(request: SeatRequest, send: SendRequest): Promise<Result<LinkAnswer>>;
  write(answered: AnsweredRequest, to: Recipient, now: number): OutgoingEnvelope;
}

/** A message of an agent in the form of the protocol, and the form of its answer. */
export interface ProtocolMessage {
  readonly type: string;
  readonly data: JsonObject;
  /** Where the client wrote the fields of `data`: failures name them there. */
  readonly fieldsAt: '' | 'data' | 'arguments';
  readonly form: AnswerForm;
}

/** What reads messages of agents, in all the forms that their clients write. */
export interface MessageForms {
  /** Types of messages that stand for requests of the protocol. */
  readonly types: readonly string[];
  /** The message in the form of the protocol. Fails as its client has to be told. */
  read(type: string, message: JsonObject): Result<ProtocolMessage>;
}

/** Answers as the protocol has them. */
export const ordinaryForm: AnswerForm = {
  isTranslated: false,
  ask: (request, send) => send(request),
  write(answered, to, now) {
    const shaped = shapedAnswer(answered);
    if (!shaped.ok) return errorMessage(shaped.failure, to, now);
    const { type, data } = shaped.value;
    return { ...agentMessage(type, to, now, data), warnings: warningsOf(answered) };
  },
};

/** A state in the ordinary form, with its data as the proxy wrote it; undefined for every other answer. */
export function stateAsItCame(answered: AnsweredRequest, to: Recipient, now: number): Uint8Array | undefined {
  const { result } = answered;
  const state = result.ok ? unreadState(result.value) : undefined;
  const { data: _unread, ...envelope } = agentMessage('state_update', to, now);
  return state?.within(textAround({ ...envelope, warnings: warningsOf(answered) }));
}

function warningsOf({ type, data }: AnsweredRequest): string[] | undefined {
  const warnings = unknownRequestFields(type, data);
  return warnings.length > 0 ? [...warnings] : undefined;
}

function shapedAnswer({ type, data: asked, result, isCompact }: AnsweredRequest): Result<ShapedAnswer> {
  if (!result.ok || !isCompact) return result;
  const { value: answer } = result;
  if (answer.type !== 'error') return ok(compactAnswer(answer, asked));
  const verdict = compactFailure(type, answerFailure(answer));
  return verdict === undefined ? result : ok(verdict);
}

/** A sentence for each unknown field of a request. None for an action: only the proxy knows the fields of each. */
export function unknownRequestFields(type: GameRequestType, data: JsonObject): readonly string[] {
  const schema: z.ZodType = gameRequests[type].data;
  if (type === 'action' || !(schema instanceof z.ZodObject)) return [];
  return unknownFields(type, Object.keys(data), Object.keys(schema.shape));
}
