import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import { isJsonObject } from '../input/json-object.js';
import type { PastQuestion } from './past.js';

/** What is asked of a game's past, by the message that asks it. */
const questions: Readonly<Record<string, PastQuestion>> = {
  spectator_recording: 'recording',
  spectator_seek: 'recording_state',
  spectator_turn: 'recording_turn',
};

export interface Asked {
  readonly question: PastQuestion;
  /** Of all but `recording`. */
  readonly turn: number | undefined;
}

/** The question in a spectator's message; undefined when it is about something else, E101 when its turn is missing. */
export function readPastQuestion(type: string, data: unknown): Result<Asked> | undefined {
  const question = questions[type];
  if (question === undefined) return undefined;
  const turn = isJsonObject(data) ? data.turn : undefined;
  if (typeof turn === 'number') return ok({ question, turn });
  if (question === 'recording') return ok({ question, turn: undefined });
  return fail(failure('E101', 'Missing required field data.turn: expected a number', { path: 'data.turn' }));
}
