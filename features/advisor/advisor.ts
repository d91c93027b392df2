import type { LlmOptimizedState } from '#shared/protocol/state/llm-optimized.js';
import { markReported, type OrdersAndPlans, ordersAndPlans } from '../../proxy/api/answers/entity-states.js';
import type { StateFormats } from '../../proxy/api/answers/state-formats.js';
import type { StateQuestion } from '../../proxy/api/answers/state-question.js';
import type { KeptSeat } from '../../proxy/api/seats/kept-seat.js';
import type { SeatAdvisor } from '../../proxy/api/seats/seat-advisor.js';
import { briefText } from '../texts/brief-text.js';
import { actorOptionsText } from '../texts/options-text.js';
import { briefState, newDecisions, seatBrief, watchDecisions } from './brief-answer.js';
import { followAdvice } from './follow-advice.js';
import { offeredJourneys } from './journeys.js';
import { llmOptimizedView } from './optimized/llm-optimized.js';
import { optionsRefusal, optionsState } from './options-answer.js';
import { SeatMemory } from './seat-memory.js';
import { threatenedCities } from './threats/stack-threats.js';

/** The optimized format: its answer grows with each turn up to a maximum. */
const FIRST_TURN_BYTES = 3900;
const BYTES_PER_TURN = 80;
const MAX_ANSWER_BYTES = 11_500;

/** Units in the optimized format; events name all of them. */
const MAX_UNITS_ASKING = 5;

/** Advises the seats of a proxy. */
export class Advisor {
  readonly #memories = new WeakMap<KeptSeat, SeatMemory>();

  /** The advisor of a seat. */
  readonly of = (agent: KeptSeat): SeatAdvisor => {
    const { seat } = agent;
    const memory = this.#memoryOf(agent);
    return {
      brief: (occasion, form) => {
        const brief = seatBrief(memory, occasion);
        return form === 'text' ? briefText(brief) : brief;
      },
      digest: () => memory.pushedDigest(),
      newDecisions: () => newDecisions(memory),
      watch: () => watchDecisions(memory),
      journeys: () => offeredJourneys(seat.world),
      threatened: () => threatenedCities(seat.world),
      follow: (perform, signal) => followAdvice(memory, perform, signal),
      beginAction: (action) => memory.tried.begin(seat.world, action),
      noteOrder: (action) => memory.ownOrders.note(seat.world, action),
    };
  };

  /** The formats of states that have its judgement. */
  readonly formats: Pick<StateFormats, 'llm_optimized' | 'brief' | 'digest' | 'options'> = {
    llm_optimized: {
      view: optimizedState,
      maxAnswerBytes: (turn) => Math.min(MAX_ANSWER_BYTES, FIRST_TURN_BYTES + BYTES_PER_TURN * turn),
      moment: ['waiting_for', 'scenario', 'sealed'],
      answered: markReported,
    },
    brief: {
      view: ({ agent, query }) => briefState(this.#memoryOf(agent), query),
      text: ({ agent, query }) => ({ brief: briefText(briefState(this.#memoryOf(agent), query)) }),
      moment: ['waiting_for'],
    },
    digest: {
      view: ({ agent, query }) => this.#memoryOf(agent).wholeDigest(query.since_turn),
      moment: ['waiting_for', 'scenario'],
    },
    options: {
      refuse: optionsRefusal,
      view: optionsState,
      text: async (question) => ({ options: actorOptionsText(await optionsState(question)) }),
      sectionsAreActions: true,
      moment: [],
    },
  };

  #memoryOf(agent: KeptSeat): SeatMemory {
    const known = this.#memories.get(agent) ?? new SeatMemory(agent);
    this.#memories.set(agent, known);
    return known;
  }
}

/** What a model needs to decide; of units with orders those that need a decision, plans where there are any. */
function optimizedState({ agent, seat }: StateQuestion): LlmOptimizedState & OrdersAndPlans {
  const view = llmOptimizedView(seat.world, seat.planList.all);
  const { units_asking: all = [], plans = [] } = ordersAndPlans(agent);
  const asking = all.slice(0, MAX_UNITS_ASKING);
  return {
    ...view,
    units_asking: asking.length > 0 ? asking : undefined,
    plans: plans.length > 0 ? plans : undefined,
  };
}
