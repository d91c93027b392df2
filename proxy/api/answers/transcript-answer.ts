import { failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import type { AnswerData } from '#shared/protocol/state/answers.js';
import type { TranscriptData } from '#shared/protocol/transcript.js';
import { MAX_TRANSCRIPT_CHARS } from '#shared/protocol/transcript.js';
import type { Seat } from '../../games/seats/seat.js';
import { turnOf } from '../../world/world.js';

/**
 * Accepts a part of an agent's transcript. `take` keeps it and returns how many parts of it spectators are shown. E105 for
 * a turn that has not begun, E106 for blocks that are too long.
 */
export function transcriptAnswer(
  { world }: Seat,
  data: TranscriptData,
  keep: (turn: number) => number,
): Result<AnswerData<'transcript_result'>> {
  const now = turnOf(world);
  const { turn = now, blocks } = data;
  if (turn > now)
    return fail(failure('E105', `Turn ${turn} has not begun`, { path: 'data.turn', details: { turn: now } }));
  if (JSON.stringify(blocks).length > MAX_TRANSCRIPT_CHARS)
    return fail(
      failure('E106', 'These blocks are too long: send them in several messages, and no pictures', {
        path: 'data.blocks',
        details: { max_chars: MAX_TRANSCRIPT_CHARS },
      }),
    );
  return ok({ type: 'transcript_result', success: true, turn, blocks: blocks.length, shown: keep(turn) });
}
