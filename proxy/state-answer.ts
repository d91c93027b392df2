import type { StateQueryData } from '#shared/messages/state-query.js';
import { legalActions } from './actions/legal-actions.js';
import type { Offer } from './actions/offer.js';
import type { Seat } from './games/seat.js';
import { deltaView } from './views/delta.js';
import { fullView } from './views/full.js';
import { llmOptimizedView } from './views/llm-optimized.js';
import type { World } from './world/world.js';

/** Older than any version a world holds: the answer is the full state. */
const BEFORE_ALL = -1;

/** `data` of a state_update, as in the specification's STATE_UPDATE. */
export async function stateAnswer(seat: Seat, query: StateQueryData): Promise<Record<string, unknown>> {
  const offers = wantsOffers(query) ? await legalActions(seat) : undefined;
  const view: Record<string, unknown> = { ...stateView(seat, query) };
  seat.reportedVersion = seat.world.version;
  return {
    type: 'state_response',
    format: query.format,
    data: offers === undefined ? view : withOffers(view, offers),
  };
}

function wantsOffers(query: StateQueryData): boolean {
  return query.legal_actions === undefined ? query.include_legal_actions : query.legal_actions === 'list';
}

function withOffers(view: Record<string, unknown>, offers: readonly Offer[]): Record<string, unknown> {
  return { ...view, legal_actions: offers };
}

function stateView({ world, reportedVersion }: Seat, query: StateQueryData): object {
  switch (query.format) {
    case 'full':
      return fullView(world);
    case 'delta':
      return deltaView(world, sinceVersion(world, query) ?? reportedVersion);
    case 'llm_optimized':
      return llmOptimizedView(world);
  }
}

/** The version asked for, or the one at which the turn asked for began; undefined when neither was given. */
function sinceVersion(world: World, query: StateQueryData): number | undefined {
  if (query.since_version !== undefined) return query.since_version;
  if (query.since_turn === undefined) return undefined;
  return world.turn.beganAt.get(query.since_turn) ?? BEFORE_ALL;
}
