import type { StateQueryData } from '#shared/protocol/agent-requests.js';
import type { Brief, PackedBrief } from '#shared/protocol/state/brief.js';
import type { Seat } from '../../games/seats/seat.js';
import { briefView, messagesBeforeLastTurn, onlyLists, packedBrief } from '../../views/brief/brief.js';
import { briefText } from '../../views/brief/brief-text.js';
import { turnOf } from '../../world/world.js';

/** A brief as a state query is answered: an object, or lines of text. */
export type BriefAnswer = Brief | PackedBrief | { readonly brief: string };

/** The brief with all lines where it is cut by the query itself, else as much of it as is sent unasked. */
export function briefAnswer({ world, orders, planList }: Seat, query: StateQueryData): BriefAnswer {
  const { since_turn: sinceTurn, sections, max_tokens: maxTokens } = query;
  const began = sinceTurn === undefined ? undefined : (world.turn.messagesBefore.get(sinceTurn) ?? 0);
  const since = began ?? messagesBeforeLastTurn(world);
  const plansEnded = planList.endedSince(sinceTurn ?? turnOf(world));
  const whole = briefView(world, { since, plansEnded, calls: orders.attentionRequests, plans: planList.all });
  if (query.as === 'text')
    return { brief: briefText(sections === undefined ? packedBrief(whole) : onlyLists(whole, sections)) };
  return sections === undefined && maxTokens === undefined ? packedBrief(whole) : whole;
}
