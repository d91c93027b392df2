import type { z } from 'zod';
import {
  authSuccessDataSchema,
  errorDataSchema,
  heartbeatDataSchema,
  welcomeDataSchema,
} from '../agent-answers.js';
import { type ChatReceived, chatReceivedSchema } from '../chat.js';
import type { OutgoingEnvelope } from '../envelope.js';
import type { GameRequestType, gameRequests } from '../game-requests.js';
import { type ToolResult, toolResultSchema } from '../tools.js';
import { type AnswerData, answerSchemas } from './answers.js';
import type { Immutable } from './common.js';
import { type CompactResult, compactResultSchema } from './compact-result.js';
import { type AgentPushType, type PushData, pushSchemas } from './pushes.js';

const otherSchemas = {
  welcome: welcomeDataSchema,
  llm_connect: authSuccessDataSchema,
  error: errorDataSchema,
  ping: heartbeatDataSchema,
  compact_result: compactResultSchema,
  tool_result: toolResultSchema,
  chat_received: chatReceivedSchema,
} as const satisfies Readonly<Record<string, z.ZodType>>;

/** Schemas of `data` by message type; `pong` has none. The written type keeps the schemas out of the declarations. */
export const agentMessageSchemas: typeof otherSchemas & typeof answerSchemas & typeof pushSchemas = {
  ...otherSchemas,
  ...answerSchemas,
  ...pushSchemas,
};

/** `data` of welcome. */
export type Welcome = Immutable<z.infer<typeof welcomeDataSchema>>;
/** `data` of the answer to llm_connect: the session and the seat. */
export type AuthSuccess = Immutable<z.infer<typeof authSuccessDataSchema>>;
/** `data` of error: why a request was refused. */
export type ErrorData = Immutable<z.infer<typeof errorDataSchema>>;

/** `data` of the answer to each request of an agent, by the type of the request. */
export type AnswerByRequest = {
  readonly llm_connect: AuthSuccess;
  readonly tool_call: ToolResult;
  readonly chat_answer: ChatReceived;
} & {
  readonly [T in GameRequestType]: AnswerData<(typeof gameRequests)[T]['answer']>;
};

/** `data` of each push to agents, by the type of the push. */
export type PushByType = { readonly [T in AgentPushType]: PushData<T> };

type Envelope = Pick<OutgoingEnvelope, 'agent_id' | 'timestamp' | 'correlation_id'>;

interface PushEnvelope extends Envelope {
  /** Counts up by one for each push of a session. */
  readonly seq: number;
}

interface OtherEnvelope extends Envelope {
  readonly seq?: never;
}

/** A push with its envelope. */
export type PushMessage = {
  [T in AgentPushType]: PushEnvelope & { readonly type: T; readonly data: PushData<T> };
}[AgentPushType];

type AnswerMessage = {
  [T in keyof typeof answerSchemas]: OtherEnvelope & { readonly type: T; readonly data: AnswerData<T> };
}[keyof typeof answerSchemas];

/** Any message of the gateway on /ws/agent/{agent_id}, told apart by `type`. Only pushes have a `seq`. */
export type AgentMessage =
  | PushMessage
  | AnswerMessage
  | (OtherEnvelope & { readonly type: 'welcome'; readonly data: Welcome })
  | (OtherEnvelope & { readonly type: 'llm_connect'; readonly data: AuthSuccess })
  | (OtherEnvelope & { readonly type: 'compact_result'; readonly data: CompactResult })
  | (OtherEnvelope & { readonly type: 'tool_result'; readonly data: ToolResult })
  | (OtherEnvelope & { readonly type: 'chat_received'; readonly data: ChatReceived })
  | (OtherEnvelope & { readonly type: 'error'; readonly data: ErrorData })
  | (OtherEnvelope & { readonly type: 'ping'; readonly data: Readonly<Record<string, never>> })
  | (OtherEnvelope & { readonly type: 'pong'; readonly data?: never });
