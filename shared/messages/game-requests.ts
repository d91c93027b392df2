import type { z } from 'zod';
import { actionDataSchema } from './action.js';
import { actionBatchDataSchema } from './action-batch.js';
import { notesDataSchema } from './notes.js';
import { rulesQueryDataSchema } from './rules-query.js';
import { stateQueryDataSchema } from './state-query.js';
import { stopDataSchema } from './stop.js';
import { transcriptDataSchema } from './transcript.js';

interface GameRequestKind {
  readonly data: z.ZodType;
  /** Type of its answer. */
  readonly answer: string;
  /** What only reads may be asked again when its answer was lost on the way; the rest may have happened. */
  readonly reads: boolean;
}

/** What an agent may ask of its game once it has logged in. The gateway checks the form and passes it on. */
export const gameRequests = {
  state_query: { data: stateQueryDataSchema, answer: 'state_update', reads: true },
  action: { data: actionDataSchema, answer: 'action_result', reads: false },
  action_batch: { data: actionBatchDataSchema, answer: 'action_batch_result', reads: false },
  stop: { data: stopDataSchema, answer: 'stop_result', reads: false },
  rules_query: { data: rulesQueryDataSchema, answer: 'rules_answer', reads: true },
  notes: { data: notesDataSchema, answer: 'notes', reads: false },
  transcript: { data: transcriptDataSchema, answer: 'transcript_result', reads: false },
} as const satisfies Readonly<Record<string, GameRequestKind>>;

export type GameRequestType = keyof typeof gameRequests;

export const gameRequestTypes = Object.keys(gameRequests).filter(isGameRequestType);

export function isGameRequestType(type: string): type is GameRequestType {
  return Object.hasOwn(gameRequests, type);
}
