import type { Brief, PackedBrief } from '#shared/protocol/state/brief.js';
import { dueAdvice, withToldAdvice } from '../../views/advice/due-advice.js';
import { type BriefContext, onlyLists, packedBrief, wholeBrief } from '../../views/brief/brief.js';
import { pendingDecisions } from '../../views/brief/decisions.js';
import { counselOf } from '../../views/counsel/counsel.js';
import { dueCounsel, withTold } from '../../views/counsel/due-counsel.js';
import { messagesBeforeLastTurn, turnOf } from '../../world/world.js';
import type { KeptSeat } from '../seats/kept-seat.js';
import type { StateQuestion } from './state-question.js';

/** The parts of a brief that are not in the world: units that ask, standing plans, notes that are due, the scenario, what was tried. */
export function awaitingAgent(
  agent: KeptSeat,
): Pick<BriefContext, 'calls' | 'plans' | 'notes' | 'scenario' | 'isTried'> {
  const { game, seat } = agent;
  const { world, orders, planList } = seat;
  return {
    calls: orders.attentionRequests,
    plans: planList.all,
    notes: agent.dueNotes(turnOf(world)),
    scenario: game.scenario.stateFor(seat),
    isTried: (action) => agent.tried.has(world, action),
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
  // Lists that are not read are empty, not absent: the refusal of an unknown section names them all.
  const { brief, grave, isPressed } = wholeBrief(world, {
    ...context,
    ...awaitingAgent(agent),
    lists: sections,
  });
  if (query.as !== 'text') return brief;
  return sections === undefined ? packedBrief(brief, grave, isPressed) : onlyLists(brief, sections);
}

/** The brief of a seat as it is sent unasked: cut to its limits, without counsel and advice that were told before and still hold. */
export function seatBrief(
  agent: KeptSeat,
  context: Pick<BriefContext, 'since' | 'plansEnded' | 'ended' | 'woke'>,
): PackedBrief {
  const { world, planList } = agent.seat;
  const turn = turnOf(world);
  const counsel = counselOf(world, planList.all);
  const due = dueCounsel(counsel, agent.toldCounsel, turn);
  const isFirst = agent.toldMessages === undefined;
  const told = {
    saidSince: agent.toldMessages,
    counsel: due,
    isFirst,
    lessons: isFirst ? agent.lessons : undefined,
  };
  const whole = wholeBrief(world, { ...context, ...awaitingAgent(agent), ...told });
  const lastBuilt = (city: number) => world.cities.get(city)?.detail?.turnLastBuilt;
  const advice = dueAdvice(whole.brief.advice, agent.toldAdvice, turn, lastBuilt);
  const brief = packedBrief({ ...whole.brief, advice }, whole.grave, whole.isPressed);
  agent.toldMessages = world.messages.count;
  const shown = due.filter(({ text }) => brief.counsel?.includes(text));
  agent.toldCounsel = withTold(agent.toldCounsel, counsel, shown, turn);
  agent.toldAdvice = withToldAdvice(agent.toldAdvice, whole.brief.advice, brief.advice ?? [], turn);
  agent.toldDecisions = new Set(whole.decisionKeys);
  return brief;
}

/** The lines of decisions that the agent has not been told, as in a brief. Notes them as told. */
export function newDecisions(agent: KeptSeat): readonly string[] {
  const { world } = agent.seat;
  const { calls = [], plans = [], notes = [] } = awaitingAgent(agent);
  const since = world.messages.count;
  const pending = pendingDecisions(world, { since, calls, plans, notes });
  const fresh = pending.filter(({ keys }) => !keys.every((key) => agent.toldDecisions.has(key)));
  // A decision that was made and returns is new again.
  agent.toldDecisions = new Set(pending.flatMap(({ keys }) => keys));
  return fresh.map(({ text }) => text);
}
