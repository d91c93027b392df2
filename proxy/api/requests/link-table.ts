import { type GameRequestData, type GameRequestType, gameRequests } from '#shared/protocol/game-requests.js';
import type { LinkStep, LinkTable, SeatNeed, SeatRow } from './asked-request.js';
import { connect } from './connect.js';
import { deleted, journaled, once, owned, storable, stored, watchable } from './link-steps.js';
import { changeNotes, disk, presence, statePatch, tools } from './proxy-requests.js';
import { act, batch, stop } from './seat-actions.js';
import { stateQuery } from './state-query.js';
import { outcome } from './unknown-outcomes.js';

/** Steps of a request that any proxy answers, whatever game it names. */
export const ANYWHERE: readonly LinkStep[] = [];
/** Steps of a request that the owner of its game answers. */
export const READS: readonly LinkStep[] = [owned];
/** Steps of one that changes its game: what its answer tells must outlive this machine. */
export const CHANGES: readonly LinkStep[] = [owned, stored, journaled];
/** Steps of one that reads a game as spectators may see it. */
export const WATCHES: readonly LinkStep[] = [owned, watchable];
const SEAT_READS: readonly LinkStep[] = [owned, deleted, once];
const SEAT_CHANGES: readonly LinkStep[] = [owned, stored, journaled, deleted, once, storable];

/** The rows of the core. A message that is added to `gameRequests` has its row here, or in a feature. */
export const coreRows = {
  llm_connect: { steps: CHANGES, handle: connect },
  presence: { steps: ANYWHERE, handle: presence },
  outcome: { steps: CHANGES, handle: outcome },
  tools: { steps: ANYWHERE, handle: tools },
  disk: { steps: ANYWHERE, handle: disk },
  state_patch: { steps: READS, handle: statePatch },

  state_query: seatRow('state_query', 'a_state', stateQuery),
  action: seatRow('action', 'to_act', act),
  action_batch: seatRow('action_batch', 'to_act', batch),
  stop: seatRow('stop', 'to_act', stop),
  notes: seatRow('notes', 'a_turn', changeNotes),
} satisfies Partial<LinkTable>;

/** The row of a request that a seat answers; its steps are those of a request that only reads, or of one that does not. */
export function seatRow<T extends GameRequestType>(
  type: T,
  needs: SeatNeed,
  handle: SeatRow<GameRequestData<T>>['handle'],
): SeatRow<GameRequestData<T>> {
  return { steps: gameRequests[type].reads ? SEAT_READS : SEAT_CHANGES, needs, handle };
}
