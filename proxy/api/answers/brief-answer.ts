import type { Brief, PackedBrief } from '#shared/protocol/state/brief.js';
import {
  type BriefContext,
  briefView,
  messagesBeforeLastTurn,
  onlyLists,
  packedBrief,
} from '../../views/brief/brief.js';
import { counselOf } from '../../views/counsel/counsel.js';
import { dueCounsel, withTold } from '../../views/counsel/due-counsel.js';
import { turnOf } from '../../world/world.js';
import type { KeptSeat } from '../seats/kept-seat.js';
import type { StateQuestion } from './state-question.js';

/** The parts of a brief that are not in the world: units that ask, standing plans, notes that are due, the scenario. */
export function awaitingAgent(agent: KeptSeat): Pick<BriefContext, 'calls' | 'plans' | 'notes' | 'scenario'> {
  const { game, seat } = agent;
  const { world, orders, planList } = seat;
  return {
    calls: orders.attentionRequests,
    plans: planList.all,
    notes: agent.dueNotes(turnOf(world)),
    scenario: game.scenario.stateFor(seat),
  };
}

/** The brief with all lines where the answer is cut by the query itself, else as much of it as is sent unasked. */
export function briefState({ agent, query }: StateQuestion): Brief | PackedBrief {
  const { world, planList } = agent.seat;
  const { since_turn: sinceTurn, sections, max_tokens: maxTokens } = query;
  const began = sinceTurn === undefined ? undefined : (world.turn.messagesBefore.get(sinceTurn) ?? 0);
  const since = began ?? messagesBeforeLastTurn(world);
  const plansEnded = planList.endedSince(sinceTurn ?? turnOf(world) - 1);
  const context = { since, plansEnded };
  // Who cuts the brief itself has all lines, also those of counsel that were told before.
  if (sections === undefined && maxTokens === undefined) return seatBrief(agent, context);
  const whole = briefView(world, { ...context, ...awaitingAgent(agent) });
  if (query.as !== 'text') return whole;
  return sections === undefined ? packedBrief(whole) : onlyLists(whole, sections);
}

/** The brief of a seat as it is sent unasked: cut to its limits, without the counsel that was told before and still holds. */
export function seatBrief(
  agent: KeptSeat,
  context: Pick<BriefContext, 'since' | 'plansEnded' | 'ended'>,
): PackedBrief {
  const { world, planList } = agent.seat;
  const turn = turnOf(world);
  const due = dueCounsel(counselOf(world, planList.all), agent.toldCounsel, turn);
  const told = { saidSince: agent.toldMessages, counsel: due };
  const brief = packedBrief(briefView(world, { ...context, ...awaitingAgent(agent), ...told }));
  agent.toldMessages = world.messages.count;
  const shown = due.filter(({ text }) => brief.counsel?.includes(text));
  agent.toldCounsel = withTold(agent.toldCounsel, shown, turn);
  return brief;
}
