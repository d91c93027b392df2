import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok, type Result } from '#shared/core/result.js';
import {
  type ConversationAppendData,
  MAX_APPENDED_CHARS,
  MAX_MESSAGE_CHARS,
} from '#shared/protocol/conversation.js';
import type { AnswerData } from '#shared/protocol/state/answers.js';
import { MAX_TRANSCRIPT_CHARS, type TranscriptData } from '#shared/protocol/transcript.js';
import { type UsageReport, usageReportSchema } from '#shared/protocol/usage.js';
import type { AgentActivityTracker } from '../../broadcast/agent-activity-tracker.js';
import type { PerSeat } from '../../games/disk/per-seat.js';
import type { Game } from '../../games/lifecycle/game.js';
import type { SeatConversations } from '../../games/models/seat-conversations.js';
import { seatRun } from '../../games/models/seat-run.js';
import type { SeatUsage } from '../../games/models/seat-usage.js';
import type { Seat } from '../../games/seats/seat.js';
import { turnOf } from '../../world/world.js';
import type { ModelCounters } from '../metrics/model-counters.js';

/** What ModelRequests works with. */
export interface ModelRequestsOptions {
  readonly tracker: AgentActivityTracker;
  readonly usage: PerSeat<SeatUsage>;
  readonly conversations: PerSeat<SeatConversations>;
  readonly counters: ModelCounters;
}

/** Answers what agents tell of their models: transcripts, usage, conversations. All fail with E105 for a turn that has not begun. */
export class ModelRequests {
  readonly #options: ModelRequestsOptions;

  constructor(options: ModelRequestsOptions) {
    this.#options = options;
  }

  /** Shows spectators a part of an agent's transcript. E106 for blocks that are too long. */
  transcript(seat: Seat, data: TranscriptData): Result<AnswerData<'transcript_result'>> {
    const now = turnOf(seat.world);
    const { turn = now, blocks } = data;
    if (turn > now) return fail(notBegun(turn, now));
    if (JSON.stringify(blocks).length > MAX_TRANSCRIPT_CHARS)
      return fail(
        failure('E106', 'These blocks are too long: send them in several messages, and no pictures', {
          path: 'data.blocks',
          details: { max_chars: MAX_TRANSCRIPT_CHARS },
        }),
      );
    const shown = this.#options.tracker.recordTranscript(seat, data, turn);
    return ok({ type: 'transcript_result', success: true, turn, blocks: blocks.length, shown });
  }

  /** Keeps what a turn took, and counts it. The answer has the run of the seat. */
  async reportUsage(game: Game, seat: Seat, data: UsageReport): Promise<Result<AnswerData<'usage_result'>>> {
    const { usage, counters, tracker } = this.#options;
    const report = usageReportSchema.parse(data);
    const now = turnOf(seat.world);
    if (report.turn > now) return fail(notBegun(report.turn, now));
    const ofSeat = await usage.get(game.id, seat.agentId);
    const before = await ofSeat.add(report, Date.now());
    counters.count(report, before);
    const run = seatRun(ofSeat.reports, await game.turnMarksOf(seat.world.seat.player ?? -1));
    tracker.recordUsage(seat, report, run);
    return ok({ type: 'usage_result', success: true, turn: report.turn, run });
  }

  /** Keeps messages of the agent's model. E106 for messages that are too long; else as SeatConversations.append. */
  async appendConversation(
    game: Game,
    seat: Seat,
    data: ConversationAppendData,
  ): Promise<Result<AnswerData<'conversation_result'>>> {
    const now = turnOf(seat.world);
    const { turn = now, conversation_id: id } = data;
    if (turn > now) return fail(notBegun(turn, now));
    const tooLong = tooLongMessages(data);
    if (tooLong !== undefined) return fail(tooLong);
    const conversations = await this.#options.conversations.get(game.id, seat.agentId);
    const messages = await conversations.append(data, { turn, now: Date.now() });
    if (!messages.ok) return messages;
    const kept = { conversation_id: id, messages: messages.value };
    return ok({ type: 'conversation_result', success: true, ...kept });
  }
}

function notBegun(turn: number, now: number): Failure {
  return failure('E105', `Turn ${turn} has not begun`, { path: 'data.turn', details: { turn: now } });
}

function tooLongMessages({ messages }: ConversationAppendData): Failure | undefined {
  const chars = messages.map((message) => JSON.stringify(message).length);
  const longest = chars.findIndex((each) => each > MAX_MESSAGE_CHARS);
  if (longest >= 0)
    return failure('E106', 'This message is too long', {
      path: `data.messages.${longest}`,
      details: { max_chars: MAX_MESSAGE_CHARS },
    });
  if (chars.reduce((sum, each) => sum + each, 0) <= MAX_APPENDED_CHARS) return undefined;
  return failure('E106', 'These messages are too long: send them in several requests', {
    path: 'data.messages',
    details: { max_chars: MAX_APPENDED_CHARS },
  });
}
