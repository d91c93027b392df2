import type { z } from 'zod';
import { actionBatchDataSchema, actionDataSchema } from './actions.js';
import {
  notesDataSchema,
  rulesQueryDataSchema,
  stateQueryDataSchema,
  stopDataSchema,
} from './agent-requests.js';
import { conversationAppendDataSchema } from './conversation.js';
import { transcriptDataSchema } from './transcript.js';
import { usageReportDataSchema } from './usage.js';

interface GameRequestKind {
  readonly data: z.ZodType;
  readonly answer: string;
  /** Whether it only reads: then it may be sent again when its answer was lost. Any other may have been carried out. */
  readonly reads: boolean;
}

/** What an agent may ask of its game after login. The gateway checks `data`, and the proxy has a handler for each. */
export const gameRequests = {
  state_query: { data: stateQueryDataSchema, answer: 'state_update', reads: true },
  action: { data: actionDataSchema, answer: 'action_result', reads: false },
  action_batch: { data: actionBatchDataSchema, answer: 'action_batch_result', reads: false },
  stop: { data: stopDataSchema, answer: 'stop_result', reads: false },
  rules_query: { data: rulesQueryDataSchema, answer: 'rules_answer', reads: true },
  notes: { data: notesDataSchema, answer: 'notes', reads: false },
  transcript: { data: transcriptDataSchema, answer: 'transcript_result', reads: false },
  usage_report: { data: usageReportDataSchema, answer: 'usage_result', reads: false },
  conversation_append: { data: conversationAppendDataSchema, answer: 'conversation_result', reads: false },
} as const satisfies Readonly<Record<string, GameRequestKind>>;

/** The `type` of a message that an agent sends to its game. */
export type GameRequestType = keyof typeof gameRequests;

/** The data of a request as its schema types it. */
export type GameRequestData<T extends GameRequestType> = z.output<(typeof gameRequests)[T]['data']>;

/** All types of messages that agents send to their games. */
export const gameRequestTypes = Object.keys(gameRequests).filter(isGameRequestType);

/** Whether a message of that type goes to a game. */
export function isGameRequestType(type: string): type is GameRequestType {
  return Object.hasOwn(gameRequests, type);
}
