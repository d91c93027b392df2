import { type Failure, failure } from '#shared/core/failure.js';
import { parseWith } from '#shared/core/parse.js';
import { fail, ok } from '#shared/core/result.js';
import {
  type ConversationAppendData,
  MAX_APPENDED_CHARS,
  MAX_MESSAGE_CHARS,
} from '#shared/protocol/conversation.js';
import { gameOperations } from '#shared/protocol/game-operations.js';
import type { AnswerData } from '#shared/protocol/state/answers.js';
import { type UsageReport, usageReportSchema } from '#shared/protocol/usage.js';
import type { Answer, AskedSeatRequest, LinkTable } from '../../proxy/api/requests/asked-request.js';
import { READS, seatRow } from '../../proxy/api/requests/link-table.js';
import type { PerSeat } from '../../proxy/games/disk/per-seat.js';
import type { Game } from '../../proxy/games/lifecycle/game.js';
import { turnOf } from '../../proxy/world/world.js';
import { withGame } from '../operations/operations.js';
import type { AgentActivityTracker } from '../watching/agent-activity-tracker.js';
import { notBegun } from '../watching/link-rows.js';
import type { ModelCounters } from './model-counters.js';
import type { SeatConversations } from './seat-conversations.js';
import { seatRun } from './seat-run.js';
import type { SeatUsage } from './seat-usage.js';

/** What the requests about models are answered with. */
export interface ModelParts {
  readonly usage: PerSeat<SeatUsage>;
  readonly conversations: PerSeat<SeatConversations>;
  readonly counters: ModelCounters;
  readonly watching: Pick<AgentActivityTracker, 'recordUsage'>;
}

/** Answers what agents report of their models, and what is asked of that. */
export function modelRows(
  parts: ModelParts,
): Pick<LinkTable, 'usage_report' | 'conversation_append' | 'conversation_list' | 'conversation_read'> {
  return {
    usage_report: seatRow('usage_report', 'a_turn', (asked, data) => reportUsage(parts, asked, data)),
    conversation_append: seatRow('conversation_append', 'a_turn', (asked, data) =>
      appendConversation(parts, asked, data),
    ),
    conversation_list: {
      steps: READS,
      handle: ({ services, request }) =>
        withGame(services.games, request.game_id, (game) => listConversations(parts, game)),
    },
    conversation_read: {
      steps: READS,
      handle: ({ services, request }) =>
        withGame(services.games, request.game_id, (game) => readConversation(parts, game, request.data)),
    },
  };
}

/** Keeps what a turn took, and counts it. The answer has the run of the seat. */
async function reportUsage(
  { usage, counters, watching }: ModelParts,
  { agent: { game, seat } }: AskedSeatRequest,
  data: UsageReport,
): Promise<Answer> {
  const report = usageReportSchema.parse(data);
  const now = turnOf(seat.world);
  if (report.turn > now) return fail(notBegun(report.turn, now));
  const ofSeat = await usage.get(game.id, seat.agentId);
  const before = await ofSeat.add(report, Date.now());
  counters.count(report, before);
  const run = seatRun(ofSeat.reports, await game.turnMarksOf(seat.world.seat.player ?? -1));
  watching.recordUsage(seat, report, run);
  const answer: AnswerData<'usage_result'> = { type: 'usage_result', success: true, turn: report.turn, run };
  return ok(answer);
}

/** Keeps messages of the agent's model. E106 for messages that are too long; else as SeatConversations.append. */
async function appendConversation(
  { conversations: kept }: ModelParts,
  { agent: { game, seat } }: AskedSeatRequest,
  data: ConversationAppendData,
): Promise<Answer> {
  const now = turnOf(seat.world);
  const { turn = now, conversation_id: id } = data;
  if (turn > now) return fail(notBegun(turn, now));
  const tooLong = tooLongMessages(data);
  if (tooLong !== undefined) return fail(tooLong);
  const conversations = await kept.get(game.id, seat.agentId);
  const messages = await conversations.append(data, { turn, now: Date.now() });
  if (!messages.ok) return messages;
  const answer: AnswerData<'conversation_result'> = {
    type: 'conversation_result',
    success: true,
    conversation_id: id,
    messages: messages.value,
  };
  return ok(answer);
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

async function listConversations({ conversations }: ModelParts, { id, record }: Game): Promise<Answer> {
  const ofSeats = record.seats.map(async ({ agentId }) => (await conversations.get(id, agentId)).list());
  const all = (await Promise.all(ofSeats)).flat();
  return ok({ conversations: all.sort((a, b) => b.last_updated.localeCompare(a.last_updated)) });
}

async function readConversation(
  { conversations }: ModelParts,
  { id: gameId, record }: Game,
  data: unknown,
): Promise<Answer> {
  const wish = parseWith(gameOperations.conversation_read.data, data);
  if (!wish.ok) return wish;
  const { agent_id: agentId, conversation_id: id, from } = wish.value;
  const isSeated = record.seats.some((seat) => seat.agentId === agentId);
  const ofSeat = isSeated ? await conversations.get(gameId, agentId) : undefined;
  const part = await ofSeat?.read(id, from);
  if (part !== undefined) return ok({ ...part });
  return fail(failure('E140', `There is no conversation ${id} of ${agentId}`, { path: 'conversation_id' }));
}
