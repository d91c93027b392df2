import type { StateQueryData } from '#shared/protocol/agent-requests.js';
import type { Brief, PackedBrief } from '#shared/protocol/state/brief.js';
import type { DecisionWatch } from '../../proxy/api/seats/seat-advisor.js';
import { messagesBeforeLastTurn, turnOf } from '../../proxy/world/world.js';
import { dueAdvice, withToldAdvice } from './advice/due-advice.js';
import { type BriefContext, onlyLists, packedBrief, wholeBrief } from './brief/brief.js';
import { pendingDecisions } from './brief/decisions.js';
import { openDecisions, suddenReason } from './brief/turn-end-reasons.js';
import { counselOf } from './counsel/counsel.js';
import { dueCounsel, withTold } from './counsel/due-counsel.js';
import type { SeatMemory } from './seat-memory.js';

/** The parts of a brief that are not in the world: units that ask, standing plans, notes that are due, the scenario, what was tried. */
function awaitingAgent({
  agent,
  tried,
}: SeatMemory): Pick<BriefContext, 'calls' | 'plans' | 'notes' | 'scenario' | 'isTried'> {
  const { game, seat } = agent;
  const { world, orders, planList } = seat;
  return {
    calls: orders.attentionRequests,
    plans: planList.all,
    notes: agent.dueNotes(turnOf(world)),
    scenario: game.scenario.stateFor(seat),
    isTried: (action) => tried.has(world, action),
  };
}

/** The brief with all lines where the answer is cut by the query itself, else as much of it as is sent unasked. */
export function briefState(memory: SeatMemory, query: StateQueryData): Brief | PackedBrief {
  const { world, planList } = memory.agent.seat;
  const { since_turn: sinceTurn, sections, max_tokens: maxTokens } = query;
  const began = sinceTurn === undefined ? undefined : (world.turn.messagesBefore.get(sinceTurn) ?? 0);
  const since = began ?? messagesBeforeLastTurn(world);
  const plansEnded = planList.endedSince(sinceTurn ?? turnOf(world) - 1);
  const context = { since, plansEnded };
  // Who cuts the brief itself has all lines, also those of counsel that were told before.
  if (sections === undefined && maxTokens === undefined) return seatBrief(memory, context);
  // Lists that are not read are empty, not absent: the refusal of an unknown section names them all.
  const { brief, grave, isPressed } = wholeBrief(world, {
    ...context,
    ...awaitingAgent(memory),
    lists: sections,
  });
  if (query.as !== 'text') return brief;
  return sections === undefined ? packedBrief(brief, grave, isPressed) : onlyLists(brief, sections);
}

/** The brief of a seat as it is sent unasked: cut to its limits, without counsel and advice that were told before and still hold. */
export function seatBrief(
  memory: SeatMemory,
  context: Pick<BriefContext, 'since' | 'plansEnded' | 'ended' | 'woke'>,
): PackedBrief {
  const { agent, toldCounsel, toldAdvice, toldMessages } = memory;
  const { world, planList } = agent.seat;
  const turn = turnOf(world);
  const counsel = counselOf(world, planList.all);
  const due = dueCounsel(counsel, toldCounsel, turn);
  const isFirst = toldMessages === undefined;
  const told = {
    saidSince: toldMessages,
    counsel: due,
    isFirst,
    lessons: isFirst ? agent.lessons : undefined,
  };
  const whole = wholeBrief(world, { ...context, ...awaitingAgent(memory), ...told });
  const lastBuilt = (city: number) => world.cities.get(city)?.detail?.turnLastBuilt;
  const advice = dueAdvice(whole.brief.advice, toldAdvice, turn, lastBuilt);
  const brief = packedBrief({ ...whole.brief, advice }, whole.grave, whole.isPressed);
  memory.toldMessages = world.messages.count;
  const shown = due.filter(({ text }) => brief.counsel?.includes(text));
  memory.toldCounsel = withTold(toldCounsel, counsel, shown, turn);
  memory.toldAdvice = withToldAdvice(toldAdvice, whole.brief.advice, brief.advice ?? [], turn);
  memory.toldDecisions = new Set(whole.decisionKeys);
  return brief;
}

/** The lines of decisions that the agent has not been told, as in a brief. Notes them as told. */
export function newDecisions(memory: SeatMemory): readonly string[] {
  const { world } = memory.agent.seat;
  const { calls = [], plans = [], notes = [] } = awaitingAgent(memory);
  const since = world.messages.count;
  const pending = pendingDecisions(world, { since, calls, plans, notes });
  const fresh = pending.filter(({ keys }) => !keys.every((key) => memory.toldDecisions.has(key)));
  // A decision that was made and returns is new again.
  memory.toldDecisions = new Set(pending.flatMap(({ keys }) => keys));
  return fresh.map(({ text }) => text);
}

/** Watches what needs a decision of the agent of a seat, from now on. */
export function watchDecisions(memory: SeatMemory): DecisionWatch {
  const { seat } = memory.agent;
  const since = seat.world.messages.count;
  const open = () => openDecisions(seat.world, { since, ...awaitingAgent(memory) });
  const known = new Set(open().flatMap(({ keys }) => keys));
  return {
    sudden: () => suddenReason(seat.world, since, known),
    due: () => {
      const due = open().filter(({ keys, recurs }) => recurs || keys.some((key) => !known.has(key)));
      const [first] = due;
      if (first === undefined) return undefined;
      const lines = due.filter(({ why }) => why === first.why).flatMap(({ text }) => text ?? []);
      return { why: first.why, lines };
    },
  };
}
