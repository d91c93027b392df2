import { type Failure, failure } from '#shared/core/failure.js';
import { fail, ok } from '#shared/core/result.js';
import type { NotesData } from '#shared/protocol/agent-requests.js';
import {
  type ConversationAppendData,
  MAX_APPENDED_CHARS,
  MAX_MESSAGE_CHARS,
} from '#shared/protocol/conversation.js';
import type { AnswerData } from '#shared/protocol/state/answers.js';
import { MAX_TRANSCRIPT_CHARS, type TranscriptData } from '#shared/protocol/transcript.js';
import { type UsageReport, usageReportSchema } from '#shared/protocol/usage.js';
import { seatRun } from '../../games/models/seat-run.js';
import { turnOf } from '../../world/world.js';
import type { Answer, AskedSeatRequest } from './asked-request.js';

/** Changes the notes of an agent; all that there are then. */
export async function changeNotes(
  { services, request, agent: { seat } }: AskedSeatRequest,
  change: NotesData,
): Promise<Answer> {
  const notes = await services.notes.get(request.game_id, request.agent_id);
  const all = await notes.change(change, turnOf(seat.world));
  return all.ok ? ok({ notes: all.value }) : all;
}

/** Shows spectators a part of an agent's transcript. E105 for a turn that has not begun, here and below; E106 for blocks that are too long. */
export function transcript({ services, agent: { seat } }: AskedSeatRequest, data: TranscriptData): Answer {
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
  const shown = services.tracker.recordTranscript(seat, data, turn);
  const answer: AnswerData<'transcript_result'> = {
    type: 'transcript_result',
    success: true,
    turn,
    blocks: blocks.length,
    shown,
  };
  return ok(answer);
}

/** Keeps what a turn took, and counts it. The answer has the run of the seat. */
export async function reportUsage(
  { services, agent: { game, seat } }: AskedSeatRequest,
  data: UsageReport,
): Promise<Answer> {
  const { usage, metrics, tracker } = services;
  const report = usageReportSchema.parse(data);
  const now = turnOf(seat.world);
  if (report.turn > now) return fail(notBegun(report.turn, now));
  const ofSeat = await usage.get(game.id, seat.agentId);
  const before = await ofSeat.add(report, Date.now());
  metrics.models.count(report, before);
  const run = seatRun(ofSeat.reports, await game.turnMarksOf(seat.world.seat.player ?? -1));
  tracker.recordUsage(seat, report, run);
  const answer: AnswerData<'usage_result'> = { type: 'usage_result', success: true, turn: report.turn, run };
  return ok(answer);
}

/** Keeps messages of the agent's model. E106 for messages that are too long; else as SeatConversations.append. */
export async function appendConversation(
  { services, agent: { game, seat } }: AskedSeatRequest,
  data: ConversationAppendData,
): Promise<Answer> {
  const now = turnOf(seat.world);
  const { turn = now, conversation_id: id } = data;
  if (turn > now) return fail(notBegun(turn, now));
  const tooLong = tooLongMessages(data);
  if (tooLong !== undefined) return fail(tooLong);
  const conversations = await services.conversations.get(game.id, seat.agentId);
  const messages = await conversations.append(data, { turn, now: Date.now() });
  if (!messages.ok) return messages;
  const kept = { conversation_id: id, messages: messages.value };
  const answer: AnswerData<'conversation_result'> = { type: 'conversation_result', success: true, ...kept };
  return ok(answer);
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
